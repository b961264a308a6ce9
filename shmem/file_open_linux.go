package shmem

import (
	"fmt"
	"math"

	"golang.org/x/sys/unix"
)

// openFile maps the first size bytes of the file at path, or all of them for
// wholeFile.
func openFile(path string, size int, settings openSettings) (file, []byte, error) {
	// O_NONBLOCK: a FIFO or a device must be refused, not waited for.
	flags := unix.O_NONBLOCK | unix.O_NOCTTY | unix.O_RDWR
	if settings.readOnly {
		flags = unix.O_NONBLOCK | unix.O_NOCTTY | unix.O_RDONLY
	}
	if !settings.follows() {
		flags |= unix.O_NOFOLLOW
	}
	f, err := openDescriptor(path, flags, 0)
	if err != nil {
		return file{}, nil, explainOpen(err, path, settings.follows())
	}
	memory, err := f.attach(size, settings)
	if err != nil {
		f.discard(memory)
		return file{}, nil, err
	}
	return f, memory, nil
}

// attach checks the file and maps it, and checks again: it may have shrunk
// in between.
func (f file) attach(size int, settings openSettings) ([]byte, error) {
	size, device, err := f.checkSize(size, settings.exactSize)
	if err != nil {
		return nil, err
	}
	where, err := f.filesystemOn(device)
	if err != nil {
		return nil, err
	}
	if err := where.refuse(size, settings.allowNetworkFS); err != nil {
		return nil, err
	}
	protection, populate := unix.PROT_READ|unix.PROT_WRITE, populateShared
	if settings.readOnly {
		protection, populate = unix.PROT_READ, populateReadOnly
	}
	memory, err := f.mapShared(size, protection)
	if err != nil {
		return nil, err
	}
	if _, _, err := f.checkSize(size, settings.exactSize); err != nil {
		return memory, err
	}
	if settings.prefault {
		f.prefault(memory, populate, where)
	}
	return memory, nil
}

// checkSize returns how many bytes to map of a file from which size are wanted,
// and the number of the device that the file is on.
func (f file) checkSize(size int, exact bool) (bytes int, device uint64, err error) {
	stat, err := f.stat()
	if err != nil {
		return 0, 0, err
	}
	if err := refuseIrregular(&stat); err != nil {
		return 0, 0, err
	}
	wanted := int64(size)
	if size == wholeFile {
		wanted = max(stat.Size, 1)
	}
	switch {
	case stat.Size < wanted:
		return 0, 0, &operationError{fault: ErrTooSmall, detail: fmt.Sprintf("%d < %d bytes", stat.Size, wanted)}
	case exact && stat.Size > wanted:
		return 0, 0, &operationError{fault: ErrSizeMismatch, detail: fmt.Sprintf("%d > %d bytes", stat.Size, wanted)}
	case wanted > math.MaxInt:
		return 0, 0, &operationError{fault: ErrOverflow, detail: fmt.Sprintf("%d bytes", wanted)}
	}
	return int(wanted), uint64(stat.Dev), nil
}

// explainOpen names the real reason where open failed on what is no regular
// file: the kernel says so in as many ways as there are kinds.
func explainOpen(err error, path string, follow bool) error {
	if err == unix.ENOENT {
		return err
	}
	if stat, statErr := statPath(path, follow); statErr == nil && refuseIrregular(&stat) != nil {
		return &operationError{fault: ErrNotRegular, detail: fileKind(stat.Mode), cause: err}
	}
	return err
}
