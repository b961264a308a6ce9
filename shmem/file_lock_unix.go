//go:build linux || darwin

package shmem

import "golang.org/x/sys/unix"

// tryLock takes the flock of the open file, shared or alone, unless another open
// file has it. It belongs to this open file, not to the process or a thread.
func (f file) tryLock(shared bool) (bool, error) {
	how := unix.LOCK_EX | unix.LOCK_NB
	if shared {
		how = unix.LOCK_SH | unix.LOCK_NB
	}
	err := ignoringEINTR(func() error { return kernel.Flock(f.descriptor, how) })
	if err == unix.EWOULDBLOCK {
		return false, nil
	}
	return err == nil, err
}

// unlock drops that lock.
func (f file) unlock() error {
	return ignoringEINTR(func() error { return kernel.Flock(f.descriptor, unix.LOCK_UN) })
}
