package shmem

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

// systemCalls is every system call of this package, but for the reading of folders.
type systemCalls struct {
	Open        func(path string, flags int, mode uint32) (descriptor int, err error)
	Close       func(descriptor int) error
	Stat        func(path string) (unix.Stat_t, error)
	Lstat       func(path string) (unix.Stat_t, error)
	Fstat       func(descriptor int) (unix.Stat_t, error)
	Fstatfs     func(descriptor int) (unix.Statfs_t, error)
	Flock       func(descriptor int, how int) error
	Preallocate func(descriptor uintptr, space unix.Fstore_t) error
	Ftruncate   func(descriptor int, length int64) error
	Pwrite      func(descriptor int, data []byte, offset int64) (n int, err error)
	Fchmod      func(descriptor int, mode uint32) error
	Mmap        func(descriptor int, offset int64, address unsafe.Pointer, length uintptr, protection, flags int) (unsafe.Pointer, error)
	Munmap      func(address unsafe.Pointer, length uintptr) error
	Madvise     func(memory []byte, advice int) error
	Msync       func(memory []byte, flags int) error
	Fsync       func(descriptor int) error
	Linkat      func(oldFolder int, oldPath string, newFolder int, newPath string, flags int) error
	Rename      func(from, to string) error
	RenamexNp   func(from, to string, flags uint32) error
	Unlink      func(path string) error
}

var kernel = systemCalls{
	Open:  unix.Open,
	Close: unix.Close,
	Stat:  func(path string) (stat unix.Stat_t, err error) { err = unix.Stat(path, &stat); return stat, err },
	Lstat: func(path string) (stat unix.Stat_t, err error) { err = unix.Lstat(path, &stat); return stat, err },
	Fstat: func(descriptor int) (stat unix.Stat_t, err error) {
		err = unix.Fstat(descriptor, &stat)
		return stat, err
	},
	Fstatfs: func(descriptor int) (stat unix.Statfs_t, err error) {
		err = unix.Fstatfs(descriptor, &stat)
		return stat, err
	},
	Flock: unix.Flock,
	Preallocate: func(descriptor uintptr, space unix.Fstore_t) error {
		return unix.FcntlFstore(descriptor, unix.F_PREALLOCATE, &space)
	},
	Ftruncate: unix.Ftruncate,
	Pwrite:    unix.Pwrite,
	Fchmod:    unix.Fchmod,
	Mmap:      unix.MmapPtr,
	Munmap:    unix.MunmapPtr,
	Madvise:   unix.Madvise,
	Msync:     unix.Msync,
	Fsync:     fullSync,
	Linkat:    unix.Linkat,
	Rename:    unix.Rename,
	RenamexNp: unix.RenamexNp,
	Unlink:    unix.Unlink,
}

// fullSync has the device write its cache too, which fsync here does not, or does
// what fsync can where the filesystem has no such thing.
func fullSync(descriptor int) error {
	_, err := unix.FcntlInt(uintptr(descriptor), unix.F_FULLFSYNC, 0)
	if isUnsupported(err) {
		return unix.Fsync(descriptor)
	}
	return err
}

// isUnsupported reports whether a filesystem said that it does not know a call.
func isUnsupported(err error) bool {
	return err == unix.ENOTSUP || err == unix.EOPNOTSUPP || err == unix.EINVAL || err == unix.ENOTTY
}
