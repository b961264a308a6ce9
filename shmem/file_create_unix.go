//go:build linux || darwin

package shmem

import (
	"errors"

	"golang.org/x/sys/unix"
)

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
		if err := refuseUsedNow(path); err != nil { // before the work, and again after it
			return file{}, nil, err
		}
	}
	removeLeftovers(folderOf(path))
	f, memory, err := build(path, size, replaces, settings)
	if err == unix.ENOSPC || err == unix.EDQUOT { // no room for the file itself, or for its name
		err = noRoomIn(folderOf(path), int64(size), err)
	}
	return f, memory, err
}

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

// buildNamed makes the file under a temporary name.
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
	f.releaseTemporary()
	return f, memory, nil
}

// openTemporary makes a file under a temporary name and holds the lock that says
// so. Another Create may take the file for a leftover until the lock is held:
// if it was removed by then, there is another name to try.
func openTemporary(path string) (file, string, error) {
	for {
		temporary := temporaryName(path)
		f, err := openDescriptor(temporary, unix.O_RDWR|unix.O_CREAT|unix.O_EXCL|unix.O_NOFOLLOW, 0o600)
		if err != nil {
			return file{}, "", err
		}
		lockErr := f.holdTemporary()
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
