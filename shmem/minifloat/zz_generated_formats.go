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
var formatBF16 = format{name: "BF16", sign: true, exponent: 8, mantissa: 7, bias: 127, inf: infIEEE, nan: nanIEEE}

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

// BF16FromFloat32With converts x by rule. Natural and NonSaturating convert as
// BF16FromFloat32. Saturate gives BF16Max, with the sign of x, for numbers that
// round beyond it and for infinities. Floor rounds towards zero and Ceil away
// from it; out of range both do as Saturate.
func BF16FromFloat32With(x float32, rule Rule) BF16 {
	return BF16(formatBF16.encodeFloat32With(x, rule))
}

// BF16FromFloat64With is BF16FromFloat32With for a float64, rounding it once
// and never to a float32 first.
func BF16FromFloat64With(x float64, rule Rule) BF16 {
	return BF16(formatBF16.encodeFloat64With(x, rule))
}

// BF16FromFloat32Checked is BF16FromFloat32, but returns 0 and an
// *UnrepresentableError for numbers that round beyond BF16Max.
func BF16FromFloat32Checked(x float32) (BF16, error) {
	code, err := formatBF16.encodeFloat32Checked(x)
	return BF16(code), err
}

// BF16FromFloat64Checked is BF16FromFloat32Checked for a float64, rounding it
// once and never to a float32 first.
func BF16FromFloat64Checked(x float64) (BF16, error) {
	code, err := formatBF16.encodeFloat64Checked(x)
	return BF16(code), err
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

// IsFinite reports whether x is neither infinite nor NaN.
func (x BF16) IsFinite() bool {
	return formatBF16.isFinite(uint16(x))
}

// IsZero reports whether x is zero or negative zero.
func (x BF16) IsZero() bool {
	return formatBF16.isZero(uint16(x))
}

// IsNormal reports whether x is a normal number: finite, and not below
// BF16SmallestNormal in magnitude.
func (x BF16) IsNormal() bool {
	return formatBF16.isNormal(uint16(x))
}

// IsSubnormal reports whether x is a subnormal number: not zero, but below
// BF16SmallestNormal in magnitude.
func (x BF16) IsSubnormal() bool {
	return formatBF16.isSubnormal(uint16(x))
}

// Signbit reports whether x is negative, negative zero, or a NaN with the sign
// bit set.
func (x BF16) Signbit() bool {
	return formatBF16.signbit(uint16(x))
}

// NextUp returns the least BF16 greater than x, as nextUp of IEEE 754. The
// greatest negative number gives negative zero. BF16Inf gives itself, as
// nothing is greater, and so does NaN.
func (x BF16) NextUp() BF16 {
	return BF16(formatBF16.nextUp(uint16(x)))
}

// NextDown returns the greatest BF16 less than x, as nextDown of IEEE 754.
// BF16SmallestNonzero gives zero, and zero of either sign gives
// -BF16SmallestNonzero. Negative infinity gives itself, as nothing is less, and
// so does NaN.
func (x BF16) NextDown() BF16 {
	return BF16(formatBF16.nextDown(uint16(x)))
}

// String returns the shortest decimal that reads back as the float32 of x, or
// NaN, +Inf or -Inf.
func (x BF16) String() string {
	return formatBF16.text(uint16(x))
}

// conversionBF16 converts slices of BF16.
var conversionBF16 = conversionOf(&formatBF16)

// DecodeBF16 stores the values of src in dst, as Float32 gives them, and
// returns how many: the lesser length. The slices must not overlap.
func DecodeBF16(dst []float32, src []BF16) int {
	return conversionBF16.decodeWords(dst, reinterpret[uint16](src))
}

// EncodeBF16 stores the numbers of src in dst, as BF16FromFloat32 converts
// them, and returns how many: the lesser length. The slices must not overlap.
func EncodeBF16(dst []BF16, src []float32) int {
	return conversionBF16.encodeWords(reinterpret[uint16](dst), src)
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
var formatE4M3 = format{name: "E4M3", sign: true, exponent: 4, mantissa: 3, bias: 7, inf: infNone, nan: nanLast}

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

// E4M3FromFloat32With converts x by rule. Natural and Saturate convert as
// E4M3FromFloat32. NonSaturating gives E4M3NaN, with the sign of x, for numbers
// that round beyond E4M3Max and for infinities. Floor rounds towards zero and
// Ceil away from it; out of range both do as Saturate.
func E4M3FromFloat32With(x float32, rule Rule) E4M3 {
	return E4M3(formatE4M3.encodeFloat32With(x, rule))
}

// E4M3FromFloat64With is E4M3FromFloat32With for a float64, rounding it once
// and never to a float32 first.
func E4M3FromFloat64With(x float64, rule Rule) E4M3 {
	return E4M3(formatE4M3.encodeFloat64With(x, rule))
}

// E4M3FromFloat32Checked is E4M3FromFloat32, but returns 0 and an
// *UnrepresentableError for infinities and numbers that round beyond E4M3Max.
func E4M3FromFloat32Checked(x float32) (E4M3, error) {
	code, err := formatE4M3.encodeFloat32Checked(x)
	return E4M3(code), err
}

// E4M3FromFloat64Checked is E4M3FromFloat32Checked for a float64, rounding it
// once and never to a float32 first.
func E4M3FromFloat64Checked(x float64) (E4M3, error) {
	code, err := formatE4M3.encodeFloat64Checked(x)
	return E4M3(code), err
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

// IsFinite reports whether x is not NaN: E4M3 has no infinity.
func (x E4M3) IsFinite() bool {
	return formatE4M3.isFinite(uint16(x))
}

// IsZero reports whether x is zero or negative zero.
func (x E4M3) IsZero() bool {
	return formatE4M3.isZero(uint16(x))
}

// IsNormal reports whether x is a normal number: finite, and not below
// E4M3SmallestNormal in magnitude.
func (x E4M3) IsNormal() bool {
	return formatE4M3.isNormal(uint16(x))
}

// IsSubnormal reports whether x is a subnormal number: not zero, but below
// E4M3SmallestNormal in magnitude.
func (x E4M3) IsSubnormal() bool {
	return formatE4M3.isSubnormal(uint16(x))
}

// Signbit reports whether x is negative, negative zero, or a NaN with the sign
// bit set.
func (x E4M3) Signbit() bool {
	return formatE4M3.signbit(uint16(x))
}

// NextUp returns the least E4M3 greater than x, as nextUp of IEEE 754. The
// greatest negative number gives negative zero. E4M3Max gives itself, as
// nothing is greater, and so does NaN.
func (x E4M3) NextUp() E4M3 {
	return E4M3(formatE4M3.nextUp(uint16(x)))
}

// NextDown returns the greatest E4M3 less than x, as nextDown of IEEE 754.
// E4M3SmallestNonzero gives zero, and zero of either sign gives
// -E4M3SmallestNonzero. -E4M3Max gives itself, as nothing is less, and so does
// NaN.
func (x E4M3) NextDown() E4M3 {
	return E4M3(formatE4M3.nextDown(uint16(x)))
}

// String returns the shortest decimal that reads back as the float32 of x, or
// NaN.
func (x E4M3) String() string {
	return formatE4M3.text(uint16(x))
}

// conversionE4M3 converts slices of E4M3.
var conversionE4M3 = conversionOf(&formatE4M3)

// DecodeE4M3 stores the values of src in dst, as Float32 gives them, and
// returns how many: the lesser length. The slices must not overlap.
func DecodeE4M3(dst []float32, src []E4M3) int {
	return conversionE4M3.decodeBytes(dst, reinterpret[uint8](src))
}

// EncodeE4M3 stores the numbers of src in dst, as E4M3FromFloat32 converts
// them, and returns how many: the lesser length. The slices must not overlap.
func EncodeE4M3(dst []E4M3, src []float32) int {
	return conversionE4M3.encodeBytes(reinterpret[uint8](dst), src)
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
var formatE5M2 = format{name: "E5M2", sign: true, exponent: 5, mantissa: 2, bias: 15, inf: infIEEE, nan: nanIEEE}

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

// E5M2FromFloat32With converts x by rule. Natural and NonSaturating convert as
// E5M2FromFloat32. Saturate gives E5M2Max, with the sign of x, for numbers that
// round beyond it and for infinities. Floor rounds towards zero and Ceil away
// from it; out of range both do as Saturate.
func E5M2FromFloat32With(x float32, rule Rule) E5M2 {
	return E5M2(formatE5M2.encodeFloat32With(x, rule))
}

// E5M2FromFloat64With is E5M2FromFloat32With for a float64, rounding it once
// and never to a float32 first.
func E5M2FromFloat64With(x float64, rule Rule) E5M2 {
	return E5M2(formatE5M2.encodeFloat64With(x, rule))
}

// E5M2FromFloat32Checked is E5M2FromFloat32, but returns 0 and an
// *UnrepresentableError for numbers that round beyond E5M2Max.
func E5M2FromFloat32Checked(x float32) (E5M2, error) {
	code, err := formatE5M2.encodeFloat32Checked(x)
	return E5M2(code), err
}

// E5M2FromFloat64Checked is E5M2FromFloat32Checked for a float64, rounding it
// once and never to a float32 first.
func E5M2FromFloat64Checked(x float64) (E5M2, error) {
	code, err := formatE5M2.encodeFloat64Checked(x)
	return E5M2(code), err
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

// IsFinite reports whether x is neither infinite nor NaN.
func (x E5M2) IsFinite() bool {
	return formatE5M2.isFinite(uint16(x))
}

// IsZero reports whether x is zero or negative zero.
func (x E5M2) IsZero() bool {
	return formatE5M2.isZero(uint16(x))
}

// IsNormal reports whether x is a normal number: finite, and not below
// E5M2SmallestNormal in magnitude.
func (x E5M2) IsNormal() bool {
	return formatE5M2.isNormal(uint16(x))
}

// IsSubnormal reports whether x is a subnormal number: not zero, but below
// E5M2SmallestNormal in magnitude.
func (x E5M2) IsSubnormal() bool {
	return formatE5M2.isSubnormal(uint16(x))
}

// Signbit reports whether x is negative, negative zero, or a NaN with the sign
// bit set.
func (x E5M2) Signbit() bool {
	return formatE5M2.signbit(uint16(x))
}

// NextUp returns the least E5M2 greater than x, as nextUp of IEEE 754. The
// greatest negative number gives negative zero. E5M2Inf gives itself, as
// nothing is greater, and so does NaN.
func (x E5M2) NextUp() E5M2 {
	return E5M2(formatE5M2.nextUp(uint16(x)))
}

// NextDown returns the greatest E5M2 less than x, as nextDown of IEEE 754.
// E5M2SmallestNonzero gives zero, and zero of either sign gives
// -E5M2SmallestNonzero. Negative infinity gives itself, as nothing is less, and
// so does NaN.
func (x E5M2) NextDown() E5M2 {
	return E5M2(formatE5M2.nextDown(uint16(x)))
}

// String returns the shortest decimal that reads back as the float32 of x, or
// NaN, +Inf or -Inf.
func (x E5M2) String() string {
	return formatE5M2.text(uint16(x))
}

// conversionE5M2 converts slices of E5M2.
var conversionE5M2 = conversionOf(&formatE5M2)

// DecodeE5M2 stores the values of src in dst, as Float32 gives them, and
// returns how many: the lesser length. The slices must not overlap.
func DecodeE5M2(dst []float32, src []E5M2) int {
	return conversionE5M2.decodeBytes(dst, reinterpret[uint8](src))
}

// EncodeE5M2 stores the numbers of src in dst, as E5M2FromFloat32 converts
// them, and returns how many: the lesser length. The slices must not overlap.
func EncodeE5M2(dst []E5M2, src []float32) int {
	return conversionE5M2.encodeBytes(reinterpret[uint8](dst), src)
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
var formatE2M3 = format{name: "E2M3", sign: true, exponent: 2, mantissa: 3, bias: 1, inf: infNone, nan: nanNone}

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

// E2M3FromFloat32With converts x by rule. Natural, Saturate and NonSaturating
// convert as E2M3FromFloat32. Floor rounds towards zero and Ceil away from it;
// out of range both do as Saturate.
func E2M3FromFloat32With(x float32, rule Rule) E2M3 {
	return E2M3(formatE2M3.encodeFloat32With(x, rule))
}

// E2M3FromFloat64With is E2M3FromFloat32With for a float64, rounding it once
// and never to a float32 first.
func E2M3FromFloat64With(x float64, rule Rule) E2M3 {
	return E2M3(formatE2M3.encodeFloat64With(x, rule))
}

// E2M3FromFloat32Checked is E2M3FromFloat32, but returns 0 and an
// *UnrepresentableError for infinities, NaN and numbers that round beyond
// E2M3Max.
func E2M3FromFloat32Checked(x float32) (E2M3, error) {
	code, err := formatE2M3.encodeFloat32Checked(x)
	return E2M3(code), err
}

// E2M3FromFloat64Checked is E2M3FromFloat32Checked for a float64, rounding it
// once and never to a float32 first.
func E2M3FromFloat64Checked(x float64) (E2M3, error) {
	code, err := formatE2M3.encodeFloat64Checked(x)
	return E2M3(code), err
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

// IsFinite reports true: E2M3 has neither infinity nor NaN.
func (x E2M3) IsFinite() bool {
	return formatE2M3.isFinite(uint16(x))
}

// IsZero reports whether x is zero or negative zero.
func (x E2M3) IsZero() bool {
	return formatE2M3.isZero(uint16(x))
}

// IsNormal reports whether x is a normal number: finite, and not below
// E2M3SmallestNormal in magnitude.
func (x E2M3) IsNormal() bool {
	return formatE2M3.isNormal(uint16(x))
}

// IsSubnormal reports whether x is a subnormal number: not zero, but below
// E2M3SmallestNormal in magnitude.
func (x E2M3) IsSubnormal() bool {
	return formatE2M3.isSubnormal(uint16(x))
}

// Signbit reports whether x is negative or negative zero.
func (x E2M3) Signbit() bool {
	return formatE2M3.signbit(uint16(x))
}

// NextUp returns the least E2M3 greater than x, as nextUp of IEEE 754. The
// greatest negative number gives negative zero. E2M3Max gives itself, as
// nothing is greater.
func (x E2M3) NextUp() E2M3 {
	return E2M3(formatE2M3.nextUp(uint16(x)))
}

// NextDown returns the greatest E2M3 less than x, as nextDown of IEEE 754.
// E2M3SmallestNonzero gives zero, and zero of either sign gives
// -E2M3SmallestNonzero. -E2M3Max gives itself, as nothing is less.
func (x E2M3) NextDown() E2M3 {
	return E2M3(formatE2M3.nextDown(uint16(x)))
}

// String returns the shortest decimal that reads back as the float32 of x.
func (x E2M3) String() string {
	return formatE2M3.text(uint16(x))
}

// conversionE2M3 converts slices of E2M3.
var conversionE2M3 = conversionOf(&formatE2M3)

// DecodeE2M3 stores the values of src in dst, as Float32 gives them, and
// returns how many: the lesser length. The slices must not overlap.
func DecodeE2M3(dst []float32, src []E2M3) int {
	return conversionE2M3.decodeBytes(dst, reinterpret[uint8](src))
}

// EncodeE2M3 stores the numbers of src in dst, as E2M3FromFloat32 converts
// them, and returns how many: the lesser length. The slices must not overlap.
func EncodeE2M3(dst []E2M3, src []float32) int {
	return conversionE2M3.encodeBytes(reinterpret[uint8](dst), src)
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

// DecodeE2M3x4 stores the values of src from element first on in dst, as
// Float32 gives them, and returns how many: as many as both sides have, none
// for a first outside src. The slices must not overlap.
func DecodeE2M3x4(dst []float32, src []E2M3x4, first int) int {
	return conversionE2M3.decodePacked(dst, reinterpret[byte](src), first)
}

// EncodeE2M3x4 stores the numbers of src in dst from element first on, as
// E2M3FromFloat32 converts them, and returns how many: as many as both sides
// have, none for a first outside dst. The slices must not overlap. Elements
// around stay as they are, but share bytes with the first and the last: see
// Set.
func EncodeE2M3x4(dst []E2M3x4, src []float32, first int) int {
	return conversionE2M3.encodePacked(reinterpret[byte](dst), src, first)
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
var formatE3M2 = format{name: "E3M2", sign: true, exponent: 3, mantissa: 2, bias: 3, inf: infNone, nan: nanNone}

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

// E3M2FromFloat32With converts x by rule. Natural, Saturate and NonSaturating
// convert as E3M2FromFloat32. Floor rounds towards zero and Ceil away from it;
// out of range both do as Saturate.
func E3M2FromFloat32With(x float32, rule Rule) E3M2 {
	return E3M2(formatE3M2.encodeFloat32With(x, rule))
}

// E3M2FromFloat64With is E3M2FromFloat32With for a float64, rounding it once
// and never to a float32 first.
func E3M2FromFloat64With(x float64, rule Rule) E3M2 {
	return E3M2(formatE3M2.encodeFloat64With(x, rule))
}

// E3M2FromFloat32Checked is E3M2FromFloat32, but returns 0 and an
// *UnrepresentableError for infinities, NaN and numbers that round beyond
// E3M2Max.
func E3M2FromFloat32Checked(x float32) (E3M2, error) {
	code, err := formatE3M2.encodeFloat32Checked(x)
	return E3M2(code), err
}

// E3M2FromFloat64Checked is E3M2FromFloat32Checked for a float64, rounding it
// once and never to a float32 first.
func E3M2FromFloat64Checked(x float64) (E3M2, error) {
	code, err := formatE3M2.encodeFloat64Checked(x)
	return E3M2(code), err
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

// IsFinite reports true: E3M2 has neither infinity nor NaN.
func (x E3M2) IsFinite() bool {
	return formatE3M2.isFinite(uint16(x))
}

// IsZero reports whether x is zero or negative zero.
func (x E3M2) IsZero() bool {
	return formatE3M2.isZero(uint16(x))
}

// IsNormal reports whether x is a normal number: finite, and not below
// E3M2SmallestNormal in magnitude.
func (x E3M2) IsNormal() bool {
	return formatE3M2.isNormal(uint16(x))
}

// IsSubnormal reports whether x is a subnormal number: not zero, but below
// E3M2SmallestNormal in magnitude.
func (x E3M2) IsSubnormal() bool {
	return formatE3M2.isSubnormal(uint16(x))
}

// Signbit reports whether x is negative or negative zero.
func (x E3M2) Signbit() bool {
	return formatE3M2.signbit(uint16(x))
}

// NextUp returns the least E3M2 greater than x, as nextUp of IEEE 754. The
// greatest negative number gives negative zero. E3M2Max gives itself, as
// nothing is greater.
func (x E3M2) NextUp() E3M2 {
	return E3M2(formatE3M2.nextUp(uint16(x)))
}

// NextDown returns the greatest E3M2 less than x, as nextDown of IEEE 754.
// E3M2SmallestNonzero gives zero, and zero of either sign gives
// -E3M2SmallestNonzero. -E3M2Max gives itself, as nothing is less.
func (x E3M2) NextDown() E3M2 {
	return E3M2(formatE3M2.nextDown(uint16(x)))
}

// String returns the shortest decimal that reads back as the float32 of x.
func (x E3M2) String() string {
	return formatE3M2.text(uint16(x))
}

// conversionE3M2 converts slices of E3M2.
var conversionE3M2 = conversionOf(&formatE3M2)

// DecodeE3M2 stores the values of src in dst, as Float32 gives them, and
// returns how many: the lesser length. The slices must not overlap.
func DecodeE3M2(dst []float32, src []E3M2) int {
	return conversionE3M2.decodeBytes(dst, reinterpret[uint8](src))
}

// EncodeE3M2 stores the numbers of src in dst, as E3M2FromFloat32 converts
// them, and returns how many: the lesser length. The slices must not overlap.
func EncodeE3M2(dst []E3M2, src []float32) int {
	return conversionE3M2.encodeBytes(reinterpret[uint8](dst), src)
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

// DecodeE3M2x4 stores the values of src from element first on in dst, as
// Float32 gives them, and returns how many: as many as both sides have, none
// for a first outside src. The slices must not overlap.
func DecodeE3M2x4(dst []float32, src []E3M2x4, first int) int {
	return conversionE3M2.decodePacked(dst, reinterpret[byte](src), first)
}

// EncodeE3M2x4 stores the numbers of src in dst from element first on, as
// E3M2FromFloat32 converts them, and returns how many: as many as both sides
// have, none for a first outside dst. The slices must not overlap. Elements
// around stay as they are, but share bytes with the first and the last: see
// Set.
func EncodeE3M2x4(dst []E3M2x4, src []float32, first int) int {
	return conversionE3M2.encodePacked(reinterpret[byte](dst), src, first)
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
var formatE2M1 = format{name: "E2M1", sign: true, exponent: 2, mantissa: 1, bias: 1, inf: infNone, nan: nanNone}

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

// E2M1FromFloat32With converts x by rule. Natural, Saturate and NonSaturating
// convert as E2M1FromFloat32. Floor rounds towards zero and Ceil away from it;
// out of range both do as Saturate.
func E2M1FromFloat32With(x float32, rule Rule) E2M1 {
	return E2M1(formatE2M1.encodeFloat32With(x, rule))
}

// E2M1FromFloat64With is E2M1FromFloat32With for a float64, rounding it once
// and never to a float32 first.
func E2M1FromFloat64With(x float64, rule Rule) E2M1 {
	return E2M1(formatE2M1.encodeFloat64With(x, rule))
}

// E2M1FromFloat32Checked is E2M1FromFloat32, but returns 0 and an
// *UnrepresentableError for infinities, NaN and numbers that round beyond
// E2M1Max.
func E2M1FromFloat32Checked(x float32) (E2M1, error) {
	code, err := formatE2M1.encodeFloat32Checked(x)
	return E2M1(code), err
}

// E2M1FromFloat64Checked is E2M1FromFloat32Checked for a float64, rounding it
// once and never to a float32 first.
func E2M1FromFloat64Checked(x float64) (E2M1, error) {
	code, err := formatE2M1.encodeFloat64Checked(x)
	return E2M1(code), err
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

// IsFinite reports true: E2M1 has neither infinity nor NaN.
func (x E2M1) IsFinite() bool {
	return formatE2M1.isFinite(uint16(x))
}

// IsZero reports whether x is zero or negative zero.
func (x E2M1) IsZero() bool {
	return formatE2M1.isZero(uint16(x))
}

// IsNormal reports whether x is a normal number: finite, and not below
// E2M1SmallestNormal in magnitude.
func (x E2M1) IsNormal() bool {
	return formatE2M1.isNormal(uint16(x))
}

// IsSubnormal reports whether x is a subnormal number: not zero, but below
// E2M1SmallestNormal in magnitude.
func (x E2M1) IsSubnormal() bool {
	return formatE2M1.isSubnormal(uint16(x))
}

// Signbit reports whether x is negative or negative zero.
func (x E2M1) Signbit() bool {
	return formatE2M1.signbit(uint16(x))
}

// NextUp returns the least E2M1 greater than x, as nextUp of IEEE 754. The
// greatest negative number gives negative zero. E2M1Max gives itself, as
// nothing is greater.
func (x E2M1) NextUp() E2M1 {
	return E2M1(formatE2M1.nextUp(uint16(x)))
}

// NextDown returns the greatest E2M1 less than x, as nextDown of IEEE 754.
// E2M1SmallestNonzero gives zero, and zero of either sign gives
// -E2M1SmallestNonzero. -E2M1Max gives itself, as nothing is less.
func (x E2M1) NextDown() E2M1 {
	return E2M1(formatE2M1.nextDown(uint16(x)))
}

// String returns the shortest decimal that reads back as the float32 of x.
func (x E2M1) String() string {
	return formatE2M1.text(uint16(x))
}

// conversionE2M1 converts slices of E2M1.
var conversionE2M1 = conversionOf(&formatE2M1)

// DecodeE2M1 stores the values of src in dst, as Float32 gives them, and
// returns how many: the lesser length. The slices must not overlap.
func DecodeE2M1(dst []float32, src []E2M1) int {
	return conversionE2M1.decodeBytes(dst, reinterpret[uint8](src))
}

// EncodeE2M1 stores the numbers of src in dst, as E2M1FromFloat32 converts
// them, and returns how many: the lesser length. The slices must not overlap.
func EncodeE2M1(dst []E2M1, src []float32) int {
	return conversionE2M1.encodeBytes(reinterpret[uint8](dst), src)
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

// DecodeE2M1x2 stores the values of src from element first on in dst, as
// Float32 gives them, and returns how many: as many as both sides have, none
// for a first outside src. The slices must not overlap.
func DecodeE2M1x2(dst []float32, src []E2M1x2, first int) int {
	return conversionE2M1.decodePacked(dst, reinterpret[byte](src), first)
}

// EncodeE2M1x2 stores the numbers of src in dst from element first on, as
// E2M1FromFloat32 converts them, and returns how many: as many as both sides
// have, none for a first outside dst. The slices must not overlap. Elements
// around stay as they are, but share bytes with the first and the last: see
// Set.
func EncodeE2M1x2(dst []E2M1x2, src []float32, first int) int {
	return conversionE2M1.encodePacked(reinterpret[byte](dst), src, first)
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
var formatE8M0 = format{name: "E8M0", sign: false, exponent: 8, mantissa: 0, bias: 127, inf: infNone, nan: nanLast}

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

// E8M0FromFloat32With converts x by rule. Natural converts as E8M0FromFloat32.
// Saturate gives E8M0SmallestNormal for zero and negative numbers, and E8M0Max
// for infinity. NonSaturating gives E8M0NaN for numbers that round beyond
// E8M0Max and for infinity. Floor rounds down to a power of two and Ceil up to
// one; out of range both do as Saturate.
func E8M0FromFloat32With(x float32, rule Rule) E8M0 {
	return E8M0(formatE8M0.encodeFloat32With(x, rule))
}

// E8M0FromFloat64With is E8M0FromFloat32With for a float64, rounding it once
// and never to a float32 first.
func E8M0FromFloat64With(x float64, rule Rule) E8M0 {
	return E8M0(formatE8M0.encodeFloat64With(x, rule))
}

// E8M0FromFloat32Checked is E8M0FromFloat32, but returns 0 and an
// *UnrepresentableError for zero, positive numbers below three quarters of
// E8M0SmallestNormal, negative numbers, infinity and numbers that round beyond
// E8M0Max.
func E8M0FromFloat32Checked(x float32) (E8M0, error) {
	code, err := formatE8M0.encodeFloat32Checked(x)
	return E8M0(code), err
}

// E8M0FromFloat64Checked is E8M0FromFloat32Checked for a float64, rounding it
// once and never to a float32 first.
func E8M0FromFloat64Checked(x float64) (E8M0, error) {
	code, err := formatE8M0.encodeFloat64Checked(x)
	return E8M0(code), err
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

// IsFinite reports whether x is not NaN: E8M0 has no infinity.
func (x E8M0) IsFinite() bool {
	return formatE8M0.isFinite(uint16(x))
}

// IsZero reports false: E8M0 has no zero.
func (x E8M0) IsZero() bool {
	return formatE8M0.isZero(uint16(x))
}

// IsNormal reports whether x is a normal number, as every E8M0 but NaN is.
func (x E8M0) IsNormal() bool {
	return formatE8M0.isNormal(uint16(x))
}

// IsSubnormal reports false: E8M0 has no subnormals.
func (x E8M0) IsSubnormal() bool {
	return formatE8M0.isSubnormal(uint16(x))
}

// Signbit reports false: E8M0 has no sign.
func (x E8M0) Signbit() bool {
	return formatE8M0.signbit(uint16(x))
}

// NextUp returns the least E8M0 greater than x, as nextUp of IEEE 754. E8M0Max
// gives itself, as nothing is greater, and so does NaN.
func (x E8M0) NextUp() E8M0 {
	return E8M0(formatE8M0.nextUp(uint16(x)))
}

// NextDown returns the greatest E8M0 less than x, as nextDown of IEEE 754.
// E8M0SmallestNormal gives itself, as nothing is less, and so does NaN.
func (x E8M0) NextDown() E8M0 {
	return E8M0(formatE8M0.nextDown(uint16(x)))
}

// String returns the shortest decimal that reads back as the float32 of x, or
// NaN.
func (x E8M0) String() string {
	return formatE8M0.text(uint16(x))
}

// conversionE8M0 converts slices of E8M0.
var conversionE8M0 = conversionOf(&formatE8M0)

// DecodeE8M0 stores the values of src in dst, as Float32 gives them, and
// returns how many: the lesser length. The slices must not overlap.
func DecodeE8M0(dst []float32, src []E8M0) int {
	return conversionE8M0.decodeBytes(dst, reinterpret[uint8](src))
}

// EncodeE8M0 stores the numbers of src in dst, as E8M0FromFloat32 converts
// them, and returns how many: the lesser length. The slices must not overlap.
func EncodeE8M0(dst []E8M0, src []float32) int {
	return conversionE8M0.encodeBytes(reinterpret[uint8](dst), src)
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
var formatE4M3FNUZ = format{name: "E4M3FNUZ", sign: true, exponent: 4, mantissa: 3, bias: 8, inf: infNone, nan: nanMinusZero}

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

// E4M3FNUZFromFloat32With converts x by rule. Natural and Saturate convert as
// E4M3FNUZFromFloat32. NonSaturating gives E4M3FNUZNaN for numbers that round
// beyond E4M3FNUZMax and for infinities. Floor rounds towards zero and Ceil
// away from it; out of range both do as Saturate.
func E4M3FNUZFromFloat32With(x float32, rule Rule) E4M3FNUZ {
	return E4M3FNUZ(formatE4M3FNUZ.encodeFloat32With(x, rule))
}

// E4M3FNUZFromFloat64With is E4M3FNUZFromFloat32With for a float64, rounding it
// once and never to a float32 first.
func E4M3FNUZFromFloat64With(x float64, rule Rule) E4M3FNUZ {
	return E4M3FNUZ(formatE4M3FNUZ.encodeFloat64With(x, rule))
}

// E4M3FNUZFromFloat32Checked is E4M3FNUZFromFloat32, but returns 0 and an
// *UnrepresentableError for infinities and numbers that round beyond
// E4M3FNUZMax.
func E4M3FNUZFromFloat32Checked(x float32) (E4M3FNUZ, error) {
	code, err := formatE4M3FNUZ.encodeFloat32Checked(x)
	return E4M3FNUZ(code), err
}

// E4M3FNUZFromFloat64Checked is E4M3FNUZFromFloat32Checked for a float64,
// rounding it once and never to a float32 first.
func E4M3FNUZFromFloat64Checked(x float64) (E4M3FNUZ, error) {
	code, err := formatE4M3FNUZ.encodeFloat64Checked(x)
	return E4M3FNUZ(code), err
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

// IsFinite reports whether x is not NaN: E4M3FNUZ has no infinity.
func (x E4M3FNUZ) IsFinite() bool {
	return formatE4M3FNUZ.isFinite(uint16(x))
}

// IsZero reports whether x is zero.
func (x E4M3FNUZ) IsZero() bool {
	return formatE4M3FNUZ.isZero(uint16(x))
}

// IsNormal reports whether x is a normal number: finite, and not below
// E4M3FNUZSmallestNormal in magnitude.
func (x E4M3FNUZ) IsNormal() bool {
	return formatE4M3FNUZ.isNormal(uint16(x))
}

// IsSubnormal reports whether x is a subnormal number: not zero, but below
// E4M3FNUZSmallestNormal in magnitude.
func (x E4M3FNUZ) IsSubnormal() bool {
	return formatE4M3FNUZ.isSubnormal(uint16(x))
}

// Signbit reports whether x is negative, or E4M3FNUZNaN, which is the sign bit
// alone.
func (x E4M3FNUZ) Signbit() bool {
	return formatE4M3FNUZ.signbit(uint16(x))
}

// NextUp returns the least E4M3FNUZ greater than x, as nextUp of IEEE 754. The
// greatest negative number gives zero. E4M3FNUZMax gives itself, as nothing is
// greater, and so does NaN.
func (x E4M3FNUZ) NextUp() E4M3FNUZ {
	return E4M3FNUZ(formatE4M3FNUZ.nextUp(uint16(x)))
}

// NextDown returns the greatest E4M3FNUZ less than x, as nextDown of IEEE 754.
// -E4M3FNUZMax gives itself, as nothing is less, and so does NaN.
func (x E4M3FNUZ) NextDown() E4M3FNUZ {
	return E4M3FNUZ(formatE4M3FNUZ.nextDown(uint16(x)))
}

// String returns the shortest decimal that reads back as the float32 of x, or
// NaN.
func (x E4M3FNUZ) String() string {
	return formatE4M3FNUZ.text(uint16(x))
}

// conversionE4M3FNUZ converts slices of E4M3FNUZ.
var conversionE4M3FNUZ = conversionOf(&formatE4M3FNUZ)

// DecodeE4M3FNUZ stores the values of src in dst, as Float32 gives them, and
// returns how many: the lesser length. The slices must not overlap.
func DecodeE4M3FNUZ(dst []float32, src []E4M3FNUZ) int {
	return conversionE4M3FNUZ.decodeBytes(dst, reinterpret[uint8](src))
}

// EncodeE4M3FNUZ stores the numbers of src in dst, as E4M3FNUZFromFloat32
// converts them, and returns how many: the lesser length. The slices must not
// overlap.
func EncodeE4M3FNUZ(dst []E4M3FNUZ, src []float32) int {
	return conversionE4M3FNUZ.encodeBytes(reinterpret[uint8](dst), src)
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
var formatE5M2FNUZ = format{name: "E5M2FNUZ", sign: true, exponent: 5, mantissa: 2, bias: 16, inf: infNone, nan: nanMinusZero}

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

// E5M2FNUZFromFloat32With converts x by rule. Natural and Saturate convert as
// E5M2FNUZFromFloat32. NonSaturating gives E5M2FNUZNaN for numbers that round
// beyond E5M2FNUZMax and for infinities. Floor rounds towards zero and Ceil
// away from it; out of range both do as Saturate.
func E5M2FNUZFromFloat32With(x float32, rule Rule) E5M2FNUZ {
	return E5M2FNUZ(formatE5M2FNUZ.encodeFloat32With(x, rule))
}

// E5M2FNUZFromFloat64With is E5M2FNUZFromFloat32With for a float64, rounding it
// once and never to a float32 first.
func E5M2FNUZFromFloat64With(x float64, rule Rule) E5M2FNUZ {
	return E5M2FNUZ(formatE5M2FNUZ.encodeFloat64With(x, rule))
}

// E5M2FNUZFromFloat32Checked is E5M2FNUZFromFloat32, but returns 0 and an
// *UnrepresentableError for infinities and numbers that round beyond
// E5M2FNUZMax.
func E5M2FNUZFromFloat32Checked(x float32) (E5M2FNUZ, error) {
	code, err := formatE5M2FNUZ.encodeFloat32Checked(x)
	return E5M2FNUZ(code), err
}

// E5M2FNUZFromFloat64Checked is E5M2FNUZFromFloat32Checked for a float64,
// rounding it once and never to a float32 first.
func E5M2FNUZFromFloat64Checked(x float64) (E5M2FNUZ, error) {
	code, err := formatE5M2FNUZ.encodeFloat64Checked(x)
	return E5M2FNUZ(code), err
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

// IsFinite reports whether x is not NaN: E5M2FNUZ has no infinity.
func (x E5M2FNUZ) IsFinite() bool {
	return formatE5M2FNUZ.isFinite(uint16(x))
}

// IsZero reports whether x is zero.
func (x E5M2FNUZ) IsZero() bool {
	return formatE5M2FNUZ.isZero(uint16(x))
}

// IsNormal reports whether x is a normal number: finite, and not below
// E5M2FNUZSmallestNormal in magnitude.
func (x E5M2FNUZ) IsNormal() bool {
	return formatE5M2FNUZ.isNormal(uint16(x))
}

// IsSubnormal reports whether x is a subnormal number: not zero, but below
// E5M2FNUZSmallestNormal in magnitude.
func (x E5M2FNUZ) IsSubnormal() bool {
	return formatE5M2FNUZ.isSubnormal(uint16(x))
}

// Signbit reports whether x is negative, or E5M2FNUZNaN, which is the sign bit
// alone.
func (x E5M2FNUZ) Signbit() bool {
	return formatE5M2FNUZ.signbit(uint16(x))
}

// NextUp returns the least E5M2FNUZ greater than x, as nextUp of IEEE 754. The
// greatest negative number gives zero. E5M2FNUZMax gives itself, as nothing is
// greater, and so does NaN.
func (x E5M2FNUZ) NextUp() E5M2FNUZ {
	return E5M2FNUZ(formatE5M2FNUZ.nextUp(uint16(x)))
}

// NextDown returns the greatest E5M2FNUZ less than x, as nextDown of IEEE 754.
// -E5M2FNUZMax gives itself, as nothing is less, and so does NaN.
func (x E5M2FNUZ) NextDown() E5M2FNUZ {
	return E5M2FNUZ(formatE5M2FNUZ.nextDown(uint16(x)))
}

// String returns the shortest decimal that reads back as the float32 of x, or
// NaN.
func (x E5M2FNUZ) String() string {
	return formatE5M2FNUZ.text(uint16(x))
}

// conversionE5M2FNUZ converts slices of E5M2FNUZ.
var conversionE5M2FNUZ = conversionOf(&formatE5M2FNUZ)

// DecodeE5M2FNUZ stores the values of src in dst, as Float32 gives them, and
// returns how many: the lesser length. The slices must not overlap.
func DecodeE5M2FNUZ(dst []float32, src []E5M2FNUZ) int {
	return conversionE5M2FNUZ.decodeBytes(dst, reinterpret[uint8](src))
}

// EncodeE5M2FNUZ stores the numbers of src in dst, as E5M2FNUZFromFloat32
// converts them, and returns how many: the lesser length. The slices must not
// overlap.
func EncodeE5M2FNUZ(dst []E5M2FNUZ, src []float32) int {
	return conversionE5M2FNUZ.encodeBytes(reinterpret[uint8](dst), src)
}
