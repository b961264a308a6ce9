package shmem

import "fmt"

// NewHeap makes elemCount elements of dtype, all zero and writable, in ordinary
// memory, without a file. It is for tests of programs that use this package: the
// race detector sees accesses to this memory, unlike those to mapped memory. It
// works on every platform that is little-endian.
//
// No other process can share it. Path is empty, Replaced false, Remove
// errors.ErrUnsupported, and Sync has nothing to do. Close ends it as it ends any
// region, but slices from before stay valid: the garbage collector frees their
// memory when nothing refers to it. So a test on the heap does not show a use after
// Close, nor one of what a truncation took away. ReadStats does not count it.
//
// Errors are those of Create for a dtype and a count; errors.ErrUnsupported on a
// platform that is big-endian; ErrNoSpace for more bytes than there can be
// addresses. Where memory runs out the process ends, as with any make.
func NewHeap(dtype DType, elemCount int) (*Storage, error) {
	const op = "new heap"
	size, err := dtype.regionBytes(op, "", elemCount)
	if err != nil {
		return nil, err
	}
	if err := checkByteOrder(op, ""); err != nil {
		return nil, err
	}
	memory, err := heapMemory(op, size)
	if err != nil {
		return nil, err
	}
	return newStorage(&mapping{memory: memory, writable: true, heap: true}, dtype, elemCount, size), nil
}

// heapAlignment is that of a cache line, which is enough for any host type.
const heapAlignment = 64

// heapMemory makes the panic of a make with too large a length an error.
func heapMemory(op string, size int) (memory []byte, err error) {
	defer func() {
		if cause := recover(); cause != nil {
			err = &operationError{op: op, fault: ErrNoSpace, detail: fmt.Sprintf("%d bytes: %v", size, cause)}
		}
	}()
	return alignedMemory(size, heapAlignment), nil
}
