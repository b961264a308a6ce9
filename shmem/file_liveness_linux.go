package shmem

import (
	"errors"

	"golang.org/x/sys/unix"
)

// livenessOffset is the byte whose lock says that somebody has the file open. It
// lies far beyond any data, and away from what flock and others lock.
const livenessOffset = 1 << 62

// setLiveness takes the lock of that byte shared or alone, for this open file:
// the kernel drops it with the last use of it, however the process ends. It fails
// with EAGAIN where another open file has it so that this cannot.
func (f file) setLiveness(kind int16) error {
	return f.liveness(unix.F_OFD_SETLK, &unix.Flock_t{Type: kind})
}

// holdLiveness says that this open file is in use. It fails with EAGAIN where
// somebody is about to remove or to replace the file.
func (f file) holdLiveness() error { return f.setLiveness(unix.F_RDLCK) }

// holdTemporary says the same of a file under a temporary name, and there is no
// need to take it back: published, it is still in use.
func (f file) holdTemporary() error { return f.holdLiveness() }

func (f file) releaseTemporary() {}

// isHeld reports whether another open file holds the lock.
func (f file) isHeld() (bool, error) {
	lock := unix.Flock_t{Type: unix.F_WRLCK}
	err := f.liveness(unix.F_OFD_GETLK, &lock)
	return err == nil && lock.Type != unix.F_UNLCK, err
}

func (f file) liveness(command int, lock *unix.Flock_t) error {
	lock.Start, lock.Len = livenessOffset, 1
	return ignoringEINTR(func() (err error) { *lock, err = kernel.Lock(uintptr(f.descriptor), command, *lock); return err })
}

// fileInUse reports whether an open file holds the lock of what is at path.
func fileInUse(path string) (bool, error) {
	f, err := openDescriptor(path, unix.O_RDONLY|unix.O_NONBLOCK|unix.O_NOCTTY, 0)
	if err != nil {
		return false, explainOpen(err, path, true)
	}
	defer f.close()
	stat, err := f.stat()
	if err == nil {
		err = refuseIrregular(&stat)
	}
	if err != nil {
		return false, err
	}
	held, err := f.isHeld()
	return held, explainLiveness(err)
}

// explainLiveness says what it means that the filesystem has no such locks.
func explainLiveness(err error) error {
	if err == unix.EINVAL || err == unix.ENOLCK || err == unix.EOPNOTSUPP || err == unix.ENOSYS {
		return &operationError{cause: errors.Join(errors.ErrUnsupported, err), detail: "the filesystem does not tell who has a file open"}
	}
	return err
}

// refuseUsed fails with ErrBusy where somebody has the file at path open. It
// returns the file, locked so that nobody can come to have it open as long as it is
// not closed, or none if there is no file.
func refuseUsed(path string) (standing *file, err error) {
	for {
		f, readOnly, err := openToLock(path)
		if err == unix.ENOENT {
			return nil, nil
		}
		if err != nil {
			return nil, explainOpen(err, path, false)
		}
		err = f.refuseHeld(readOnly)
		here := false
		if err == nil {
			here, err = f.isAt(path, false)
		}
		if err == nil && here {
			return &f, nil
		}
		f.close()
		if err != nil {
			return nil, err
		}
	}
}

// refuseHeld takes the lock alone, or, where the file was opened to read only, asks
// whether it could.
func (f file) refuseHeld(readOnly bool) error {
	stat, err := f.stat()
	if err == nil {
		err = refuseIrregular(&stat)
	}
	if err != nil {
		return err
	}
	held := false
	if readOnly {
		held, err = f.isHeld()
	} else if err = f.setLiveness(unix.F_WRLCK); err == unix.EAGAIN || err == unix.EACCES {
		held, err = true, nil
	}
	if held {
		return &operationError{fault: ErrBusy, detail: "a process has it open"}
	}
	return explainLiveness(err)
}
