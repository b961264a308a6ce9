package shmem

import (
	"fmt"
	"io/fs"
	"runtime"
	"runtime/debug"
	"unsafe"
)

// View is a typed window on a region. Its slices alias the region's shared
// memory: what one process writes, all others see. They must not be used after
// Close.
//
// A View is safe to copy and to use concurrently; the order of element accesses
// is the caller's to keep. The zero View and a nil *View answer ErrClosed and
// zero values. Besides the methods listed here it has, for every supported
// dtype, the generated AsSliceX and AsMutSliceX.
type View struct {
	mapping  *mapping
	values   hostValues
	size     int            // in bytes
	ref      *HostBufferRef // built once, since boxing a slice allocates; nil if the dtype is unsupported
	declines error          // of AsHostBufferRef, if the dtype is unsupported
	offset   int            // in bytes from the start of the region
	elements int
	dtype    DType
	mutable  DType // dtype where the region is writable, else 0, which no accessor asks for
}

// hostValues is a slice of a dtype's host type, with the layout of one but without the
// type: accessors need not build it, and no printed form of a View shows elements.
type hostValues struct {
	first    unsafe.Pointer
	len, cap int
}

// newView takes arguments that were checked: the size bytes from offset on hold
// elements of dtype, aligned for its host type.
func newView(m *mapping, dtype DType, elements, offset, size int) View {
	first := unsafe.Pointer(unsafe.SliceData(m.memory[offset : offset+size]))
	unit, _ := dtype.Unit() // which is what a value of the host type holds
	v := View{
		mapping: m, values: hostValues{first, elements / unit, elements / unit}, size: size,
		offset: offset, elements: elements, dtype: dtype,
	}
	if m.writable {
		v.mutable = dtype
	}
	if ref := newHostBufferRef(dtype, v.memory()); ref != nil {
		v.ref = &ref
	} else {
		v.declines = &UnsupportedDTypeError{DType: dtype, Op: "AsHostBufferRef", Rationale: dtype.Rationale()}
	}
	return v
}

// memory is the view's bytes, with no capacity beyond them.
func (v *View) memory() []byte { return unsafe.Slice((*byte)(v.values.first), v.size) }

// DType returns the dtype of the elements.
func (v *View) DType() DType {
	if v == nil {
		return 0
	}
	return v.dtype
}

// Len returns the number of elements.
func (v *View) Len() int {
	if v == nil {
		return 0
	}
	return v.elements
}

// IsEmpty reports whether the view has no elements, as only the zero View does.
func (v *View) IsEmpty() bool { return v.Len() == 0 }

// ByteLen returns the number of bytes that the elements take.
func (v *View) ByteLen() int {
	if v == nil {
		return 0
	}
	return v.size
}

// Writable reports whether the region was mapped with write permission.
func (v *View) Writable() bool { return v != nil && v.mapping != nil && v.mapping.writable }

// String describes the view: dtype, elements and bytes, never the elements.
func (v View) String() string {
	return fmt.Sprintf("View{%v, %d elements, %d bytes}", v.dtype, v.elements, v.size)
}

// Bytes returns the view's bytes, whatever the dtype, aliasing the region. A
// write to those of a ReadOnly region faults. The only error is ErrClosed.
func (v *View) Bytes() ([]byte, error) {
	if !v.isOpen() {
		return nil, v.closedError("Bytes")
	}
	return v.memory(), nil
}

// Slice returns the view of n elements from element off on; both are multiples
// of the storage unit. It aliases the same memory. Errors, in this order:
// ErrClosed, ErrRange for off outside the view, ErrInvalidCount, ErrZeroLength,
// ErrUnit, ErrRange for an end outside the view.
func (v *View) Slice(off, n int) (*View, error) {
	const op = "Slice"
	if !v.isOpen() {
		return nil, v.closedError(op)
	}
	unitElements, unitBytes := v.dtype.Unit()
	var fault error
	switch {
	case off < 0 || off > v.elements:
		fault = ErrRange
	case n < 0:
		fault = ErrInvalidCount
	case n == 0:
		fault = ErrZeroLength
	case off%unitElements != 0 || n%unitElements != 0:
		fault = ErrUnit
	case n > v.elements-off:
		fault = ErrRange
	}
	if fault != nil {
		return nil, &operationError{op: op, path: v.mapping.path, fault: fault,
			detail: fmt.Sprintf("%d elements from element %d of %d, in units of %d", n, off, v.elements, unitElements)}
	}
	offset := v.offset + off/unitElements*unitBytes
	part := newView(v.mapping, v.dtype, n, offset, n/unitElements*unitBytes)
	return &part, nil
}

// AsHostBufferRef returns the elements as the variant of their dtype, aliasing
// the region: switch on its type. It does not allocate. Errors: ErrClosed,
// *UnsupportedDTypeError.
func (v *View) AsHostBufferRef() (HostBufferRef, error) {
	if v == nil || v.mapping == nil {
		return nil, &accessError{op: "AsHostBufferRef"}
	}
	if v.mapping.lifetime.state.Load() >= lifetimeOver {
		return nil, &accessError{op: "AsHostBufferRef", mapping: v.mapping, over: true}
	}
	if v.ref == nil {
		return nil, v.declines
	}
	return *v.ref, nil
}

// ToHostBuffer returns an owned copy of the elements, made under a Guard.
// Errors: ErrClosed, *UnsupportedDTypeError, *FaultError.
func (v *View) ToHostBuffer() (HostBuffer, error) { return v.copyOut("ToHostBuffer") }

