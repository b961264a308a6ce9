package minifloat

import "math/bits"

// The layout of IEEE 754 binary64, in which all conversions work, and binary32.
const (
	float64Mantissa = 52
	float64Bias     = 1023
	float64Sign     = 1 << 63
	float64Infinity = 0x7ff << float64Mantissa
	float64QuietNaN = float64Infinity | 1<<(float64Mantissa-1)
	float64Fraction = 1<<float64Mantissa - 1

	float32Mantissa = 23
	float32Bias     = 127
	float32Infinity = 0xff << float32Mantissa
	float32Fraction = 1<<float32Mantissa - 1
)

// widen returns the bits of the float64 that equals the float32 with the given
// bits. Unlike the language's conversion it changes no NaN, and no processor
// mode can make it lose a subnormal.
func widen(single uint32) uint64 {
	sign := uint64(single>>31) << 63
	exponent := int(single >> float32Mantissa & 0xff)
	fraction := single & float32Fraction
	switch {
	case exponent == 0xff:
		exponent = 0x7ff
	case exponent > 0:
		exponent += float64Bias - float32Bias
	case fraction == 0:
		return sign
	default: // subnormal; a normal float64
		shift := bits.LeadingZeros32(fraction) - (31 - float32Mantissa)
		fraction = fraction << shift & float32Fraction
		exponent = 1 - shift + float64Bias - float32Bias
	}
	return sign | uint64(exponent)<<float64Mantissa | uint64(fraction)<<(float64Mantissa-float32Mantissa)
}

// narrow returns the bits of the float32 that equals the float64 with the given
// bits. There must be one, or it must be a quiet NaN, of which the low payload
// is dropped: narrow does not round.
func narrow(double uint64) uint32 {
	sign := uint32(double>>63) << 31
	exponent := int(double>>float64Mantissa&0x7ff) - float64Bias + float32Bias
	fraction := uint32(double >> (float64Mantissa - float32Mantissa) & float32Fraction)
	switch {
	case double&^float64Sign == 0:
		return sign
	case exponent > 0xff:
		return sign | float32Infinity | fraction
	case exponent > 0:
		return sign | uint32(exponent)<<float32Mantissa | fraction
	default: // subnormal
		return sign | (fraction|1<<float32Mantissa)>>(1-exponent)
	}
}
