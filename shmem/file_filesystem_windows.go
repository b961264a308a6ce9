package shmem

import (
	"fmt"
	"unsafe"

	"golang.org/x/sys/windows"
)

// refuseNetwork fails for a file on another machine.
func (f file) refuseNetwork(allowNetwork bool) error {
	var protocol [116]byte // FILE_REMOTE_PROTOCOL_INFO, which a local file does not have
	remote := windows.GetFileInformationByHandleEx(f.handle, windows.FileRemoteProtocolInfo, (*byte)(unsafe.Pointer(&protocol)), uint32(len(protocol))) == nil
	if remote && !allowNetwork {
		return &operationError{fault: ErrUnsupportedFS, detail: "a network share, where memory is not reliably shared; AllowNetworkFS opens it all the same"}
	}
	return nil
}

// explainNoSpace says what there is no room for where an error is of that kind.
func explainNoSpace(err error, path string, wanted int) error {
	switch err {
	case windows.ERROR_DISK_FULL, windows.ERROR_HANDLE_DISK_FULL, windows.ERROR_DISK_QUOTA_EXCEEDED:
	default:
		return err
	}
	detail := fmt.Sprintf("%d bytes wanted", wanted)
	var free uint64
	if folder, nameErr := windows.UTF16PtrFromString(folderOf(path)); nameErr == nil && windows.GetDiskFreeSpaceEx(folder, &free, nil, nil) == nil {
		detail += fmt.Sprintf(", %d free", free)
	}
	return &operationError{fault: ErrNoSpace, detail: detail, cause: err}
}
