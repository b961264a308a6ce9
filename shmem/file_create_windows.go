package shmem

import (
	"errors"
	"io/fs"
	"unsafe"

	"golang.org/x/sys/windows"
)

// createFile builds a complete file of size bytes under a temporary name, maps it,
// and only then gives it the name path.
func createFile(path string, size int, settings createSettings) (file, []byte, error) {
	if err := refuseTarget(path, settings.exclusive); err != nil {
		return file{}, nil, err
	}
	if settings.ifUnused && !settings.exclusive {
		if err := refuseUsedNow(path); err != nil { // before the work, and again after it
			return file{}, nil, err
		}
	}
	removeLeftovers(folderOf(path))
	f, temporary, err := openTemporary(path)
	if err != nil {
		return file{}, nil, explainNoSpace(err, path, size)
	}
	memory, err := f.fill(size, settings)
	if err == nil {
		err = publish(temporary, path, settings)
	}
	if err != nil {
		f.discard(memory) // first: what is mapped cannot be deleted
		_ = unlink(temporary)
		return file{}, nil, explainNoSpace(err, path, size)
	}
	return f, memory, nil
}

// openTemporary makes a file under a temporary name and holds its liveness
// lock. Another Create may take the file for a leftover until the lock is held:
// if it was removed by then, there is another name to try.
func openTemporary(path string) (file, string, error) {
	for {
		temporary := temporaryName(path)
		f, err := openHandle(temporary, windows.GENERIC_READ|windows.GENERIC_WRITE, windows.CREATE_NEW, windows.FILE_ATTRIBUTE_NORMAL)
		if err != nil {
			return file{}, "", err
		}
		lockErr := f.holdLiveness()
		here, err := f.isAt(temporary, false)
		if err == nil && here && lockErr != errHeld {
			return f, temporary, nil
		}
		f.close()
		if err != nil {
			_ = unlink(temporary)
			return file{}, "", err
		}
	}
}

// fill gives the file its length and blocks, its mode, its mapping and what is in
// it from the start. The clusters of a file that is neither sparse nor compressed are
// reserved with its length.
func (f file) fill(size int, settings createSettings) ([]byte, error) {
	if err := f.refuseNetwork(settings.allowNetworkFS); err != nil {
		return nil, err
	}
	if settings.sparse {
		var returned uint32
		// A filesystem without sparse files has reserved ones.
		_ = windows.DeviceIoControl(f.handle, windows.FSCTL_SET_SPARSE, nil, 0, nil, 0, &returned, nil)
	}
	if err := windows.Ftruncate(f.handle, int64(size)); err != nil {
		return nil, err
	}
	if settings.mode&0o200 == 0 {
		basic := basicInformation{attributes: windows.FILE_ATTRIBUTE_READONLY}
		if err := windows.SetFileInformationByHandle(f.handle, windows.FileBasicInfo, (*byte)(unsafe.Pointer(&basic)), uint32(unsafe.Sizeof(basic))); err != nil {
			return nil, err
		}
	}
	memory, err := f.mapShared(size, true)
	if err != nil {
		return nil, err
	}
	if settings.prefault {
		populateAll(memory, store)
	}
	return memory, settings.fillUnpublished(memory)
}

// basicInformation is FILE_BASIC_INFO. Times of 0 are left as they are.
type basicInformation struct {
	created, accessed, written, changed int64
	attributes                          uint32
	_                                   uint32
}

// publish gives the file at temporary the name path.
func publish(temporary, path string, settings createSettings) error {
	if settings.exclusive {
		return move(temporary, path, 0)
	}
	if err := refuseTarget(path, false); err != nil {
		return err
	}
	if !settings.ifUnused {
		return replace(temporary, path, nil)
	}
	standing, err := refuseUsed(path)
	if err != nil {
		return err
	}
	if standing != nil {
		return replace(temporary, path, standing)
	}
	err = move(temporary, path, 0)
	if errors.Is(err, fs.ErrExist) {
		return &operationError{fault: ErrBusy, detail: "somebody else has just created it"}
	}
	return err
}

