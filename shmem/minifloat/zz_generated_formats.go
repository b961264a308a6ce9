// Code generated from dtypes.yaml by "go generate ./..."; DO NOT EDIT.

package minifloat

// BF16 holds the code of an element of dtype BF16: from the top 1 sign bit, 8
// exponent bits (bias 127) and 7 mantissa bits. An exponent of all ones is
// infinity with a mantissa of zero, BF16Inf in either sign, and NaN with any
// other.
type BF16 uint16

const (
	// BF16Max is the largest finite BF16, 338953138925153547590470800371487866880.
	BF16Max BF16 = 0x7f7f
	// BF16SmallestNormal is the smallest positive normal BF16, 2^-126 =
	// 1.1754943508222875079687365372222456778186655567720875215087517062784172594547271728515625e-38.
	BF16SmallestNormal BF16 = 0x0080
	// BF16SmallestNonzero is the smallest positive BF16, 2^-133 =
	// 9.18354961579912115600575419704879435795832466228193376178712270530013483949005603790283203125e-41.
	BF16SmallestNonzero BF16 = 0x0001
	// BF16Inf is the positive infinity of BF16.
	BF16Inf BF16 = 0x7f80
	// BF16NaN is the NaN that conversions to BF16 give, with the sign bit added for
	// a negative one.
	BF16NaN BF16 = 0x7fc0
)

// formatBF16 is the format of BF16.
var formatBF16 = format{sign: true, exponent: 8, mantissa: 7, bias: 127, inf: infIEEE, nan: nanIEEE}

// BF16FromFloat32 returns the BF16 nearest to x, ties to even. Numbers that
// round beyond BF16Max give the infinity of their sign. NaN gives BF16NaN with
// the sign of x.
func BF16FromFloat32(x float32) BF16 {
	return BF16(formatBF16.encodeFloat32(x))
}

// BF16FromFloat64 is BF16FromFloat32 for a float64, rounding it once and never
// to a float32 first.
func BF16FromFloat64(x float64) BF16 {
	return BF16(formatBF16.encodeFloat64(x))
}

// Float32 returns the value of x, always exactly; a NaN is quiet and keeps its
// sign.
func (x BF16) Float32() float32 {
	return formatBF16.decodeFloat32(uint16(x))
}

// Float64 returns the value of x, always exactly; a NaN is quiet and keeps its
// sign.
func (x BF16) Float64() float64 {
	return formatBF16.decodeFloat64(uint16(x))
}

// IsNaN reports whether x is NaN.
func (x BF16) IsNaN() bool {
	return formatBF16.isNaN(uint16(x))
}

// IsInf reports whether x is an infinity: the positive one if sign > 0, the
// negative one if sign < 0, either if sign == 0.
func (x BF16) IsInf(sign int) bool {
	return formatBF16.isInf(uint16(x), sign)
}

// String returns the shortest decimal that reads back as the float32 of x, or
// NaN, +Inf or -Inf.
func (x BF16) String() string {
	return formatBF16.text(uint16(x))
}

// E4M3 holds the code of an element of dtype F8E4M3: from the top 1 sign bit, 4
// exponent bits (bias 7) and 3 mantissa bits. It has no infinity; its only NaN
// is E4M3NaN in either sign.
type E4M3 uint8

const (
	// E4M3Max is the largest finite E4M3, 448.
	E4M3Max E4M3 = 0x7e
	// E4M3SmallestNormal is the smallest positive normal E4M3, 0.015625.
	E4M3SmallestNormal E4M3 = 0x08
	// E4M3SmallestNonzero is the smallest positive E4M3, 0.001953125.
	E4M3SmallestNonzero E4M3 = 0x01
	// E4M3NaN is the NaN that conversions to E4M3 give, with the sign bit added for
	// a negative one.
	E4M3NaN E4M3 = 0x7f
)

// formatE4M3 is the format of E4M3.
var formatE4M3 = format{sign: true, exponent: 4, mantissa: 3, bias: 7, inf: infNone, nan: nanLast}

// E4M3FromFloat32 returns the E4M3 nearest to x, ties to even. Numbers beyond
// the range, infinities included, give E4M3Max with their sign. NaN gives
// E4M3NaN with the sign of x.
func E4M3FromFloat32(x float32) E4M3 {
	return E4M3(formatE4M3.encodeFloat32(x))
}

