package minifloat

import "unsafe"

// reinterpret is where elements become the units they are made of, which are no
// larger and no more strictly aligned.
func reinterpret[Unit, Element any](elements []Element) []Unit {
	var element Element
	var unit Unit
	units := uintptr(len(elements)) * (unsafe.Sizeof(element) / unsafe.Sizeof(unit))
	return unsafe.Slice((*Unit)(unsafe.Pointer(unsafe.SliceData(elements))), units)
}

// beyondAlignment is how many bytes the first element lies beyond a multiple of
// alignment, and how many an element takes.
func beyondAlignment[Element any](elements []Element, alignment uintptr) (beyond, size int) {
	first := uintptr(unsafe.Pointer(unsafe.SliceData(elements)))
	return int(first % alignment), int(unsafe.Sizeof(elements[0]))
}
