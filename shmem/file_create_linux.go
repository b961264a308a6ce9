package shmem

import (
	"errors"
	"strconv"

	"golang.org/x/sys/unix"
)

// errNoUnnamed reports a filesystem that cannot make or link unnamed files.
var errNoUnnamed = errors.New("no unnamed files here")

// build makes the file and publishes it: without a name in between, and where the
// filesystem cannot do so, under a temporary one.
func build(path string, size int, replaces bool, settings createSettings) (file, []byte, error) {
	f, memory, err := buildUnnamed(path, size, replaces, settings)
	if errors.Is(err, errNoUnnamed) {
		return buildNamed(path, size, settings)
	}
	return f, memory, err
}

// buildUnnamed makes the file without a name, so that a creator that is killed
// leaves nothing behind.
func buildUnnamed(path string, size int, replaces bool, settings createSettings) (file, []byte, error) {
	f, err := openDescriptor(folderOf(path), unix.O_TMPFILE|unix.O_RDWR, 0o600)
	switch {
	case errors.Is(err, unix.EOPNOTSUPP), errors.Is(err, unix.EISDIR), errors.Is(err, unix.EINVAL):
		return file{}, nil, errNoUnnamed
	case err != nil:
		return file{}, nil, err
	}
	// Before the file has a name nobody can mind the lock, and where the
	// filesystem has no such locks, nobody will miss it.
	_ = f.holdLiveness()
	memory, err := f.fill(size, settings)
	if err == nil {
		err = claimed(path, replaces, settings, func(replaces, exclusive bool) error {
			return f.publishUnnamed(path, replaces, exclusive)
		})
	}
	if err != nil {
		f.discard(memory)
		return file{}, nil, err
	}
	return f, memory, nil
}

// publishUnnamed gives the file its name, at once unless something has it.
func (f file) publishUnnamed(path string, replaces, exclusive bool) error {
	if !replaces {
		err := f.link(path)
		if exclusive || !errors.Is(err, unix.EEXIST) {
			return err
		}
	}
	if _, err := refuseTarget(path, false); err != nil {
		return err
	}
	temporary := temporaryName(path)
	if err := f.link(temporary); err != nil {
		return err
	}
	return renameOver(temporary, path)
}

// link gives an unnamed file a name: by its descriptor, and where that takes a
// capability, as before Linux 6.10, through /proc.
func (f file) link(path string) error {
	err := ignoringEINTR(func() error {
		return kernel.Linkat(f.descriptor, "", unix.AT_FDCWD, path, unix.AT_EMPTY_PATH)
	})
	if err == nil || err == unix.EEXIST {
		return err
	}
	err = ignoringEINTR(func() error {
		return kernel.Linkat(unix.AT_FDCWD, "/proc/self/fd/"+strconv.Itoa(f.descriptor), unix.AT_FDCWD, path, unix.AT_SYMLINK_FOLLOW)
	})
	if errors.Is(err, unix.ENOENT) || errors.Is(err, unix.EXDEV) || errors.Is(err, unix.EOPNOTSUPP) {
		return errNoUnnamed // no /proc, or a filesystem that lets an unnamed file stay so
	}
	return err
}

// renameExclusively gives the file at temporary the name path unless something
// has it, by a link where the filesystem cannot rename so; temporary goes either way.
func renameExclusively(temporary, path string) error {
	err := ignoringEINTR(func() error {
		return kernel.Renameat2(unix.AT_FDCWD, temporary, unix.AT_FDCWD, path, unix.RENAME_NOREPLACE)
	})
	if err == nil {
		return nil
	}
	if err == unix.EINVAL || err == unix.ENOSYS {
		err = ignoringEINTR(func() error { return kernel.Linkat(unix.AT_FDCWD, temporary, unix.AT_FDCWD, path, 0) })
	}
	unlink(temporary)
	return err
}
