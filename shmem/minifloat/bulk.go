package minifloat

import "unsafe"

// reinterpret is where elements become the units they are made of, which are no
// larger and no more strictly aligned. Nothing else here is unsafe.
func reinterpret[Unit, Element any](elements []Element) []Unit {
	var element Element
	var unit Unit
	units := uintptr(len(elements)) * (unsafe.Sizeof(element) / unsafe.Sizeof(unit))
	return unsafe.Slice((*Unit)(unsafe.Pointer(unsafe.SliceData(elements))), units)
}
