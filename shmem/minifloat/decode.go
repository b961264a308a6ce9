package minifloat

import (
	"math"
	"math/bits"
	"strconv"
)

// decodeFloat32 returns the value of code, always exactly.
func (f *format) decodeFloat32(code uint16) float32 {
	return math.Float32frombits(narrow(f.decode(code)))
}

// decodeFloat64 returns the value of code, always exactly.
func (f *format) decodeFloat64(code uint16) float64 {
	return math.Float64frombits(f.decode(code))
}

// text is the shortest decimal that reads back as the float32 of code.
func (f *format) text(code uint16) string {
	return strconv.FormatFloat(f.decodeFloat64(code), 'g', -1, 32)
}

// decode returns the bits of the float64 with the value of code. NaN is quiet
// and keeps its sign, and under nanIEEE its payload too, at the top.
func (f *format) decode(code uint16) uint64 {
	sign := uint64(code&f.signBit()) << (63 - f.exponent - f.mantissa)
	magnitude := uint64(code & f.magnitudeMask())
	fraction := magnitude & (1<<f.mantissa - 1)

	if f.isNaN(code) {
		if f.nan != nanIEEE {
			fraction = 0 // these bits mark the NaN, they are no payload
		}
		return sign | float64QuietNaN | fraction<<(float64Mantissa-f.mantissa)
	}
	if f.isInf(code, 0) {
		return sign | float64Infinity
	}

	// The value is significand × 2^(exponent - bias - mantissa).
	significand, exponent := fraction, 1
	if field := magnitude >> f.mantissa; field > 0 || f.zeroless() {
		significand |= 1 << f.mantissa
		exponent = int(field)
	}
	if significand == 0 {
		return sign
	}
	// A subnormal here is a normal float64: its leading one becomes implicit.
	leading := bits.Len64(significand) - 1
	exponent += leading - f.bias - int(f.mantissa)
	significand <<= float64Mantissa - leading
	return sign | uint64(exponent+float64Bias)<<float64Mantissa | significand&float64Fraction
}
