//go:build linux || darwin

package shmem

import "golang.org/x/sys/unix"

// ignoringEINTR repeats a call that a signal broke off. Go's own signals do so
// on FUSE and CIFS, and to fallocate on tmpfs.
func ignoringEINTR(call func() error) error {
	for {
		if err := call(); err != unix.EINTR {
			return err
		}
	}
}

func openDescriptor(path string, flags int, mode uint32) (file, error) {
	for {
		descriptor, err := kernel.Open(path, flags|unix.O_CLOEXEC, mode)
		if err != unix.EINTR {
			return file{descriptor}, err
		}
	}
}

// openToLock opens what is at path, to read only where the caller may not write,
// as its creator may have wished: whether a lock is held can then be asked, but
// the lock not be taken alone.
func openToLock(path string) (f file, readOnly bool, err error) {
	const flags = unix.O_NOFOLLOW | unix.O_NONBLOCK | unix.O_NOCTTY
	f, err = openDescriptor(path, unix.O_RDWR|flags, 0)
	if err != unix.EACCES {
		return f, false, err
	}
	f, err = openDescriptor(path, unix.O_RDONLY|flags, 0)
	return f, true, err
}

func (f file) stat() (stat unix.Stat_t, err error) {
	err = ignoringEINTR(func() error { stat, err = kernel.Fstat(f.descriptor); return err })
	return stat, err
}

// statPath describes what stands at path, or behind it if it is a symlink and
// follow says so.
func statPath(path string, follow bool) (stat unix.Stat_t, err error) {
	err = ignoringEINTR(func() error {
		if follow {
			stat, err = kernel.Stat(path)
		} else {
			stat, err = kernel.Lstat(path)
		}
		return err
	})
	return stat, err
}

func unlink(path string) error {
	return ignoringEINTR(func() error { return kernel.Unlink(path) })
}