// E4M3FromFloat64 is E4M3FromFloat32 for a float64, rounding it once and never
// to a float32 first.
func E4M3FromFloat64(x float64) E4M3 {
	return E4M3(formatE4M3.encodeFloat64(x))
}

// Float32 returns the value of x, always exactly; a NaN is quiet and keeps its
// sign.
func (x E4M3) Float32() float32 {
	return formatE4M3.decodeFloat32(uint16(x))
}

// Float64 returns the value of x, always exactly; a NaN is quiet and keeps its
// sign.
func (x E4M3) Float64() float64 {
	return formatE4M3.decodeFloat64(uint16(x))
}

// IsNaN reports whether x is NaN.
func (x E4M3) IsNaN() bool {
	return formatE4M3.isNaN(uint16(x))
}

// IsInf reports false for every sign: E4M3 has no infinity.
func (x E4M3) IsInf(sign int) bool {
	return formatE4M3.isInf(uint16(x), sign)
}

// String returns the shortest decimal that reads back as the float32 of x, or
// NaN.
func (x E4M3) String() string {
	return formatE4M3.text(uint16(x))
}

// E5M2 holds the code of an element of dtype F8E5M2: from the top 1 sign bit, 5
// exponent bits (bias 15) and 2 mantissa bits. An exponent of all ones is
// infinity with a mantissa of zero, E5M2Inf in either sign, and NaN with any
// other.
type E5M2 uint8

const (
	// E5M2Max is the largest finite E5M2, 57344.
	E5M2Max E5M2 = 0x7b
	// E5M2SmallestNormal is the smallest positive normal E5M2, 0.00006103515625.
	E5M2SmallestNormal E5M2 = 0x04
	// E5M2SmallestNonzero is the smallest positive E5M2, 0.0000152587890625.
	E5M2SmallestNonzero E5M2 = 0x01
	// E5M2Inf is the positive infinity of E5M2.
	E5M2Inf E5M2 = 0x7c
	// E5M2NaN is the NaN that conversions to E5M2 give, with the sign bit added for
	// a negative one.
	E5M2NaN E5M2 = 0x7e
)

// formatE5M2 is the format of E5M2.
var formatE5M2 = format{sign: true, exponent: 5, mantissa: 2, bias: 15, inf: infIEEE, nan: nanIEEE}

// E5M2FromFloat32 returns the E5M2 nearest to x, ties to even. Numbers that
// round beyond E5M2Max give the infinity of their sign. NaN gives E5M2NaN with
// the sign of x.
func E5M2FromFloat32(x float32) E5M2 {
	return E5M2(formatE5M2.encodeFloat32(x))
}

// E5M2FromFloat64 is E5M2FromFloat32 for a float64, rounding it once and never
// to a float32 first.
func E5M2FromFloat64(x float64) E5M2 {
	return E5M2(formatE5M2.encodeFloat64(x))
}

// Float32 returns the value of x, always exactly; a NaN is quiet and keeps its
// sign.
func (x E5M2) Float32() float32 {
	return formatE5M2.decodeFloat32(uint16(x))
}

// Float64 returns the value of x, always exactly; a NaN is quiet and keeps its
// sign.
func (x E5M2) Float64() float64 {
	return formatE5M2.decodeFloat64(uint16(x))
}

// IsNaN reports whether x is NaN.
func (x E5M2) IsNaN() bool {
	return formatE5M2.isNaN(uint16(x))
}

// IsInf reports whether x is an infinity: the positive one if sign > 0, the
// negative one if sign < 0, either if sign == 0.
func (x E5M2) IsInf(sign int) bool {
	return formatE5M2.isInf(uint16(x), sign)
}

// String returns the shortest decimal that reads back as the float32 of x, or
// NaN, +Inf or -Inf.
func (x E5M2) String() string {
	return formatE5M2.text(uint16(x))
}

// E2M3 holds the code of an element of dtype F6E2M3: from the top 1 sign bit, 2
// exponent bits (bias 1) and 3 mantissa bits. It has neither infinity nor NaN.
// The code is the low 6 bits; those above are ignored.
type E2M3 uint8

