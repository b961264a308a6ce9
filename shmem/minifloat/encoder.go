package minifloat

import "math"

// encoder converts slices of float32 to one format: whole blocks by a kernel,
// where the processor has what that takes, and the rest by tables or, to codes
// of two bytes, by arithmetic.
type encoder struct {
	format  *format
	packing packing
	codes   []uint8 // by the upper half of a float32 rounded to odd; nil where that would round twice
	rounded rounded

	// What kernels need; nil and false where none is used.
	factors     *roundingFactors
	scaleKernel bool
	wordKernel  bool
	streamFrom  int // bytes: see spanOf
}

func newEncoder(f *format, kernels bool) *encoder {
	e := &encoder{format: f, packing: packing{f.width()}}
	if kernels {
		e.streamFrom = lastLevelCache()
		e.factors, e.scaleKernel, e.wordKernel = newRoundingFactors(f), f.isScale(), f.isHalf() || f.isUpperHalf()
	}
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

// bytes stores the codes of src in dst, which is as long.
func (e *encoder) bytes(dst []uint8, src []float32) {
	var s span
	if e.factors != nil || e.scaleKernel {
		s = spanOf(dst, len(dst), 1, 1, e.streamFrom)
		e.roundBytes(dst[:s.from], src[:s.from])
		for from, to := range s.pieces {
			e.runBytes(dst[from:to], src[from:to], s.streamed)
		}
	}
	e.roundBytes(dst[s.to:], src[s.to:])
}

// words is bytes for codes of two bytes.
func (e *encoder) words(dst []uint16, src []float32) {
	var s span
	if e.wordKernel {
		s = spanOf(dst, len(dst), 1, 1, e.streamFrom)
		e.roundWords(dst[:s.from], src[:s.from])
		for from, to := range s.pieces {
			e.runWords(dst[from:to], src[from:to], s.streamed)
		}
	}
	e.roundWords(dst[s.to:], src[s.to:])
}

// packed stores the codes of src in dst from element first on; dst has room.
func (e *encoder) packed(dst []byte, src []float32, first int) {
	i := 0
	for ; i < len(src) && !e.packing.startsByte(first+i); i++ {
		e.packing.set(dst, first+i, e.code(src[i]))
	}
	dst, src = e.packing.from(dst, first+i), src[i:]
	var s span
	if width := e.packing.width; e.factors != nil && (width == 4 || width == 6) {
		streamFrom := e.streamFrom
		if width == 6 {
			streamFrom = never // its blocks are not aligned
		}
		s = spanOf(dst, len(src), e.packing.step(), e.packing.step(), streamFrom)
		e.roundPacked(dst, src[:s.from])
		for from, to := range s.pieces {
			e.runPacked(e.packing.from(dst, from), src[from:to], s.streamed)
		}
	}
	e.roundPacked(e.packing.from(dst, s.to), src[s.to:])
}
