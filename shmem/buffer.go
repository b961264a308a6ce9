package shmem

import (
	"fmt"
	"slices"
)

// HostBufferRef is borrowed elements of one dtype: a typed slice that aliases
// the memory of a region or of a HostBuffer. A service switches on its variant,
// HostBufferRefX for the dtype X, which is a slice of X's host type.
//
//sumtype:decl
type HostBufferRef interface {
	// DType returns the dtype of the elements.
	DType() DType
	// Len returns the number of elements; a packed group counts as many as it holds.
	Len() int
	// IsEmpty reports whether there are no elements.
	IsEmpty() bool
	// Bytes returns the memory of the elements, which it aliases.
	Bytes() []byte
	// ToOwned returns a copy of the elements. It runs without a Guard: where the
	// file of a region may be truncated, View.ToHostBuffer is the safe way.
	ToOwned() HostBuffer
	// ReadFloat32 stores the values of the elements from element off on in dst, as
	// View.ReadFloat32 does, and returns how many. Errors: ErrDTypeMismatch for a
	// dtype that is no float, ErrRange, *FaultError.
	//
	// It knows no region: it cannot keep one open, and a page fault in the memory of
	// the elements, as after a truncation or Close, is a *FaultError with no path and
	// an offset in bytes from the first element. A fault in dst panics.
	ReadFloat32(dst []float32, off int) (int, error)
	// WriteFloat32 stores the numbers of src in the elements from element off on, as
	// View.WriteFloat32 does, and returns how many. Errors are those of ReadFloat32;
	// a write to a ReadOnly region is a *FaultError.
	WriteFloat32(src []float32, off int) (int, error)

	hostBufferRef()
}

// HostBuffer is owned elements of one dtype, in ordinary memory: the twin of a
// HostBufferRef that outlives the region. Its variants are HostBufferX.
//
//sumtype:decl
type HostBuffer interface {
	// DType returns the dtype of the elements.
	DType() DType
	// Len returns the number of elements; a packed group counts as many as it holds.
	Len() int
	// IsEmpty reports whether there are no elements.
	IsEmpty() bool
	// Bytes returns the memory of the elements, which it aliases.
	Bytes() []byte
	// AsRef returns the elements as a HostBufferRef, which aliases them.
	AsRef() HostBufferRef

	concat(parts []HostBuffer) (HostBuffer, error)
}

// HostStorage is what holds the elements of one tensor in host memory.
type HostStorage interface {
	// AsHostBufferRef returns the elements, aliasing the storage.
	AsHostBufferRef() (HostBufferRef, error)
	// IntoHostBuffer returns an owned copy and ends the storage.
	IntoHostBuffer() (HostBuffer, error)
}

// Concat returns the elements of all buffers one after another, copied.
// Errors: ErrZeroLength without a buffer, ErrInvalidDType for a nil one,
// ErrDTypeMismatch where the dtypes differ.
func Concat(buffers ...HostBuffer) (HostBuffer, error) {
	const op = "Concat"
	if len(buffers) == 0 {
		return nil, &operationError{op: op, fault: ErrZeroLength, detail: "no buffers"}
	}
	if i := slices.Index(buffers, nil); i >= 0 {
		return nil, &operationError{op: op, fault: ErrInvalidDType, detail: fmt.Sprintf("buffer %d is nil", i)}
	}
	return buffers[0].concat(buffers)
}

// concatAs is Concat for buffers that are all of the variant B.
func concatAs[B interface {
	~[]T
	HostBuffer
}, T any](parts []HostBuffer) (HostBuffer, error) {
	typed := make([][]T, len(parts))
	for i, part := range parts {
		variant, ok := part.(B)
		if !ok {
			return nil, &operationError{op: "Concat", fault: ErrDTypeMismatch,
				detail: fmt.Sprintf("buffer %d is a %T, buffer 0 a %T", i, part, parts[0])}
		}
		typed[i] = variant
	}
	return B(slices.Concat(typed...)), nil
}
