package minifloat

import "math"

// rounded is the part of the float32s above zero, by their bits, where rounding
// the bits at one place gives the code. It is empty in a format that has none.
type rounded struct {
	from, to uint32 // the first in it, the first beyond
	shift    uint32 // to the place
	add      uint32 // before the shift: half a place, less one, and the difference of the biases
}

// roundedIn is for a format with sign and infinity: what rounds beyond the
// largest finite value gets the code after it.
func roundedIn(f *format) rounded {
	shift := uint32(float32Mantissa - f.mantissa)
	rebias := uint32(float32Bias-f.bias) << float32Mantissa
	r := rounded{
		from:  rebias + 1<<float32Mantissa,
		to:    rebias + uint32(1<<f.exponent-1)<<float32Mantissa,
		shift: shift,
		add:   1<<(shift-1) - 1 - rebias,
	}
	if rebias == 0 {
		r.from = 0 // the subnormals are float32's own
	}
	return r
}

// Rounding a float32 to odd at its upper half keeps 7 bits of mantissa, and in
// its subnormals steps of 2^-133. Two bits must be finer than what a code has, so
// that rounding again gives what rounding once would.
const (
	oddMantissa = 5
	oddStep     = -131 // the exponent of the smallest value
)

// toOdd is the upper half of a float32, with its last bit set if anything below
// is: a NaN stays one, and what rounds to few bits rounds as the whole would.
func toOdd(x float32) uint16 {
	bits := math.Float32bits(x)
	return uint16(bits>>16 | (bits&0xffff+0xffff)>>16)
}

// code is the code of one number.
func (e *encoder) code(x float32) uint16 {
	if e.codes != nil {
		return uint16((*[1 << 16]uint8)(e.codes)[toOdd(x)])
	}
	return e.format.encodeFloat32(x)
}

// roundBytes stores the codes of src in dst.
func (e *encoder) roundBytes(dst []uint8, src []float32) {
	if e.codes == nil {
		for i, x := range src {
			dst[i] = uint8(e.format.encodeFloat32(x))
		}
		return
	}
	codes := (*[1 << 16]uint8)(e.codes)
	dst = dst[:len(src)]
	for i, x := range src {
		dst[i] = codes[toOdd(x)]
	}
}

// roundWords is roundBytes for codes of two bytes.
func (e *encoder) roundWords(dst []uint16, src []float32) {
	r, signBit := e.rounded, e.format.signBit()
	dst = dst[:len(src)]
	for i, x := range src {
		bits := math.Float32bits(x)
		magnitude := bits &^ (1 << 31)
		if magnitude-r.from < r.to-r.from {
			code := (magnitude + r.add + magnitude>>(r.shift&31)&1) >> (r.shift & 31)
			dst[i] = uint16(code) | signBit&-uint16(bits>>31) // no branch that only a coin could predict
		} else {
			dst[i] = e.format.encodeFloat32(x)
		}
	}
}

// roundPacked is roundBytes for packed codes.
func (e *encoder) roundPacked(dst []byte, src []float32) {
	width := e.packing.width
	done := 0
	if e.codes != nil {
		table := (*[1 << 16]uint8)(e.codes)
		to, from := dst, src
		for len(from) >= 8 { // which fill as many bytes as an element has bits
			var codes uint64
			for _, x := range from[:8] {
				codes = codes>>width | uint64(table[toOdd(x)])<<(7*width&63)
			}
			switch width {
			case 4:
				littleEndian.PutUint32(to, uint32(codes))
			case 6:
				littleEndian.PutUint32(to, uint32(codes))
				littleEndian.PutUint16(to[4:], uint16(codes>>32))
			default:
				for k := range to[:width] {
					to[k] = byte(codes >> (8 * k))
				}
			}
			to, from = to[width:], from[8:]
		}
		done = len(src) - len(from)
	}
	for i := done; i < len(src); i++ {
		e.packing.set(dst, i, e.code(src[i]))
	}
}
