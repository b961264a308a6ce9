package minifloat

// A packed group of n elements is a little-endian bit stream: element i of
// width bits is bits i×width to (i+1)×width-1 of the bytes, counted from the
// least significant bit of the first. An element touches at most three bytes.

// packedAt returns element i of n in group. It panics as indexing an array of n
// elements does unless i is 0 to n-1.
func packedAt(group []byte, n, width, i int) uint16 {
	span, offset := packedSpan(group, n, width, i)
	var window uint32
	for k, b := range span {
		window |= uint32(b) << (8 * k)
	}
	return uint16(window >> offset & (1<<width - 1))
}

// packedSet stores the low width bits of code as element i of n in group and
// leaves the others alone. It panics as packedAt does.
func packedSet(group []byte, n, width, i int, code uint16) {
	span, offset := packedSpan(group, n, width, i)
	mask := uint32(1<<width-1) << offset
	window := uint32(code) << offset & mask
	for k := range span {
		span[k] = span[k]&^byte(mask>>(8*k)) | byte(window>>(8*k))
	}
}

// packedSpan returns the bytes that hold element i of n, and at which bit of
// the first of them it starts.
func packedSpan(group []byte, n, width, i int) (span []byte, offset uint) {
	_ = make([]struct{}, n)[i] // takes no memory: only the panic of the contract
	first := uint(i * width)
	last := first + uint(width) - 1
	return group[first/8 : last/8+1], first % 8
}
