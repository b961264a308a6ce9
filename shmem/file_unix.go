//go:build linux || darwin

package shmem

import (
	"errors"
	"fmt"

	"golang.org/x/sys/unix"
)

// file is the open descriptor of a region's file.
type file struct{ descriptor int }

// isAt reports whether path names this file; follow says whether a symlink to
// it does.
func (f file) isAt(path string, follow bool) (bool, error) {
	own, err := f.stat()
	if err != nil {
		return false, err
	}
	there, err := statPath(path, follow)
	if errors.Is(err, unix.ENOENT) || errors.Is(err, unix.ENOTDIR) {
		return false, nil
	}
	return err == nil && there.Dev == own.Dev && there.Ino == own.Ino, err
}

// sync writes back memory, which may be any part of the mapping, and the file.
func (f file) sync(memory []byte) error {
	if err := ignoringEINTR(func() error { return kernel.Msync(fromPageStart(memory), unix.MS_SYNC) }); err != nil {
		return err
	}
	return ignoringEINTR(func() error { return kernel.Fsync(f.descriptor) })
}

// close does not retry: the kernel frees the descriptor even on EINTR.
func (f file) close() error {
	if err := kernel.Close(f.descriptor); err != nil && err != unix.EINTR {
		return err
	}
	return nil
}

// discard undoes what a failed create or open did. memory was never handed
// out, so its addresses may be used again at once.
func (f file) discard(memory []byte) {
	if memory != nil {
		release([][]byte{memory})
	}
	f.close()
}

func refuseIrregular(stat *unix.Stat_t) error {
	if mode := uint32(stat.Mode); mode&unix.S_IFMT != unix.S_IFREG {
		return &operationError{fault: ErrNotRegular, detail: fileKind(mode)}
	}
	return nil
}

func fileKind(mode uint32) string {
	switch mode & unix.S_IFMT {
	case unix.S_IFLNK:
		return "symlink"
	case unix.S_IFDIR:
		return "folder"
	case unix.S_IFIFO:
		return "FIFO"
	case unix.S_IFSOCK:
		return "socket"
	case unix.S_IFCHR, unix.S_IFBLK:
		return "device"
	}
	return fmt.Sprintf("file type %#o", mode&unix.S_IFMT)
}
