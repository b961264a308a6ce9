package shmem

import (
	"cmp"
	"io/fs"

	"golang.org/x/sys/windows"
)

// openFile maps the first size bytes of the file at path, or all of them for
// wholeFile.
func openFile(path string, size int, settings openSettings) (file, []byte, error) {
	access := uint32(windows.GENERIC_READ | windows.GENERIC_WRITE)
	if settings.readOnly {
		access = windows.GENERIC_READ
	}
	return openAttached(path, size, settings, func() (file, error) {
		return openHandle(path, access, windows.OPEN_EXISTING, reparseFlag(settings.follows()))
	})
}

// attach checks the file and maps it. A file that is mapped cannot shrink here.
func (f file) attach(path string, size int, settings openSettings) ([]byte, error) {
	stat, err := f.refuseIrregular()
	if err != nil {
		return nil, err
	}
	if size, err = sizeToMap(lengthOf(&stat), size, settings.exactSize); err != nil {
		return nil, err
	}
	if err := f.refuseNetwork(settings.allowNetworkFS); err != nil {
		return nil, err
	}
	memory, err := f.mapShared(size, !settings.readOnly)
	if err != nil {
		return nil, err
	}
	if f.holdLiveness() == errHeld {
		return memory, errBeingReplaced
	}
	// Other errors mean that nobody can tell here who has a file open.
	if here, err := f.isAt(path, settings.follows()); err != nil || !here {
		return memory, cmp.Or(err, errBeingReplaced)
	}
	if settings.prefault {
		populateAll(memory, load)
	}
	return memory, nil
}

// refuseTarget fails where something stands at path that Create must not replace.
func refuseTarget(path string, exclusive bool) error {
	attributes, err := attributesAt(path)
	switch {
	case err == windows.ERROR_FILE_NOT_FOUND:
		return nil
	case err != nil:
		return err
	case exclusive:
		return fs.ErrExist
	}
	return refuseAttributes(attributes)
}
