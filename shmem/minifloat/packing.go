package minifloat

// packing is how slices of packed groups hold elements: as one stream of bits,
// since groups fill whole bytes. Eight elements take width bytes.
type packing struct {
	width int // of an element, in bits
}

// reach is how many of count elements there are in a number of bytes from
// element first on.
func (p packing) reach(bytes, first, count int) int {
	if first < 0 {
		return 0
	}
	elements := int64(bytes/p.width)*8 + int64(bytes%p.width*8/p.width)
	return int(max(0, min(int64(count), elements-int64(first))))
}

// startsByte reports whether element i starts a byte.
func (p packing) startsByte(i int) bool { return i%8*p.width%8 == 0 }

// from is the bytes from element i on, which starts one of them.
func (p packing) from(packed []byte, i int) []byte {
	return packed[i/8*p.width+i%8*p.width/8:]
}

// at returns element i.
func (p packing) at(packed []byte, i int) uint16 {
	return packedAt(packed[i/8*p.width:], 8, p.width, i%8)
}

// set stores code as element i and leaves the others alone.
func (p packing) set(packed []byte, i int, code uint16) {
	packedSet(packed[i/8*p.width:], 8, p.width, i%8, code)
}

// step is how many elements there are from one that starts a byte to the next.
func (p packing) step() int {
	step := 8
	for step > 1 && step/2*p.width%8 == 0 {
		step /= 2
	}
	return step
}
