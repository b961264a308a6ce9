package shmem

import (
	"crypto/rand"
	"errors"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// temporaryPrefix begins the name that a file has until it is published.
const temporaryPrefix = ".tensorshm-"

// errNoUnnamed reports a filesystem that cannot make or link unnamed files.
var errNoUnnamed = errors.New("no unnamed files here")

// createFile builds a complete file of size bytes aside, maps it, and only
// then gives it the name path.
func createFile(path string, size int, settings createSettings) (file, []byte, error) {
	replaces := false
	// A sparse file is made in no time, and finding the name taken is soon enough.
	if !settings.sparse || settings.prefault || settings.exclusive {
		var err error
		if replaces, err = refuseTarget(path, settings.exclusive); err != nil {
			return file{}, nil, err
		}
	}
	if settings.ifUnused {
		standing, err := refuseUsed(path) // before the work, and again after it
		if err != nil {
			return file{}, nil, err
		}
		if standing != nil {
			standing.close()
		}
	}
	removeLeftovers(folderOf(path))
	f, memory, err := buildUnnamed(path, size, replaces, settings)
	if errors.Is(err, errNoUnnamed) {
		f, memory, err = buildNamed(path, size, settings)
	}
	if err == unix.ENOSPC || err == unix.EDQUOT { // no room for the file itself, or for its name
		err = noRoomIn(folderOf(path), int64(size), err)
	}
	return f, memory, err
}

// folderOf is the part of path up to its last slash. It is not cleaned: a ..
// behind a symlink leads elsewhere than its text says.
func folderOf(path string) string { return path[:strings.LastIndexByte(path, '/')+1] }

// refuseTarget fails where something stands at path that Create must not
// replace, and reports whether something stands there that it may.
func refuseTarget(path string, exclusive bool) (replaces bool, err error) {
	stat, err := statPath(path, false)
	switch {
	case errors.Is(err, unix.ENOENT):
		return false, nil
	case err != nil:
		return false, err
	case exclusive:
		return false, unix.EEXIST
	}
	return true, refuseIrregular(&stat)
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

// claimed publishes a file at path. For IfUnused it makes sure that what is there
// is not in use, and stays so meanwhile, or that nothing comes to be there.
func claimed(path string, replaces bool, settings createSettings, publish func(replaces, exclusive bool) error) error {
	if !settings.ifUnused || settings.exclusive {
		return publish(replaces, settings.exclusive)
	}
	standing, err := refuseUsed(path)
	if err != nil {
		return err
	}
	if standing != nil {
		defer standing.close()
		return publish(true, false)
	}
	err = publish(false, true)
	if errors.Is(err, unix.EEXIST) {
		return &operationError{fault: ErrBusy, detail: "somebody else has just created it"}
	}
	return err
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

// buildNamed is buildUnnamed under a temporary name.
func buildNamed(path string, size int, settings createSettings) (file, []byte, error) {
	f, temporary, err := openTemporary(path)
	if err != nil {
		return file{}, nil, err
	}
	memory, err := f.fill(size, settings)
	if err == nil {
		err = claimed(path, false, settings, func(_, exclusive bool) error {
			return publishNamed(temporary, path, exclusive)
		})
	}
	if err != nil {
		unlink(temporary) // unless publishing has; the error that counts is the first
		f.discard(memory)
		return file{}, nil, err
	}
	return f, memory, nil
}

// openTemporary makes a file under a temporary name and holds its liveness
// lock. Another Create may take the file for a leftover until the lock is held:
// if it was removed by then, there is another name to try.
func openTemporary(path string) (file, string, error) {
	for {
		temporary := temporaryName(path)
		f, err := openDescriptor(temporary, unix.O_RDWR|unix.O_CREAT|unix.O_EXCL|unix.O_NOFOLLOW, 0o600)
		if err != nil {
			return file{}, "", err
		}
		lockErr := f.holdLiveness()
		here, err := f.isAt(temporary, false)
		if err == nil && here && !errors.Is(lockErr, unix.EAGAIN) {
			return f, temporary, nil
		}
		f.close()
		if err != nil {
			unlink(temporary)
			return file{}, "", err
		}
	}
}

// publishNamed leaves no temporary name, whether it succeeds or not.
func publishNamed(temporary, path string, exclusive bool) error {
	if exclusive {
		return renameExclusively(temporary, path)
	}
	if _, err := refuseTarget(path, false); err != nil {
		unlink(temporary)
		return err
	}
	return renameOver(temporary, path)
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

// renameOver replaces the file at path, or removes temporary.
func renameOver(temporary, path string) error {
	err := ignoringEINTR(func() error { return kernel.Rename(temporary, path) })
	if err != nil {
		unlink(temporary)
	}
	if errors.Is(err, unix.EISDIR) { // a folder came to be there just now
		return &operationError{fault: ErrNotRegular, cause: err}
	}
	return err
}

func temporaryName(path string) string {
	return folderOf(path) + temporaryPrefix + rand.Text()
}
