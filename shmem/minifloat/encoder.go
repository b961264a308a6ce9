package minifloat

import "math"

// encoder converts slices of float32 to one format by tables or, to codes of
// two bytes, by arithmetic.
type encoder struct {
	format  *format
	packing packing
	codes   []uint8 // by the upper half of a float32 rounded to odd; nil where that would round twice
	rounded rounded
}

// rounded is the part of the float32s above zero, by their bits, where rounding
// the bits at one place gives the code. It is empty in a format that has none.
type rounded struct {
	from, to uint32 // the first in it, the first beyond
	shift    uint32 // to the place
	add      uint32 // before the shift: half a place, less one, and the difference of the biases
}

// Rounding a float32 to odd at its upper half keeps 7 bits of mantissa, and in
// its subnormals steps of 2^-133. Two bits must be finer than what a code has, so
// that rounding again gives what rounding once would.
const (
	oddMantissa = 5
	oddStep     = -131 // the exponent of the smallest value
)

func newEncoder(f *format) *encoder {
	e := &encoder{format: f, packing: packing{f.width()}}
	switch {
	case f.width() <= 8 && f.mantissa <= oddMantissa && 1-f.bias-int(f.mantissa) >= oddStep:
		e.codes = make([]uint8, 1<<16)
		for upper := range e.codes {
			e.codes[upper] = uint8(f.encodeFloat32(math.Float32frombits(uint32(upper) << 16)))
		}
	case f.sign && f.inf == infIEEE && f.bias <= float32Bias:
		e.rounded = roundedIn(f)
	}
	return e
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

// bytes stores the codes of src in dst, which is as long.
func (e *encoder) bytes(dst []uint8, src []float32) {
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

// words is bytes for codes of two bytes.
func (e *encoder) words(dst []uint16, src []float32) {
	r, signBit := e.rounded, e.format.signBit()
	dst = dst[:len(src)]
	for i, x := range src {
		bits := math.Float32bits(x)
		magnitude := bits &^ (1 << 31)
		if magnitude-r.from < r.to-r.from {
			code := uint16((magnitude + r.add + magnitude>>(r.shift&31)&1) >> (r.shift & 31))
			if bits != magnitude {
				code |= signBit
			}
			dst[i] = code
		} else {
			dst[i] = e.format.encodeFloat32(x)
		}
	}
}

// packed stores the codes of src in dst from element first on; dst has room.
func (e *encoder) packed(dst []byte, src []float32, first int) {
	width := e.packing.width
	i := 0
	for ; i < len(src) && !e.packing.startsByte(first+i); i++ {
		e.packing.set(dst, first+i, e.code(src[i]))
	}
	if width <= 8 {
		to, from := e.packing.from(dst, first+i), src[i:]
		for len(from) >= 8 { // which fill as many bytes as an element has bits
			var codes uint64
			for k, x := range from[:8] {
				codes |= uint64(e.code(x)) << (k * width)
			}
			for k := range to[:width] {
				to[k] = byte(codes >> (8 * k))
			}
			to, from = to[width:], from[8:]
		}
		i = len(src) - len(from)
	}
	for ; i < len(src); i++ {
		e.packing.set(dst, first+i, e.code(src[i]))
	}
}
