package minifloat

import "math"

// encodeFloat32 returns the code nearest to x; see encode.
func (f *format) encodeFloat32(x float32) uint16 {
	return f.encode(widen(math.Float32bits(x)))
}

// encodeFloat64 returns the code nearest to x; see encode.
func (f *format) encodeFloat64(x float64) uint16 {
	return f.encode(math.Float64bits(x))
}

// encode returns the code nearest to the float64 with the given bits, rounded
// once, ties to the even significand. It takes bits because converting a float
// quiets a signaling NaN, and on some processors loses its sign.
//
// Overflow gives infinity where the format has it, else the largest finite
// value; NaN is quietNaN. Where there is no sign, negative numbers give NaN, or
// the smallest value if there is no NaN. In a zeroless format zero and infinity
// give NaN as well, or the nearest end of the range if there is no NaN.
func (f *format) encode(bits uint64) uint16 {
	magnitude := bits &^ float64Sign
	negative := bits != magnitude
	var sign uint16
	if negative {
		sign = f.signBit()
	}
	if magnitude > float64Infinity {
		return f.quietNaN(sign)
	}
	if !f.sign {
		if f.nan != nanNone && f.outside(magnitude, negative) {
			return f.quietNaN(0)
		}
		if negative {
			magnitude = 0
		}
	}

	rounded := f.round(magnitude)
	if rounded > uint64(f.largestFinite()) {
		if f.inf == infIEEE {
			return sign | f.infinity()
		}
		return sign | f.largestFinite()
	}
	if rounded == 0 && f.nan == nanMinusZero {
		return 0 // the sign bit alone would be NaN
	}
	return sign | uint16(rounded)
}

// outside reports whether an unsigned format has nothing near a number that is
// not NaN: one below zero, and if zeroless, zero and infinity.
func (f *format) outside(magnitude uint64, negative bool) bool {
	return negative && magnitude != 0 ||
		f.zeroless() && (magnitude == 0 || magnitude == float64Infinity)
}

// round returns the code that the magnitude of a float64, infinity included,
// would have if the exponent field had no end; the caller looks for overflow.
func (f *format) round(magnitude uint64) uint64 {
	// A float64 subnormal gets a leading one that it does not have. Either way
	// it is below half of any format's smallest value.
	exponent := int(magnitude>>float64Mantissa) - float64Bias
	significand := magnitude&float64Fraction | 1<<float64Mantissa

	// One step of the significand is worth the same in exponent field 1 and in
	// the subnormals below it, so they are rounded at one place.
	lowest := 1 - f.bias
	if f.zeroless() {
		lowest = -f.bias
	}
	place := max(exponent, lowest)
	shift := min(float64Mantissa-f.mantissa+uint(place-exponent), 63)

	// Adding half of what is shifted out, less one for an even quotient, rounds
	// to even. Without a mantissa the quotient of a tie is 1, odd: ties go up.
	half := uint64(1) << (shift - 1)
	quotient := (significand + half - 1 + significand>>shift&1) >> shift

	// The leading one of the quotient adds 1 to the exponent field, and so does
	// a carry out of it.
	code := uint64(place-lowest)<<f.mantissa + quotient
	if f.zeroless() {
		return max(code, 1) - 1 // 0 would be zero; the codes start one later
	}
	return code
}
