//go:build linux || darwin

package shmem

import "golang.org/x/sys/unix"

// removeLeftover unlinks a file of ours that no process has open. It holds the
// lock of temporary files alone meanwhile: a creator that comes later sees that, and
// takes another name.
func removeLeftover(path string) {
	const flags = unix.O_NOFOLLOW | unix.O_NONBLOCK | unix.O_NOCTTY
	f, err := openDescriptor(path, unix.O_RDWR|flags, 0)
	readOnly := err == unix.EACCES
	if readOnly {
		// Its creator took away the write permission, after it had the lock: whether
		// that is still held can be asked without.
		f, err = openDescriptor(path, unix.O_RDONLY|flags, 0)
	}
	if err != nil {
		return
	}
	defer f.close()
	stat, err := f.stat()
	if err != nil || int(stat.Uid) != unix.Geteuid() {
		return
	}
	if f.refuseHeld(readOnly) != nil {
		return // held, or nobody can tell
	}
	if here, err := f.isAt(path, false); err == nil && here {
		unlink(path)
	}
}
