package minifloat

import "github.com/x448/float16"

// IEEE 754 binary16 has a type already, float16.Float16, so what the other
// formats have as methods and constants of their type are functions and
// constants over that one here.

const (
	// F16Max is the largest finite binary16, 65504.
	F16Max float16.Float16 = 0x7bff
	// F16SmallestNormal is the smallest positive normal binary16, 2^-14 =
	// 0.00006103515625.
	F16SmallestNormal float16.Float16 = 0x0400
	// F16SmallestNonzero is the smallest positive binary16, 2^-24 =
	// 0.000000059604644775390625.
	F16SmallestNonzero float16.Float16 = 0x0001
	// F16Inf is the positive infinity of binary16.
	F16Inf float16.Float16 = 0x7c00
	// F16NaN is the NaN that conversions to binary16 give, with the sign bit added
	// for a negative one.
	F16NaN float16.Float16 = 0x7e00
)

// formatF16 is the format of float16.Float16.
var formatF16 = format{name: "F16", sign: true, exponent: 5, mantissa: 10, bias: 15, inf: infIEEE, nan: nanIEEE}

// conversionF16 converts slices of float16.Float16.
var conversionF16 = conversionOf(&formatF16)

// DecodeF16 stores the values of src in dst, as F16ToFloat32 gives them, and
// returns how many: the lesser length. The slices must not overlap.
func DecodeF16(dst []float32, src []float16.Float16) int {
	return conversionF16.decodeWords(dst, reinterpret[uint16](src))
}

// EncodeF16 stores in dst the binary16 nearest to each number of src, as
// F16FromFloat32 gives them, and returns how many: the lesser length. The slices
// must not overlap.
func EncodeF16(dst []float16.Float16, src []float32) int {
	return conversionF16.encodeWords(reinterpret[uint16](dst), src)
}

// F16FromFloat32 returns the binary16 nearest to x, ties to even. Numbers that
// round beyond F16Max give the infinity of their sign. NaN gives F16NaN with the
// sign of x, where float16.Fromfloat32 keeps the payload.
func F16FromFloat32(x float32) float16.Float16 {
	return float16.Float16(formatF16.encodeFloat32(x))
}

// F16FromFloat64 is F16FromFloat32 for a float64, rounding it once and never to
// a float32 first.
func F16FromFloat64(x float64) float16.Float16 {
	return float16.Float16(formatF16.encodeFloat64(x))
}

// F16FromFloat32With converts x by rule. Natural and NonSaturating convert as
// F16FromFloat32. Saturate gives F16Max, with the sign of x, for numbers that
// round beyond it and for infinities. Floor rounds towards zero and Ceil away
// from it; out of range both do as Saturate.
func F16FromFloat32With(x float32, rule Rule) float16.Float16 {
	return float16.Float16(formatF16.encodeFloat32With(x, rule))
}

// F16FromFloat64With is F16FromFloat32With for a float64, rounding it once and
// never to a float32 first.
func F16FromFloat64With(x float64, rule Rule) float16.Float16 {
	return float16.Float16(formatF16.encodeFloat64With(x, rule))
}

// F16FromFloat32Checked is F16FromFloat32, but returns 0 and an
// *UnrepresentableError for numbers that round beyond F16Max.
func F16FromFloat32Checked(x float32) (float16.Float16, error) {
	code, err := formatF16.encodeFloat32Checked(x)
	return float16.Float16(code), err
}

// F16FromFloat64Checked is F16FromFloat32Checked for a float64, rounding it once
// and never to a float32 first.
func F16FromFloat64Checked(x float64) (float16.Float16, error) {
	code, err := formatF16.encodeFloat64Checked(x)
	return float16.Float16(code), err
}

// F16ToFloat32 returns the value of x, always exactly; a NaN is quiet and keeps
// its sign and payload.
func F16ToFloat32(x float16.Float16) float32 {
	return formatF16.decodeFloat32(uint16(x))
}

// F16ToFloat64 returns the value of x, always exactly; a NaN is quiet and keeps
// its sign and payload.
func F16ToFloat64(x float16.Float16) float64 {
	return formatF16.decodeFloat64(uint16(x))
}

// F16NextUp returns the least binary16 greater than x, as nextUp of IEEE 754:
// F16Inf after F16Max, F16SmallestNonzero after either zero, negative zero after
// the negative number next to it. F16Inf and NaN give themselves.
func F16NextUp(x float16.Float16) float16.Float16 {
	return float16.Float16(formatF16.nextUp(uint16(x)))
}

// F16NextDown returns the greatest binary16 less than x, as nextDown of IEEE
// 754: negative infinity after -F16Max, -F16SmallestNonzero after either zero,
// zero after F16SmallestNonzero. Negative infinity and NaN give themselves.
func F16NextDown(x float16.Float16) float16.Float16 {
	return float16.Float16(formatF16.nextDown(uint16(x)))
}