const (
	// E2M3Max is the largest finite E2M3, 7.5.
	E2M3Max E2M3 = 0x1f
	// E2M3SmallestNormal is the smallest positive normal E2M3, 1.
	E2M3SmallestNormal E2M3 = 0x08
	// E2M3SmallestNonzero is the smallest positive E2M3, 0.125.
	E2M3SmallestNonzero E2M3 = 0x01
)

// formatE2M3 is the format of E2M3.
var formatE2M3 = format{sign: true, exponent: 2, mantissa: 3, bias: 1, inf: infNone, nan: nanNone}

// E2M3FromFloat32 returns the E2M3 nearest to x, ties to even. Numbers beyond
// the range, infinities included, give E2M3Max with their sign. NaN gives
// E2M3Max, whatever its sign.
func E2M3FromFloat32(x float32) E2M3 {
	return E2M3(formatE2M3.encodeFloat32(x))
}

// E2M3FromFloat64 is E2M3FromFloat32 for a float64, rounding it once and never
// to a float32 first.
func E2M3FromFloat64(x float64) E2M3 {
	return E2M3(formatE2M3.encodeFloat64(x))
}

// Float32 returns the value of x, always exactly.
func (x E2M3) Float32() float32 {
	return formatE2M3.decodeFloat32(uint16(x))
}

// Float64 returns the value of x, always exactly.
func (x E2M3) Float64() float64 {
	return formatE2M3.decodeFloat64(uint16(x))
}

// IsNaN reports false: E2M3 has no NaN.
func (x E2M3) IsNaN() bool {
	return formatE2M3.isNaN(uint16(x))
}

// IsInf reports false for every sign: E2M3 has no infinity.
func (x E2M3) IsInf(sign int) bool {
	return formatE2M3.isInf(uint16(x), sign)
}

// String returns the shortest decimal that reads back as the float32 of x.
func (x E2M3) String() string {
	return formatE2M3.text(uint16(x))
}

// E2M3x4 is 4 elements of E2M3 packed into 3 bytes, the first in the least
// significant bits: element i is bits 6*i to 6*i+5 of the group, read as a
// little-endian number.
type E2M3x4 [3]byte

// At returns element i, 0 to 3. Any other i panics as an array index out of
// range does.
func (g E2M3x4) At(i int) E2M3 {
	return E2M3(packedAt(g[:], 4, 6, i))
}

// Set stores the low 6 bits of x as element i, 0 to 3, and leaves the others
// alone. Any other i panics as an array index out of range does. Elements share
// bytes: concurrent calls on one group are a data race.
func (g *E2M3x4) Set(i int, x E2M3) {
	packedSet(g[:], 4, 6, i, uint16(x))
}

// E3M2 holds the code of an element of dtype F6E3M2: from the top 1 sign bit, 3
// exponent bits (bias 3) and 2 mantissa bits. It has neither infinity nor NaN.
// The code is the low 6 bits; those above are ignored.
type E3M2 uint8

const (
	// E3M2Max is the largest finite E3M2, 28.
	E3M2Max E3M2 = 0x1f
	// E3M2SmallestNormal is the smallest positive normal E3M2, 0.25.
	E3M2SmallestNormal E3M2 = 0x04
	// E3M2SmallestNonzero is the smallest positive E3M2, 0.0625.
	E3M2SmallestNonzero E3M2 = 0x01
)

// formatE3M2 is the format of E3M2.
var formatE3M2 = format{sign: true, exponent: 3, mantissa: 2, bias: 3, inf: infNone, nan: nanNone}

// E3M2FromFloat32 returns the E3M2 nearest to x, ties to even. Numbers beyond
// the range, infinities included, give E3M2Max with their sign. NaN gives
// E3M2Max, whatever its sign.
func E3M2FromFloat32(x float32) E3M2 {
	return E3M2(formatE3M2.encodeFloat32(x))
}

// E3M2FromFloat64 is E3M2FromFloat32 for a float64, rounding it once and never
// to a float32 first.
func E3M2FromFloat64(x float64) E3M2 {
	return E3M2(formatE3M2.encodeFloat64(x))
}

// Float32 returns the value of x, always exactly.
func (x E3M2) Float32() float32 {
	return formatE3M2.decodeFloat32(uint16(x))
}

