package spec

import (
	"math/big"

	"github.com/shopspring/decimal"
)

// The methods of Format are exact and total: they serve the formats of Go's
// floats up to 64 bits too, and answer false for codes that they do not have.

// Bits is the width of a code.
func (f Format) Bits() int {
	if f.Sign {
		return 1 + f.Exponent + f.Mantissa
	}
	return f.Exponent + f.Mantissa
}

// HasZero reports whether the format has a zero and, with a mantissa,
// subnormals. Without sign and mantissa every exponent is a normal number.
func (f Format) HasZero() bool { return f.Sign || f.Mantissa > 0 }

// MaxCode is the code of the largest finite value.
func (f Format) MaxCode() uint64 {
	switch {
	case f.Inf == InfIEEE:
		return f.topExponent() - 1
	case f.NaN == NaNLast:
		return f.magnitudes() - 1
	default:
		return f.magnitudes()
	}
}

// LowestCode is the code of the lowest finite value: that of -MaxCode, or 0
// without a sign.
func (f Format) LowestCode() uint64 {
	if f.Sign {
		return f.signBit() | f.MaxCode()
	}
	return 0
}

// SmallestNormalCode is the code of the smallest positive normal number.
func (f Format) SmallestNormalCode() uint64 {
	if f.HasZero() {
		return 1 << f.Mantissa
	}
	return 0
}

// SmallestNonzeroCode is the code of the smallest positive value: a subnormal
// number where there is a mantissa.
func (f Format) SmallestNonzeroCode() uint64 {
	if f.HasZero() {
		return 1
	}
	return 0
}

// NaNCode is the code of the quiet NaN, without a sign where NaNs have one.
func (f Format) NaNCode() (code uint64, ok bool) {
	switch f.NaN {
	case NaNIEEE:
		return f.topExponent() | 1<<f.Mantissa>>1, true
	case NaNLast:
		return f.magnitudes(), true
	case NaNMinusZero:
		return f.signBit(), true
	default:
		return 0, false
	}
}

// InfCode is the code of positive infinity.
func (f Format) InfCode() (code uint64, ok bool) {
	if f.Inf == InfIEEE {
		return f.topExponent(), true
	}
	return 0, false
}

// IsNaN reports whether code is a NaN.
func (f Format) IsNaN(code uint64) bool {
	switch f.NaN {
	case NaNIEEE:
		return code&f.magnitudes() > f.topExponent()
	case NaNLast:
		return code&f.magnitudes() == f.magnitudes()
	case NaNMinusZero:
		return code == f.signBit()
	default:
		return false
	}
}

// IsInf reports whether code is an infinity of either sign.
func (f Format) IsInf(code uint64) bool {
	return f.Inf == InfIEEE && code&f.magnitudes() == f.topExponent()
}

// Value is the exact value of code. It answers false for NaN, infinity and
// what is no code of the format; the value of minus zero is 0.
func (f Format) Value(code uint64) (value decimal.Decimal, ok bool) {
	if code>>f.Bits() != 0 || f.IsNaN(code) || f.IsInf(code) {
		return decimal.Decimal{}, false
	}
	value = dyadic(f.significand(code & f.magnitudes()))
	if f.Sign && code&f.signBit() != 0 {
		value = value.Neg()
	}
	return value, true
}

// significand splits the value of a code without its sign:
// significand × 2^exponent.
func (f Format) significand(magnitude uint64) (significand uint64, exponent int) {
	hidden := uint64(1) << f.Mantissa
	exponentField := int(magnitude >> f.Mantissa)
	significand = magnitude & (hidden - 1)
	if exponentField == 0 && f.HasZero() {
		return significand, 1 - f.Bias - f.Mantissa
	}
	return hidden | significand, exponentField - f.Bias - f.Mantissa
}

func (f Format) magnitudes() uint64 { return 1<<(f.Exponent+f.Mantissa) - 1 }

func (f Format) signBit() uint64 { return f.magnitudes() + 1 }

func (f Format) topExponent() uint64 { return (1<<f.Exponent - 1) << f.Mantissa }

// dyadic is significand × 2^exponent, without rounding: 2^-n is 5^n × 10^-n.
func dyadic(significand uint64, exponent int) decimal.Decimal {
	integer := new(big.Int).SetUint64(significand)
	for exponent < 0 && integer.Sign() != 0 && integer.Bit(0) == 0 {
		integer.Rsh(integer, 1)
		exponent++
	}
	if exponent >= 0 {
		return decimal.NewFromBigInt(integer.Lsh(integer, uint(exponent)), 0)
	}
	return decimal.NewFromBigInt(integer.Mul(integer, powerOfFive(-exponent)), int32(exponent))
}

func powerOfFive(exponent int) *big.Int {
	return new(big.Int).Exp(big.NewInt(5), big.NewInt(int64(exponent)), nil)
}
