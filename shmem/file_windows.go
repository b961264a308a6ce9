package shmem

import (
	"errors"
	"io/fs"

	"golang.org/x/sys/windows"
)

// file is the open handle of a region's file.
type file struct{ handle windows.Handle }

// Others may open, write, rename and delete what we have open, as elsewhere. We must
// share so much with ourselves; programs that share less keep us out.
const shareAll = windows.FILE_SHARE_READ | windows.FILE_SHARE_WRITE | windows.FILE_SHARE_DELETE

// openHandle opens or makes a file. The handle is not inherited.
func openHandle(path string, access, disposition, flags uint32) (file, error) {
	name, err := windows.UTF16PtrFromString(path)
	if err != nil {
		return file{}, err
	}
	handle, err := windows.CreateFile(name, access, shareAll, nil, disposition, flags, 0)
	return file{handle}, err
}

// reparseFlag keeps CreateFile from going through a symlink and the like.
func reparseFlag(follow bool) uint32 {
	if follow {
		return windows.FILE_ATTRIBUTE_NORMAL
	}
	return windows.FILE_FLAG_OPEN_REPARSE_POINT
}

func (f file) stat() (stat windows.ByHandleFileInformation, err error) {
	err = windows.GetFileInformationByHandle(f.handle, &stat)
	return stat, err
}

func lengthOf(stat *windows.ByHandleFileInformation) int64 {
	return int64(stat.FileSizeHigh)<<32 | int64(stat.FileSizeLow)
}

// isAt reports whether path names this file; follow says whether a symlink to
// it does.
func (f file) isAt(path string, follow bool) (bool, error) {
	own, err := f.stat()
	if err != nil {
		return false, err
	}
	const anything = windows.FILE_FLAG_BACKUP_SEMANTICS // folders, too
	there, err := openHandle(path, windows.FILE_READ_ATTRIBUTES, windows.OPEN_EXISTING, reparseFlag(follow)|anything)
	// A file that is deleted, but open, refuses all access.
	if errors.Is(err, fs.ErrNotExist) || err == windows.ERROR_ACCESS_DENIED || err == windows.ERROR_DELETE_PENDING {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	defer there.close()
	stat, err := there.stat()
	// Wine forgets the volume of a file that was renamed.
	sameVolume := stat.VolumeSerialNumber == own.VolumeSerialNumber || own.VolumeSerialNumber == 0
	return err == nil && sameVolume && stat.FileIndexHigh == own.FileIndexHigh && stat.FileIndexLow == own.FileIndexLow, err
}

// sync writes back memory, which may be any part of the mapping, and the file.
func (f file) sync(memory []byte) error {
	if err := windows.FlushViewOfFile(address(memory), uintptr(len(memory))); err != nil {
		return err
	}
	return windows.FlushFileBuffers(f.handle)
}

func (f file) close() error { return windows.CloseHandle(f.handle) }

// discard undoes what a failed create or open did. memory was never handed
// out, so its addresses may be used again at once.
func (f file) discard(memory []byte) {
	if memory != nil {
		_ = windows.UnmapViewOfFile(address(memory))
	}
	f.close()
}

// refuseIrregular fails for a handle of anything but a file.
func (f file) refuseIrregular() (windows.ByHandleFileInformation, error) {
	// Most of what is no file knows no more than its type.
	if kind, _ := windows.GetFileType(f.handle); kind != windows.FILE_TYPE_DISK {
		return windows.ByHandleFileInformation{}, &operationError{fault: ErrNotRegular, detail: "device"}
	}
	stat, err := f.stat()
	if err == nil {
		err = refuseAttributes(stat.FileAttributes)
	}
	return stat, err
}

func refuseAttributes(attributes uint32) error {
	switch {
	case attributes&windows.FILE_ATTRIBUTE_REPARSE_POINT != 0:
		return &operationError{fault: ErrNotRegular, detail: "symlink or other reparse point"}
	case attributes&windows.FILE_ATTRIBUTE_DIRECTORY != 0:
		return &operationError{fault: ErrNotRegular, detail: "folder"}
	case attributes&windows.FILE_ATTRIBUTE_DEVICE != 0:
		return &operationError{fault: ErrNotRegular, detail: "device"}
	}
	return nil
}

// attributesAt are those of what stands at path itself.
func attributesAt(path string) (uint32, error) {
	name, err := windows.UTF16PtrFromString(path)
	if err != nil {
		return 0, err
	}
	return windows.GetFileAttributes(name)
}

// explainOpen names the real reason where open failed on what is no regular file.
func explainOpen(err error, path string, follow bool) error {
	attributes, statErr := attributesAt(path)
	if statErr != nil || errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if follow {
		attributes &^= windows.FILE_ATTRIBUTE_REPARSE_POINT
	}
	if irregular := refuseAttributes(attributes); irregular != nil {
		irregular.(*operationError).cause = err
		return irregular
	}
	return err
}

// isUnsupported reports whether a filesystem, or an older system, said that it does
// not know a call.
func isUnsupported(err error) bool {
	return err == windows.ERROR_INVALID_PARAMETER || err == windows.ERROR_INVALID_FUNCTION ||
		err == windows.ERROR_NOT_SUPPORTED || err == windows.ERROR_CALL_NOT_IMPLEMENTED
}
