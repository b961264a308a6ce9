//go:build linux || darwin

package shmem

import "golang.org/x/sys/unix"

// removeLeftover unlinks a file of ours that no process has open. It holds the
// lock of temporary files alone meanwhile: a creator that comes later sees that, and
// takes another name.
func removeLeftover(path string) {
	f, readOnly, err := openToLock(path)
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
