package spec

import (
	"math/big"
	"strconv"
	"strings"

	"github.com/shopspring/decimal"
)

// Range is what an element can hold, exactly.
type Range struct {
	Lowest, Highest decimal.Decimal // finite

	// Of floats alone, else zero.
	SmallestNormal, SmallestNonzero decimal.Decimal
}

// goFormats are the formats of the float types that are not generated.
var goFormats = map[string]Format{
	"float16.Float16": {Sign: true, Exponent: 5, Mantissa: 10, Bias: 15, Inf: InfIEEE, NaN: NaNIEEE},
	"float32":         {Sign: true, Exponent: 8, Mantissa: 23, Bias: 127, Inf: InfIEEE, NaN: NaNIEEE},
	"float64":         {Sign: true, Exponent: 11, Mantissa: 52, Bias: 1023, Inf: InfIEEE, NaN: NaNIEEE},
}

// FloatFormat is the format of a float, also of those that are Go's own.
func (d DType) FloatFormat() (Format, bool) {
	if d.Format != nil {
		return *d.Format, true
	}
	format, ok := goFormats[d.HostType.String()]
	return format, ok
}

// Range is the range of an integer or a float. Other kinds have none, nor has
// a dtype without a host type, whose values the table does not tell.
func (d DType) Range() (Range, bool) {
	if d.Kind == KindInt && !d.HostType.IsZero() {
		return integerRange(d.Bits(), !strings.HasPrefix(d.HostType.Name, "u")), true
	}
	format, ok := d.FloatFormat()
	if !ok {
		return Range{}, false
	}
	value := func(code uint64) decimal.Decimal {
		value, _ := format.Value(code)
		return value
	}
	return Range{
		Lowest:          value(format.LowestCode()),
		Highest:         value(format.MaxCode()),
		SmallestNormal:  value(format.SmallestNormalCode()),
		SmallestNonzero: value(format.SmallestNonzeroCode()),
	}, true
}

func integerRange(bits int, signed bool) Range {
	one := decimal.NewFromInt(1)
	if !signed {
		return Range{Highest: dyadic(1, bits).Sub(one)}
	}
	half := dyadic(1, bits-1)
	return Range{Lowest: half.Neg(), Highest: half.Sub(one)}
}

// Spell writes a value of a Range or a Format for people, exactly: in decimal
// while that is short, else as 2^-126, 3 × 2^-149 or (2 - 2^-23) × 2^127.
func Spell(value decimal.Decimal) string {
	const short = 20 // characters, enough for every integer
	text := value.String()
	if len(text) <= short {
		return text
	}
	significand, exponent, ok := odd(value.Abs())
	if !ok {
		return text
	}
	sign := ""
	if value.IsNegative() {
		sign = "-"
	}
	bits := significand.BitLen()
	switch {
	case bits == 1:
		return sign + power(exponent)
	case bits >= 8 && allOnes(significand):
		return sign + "(2 - " + power(1-bits) + ") × " + power(exponent+bits-1)
	default:
		return sign + significand.String() + " × " + power(exponent)
	}
}

// allOnes holds for the significand of a format's largest value, as a rule.
func allOnes(significand *big.Int) bool {
	next := new(big.Int).Add(significand, big.NewInt(1))
	return int(next.TrailingZeroBits()) == significand.BitLen()
}

// odd splits a positive value into an odd significand and a power of two.
func odd(value decimal.Decimal) (significand *big.Int, exponent int, ok bool) {
	significand = value.Coefficient()
	tens := int(value.Exponent())
	if tens < 0 {
		remainder := new(big.Int)
		significand.QuoRem(significand, powerOfFive(-tens), remainder)
		if remainder.Sign() != 0 {
			return nil, 0, false // such as 0.1: no sum of powers of two
		}
	} else {
		significand.Mul(significand, powerOfFive(tens))
	}
	twos := significand.TrailingZeroBits()
	return significand.Rsh(significand, twos), tens + int(twos), true
}

func power(exponent int) string { return "2^" + strconv.Itoa(exponent) }