// Float64 returns the value of x, always exactly.
func (x E3M2) Float64() float64 {
	return formatE3M2.decodeFloat64(uint16(x))
}

// IsNaN reports false: E3M2 has no NaN.
func (x E3M2) IsNaN() bool {
	return formatE3M2.isNaN(uint16(x))
}

// IsInf reports false for every sign: E3M2 has no infinity.
func (x E3M2) IsInf(sign int) bool {
	return formatE3M2.isInf(uint16(x), sign)
}

// String returns the shortest decimal that reads back as the float32 of x.
func (x E3M2) String() string {
	return formatE3M2.text(uint16(x))
}

// E3M2x4 is 4 elements of E3M2 packed into 3 bytes, the first in the least
// significant bits: element i is bits 6*i to 6*i+5 of the group, read as a
// little-endian number.
type E3M2x4 [3]byte

// At returns element i, 0 to 3. Any other i panics as an array index out of
// range does.
func (g E3M2x4) At(i int) E3M2 {
	return E3M2(packedAt(g[:], 4, 6, i))
}

// Set stores the low 6 bits of x as element i, 0 to 3, and leaves the others
// alone. Any other i panics as an array index out of range does. Elements share
// bytes: concurrent calls on one group are a data race.
func (g *E3M2x4) Set(i int, x E3M2) {
	packedSet(g[:], 4, 6, i, uint16(x))
}

// E2M1 holds the code of an element of dtype F4: from the top 1 sign bit, 2
// exponent bits (bias 1) and 1 mantissa bit. It has neither infinity nor NaN.
// The code is the low 4 bits; those above are ignored.
type E2M1 uint8

const (
	// E2M1Max is the largest finite E2M1, 6.
	E2M1Max E2M1 = 0x7
	// E2M1SmallestNormal is the smallest positive normal E2M1, 1.
	E2M1SmallestNormal E2M1 = 0x2
	// E2M1SmallestNonzero is the smallest positive E2M1, 0.5.
	E2M1SmallestNonzero E2M1 = 0x1
)

// formatE2M1 is the format of E2M1.
var formatE2M1 = format{sign: true, exponent: 2, mantissa: 1, bias: 1, inf: infNone, nan: nanNone}

// E2M1FromFloat32 returns the E2M1 nearest to x, ties to even. Numbers beyond
// the range, infinities included, give E2M1Max with their sign. NaN gives
// E2M1Max, whatever its sign.
func E2M1FromFloat32(x float32) E2M1 {
	return E2M1(formatE2M1.encodeFloat32(x))
}

// E2M1FromFloat64 is E2M1FromFloat32 for a float64, rounding it once and never
// to a float32 first.
func E2M1FromFloat64(x float64) E2M1 {
	return E2M1(formatE2M1.encodeFloat64(x))
}

// Float32 returns the value of x, always exactly.
func (x E2M1) Float32() float32 {
	return formatE2M1.decodeFloat32(uint16(x))
}

// Float64 returns the value of x, always exactly.
func (x E2M1) Float64() float64 {
	return formatE2M1.decodeFloat64(uint16(x))
}

// IsNaN reports false: E2M1 has no NaN.
func (x E2M1) IsNaN() bool {
	return formatE2M1.isNaN(uint16(x))
}

// IsInf reports false for every sign: E2M1 has no infinity.
func (x E2M1) IsInf(sign int) bool {
	return formatE2M1.isInf(uint16(x), sign)
}

// String returns the shortest decimal that reads back as the float32 of x.
func (x E2M1) String() string {
	return formatE2M1.text(uint16(x))
}

// E2M1x2 is 2 elements of E2M1 packed into 1 byte, the first in the least
// significant bits: element i is bits 4*i to 4*i+3 of the group, read as a
// little-endian number.
type E2M1x2 [1]byte

// At returns element i, 0 to 1. Any other i panics as an array index out of
// range does.
func (g E2M1x2) At(i int) E2M1 {
	return E2M1(packedAt(g[:], 2, 4, i))
}

// Set stores the low 4 bits of x as element i, 0 to 1, and leaves the others
// alone. Any other i panics as an array index out of range does. Elements share
// bytes: concurrent calls on one group are a data race.
func (g *E2M1x2) Set(i int, x E2M1) {
	packedSet(g[:], 2, 4, i, uint16(x))
}

