//go:build !linux && !darwin && !windows

package shmem

import "errors"

// file is an open file; there are none on a platform without an implementation.
type file struct{}

func createFile(string, int, createSettings) (file, []byte, error) {
	return file{}, nil, errors.ErrUnsupported
}

func openFile(string, int, openSettings) (file, []byte, error) {
	return file{}, nil, errors.ErrUnsupported
}

func (file) isAt(string, bool) (bool, error) { return false, errors.ErrUnsupported }

func (file) sync([]byte) error { return errors.ErrUnsupported }

func (file) tryLock(bool) (bool, error) { return false, errors.ErrUnsupported }

func (file) unlock() error { return errors.ErrUnsupported }

func fileInUse(string) (bool, error) { return false, errors.ErrUnsupported }

func (file) close() error { return errors.ErrUnsupported }

func unlink(string) error { return errors.ErrUnsupported }

func poison([]byte) error { return errors.ErrUnsupported }
