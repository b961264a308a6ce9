package shmem

import (
	"errors"
	"unsafe"

	"golang.org/x/sys/windows"
)

func address(memory []byte) uintptr { return uintptr(unsafe.Pointer(unsafe.SliceData(memory))) }

func (f file) mapShared(size int, writable bool) ([]byte, error) {
	base, err := f.mapView(size, writable)
	if err == windows.ERROR_NOT_ENOUGH_MEMORY { // perhaps for addresses that closed regions keep
		_ = release(closedRegions.clear())
		base, err = f.mapView(size, writable)
	}
	if err != nil {
		return nil, err
	}
	// Through a pointer, since it is the system's memory that the number stands for.
	return unsafe.Slice((*byte)(*(*unsafe.Pointer)(unsafe.Pointer(&base))), size), nil
}

func (f file) mapView(size int, writable bool) (base uintptr, err error) {
	protection, access := uint32(windows.PAGE_READONLY), uint32(windows.FILE_MAP_READ)
	if writable {
		protection, access = windows.PAGE_READWRITE, windows.FILE_MAP_READ|windows.FILE_MAP_WRITE
	}
	// Of the length that the file has: with a length of ours it would grow.
	section, err := windows.CreateFileMapping(f.handle, nil, protection, 0, 0, nil)
	if err != nil {
		return 0, err
	}
	defer windows.CloseHandle(section) // the view keeps it
	return windows.MapViewOfFile(section, access, 0, 0, uintptr(size))
}

// poison replaces the mapping by an inaccessible reservation of the same
// addresses, and gives back those of the oldest closed regions. That takes two steps
// here: whoever asks for memory between them can get these addresses, and then there
// is no reservation.
func poison(memory []byte) error {
	base := address(memory)
	if err := windows.UnmapViewOfFile(base); err != nil {
		return err
	}
	if _, err := windows.VirtualAlloc(base, uintptr(len(memory)), windows.MEM_RESERVE, windows.PAGE_NOACCESS); err == nil {
		// A reservation that cannot be given back just stays one.
		_ = release(closedRegions.add(memory))
	}
	return nil
}

// release gives addresses back to the system.
func release(reservations [][]byte) error {
	var failed error
	for _, reservation := range reservations {
		failed = errors.Join(failed, windows.VirtualFree(address(reservation), 0, windows.MEM_RELEASE))
	}
	return failed
}