// E8M0 holds the code of an element of dtype F8E8M0: 8 exponent bits (bias 127)
// alone. It has no infinity; its only NaN is E8M0NaN. It has no zero and no
// subnormals.
type E8M0 uint8

const (
	// E8M0Max is the largest finite E8M0, 170141183460469231731687303715884105728.
	E8M0Max E8M0 = 0xfe
	// E8M0SmallestNormal is the smallest positive normal E8M0, 2^-127 =
	// 5.8774717541114375398436826861112283890933277838604376075437585313920862972736358642578125e-39.
	E8M0SmallestNormal E8M0 = 0x00
	// E8M0SmallestNonzero is the smallest positive E8M0, 2^-127 =
	// 5.8774717541114375398436826861112283890933277838604376075437585313920862972736358642578125e-39.
	E8M0SmallestNonzero E8M0 = 0x00
	// E8M0NaN is the NaN that conversions to E8M0 give.
	E8M0NaN E8M0 = 0xff
)

// formatE8M0 is the format of E8M0.
var formatE8M0 = format{sign: false, exponent: 8, mantissa: 0, bias: 127, inf: infNone, nan: nanLast}

// E8M0FromFloat32 returns the E8M0 nearest to x, ties to the larger. Larger
// numbers give E8M0Max and smaller positive ones E8M0SmallestNormal. Zero,
// negative numbers, infinities and NaN give E8M0NaN.
func E8M0FromFloat32(x float32) E8M0 {
	return E8M0(formatE8M0.encodeFloat32(x))
}

// E8M0FromFloat64 is E8M0FromFloat32 for a float64, rounding it once and never
// to a float32 first.
func E8M0FromFloat64(x float64) E8M0 {
	return E8M0(formatE8M0.encodeFloat64(x))
}

// Float32 returns the value of x, always exactly; a NaN is quiet.
func (x E8M0) Float32() float32 {
	return formatE8M0.decodeFloat32(uint16(x))
}

// Float64 returns the value of x, always exactly; a NaN is quiet.
func (x E8M0) Float64() float64 {
	return formatE8M0.decodeFloat64(uint16(x))
}

// IsNaN reports whether x is NaN.
func (x E8M0) IsNaN() bool {
	return formatE8M0.isNaN(uint16(x))
}

// IsInf reports false for every sign: E8M0 has no infinity.
func (x E8M0) IsInf(sign int) bool {
	return formatE8M0.isInf(uint16(x), sign)
}

// String returns the shortest decimal that reads back as the float32 of x, or
// NaN.
func (x E8M0) String() string {
	return formatE8M0.text(uint16(x))
}

// E4M3FNUZ holds the code of an element of dtype F8E4M3FNUZ: from the top 1
// sign bit, 4 exponent bits (bias 8) and 3 mantissa bits. It has no infinity
// and no negative zero: that code is E4M3FNUZNaN, its only NaN.
type E4M3FNUZ uint8

const (
	// E4M3FNUZMax is the largest finite E4M3FNUZ, 240.
	E4M3FNUZMax E4M3FNUZ = 0x7f
	// E4M3FNUZSmallestNormal is the smallest positive normal E4M3FNUZ, 0.0078125.
	E4M3FNUZSmallestNormal E4M3FNUZ = 0x08
	// E4M3FNUZSmallestNonzero is the smallest positive E4M3FNUZ, 0.0009765625.
	E4M3FNUZSmallestNonzero E4M3FNUZ = 0x01
	// E4M3FNUZNaN is the NaN that conversions to E4M3FNUZ give.
	E4M3FNUZNaN E4M3FNUZ = 0x80
)

// formatE4M3FNUZ is the format of E4M3FNUZ.
var formatE4M3FNUZ = format{sign: true, exponent: 4, mantissa: 3, bias: 8, inf: infNone, nan: nanMinusZero}

// E4M3FNUZFromFloat32 returns the E4M3FNUZ nearest to x, ties to even. Numbers
// beyond the range, infinities included, give E4M3FNUZMax with their sign.
// Negative numbers that round to zero give 0, and NaN gives E4M3FNUZNaN.
func E4M3FNUZFromFloat32(x float32) E4M3FNUZ {
	return E4M3FNUZ(formatE4M3FNUZ.encodeFloat32(x))
}

