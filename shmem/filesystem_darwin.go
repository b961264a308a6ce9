package shmem

import (
	"fmt"
	"strings"

	"golang.org/x/sys/unix"
)

// filesystem is what holds a file.
type filesystem struct {
	name    string
	local   bool
	free    uint64 // bytes
	noFiles bool   // whether no inode is free
}

func (f file) filesystem() (filesystem, error) {
	var stat unix.Statfs_t
	err := ignoringEINTR(func() (err error) { stat, err = kernel.Fstatfs(f.descriptor); return err })
	if err != nil {
		return filesystem{}, err
	}
	return filesystem{
		name:    unix.ByteSliceToString(stat.Fstypename[:]),
		local:   stat.Flags&unix.MNT_LOCAL != 0,
		free:    stat.Bavail * uint64(stat.Bsize),
		noFiles: stat.Files != 0 && stat.Ffree == 0,
	}, nil
}

// filesystemOn is filesystem for a file on the device of that number.
func (f file) filesystemOn(uint64) (filesystem, error) { return f.filesystem() }

func (s filesystem) String() string { return s.name }

// isNetwork is also true of FUSE, which may call itself local.
func (s filesystem) isNetwork() bool {
	return !s.local || strings.Contains(s.name, "fuse")
}

// refuse fails where a region of size bytes could not keep its promises.
func (s filesystem) refuse(_ int, allowNetwork bool) error {
	if s.isNetwork() && !allowNetwork {
		return &operationError{fault: ErrUnsupportedFS, detail: s.String() + ", where memory is not reliably shared; AllowNetworkFS opens it all the same"}
	}
	return nil
}

// noSpace says what there is no room for.
func (s filesystem) noSpace(wanted int64, cause error) error {
	detail := fmt.Sprintf("%d bytes wanted on %v, %d free", wanted, s, s.free)
	if s.noFiles {
		detail += ", no inode free"
	}
	return &operationError{fault: ErrNoSpace, detail: detail, cause: cause}
}

// noRoomIn is noSpace where not even a file or a name could be made in folder.
func noRoomIn(folder string, wanted int64, cause error) error {
	f, err := openDescriptor(folder, unix.O_RDONLY|unix.O_DIRECTORY, 0)
	if err == nil {
		defer f.close()
		where, statErr := f.filesystem()
		if statErr == nil {
			return where.noSpace(wanted, cause)
		}
	}
	return &operationError{fault: ErrNoSpace, detail: fmt.Sprintf("%d bytes wanted", wanted), cause: cause}
}
