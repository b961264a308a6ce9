//go:build linux || darwin

package shmem

import (
	"cmp"

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
	return openAttached(path, size, settings, func() (file, error) { return openDescriptor(path, flags, 0) })
}

// attach checks the file and maps it, and checks again: it may have shrunk
// in between, or been replaced.
func (f file) attach(path string, size int, settings openSettings) ([]byte, error) {
	stat, err := f.stat()
	if err != nil {
		return nil, err
	}
	size, err = sizeOf(&stat, size, settings.exactSize)
	if err != nil {
		return nil, err
	}
	where, err := f.filesystemOn(uint64(stat.Dev))
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
	if f.holdLiveness() == unix.EAGAIN {
		return memory, errBeingReplaced
	}
	// Other errors mean that nobody can tell here who has a file open.
	if stat, err = f.stat(); err != nil {
		return memory, err
	}
	if _, err := sizeOf(&stat, size, settings.exactSize); err != nil {
		return memory, err
	}
	if stat.Nlink == 0 {
		// Replaced before the lock was held; but a link below /proc can lead to a
		// file without a name.
		if here, err := f.isAt(path, settings.follows()); err != nil || !here {
			return memory, cmp.Or(err, errBeingReplaced)
		}
	}
	if settings.prefault {
		f.prefault(memory, populate, where)
	}
	return memory, nil
}

// sizeOf is sizeToMap for a file that has to be regular.
func sizeOf(stat *unix.Stat_t, size int, exact bool) (int, error) {
	if err := refuseIrregular(stat); err != nil {
		return 0, err
	}
	return sizeToMap(stat.Size, size, exact)
}

// explainOpen names the real reason where open failed on what is no regular
// file: the kernel says so in as many ways as there are kinds.
func explainOpen(err error, path string, follow bool) error {
	if err == unix.ENOENT {
		return err
	}
	if stat, statErr := statPath(path, follow); statErr == nil && refuseIrregular(&stat) != nil {
		return &operationError{fault: ErrNotRegular, detail: fileKind(uint32(stat.Mode)), cause: err}
	}
	return err
}
