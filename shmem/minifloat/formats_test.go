package minifloat

import (
	"fmt"
	"testing"
)

// scalar is a generated type behind functions of one shape. Codes of 8 bits are
// handed over as they are, so that bits above a short format reach its methods.
type scalar struct {
	name               string
	format             *format
	fromFloat32        func(float32) uint16
	fromFloat64        func(float64) uint16
	fromFloat32With    func(float32, Rule) uint16
	fromFloat64With    func(float64, Rule) uint16
	fromFloat32Checked func(float32) (uint16, error)
	fromFloat64Checked func(float64) (uint16, error)
	toFloat32          func(uint16) float32
	toFloat64          func(uint16) float64
	isNaN              func(uint16) bool
	isInf              func(uint16, int) bool
	isFinite           func(uint16) bool
	isZero             func(uint16) bool
	isNormal           func(uint16) bool
	isSubnormal        func(uint16) bool
	signbit            func(uint16) bool
	nextUp             func(uint16) uint16
	nextDown           func(uint16) uint16
	text               func(uint16) string
	decode             func([]float32, []uint16) int
	encode             func([]uint16, []float32) int
	stored             int // bits of the Go type
}

type code[T any] interface {
	~uint8 | ~uint16
	fmt.Stringer
	Float32() float32
	Float64() float64
	IsNaN() bool
	IsInf(sign int) bool
	IsFinite() bool
	IsZero() bool
	IsNormal() bool
	IsSubnormal() bool
	Signbit() bool
	NextUp() T
	NextDown() T
}

func scalarOf[T code[T]](name string, f *format, from32 func(float32) T, from64 func(float64) T, from32With func(float32, Rule) T, from64With func(float64, Rule) T, from32Checked func(float32) (T, error), from64Checked func(float64) (T, error), decode func([]float32, []T) int, encode func([]T, []float32) int) scalar {
	stored := 8
	if uint16(^T(0)) > 0xff {
		stored = 16
	}
	return scalar{
		name:            name,
		format:          f,
		fromFloat32:     func(x float32) uint16 { return uint16(from32(x)) },
		fromFloat64:     func(x float64) uint16 { return uint16(from64(x)) },
		fromFloat32With: func(x float32, rule Rule) uint16 { return uint16(from32With(x, rule)) },
		fromFloat64With: func(x float64, rule Rule) uint16 { return uint16(from64With(x, rule)) },
		fromFloat32Checked: func(x float32) (uint16, error) {
			c, err := from32Checked(x)
			return uint16(c), err
		},
		fromFloat64Checked: func(x float64) (uint16, error) {
			c, err := from64Checked(x)
			return uint16(c), err
		},
		toFloat32:   func(c uint16) float32 { return T(c).Float32() },
		toFloat64:   func(c uint16) float64 { return T(c).Float64() },
		isNaN:       func(c uint16) bool { return T(c).IsNaN() },
		isInf:       func(c uint16, sign int) bool { return T(c).IsInf(sign) },
		isFinite:    func(c uint16) bool { return T(c).IsFinite() },
		isZero:      func(c uint16) bool { return T(c).IsZero() },
		isNormal:    func(c uint16) bool { return T(c).IsNormal() },
		isSubnormal: func(c uint16) bool { return T(c).IsSubnormal() },
		signbit:     func(c uint16) bool { return T(c).Signbit() },
		nextUp:      func(c uint16) uint16 { return uint16(T(c).NextUp()) },
		nextDown:    func(c uint16) uint16 { return uint16(T(c).NextDown()) },
		text:        func(c uint16) string { return T(c).String() },
		decode: func(dst []float32, src []uint16) int {
			return decode(dst, retyped[T](src))
		},
		encode: func(dst []uint16, src []float32) int {
			codes := retyped[T](dst)
			n := encode(codes, src)
			copy(dst, retyped[uint16](codes))
			return n
		},
		stored: stored,
	}
}

// retyped converts each number.
func retyped[To, From interface{ ~uint8 | ~uint16 }](numbers []From) []To {
	retyped := make([]To, len(numbers))
	for i, number := range numbers {
		retyped[i] = To(number)
	}
	return retyped
}

// namedFormat is a format under the name that its tests have.
type namedFormat struct {
	name string
	format
}

// The formats below hold the core to more than the table asks of it.
var (
	e3m4       = format{sign: true, exponent: 3, mantissa: 4, bias: 3, inf: infIEEE, nan: nanIEEE}
	e4m3IEEE   = format{sign: true, exponent: 4, mantissa: 3, bias: 7, inf: infIEEE, nan: nanIEEE}
	e4m3B11    = format{sign: true, exponent: 4, mantissa: 3, bias: 11, nan: nanMinusZero}
	e4m3FNUZ   = format{sign: true, exponent: 4, mantissa: 3, bias: 8, nan: nanMinusZero}
	e5m2FNUZ   = format{sign: true, exponent: 5, mantissa: 2, bias: 16, nan: nanMinusZero}
	e5m3       = format{exponent: 5, mantissa: 3, bias: 15, nan: nanLast}
	e5m3IEEE   = format{exponent: 5, mantissa: 3, bias: 15, inf: infIEEE, nan: nanIEEE}
	e4m4NoNaN  = format{exponent: 4, mantissa: 4, bias: 7}
	e4m0       = format{sign: true, exponent: 4, bias: 7}
	e4m0NoSign = format{exponent: 4, bias: 7}
)

// manyFormats are the generated formats, binary16 and the ones above.
func manyFormats() []namedFormat {
	var all []namedFormat
	for _, s := range scalars {
		all = append(all, namedFormat{s.name, *s.format})
	}
	return append(all,
		namedFormat{"F16", formatF16},
		namedFormat{"e3m4", e3m4},
		namedFormat{"e4m3IEEE", e4m3IEEE},
		namedFormat{"e4m3B11", e4m3B11},
		namedFormat{"e4m3FNUZ", e4m3FNUZ},
		namedFormat{"e5m2FNUZ", e5m2FNUZ},
		namedFormat{"e5m3", e5m3},
		namedFormat{"e5m3IEEE", e5m3IEEE},
		namedFormat{"e4m4NoNaN", e4m4NoNaN},
		namedFormat{"e4m0", e4m0},
		namedFormat{"e4m0NoSign", e4m0NoSign},
	)
}

// valid reports whether f keeps the conditions that format's comment sets.
func valid(f format) bool {
	if f.exponent < 1 || f.exponent > 8 || f.mantissa > 15 || width(f) > 16 {
		return false
	}
	if (f.inf == infIEEE) != (f.nan == nanIEEE) || f.nan == nanIEEE && f.mantissa == 0 || f.nan == nanMinusZero && !f.sign {
		return false
	}
	lowest := 1 - f.bias // exponent of the smallest step before the mantissa
	if !f.sign && f.mantissa == 0 {
		lowest = -f.bias
	}
	top := 1<<f.exponent - 1 // largest exponent field of a finite value
	if f.nan == nanIEEE || f.nan == nanLast && f.mantissa == 0 {
		top--
	}
	return lowest-int(f.mantissa) >= -149 && top-f.bias <= 127
}

func TestShippedFormatsAreValid(t *testing.T) {
	for _, f := range manyFormats() {
		if !valid(f.format) {
			t.Errorf("%s: %+v", f.name, f.format)
		}
	}
}
