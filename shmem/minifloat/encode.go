package minifloat

import "math"

// encodeFloat32 returns the code nearest to x; see encode.
func (f *format) encodeFloat32(x float32) uint16 {
	return f.encode(widen(math.Float32bits(x)), Natural)
}

// encodeFloat64 returns the code nearest to x; see encode.
func (f *format) encodeFloat64(x float64) uint16 {
	return f.encode(math.Float64bits(x), Natural)
}

// encodeFloat32With returns the code of x by rule; see encode.
func (f *format) encodeFloat32With(x float32, rule Rule) uint16 {
	return f.encode(widen(math.Float32bits(x)), rule)
}

// encodeFloat64With returns the code of x by rule; see encode.
func (f *format) encodeFloat64With(x float64, rule Rule) uint16 {
	return f.encode(math.Float64bits(x), rule)
}

// encode returns the code of the float64 with the given bits, rounded once. It
// takes bits because converting a float quiets a signaling NaN, and on some
// processors loses its sign. NaN gives quietNaN under every rule.
func (f *format) encode(bits uint64, rule Rule) uint16 {
	magnitude := bits &^ float64Sign
	negative := bits != magnitude
	var sign uint16
	if negative {
		sign = f.signBit()
	}
	switch {
	case magnitude > float64Infinity:
		return f.quietNaN(sign)
	case f.belowRange(magnitude, negative):
		if f.nan == nanNone || rule.saturates() {
			return 0
		}
		return f.quietNaN(0)
	}

	rounded := f.round(magnitude, rule)
	switch {
	case rounded > int(f.largestFinite()):
		return f.overflow(sign, magnitude == float64Infinity, rule)
	case rounded < 0:
		return 0
	case rounded == 0 && f.nan == nanMinusZero:
		return 0 // the sign bit alone would be NaN
	}
	return sign | uint16(rounded)
}

// belowRange reports whether a number that is not NaN is below all values of an
// unsigned format, however it is rounded: less than zero, or zeroless and zero.
func (f *format) belowRange(magnitude uint64, negative bool) bool {
	return !f.sign && (negative && magnitude != 0 || f.zeroless() && magnitude == 0)
}

// overflow is the code of a number beyond the largest finite value. A zeroless
// format is for scales: under Natural an infinite one is NaN, not a large one.
func (f *format) overflow(sign uint16, infinite bool, rule Rule) uint16 {
	switch {
	case rule.saturates():
		return sign | f.largestFinite()
	case f.inf == infIEEE:
		return sign | f.infinity()
	case f.nan != nanNone && (rule == NonSaturating || infinite && f.zeroless()):
		return f.quietNaN(sign)
	default:
		return sign | f.largestFinite()
	}
}

// round returns the code that the magnitude of a float64, infinity included,
// would have if the exponent field had no end, and in a zeroless format no
// beginning; the caller looks for what is out of range. Floor and Ceil round
// the magnitude down and up, other rules to nearest, ties to the even
// significand.
func (f *format) round(magnitude uint64, rule Rule) int {
	if magnitude == 0 {
		return 0
	}
	// A float64 subnormal gets a leading one that it does not have. Either way
	// it is below half of any format's smallest value.
	exponent := int(magnitude>>float64Mantissa) - float64Bias
	significand := magnitude&float64Fraction | 1<<float64Mantissa

	// One step of the significand is worth the same in exponent field 1 and in
	// the subnormals below it, so they are rounded at one place.
	lowest, place := 1-f.bias, max(exponent, 1-f.bias)
	if f.zeroless() {
		lowest, place = -f.bias, exponent
	}
	shift := min(float64Mantissa-f.mantissa+uint(place-exponent), 63)

	// What is added to the bits that are shifted out carries if they round up.
	var carry uint64
	switch rule {
	case Floor:
	case Ceil:
		carry = 1<<shift - 1
	default:
		// Half, less one for an even quotient, rounds to even. Without a mantissa
		// the quotient of a tie is 1, odd: ties go up.
		carry = 1<<(shift-1) - 1 + significand>>shift&1
	}
	quotient := int((significand + carry) >> shift)

	// The leading one of the quotient adds 1 to the exponent field, and so does
	// a carry out of it.
	code := (place-lowest)<<f.mantissa + quotient
	if f.zeroless() {
		return code - 1 // 0 would be zero; the codes start one later
	}
	return code
}
