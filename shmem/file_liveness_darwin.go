package shmem

import (
	"errors"

	"golang.org/x/sys/unix"
)

// noLiveness is why: here a file has no lock of an open file beside flock, which is
// what Lock takes.
func noLiveness() error {
	return &operationError{cause: errors.ErrUnsupported, detail: "macOS does not tell who has a file open"}
}

func (f file) holdLiveness() error { return noLiveness() }

func fileInUse(string) (bool, error) { return false, noLiveness() }

func refuseUsed(string) (*file, error) { return nil, noLiveness() }

// holdTemporary locks a file under a temporary name, so that nobody takes it for
// one that a killed creator left. Until it is published nobody can want the lock.
// It fails with EAGAIN where somebody is about to remove the file.
func (f file) holdTemporary() error { return f.lockAlone() }

// releaseTemporary lets others lock the file, once it is published.
func (f file) releaseTemporary() { _ = f.unlock() }

// refuseHeld fails where a creator has a file under a temporary name, or nobody can
// tell, and takes its lock otherwise.
func (f file) refuseHeld(bool) error {
	stat, err := f.stat()
	if err == nil {
		err = refuseIrregular(&stat)
	}
	if err != nil {
		return err
	}
	return f.lockAlone()
}

func (f file) lockAlone() error {
	return ignoringEINTR(func() error { return kernel.Flock(f.descriptor, unix.LOCK_EX|unix.LOCK_NB) })
}