// replace puts the file at temporary in the place of the one at path. standing is
// that file, locked, or nil: where the system replaces only what nobody has open, it
// is closed first, and then nobody else can have it open either. It is closed in any case.
func replace(temporary, path string, standing *file) error {
	err := replaceOpen(temporary, path)
	if standing != nil {
		standing.close()
	}
	if isUnsupported(err) {
		err = move(temporary, path, windows.MOVEFILE_REPLACE_EXISTING)
	}
	switch err {
	case windows.ERROR_ACCESS_DENIED, windows.ERROR_SHARING_VIOLATION, windows.ERROR_USER_MAPPED_FILE:
		if attributes, statErr := attributesAt(path); statErr == nil {
			if err := refuseAttributes(attributes); err != nil {
				return err // which came to be there just now
			}
			return &operationError{fault: ErrBusy, detail: "the system refuses to replace it, perhaps since it is mapped", cause: err}
		}
	}
	return err
}

// renameInformation is FILE_RENAME_INFO, less the name at its end.
type renameInformation struct {
	flags      uint32
	folder     windows.Handle
	nameBytes  uint32
	nameBegins [1]uint16
}

// replaceOpen renames as POSIX has it: a file at path goes even if it is open. The
// handle that this takes is a short-lived one: as long as there is one that may
// delete, programs that do not share that cannot open the file.
func replaceOpen(temporary, path string) error {
	name, err := windows.UTF16FromString(path)
	if err != nil {
		return err
	}
	f, err := openHandle(temporary, windows.DELETE, windows.OPEN_EXISTING, reparseFlag(false))
	if err != nil {
		return err
	}
	defer f.close()
	header := unsafe.Offsetof(renameInformation{}.nameBegins)
	// Of uint64 for its alignment.
	buffer := make([]uint64, (header+uintptr(2*len(name))+7)/8)
	information := (*renameInformation)(unsafe.Pointer(&buffer[0]))
	information.flags = windows.FILE_RENAME_REPLACE_IF_EXISTS | windows.FILE_RENAME_POSIX_SEMANTICS | windows.FILE_RENAME_IGNORE_READONLY_ATTRIBUTE
	information.nameBytes = uint32(2 * (len(name) - 1))
	copy(unsafe.Slice(&information.nameBegins[0], len(name)), name)
	return windows.SetFileInformationByHandle(f.handle, windows.FileRenameInfoEx, (*byte)(unsafe.Pointer(&buffer[0])), uint32(8*len(buffer)))
}

func move(from, to string, flags uint32) error {
	fromName, err := windows.UTF16PtrFromString(from)
	if err != nil {
		return err
	}
	toName, err := windows.UTF16PtrFromString(to)
	if err != nil {
		return err
	}
	return windows.MoveFileEx(fromName, toName, flags)
}

// unlink deletes a file, a read-only one as well.
func unlink(path string) error {
	f, err := openHandle(path, windows.DELETE, windows.OPEN_EXISTING, reparseFlag(false))
	if err != nil {
		return err
	}
	defer f.close()
	flags := uint32(windows.FILE_DISPOSITION_DELETE | windows.FILE_DISPOSITION_POSIX_SEMANTICS | windows.FILE_DISPOSITION_IGNORE_READONLY_ATTRIBUTE)
	err = windows.SetFileInformationByHandle(f.handle, windows.FileDispositionInfoEx, (*byte)(unsafe.Pointer(&flags)), uint32(unsafe.Sizeof(flags)))
	if isUnsupported(err) {
		remove := uint8(1)
		err = windows.SetFileInformationByHandle(f.handle, windows.FileDispositionInfo, (*byte)(unsafe.Pointer(&remove)), uint32(unsafe.Sizeof(remove)))
	}
	if err == windows.ERROR_ACCESS_DENIED || err == windows.ERROR_USER_MAPPED_FILE {
		return &operationError{fault: ErrBusy, detail: "the system refuses to delete it, perhaps since it is mapped", cause: err}
	}
	return err
}