func (v *View) copyOut(op string) (owned HostBuffer, err error) {
	if !v.isOpen() {
		return nil, v.closedError(op)
	}
	if v.ref == nil {
		return nil, &UnsupportedDTypeError{DType: v.dtype, Op: op, Rationale: v.dtype.Rationale()}
	}
	err = v.guard(op, func() error {
		owned = (*v.ref).ToOwned()
		return nil
	})
	return owned, err
}

// Guard runs fn while the region cannot be closed, and returns its error. A
// page fault inside the region, because its file was truncated or its device
// failed, ends fn and comes back as a *FaultError instead of killing the
// process; any other panic passes through.
//
// Guards nest and may run concurrently. Goroutines that fn starts are not
// covered, and fn must leave debug.SetPanicOnFault alone. A truncation inside
// the region's last page raises no fault and reads zeros. A nil fn is
// fs.ErrInvalid; a closed region is ErrClosed.
func (v *View) Guard(fn func() error) error { return v.guard("Guard", fn) }

func (v *View) guard(op string, fn func() error) (err error) {
	if !v.isOpen() || !v.mapping.lifetime.pin(guardPin) {
		return v.closedError(op)
	}
	defer v.mapping.leaveGuard(op, debug.SetPanicOnFault(true), &err)
	if fn == nil {
		return &operationError{op: op, path: v.mapping.path, detail: "nil function", cause: fs.ErrInvalid}
	}
	return fn()
}

// leaveGuard has to be deferred directly, or recover would see nothing.
func (m *mapping) leaveGuard(op string, panicOnFault bool, err *error) {
	cause := recover()
	debug.SetPanicOnFault(panicOnFault)
	m.lifetime.unpin(guardPin)
	if cause != nil {
		*err = faultIn(m.memory, op, m.path, cause)
	}
}

// leaveMemory is leaveGuard for memory of which nothing else is known: it names
// no path and nothing was pinned.
func leaveMemory(memory []byte, op string, panicOnFault bool, err *error) {
	cause := recover()
	debug.SetPanicOnFault(panicOnFault)
	if cause != nil {
		*err = faultIn(memory, op, "", cause)
	}
}

// faultIn returns a panic as a FaultError if it comes from a fault on one of
// memory's pages, and passes any other on.
func faultIn(memory []byte, op, path string, cause any) error {
	fault, ok := cause.(interface {
		runtime.Error
		Addr() uintptr
	})
	if !ok {
		panic(cause)
	}
	offset := fault.Addr() - uintptr(unsafe.Pointer(unsafe.SliceData(memory)))
	if offset >= uintptr(len(memory)) {
		panic(cause)
	}
	faultsCaught.Add(1)
	return &FaultError{Op: op, Path: path, Offset: int64(offset), Err: fault}
}

// alignedMemory is size bytes of Go's memory, all zero, from a multiple of
// alignment on: the garbage collector does not move it.
func alignedMemory(size, alignment int) []byte {
	memory := make([]byte, size+alignment-1)
	beyond := uintptr(unsafe.Pointer(unsafe.SliceData(memory))) % uintptr(alignment)
	skip := (alignment - int(beyond)) % alignment
	return memory[skip : skip+size : skip+size]
}

func (v *View) isOpen() bool { return v != nil && v.mapping != nil && !v.mapping.lifetime.over() }

func (v *View) closedError(op string) error {
	failed := &operationError{op: op, fault: ErrClosed}
	if v != nil && v.mapping != nil {
		failed.path = v.mapping.path
	}
	return failed
}

// typedSlice is every AsSlice accessor: the view's elements as T, the host
// type of dtype. Like mutableSlice and AsHostBufferRef it calls nothing, so that
// it is inlined where an accessor is called; accessError works out what failed.
func typedSlice[T any](v *View, dtype DType, op string) ([]T, error) {
	if v == nil || v.mapping == nil {
		return nil, &accessError{op: op}
	}
	if over := v.mapping.lifetime.state.Load() >= lifetimeOver; over || v.dtype != dtype {
		return nil, &accessError{op: op, mapping: v.mapping, over: over, held: v.dtype, wanted: dtype}
	}
	return *(*[]T)(unsafe.Pointer(&v.values)), nil
}

// mutableSlice is every AsMutSlice accessor.
func mutableSlice[T any](v *View, dtype DType, op string) ([]T, error) {
	if v == nil || v.mapping == nil {
		return nil, &accessError{op: op}
	}
	if over := v.mapping.lifetime.state.Load() >= lifetimeOver; over || v.mutable != dtype {
		return nil, &accessError{op: op, mapping: v.mapping, over: over, held: v.dtype, wanted: dtype}
	}
	return *(*[]T)(unsafe.Pointer(&v.values)), nil
}

// reinterpret is where bytes become elements. memory holds whole values of T at an
// address aligned for T: whoever makes a View has checked both.
func reinterpret[T any](memory []byte) []T {
	var element T
	return unsafe.Slice((*T)(unsafe.Pointer(unsafe.SliceData(memory))), uintptr(len(memory))/unsafe.Sizeof(element))
}

// bytesOf is the way back: the memory of elements, which it aliases.
func bytesOf[T any](elements []T) []byte {
	var element T
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(elements))), uintptr(len(elements))*unsafe.Sizeof(element))
}
