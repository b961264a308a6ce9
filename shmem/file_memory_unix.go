//go:build linux || darwin

package shmem

import (
	"cmp"
	"errors"
	"slices"
	"unsafe"

	"golang.org/x/sys/unix"
)

func (f file) mapShared(size, protection int) ([]byte, error) {
	base, err := mmap(f.descriptor, nil, size, protection, unix.MAP_SHARED)
	if err == unix.ENOMEM { // perhaps for addresses that closed regions keep
		_ = release(closedRegions.clear())
		base, err = mmap(f.descriptor, nil, size, protection, unix.MAP_SHARED)
	}
	if err == unix.ENODEV { // as on FUSE with direct I/O; a private mapping would share nothing
		err = &operationError{fault: ErrUnsupportedFS, detail: "its files cannot be mapped shared", cause: err}
	}
	if err != nil {
		return nil, err
	}
	return unsafe.Slice((*byte)(base), size), nil
}

func mmap(descriptor int, at unsafe.Pointer, size, protection, flags int) (base unsafe.Pointer, err error) {
	err = ignoringEINTR(func() error {
		base, err = kernel.Mmap(descriptor, 0, at, uintptr(size), protection, flags)
		return err
	})
	return base, err
}

// wholePages is a length in bytes as the kernel rounds it. An int could not
// hold that of the longest region.
func wholePages(length int) uintptr {
	page := uintptr(unix.Getpagesize())
	return (uintptr(length) + page - 1) &^ (page - 1)
}

func address(memory []byte) uintptr { return uintptr(unsafe.Pointer(unsafe.SliceData(memory))) }

// fromPageStart is memory from the start of its first page on, which has to be
// mapped as well.
func fromPageStart(memory []byte) []byte {
	before := int(address(memory) % uintptr(unix.Getpagesize()))
	return unsafe.Slice((*byte)(unsafe.Add(unsafe.Pointer(unsafe.SliceData(memory)), -before)), before+len(memory))
}

// poison replaces the mapping by an inaccessible reservation of the same
// addresses, and gives back those of the oldest closed regions. An anonymous
// mapping, unlike PROT_NONE on the old one, frees the file and joins with its
// neighbours in the kernel's list. Where that fails the memory stays mapped: a
// stale slice must never read another file.
func poison(memory []byte) error {
	base := unsafe.Pointer(unsafe.SliceData(memory))
	const flags = unix.MAP_PRIVATE | unix.MAP_ANONYMOUS | unix.MAP_NORESERVE | unix.MAP_FIXED
	if _, err := mmap(-1, base, len(memory), unix.PROT_NONE, flags); err != nil {
		return err
	}
	// A reservation that cannot be given back just stays one.
	_ = release(closedRegions.add(memory))
	return nil
}

// release gives addresses back to the kernel, neighbours together: taking one
// out of the middle would make the kernel split its mapping.
func release(reservations [][]byte) error {
	slices.SortFunc(reservations, func(a, b []byte) int { return cmp.Compare(address(a), address(b)) })
	var failed error
	for i := 0; i < len(reservations); {
		first := reservations[i]
		end := address(first)
		for i < len(reservations) && address(reservations[i]) == end {
			end += wholePages(len(reservations[i]))
			i++
		}
		length := end - address(first)
		failed = errors.Join(failed, ignoringEINTR(func() error { return kernel.Munmap(unsafe.Pointer(unsafe.SliceData(first)), length) }))
	}
	return failed
}