// E4M3FNUZFromFloat64 is E4M3FNUZFromFloat32 for a float64, rounding it once
// and never to a float32 first.
func E4M3FNUZFromFloat64(x float64) E4M3FNUZ {
	return E4M3FNUZ(formatE4M3FNUZ.encodeFloat64(x))
}

// Float32 returns the value of x, always exactly; a NaN is quiet.
func (x E4M3FNUZ) Float32() float32 {
	return formatE4M3FNUZ.decodeFloat32(uint16(x))
}

// Float64 returns the value of x, always exactly; a NaN is quiet.
func (x E4M3FNUZ) Float64() float64 {
	return formatE4M3FNUZ.decodeFloat64(uint16(x))
}

// IsNaN reports whether x is NaN.
func (x E4M3FNUZ) IsNaN() bool {
	return formatE4M3FNUZ.isNaN(uint16(x))
}

// IsInf reports false for every sign: E4M3FNUZ has no infinity.
func (x E4M3FNUZ) IsInf(sign int) bool {
	return formatE4M3FNUZ.isInf(uint16(x), sign)
}

// String returns the shortest decimal that reads back as the float32 of x, or
// NaN.
func (x E4M3FNUZ) String() string {
	return formatE4M3FNUZ.text(uint16(x))
}

// E5M2FNUZ holds the code of an element of dtype F8E5M2FNUZ: from the top 1
// sign bit, 5 exponent bits (bias 16) and 2 mantissa bits. It has no infinity
// and no negative zero: that code is E5M2FNUZNaN, its only NaN.
type E5M2FNUZ uint8

const (
	// E5M2FNUZMax is the largest finite E5M2FNUZ, 57344.
	E5M2FNUZMax E5M2FNUZ = 0x7f
	// E5M2FNUZSmallestNormal is the smallest positive normal E5M2FNUZ,
	// 0.000030517578125.
	E5M2FNUZSmallestNormal E5M2FNUZ = 0x04
	// E5M2FNUZSmallestNonzero is the smallest positive E5M2FNUZ,
	// 0.00000762939453125.
	E5M2FNUZSmallestNonzero E5M2FNUZ = 0x01
	// E5M2FNUZNaN is the NaN that conversions to E5M2FNUZ give.
	E5M2FNUZNaN E5M2FNUZ = 0x80
)

// formatE5M2FNUZ is the format of E5M2FNUZ.
var formatE5M2FNUZ = format{sign: true, exponent: 5, mantissa: 2, bias: 16, inf: infNone, nan: nanMinusZero}

// E5M2FNUZFromFloat32 returns the E5M2FNUZ nearest to x, ties to even. Numbers
// beyond the range, infinities included, give E5M2FNUZMax with their sign.
// Negative numbers that round to zero give 0, and NaN gives E5M2FNUZNaN.
func E5M2FNUZFromFloat32(x float32) E5M2FNUZ {
	return E5M2FNUZ(formatE5M2FNUZ.encodeFloat32(x))
}

// E5M2FNUZFromFloat64 is E5M2FNUZFromFloat32 for a float64, rounding it once
// and never to a float32 first.
func E5M2FNUZFromFloat64(x float64) E5M2FNUZ {
	return E5M2FNUZ(formatE5M2FNUZ.encodeFloat64(x))
}

// Float32 returns the value of x, always exactly; a NaN is quiet.
func (x E5M2FNUZ) Float32() float32 {
	return formatE5M2FNUZ.decodeFloat32(uint16(x))
}

// Float64 returns the value of x, always exactly; a NaN is quiet.
func (x E5M2FNUZ) Float64() float64 {
	return formatE5M2FNUZ.decodeFloat64(uint16(x))
}

// IsNaN reports whether x is NaN.
func (x E5M2FNUZ) IsNaN() bool {
	return formatE5M2FNUZ.isNaN(uint16(x))
}

// IsInf reports false for every sign: E5M2FNUZ has no infinity.
func (x E5M2FNUZ) IsInf(sign int) bool {
	return formatE5M2FNUZ.isInf(uint16(x), sign)
}

// String returns the shortest decimal that reads back as the float32 of x, or
// NaN.
func (x E5M2FNUZ) String() string {
	return formatE5M2FNUZ.text(uint16(x))
}
