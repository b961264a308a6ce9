package shmem

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

// systemCalls is every system call of this package. Tests wrap or replace them,
// so that any of them fails, or the process is killed between two of them. What a
// call fills in is returned by value: a pointer through a variable would allocate.
type systemCalls struct {
	Open      func(path string, flags int, mode uint32) (descriptor int, err error)
	Close     func(descriptor int) error
	Stat      func(path string) (unix.Stat_t, error)
	Lstat     func(path string) (unix.Stat_t, error)
	Fstat     func(descriptor int) (unix.Stat_t, error)
	Fstatfs   func(descriptor int) (unix.Statfs_t, error)
	Getdents  func(descriptor int, buffer []byte) (n int, err error)
	Flock     func(descriptor int, how int) error
	Lock      func(descriptor uintptr, command int, lock unix.Flock_t) (unix.Flock_t, error)
	Fallocate func(descriptor int, mode uint32, offset, length int64) error
	Ftruncate func(descriptor int, length int64) error
	Pwrite    func(descriptor int, data []byte, offset int64) (n int, err error)
	Fchmod    func(descriptor int, mode uint32) error
	Mmap      func(descriptor int, offset int64, address unsafe.Pointer, length uintptr, protection, flags int) (unsafe.Pointer, error)
	Munmap    func(address unsafe.Pointer, length uintptr) error
	Madvise   func(memory []byte, advice int) error
	Msync     func(memory []byte, flags int) error
	Fsync     func(descriptor int) error
	Linkat    func(oldFolder int, oldPath string, newFolder int, newPath string, flags int) error
	Rename    func(from, to string) error
	Renameat2 func(oldFolder int, oldPath string, newFolder int, newPath string, flags uint) error
	Unlink    func(path string) error
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
	Getdents: unix.ReadDirent,
	Flock:    unix.Flock,
	Lock: func(descriptor uintptr, command int, lock unix.Flock_t) (unix.Flock_t, error) {
		err := unix.FcntlFlock(descriptor, command, &lock)
		return lock, err
	},
	Fallocate: unix.Fallocate,
	Ftruncate: unix.Ftruncate,
	Pwrite:    unix.Pwrite,
	Fchmod:    unix.Fchmod,
	Mmap:      unix.MmapPtr,
	Munmap:    unix.MunmapPtr,
	Madvise:   unix.Madvise,
	Msync:     unix.Msync,
	Fsync:     unix.Fsync,
	Linkat:    unix.Linkat,
	Rename:    unix.Rename,
	Renameat2: unix.Renameat2,
	Unlink:    unix.Unlink,
}
