package shmem

import (
	"errors"

	"golang.org/x/sys/windows"
)

// Locks of bytes belong to the open handle, and the system drops them with it,
// however the process ends. Whoever reads or writes a locked byte by a handle is
// refused, so these lie far beyond any data; a view is not.
const (
	livenessOffset = 1 << 62 // whose lock says that somebody has the file open
	lockOffset     = livenessOffset + 1
)

// errHeld reports a lock that another handle holds.
var errHeld = errors.New("another handle holds the lock")

// lockByte takes the lock of a byte, shared or alone, or fails with errHeld.
func (f file) lockByte(offset int64, alone bool) error {
	flags := uint32(windows.LOCKFILE_FAIL_IMMEDIATELY)
	if alone {
		flags |= windows.LOCKFILE_EXCLUSIVE_LOCK
	}
	at := overlappedAt(offset)
	err := windows.LockFileEx(f.handle, flags, 0, 1, 0, &at)
	if err == windows.ERROR_LOCK_VIOLATION || err == windows.ERROR_IO_PENDING {
		return errHeld
	}
	return err
}

func overlappedAt(offset int64) windows.Overlapped {
	return windows.Overlapped{Offset: uint32(offset), OffsetHigh: uint32(offset >> 32)}
}

// tryLock takes the lock of the open file, shared or alone, unless another handle
// has it.
func (f file) tryLock(shared bool) (bool, error) {
	err := f.lockByte(lockOffset, !shared)
	if err == errHeld {
		return false, nil
	}
	return err == nil, err
}

// unlock drops that lock.
func (f file) unlock() error {
	at := overlappedAt(lockOffset)
	return windows.UnlockFileEx(f.handle, 0, 1, 0, &at)
}

// holdLiveness says that this open file is in use. It fails with errHeld where
// somebody is about to remove or to replace the file.
func (f file) holdLiveness() error { return f.lockByte(livenessOffset, false) }

// refuseHeld takes the liveness lock alone, or fails with ErrBusy.
func (f file) refuseHeld() error {
	if _, err := f.refuseIrregular(); err != nil {
		return err
	}
	err := f.lockByte(livenessOffset, true)
	if err == errHeld {
		return &operationError{fault: ErrBusy, detail: "a process has it open"}
	}
	if isUnsupported(err) {
		return &operationError{cause: errors.Join(errors.ErrUnsupported, err), detail: "the filesystem does not tell who has a file open"}
	}
	return err
}

// fileInUse reports whether an open file holds the liveness lock of what is at path.
// An Open that comes meanwhile looks again.
func fileInUse(path string) (bool, error) {
	f, err := openHandle(path, windows.GENERIC_READ, windows.OPEN_EXISTING, reparseFlag(true))
	if err != nil {
		return false, explainOpen(err, path, true)
	}
	defer f.close()
	err = f.refuseHeld()
	if errors.Is(err, ErrBusy) {
		return true, nil
	}
	return false, err
}

// refuseUsed fails with ErrBusy where somebody has the file at path open. It
// returns the file, locked so that nobody can come to have it open as long as it is
// not closed, or none if there is no file.
func refuseUsed(path string) (standing *file, err error) {
	for {
		f, err := openHandle(path, windows.GENERIC_READ, windows.OPEN_EXISTING, reparseFlag(false))
		if err == windows.ERROR_FILE_NOT_FOUND {
			return nil, nil
		}
		if err != nil {
			return nil, explainOpen(err, path, false)
		}
		err = f.refuseHeld()
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

// removeLeftover deletes a file of ours that no process has open. It holds the
// liveness lock alone meanwhile: a creator that comes later sees that, and takes
// another name.
func removeLeftover(path string) {
	f, err := openHandle(path, windows.GENERIC_READ, windows.OPEN_EXISTING, reparseFlag(false))
	if err != nil {
		return
	}
	defer f.close()
	if f.refuseHeld() != nil {
		return // held, or nobody can tell
	}
	if here, err := f.isAt(path, false); err == nil && here {
		_ = unlink(path)
	}
}
