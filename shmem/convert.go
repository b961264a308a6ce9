package shmem

import (
	"fmt"
	"runtime/debug"
)

// floatElements is a HostBufferRef of a float dtype. decode and encode convert
// from element off on, for an off that was checked and without a guard, as many
// elements as both sides have, and return how many.
type floatElements interface {
	HostBufferRef
	decode(dst []float32, off int) int
	encode(src []float32, off int) int
}

// ReadFloat32 stores the values of the elements from element off on in dst and
// returns how many: the lesser of len(dst) and Len()-off. off is any element, in
// packed dtypes too. Values are exact, but elements wider than 32 bits are rounded
// once, to nearest even, and to infinity beyond what a float32 holds. A NaN stays
// one.
//
// It runs under a Guard, on the caller's goroutine, and does not allocate. dst
// must not overlap the elements; after a *FaultError it may hold some of them.
// Errors, in this order: ErrClosed; ErrDTypeMismatch for a dtype that is no float,
// *UnsupportedDTypeError for a float without typed access; ErrRange for an off
// below 0 or above Len(); *FaultError.
func (v *View) ReadFloat32(dst []float32, off int) (n int, err error) {
	const op = "ReadFloat32"
	elements, err := v.floats(op)
	if err != nil {
		return 0, err
	}
	if err = checkStart(off, v.elements, len(dst), op, v.mapping.path); err != nil {
		return 0, err
	}
	err = v.guard(op, func() error {
		n = elements.decode(dst, off)
		return nil
	})
	return n, err
}

// WriteFloat32 stores the numbers of src in the elements from element off on
// and returns how many: the lesser of len(src) and Len()-off. Each is rounded
// once, to the element that the FromFloat32 of its format in package minifloat
// gives. Elements around stay as they are, but packed ones can share bytes with the
// first and the last: unless the range starts and ends on a storage unit, writing
// those at the same time is a data race.
//
// It runs as ReadFloat32 does. src must not overlap the elements, some of which
// may be stored after a *FaultError. Errors are those of ReadFloat32, with
// ErrReadOnly before ErrRange.
func (v *View) WriteFloat32(src []float32, off int) (n int, err error) {
	const op = "WriteFloat32"
	elements, err := v.floats(op)
	if err != nil {
		return 0, err
	}
	if !v.mapping.writable {
		return 0, &operationError{op: op, path: v.mapping.path, fault: ErrReadOnly}
	}
	if err = checkStart(off, v.elements, len(src), op, v.mapping.path); err != nil {
		return 0, err
	}
	err = v.guard(op, func() error {
		n = elements.encode(src, off)
		return nil
	})
	return n, err
}

// floats returns the elements of a view of a float dtype.
func (v *View) floats(op string) (floatElements, error) {
	if !v.isOpen() {
		return nil, v.closedError(op)
	}
	if v.ref == nil && v.dtype.IsFloat() {
		return nil, &UnsupportedDTypeError{DType: v.dtype, Op: op, Rationale: v.dtype.Rationale()}
	}
	if v.ref != nil {
		if elements, ok := (*v.ref).(floatElements); ok {
			return elements, nil
		}
	}
	return nil, notFloats(op, v.mapping.path, v.dtype)
}

func notFloats(op, path string, dtype DType) error {
	return &operationError{op: op, path: path, fault: ErrDTypeMismatch, detail: dtype.String() + " is no float dtype"}
}

// checkStart refuses an off outside the elements. An end outside is none.
func checkStart(off, elements, wanted int, op, path string) error {
	if off < 0 || off > elements {
		return &operationError{op: op, path: path, fault: ErrRange,
			detail: fmt.Sprintf("%d elements from element %d of %d", wanted, off, elements)}
	}
	return nil
}

// readFloats is ReadFloat32 of every variant of a float dtype. The variant is
// a type parameter, since an interface made of it here would allocate.
func readFloats[E floatElements](elements E, dst []float32, off int) (n int, err error) {
	const op = "ReadFloat32"
	if err = checkStart(off, elements.Len(), len(dst), op, ""); err != nil {
		return 0, err
	}
	defer leaveMemory(elements.Bytes(), op, debug.SetPanicOnFault(true), &err)
	return elements.decode(dst, off), nil
}

// writeFloats is WriteFloat32 of every variant of a float dtype.
func writeFloats[E floatElements](elements E, src []float32, off int) (n int, err error) {
	const op = "WriteFloat32"
	if err = checkStart(off, elements.Len(), len(src), op, ""); err != nil {
		return 0, err
	}
	defer leaveMemory(elements.Bytes(), op, debug.SetPanicOnFault(true), &err)
	return elements.encode(src, off), nil
}

// declineRead is ReadFloat32 of every other variant.
func declineRead(dtype DType) (int, error) { return 0, notFloats("ReadFloat32", "", dtype) }

// declineWrite is WriteFloat32 of every other variant.
func declineWrite(dtype DType) (int, error) { return 0, notFloats("WriteFloat32", "", dtype) }
