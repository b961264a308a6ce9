package minifloat

import (
	"math"
	"math/big"
	"slices"
	"sort"
	"testing"
)

// rules are all rules.
var rules = []Rule{Natural, Saturate, NonSaturating, Floor, Ceil}

// The reference says what a format means in the words of IEEE 754 and OCP MX,
// with rational numbers, and shares no step with the conversions it judges.

type class int

const (
	finite class = iota
	infinite
	notANumber
)

// datum is what a code stands for. A zero has a sign too.
type datum struct {
	class    class
	negative bool
	value    *big.Rat // of a finite one
}

// meaning returns what the width low bits of code stand for: sign S, exponent E
// and trailing significand T, by which a value is (-1)^S × 2^(E-bias) × 1.T.
func meaning(f format, code uint16) datum {
	var d datum
	rest := int(code)
	t := rest % (1 << f.mantissa)
	rest /= 1 << f.mantissa
	e := rest % (1 << f.exponent)
	rest /= 1 << f.exponent
	d.negative = f.sign && rest%2 == 1

	emax, tmax := 1<<f.exponent-1, 1<<f.mantissa-1
	switch {
	case f.inf == infIEEE && e == emax && t == 0:
		d.class = infinite
	case f.nan == nanIEEE && e == emax,
		f.nan == nanLast && e == emax && t == tmax,
		f.nan == nanMinusZero && d.negative && e == 0 && t == 0:
		d.class = notANumber
	}
	if d.class != finite {
		return d
	}

	d.value = big.NewRat(int64(t), 1<<f.mantissa)
	switch scale := !f.sign && f.mantissa == 0; {
	case e == 0 && !scale:
		d.value.Mul(d.value, power(1-f.bias)) // subnormal: 0.T at the lowest exponent
	default:
		d.value.Add(d.value, big.NewRat(1, 1))
		d.value.Mul(d.value, power(e-f.bias))
	}
	if d.negative {
		d.value.Neg(d.value)
	}
	return d
}

// power returns 2^exponent.
func power(exponent int) *big.Rat {
	p := new(big.Int).Lsh(big.NewInt(1), uint(max(exponent, -exponent)))
	if exponent < 0 {
		return new(big.Rat).SetFrac(big.NewInt(1), p)
	}
	return new(big.Rat).SetInt(p)
}

// float returns d as a float64, and whether that is exact.
func (d datum) float() (value float64, exact bool) {
	switch {
	case d.class == notANumber:
		return math.NaN(), true
	case d.class == infinite && d.negative:
		return math.Inf(-1), true
	case d.class == infinite:
		return math.Inf(1), true
	}
	value, exact = d.value.Float64()
	if d.negative {
		value = math.Copysign(value, -1)
	}
	return value, exact
}

// same reports whether two floats are the same number, zeros told apart, or both NaN.
func same(a, b float64) bool {
	return math.IsNaN(a) && math.IsNaN(b) || a == b && math.Signbit(a) == math.Signbit(b)
}

// reference is every finite value of a format that is not negative, ascending,
// with its code and the boundary to the next. The boundary of the last is that
// of overflow, to the value that would follow if there were more exponents.
type reference struct {
	format
	values     []float64
	codes      []uint16
	boundaries []float64
	toNext     []bool // a number on the boundary goes to the next value
}

var references = make(map[format]*reference)

func referenceOf(t testing.TB, f format) *reference {
	t.Helper()
	if known, ok := references[f]; ok {
		return known
	}
	type point struct {
		code  uint16
		value *big.Rat
	}
	var points []point
	for code := range 1 << width(f) {
		if d := meaning(f, uint16(code)); d.class == finite && !d.negative {
			points = append(points, point{uint16(code), d.value})
		}
	}
	slices.SortFunc(points, func(a, b point) int { return a.value.Cmp(b.value) })

	r := &reference{format: f}
	exact := func(x *big.Rat) float64 {
		value, exact := x.Float64()
		if !exact {
			t.Fatalf("%+v: %v is no float64", f, x)
		}
		return value
	}
	for _, p := range points {
		r.values = append(r.values, exact(p.value))
		r.codes = append(r.codes, p.code)
	}
	wider := f
	wider.exponent++
	wider.inf, wider.nan = infNone, nanNone
	last := points[len(points)-1].code
	points = append(points, point{last + 1, meaning(wider, last+1).value})
	for i, next := range points[1:] {
		low, high := points[i].value, next.value
		middle := new(big.Rat).Add(low, high)
		middle.Quo(middle, big.NewRat(2, 1))
		// The significand of low, in steps of the gap, is an integer.
		significand := new(big.Rat).Quo(low, new(big.Rat).Sub(high, low))
		if !significand.IsInt() {
			t.Fatalf("%+v: %v is not in steps of its gap", f, low)
		}
		r.boundaries = append(r.boundaries, exact(middle))
		r.toNext = append(r.toNext, significand.Num().Bit(0) == 1)
	}
	references[f] = r
	return r
}

// encode returns the code for x by search among the values and boundaries.
func (r *reference) encode(x float64, rule Rule) uint16 {
	scale := !r.sign && r.mantissa == 0
	var sign uint16
	if r.sign && math.Signbit(x) {
		sign = 1 << (r.exponent + r.mantissa)
	}
	first, last := r.codes[0], r.codes[len(r.codes)-1]
	saturated := rule == Saturate || rule == Floor || rule == Ceil
	if math.IsNaN(x) {
		if r.nan == nanNone {
			return last
		}
		return r.notANumber(sign)
	}
	if !r.sign && x < 0 || scale && x == 0 {
		if saturated || r.nan == nanNone {
			return first
		}
		return r.notANumber(0)
	}
	i := r.index(math.Abs(x), rule)
	if i == len(r.codes) {
		switch {
		case saturated:
			return sign | last
		case r.inf == infIEEE:
			return sign | (1<<r.exponent-1)<<r.mantissa
		case r.nan != nanNone && rule == NonSaturating, r.nan != nanNone && scale && math.IsInf(x, 1):
			return r.notANumber(sign)
		}
		return sign | last
	}
	if r.codes[i] == 0 && r.nan == nanMinusZero {
		return 0
	}
	return sign | r.codes[i]
}

// index returns which value a magnitude is rounded to, or how many there are
// if it is rounded beyond the last.
func (r *reference) index(magnitude float64, rule Rule) int {
	first := sort.SearchFloat64s(r.values, magnitude) // that is not less
	switch {
	case rule == Ceil || first < len(r.values) && r.values[first] == magnitude:
		return first
	case rule == Floor:
		return max(first, 1) - 1
	}
	return sort.Search(len(r.boundaries), func(i int) bool {
		return magnitude < r.boundaries[i] || magnitude == r.boundaries[i] && !r.toNext[i]
	})
}

// notANumber is the code of the NaN that conversions give.
func (r *reference) notANumber(sign uint16) uint16 {
	switch r.nan {
	case nanIEEE: // quiet: the top bit of T
		return sign | (1<<r.exponent-1)<<r.mantissa | 1<<r.mantissa>>1
	case nanLast:
		return sign | (1<<(r.exponent+r.mantissa) - 1)
	default:
		return 1 << (r.exponent + r.mantissa)
	}
}

// represents reports whether x has a value of its own kind: NaN, infinity of
// its sign, or one that is nearer than the ones beyond both ends would be.
func (r *reference) represents(x float64) bool {
	scale := !r.sign && r.mantissa == 0
	switch {
	case math.IsNaN(x):
		return r.nan != nanNone
	case !r.sign && x < 0, scale && x == 0:
		return false
	case math.IsInf(x, 0):
		return r.inf == infIEEE
	case scale && x < (r.values[0]/2+r.values[0])/2:
		return false
	}
	return r.index(math.Abs(x), Natural) < len(r.codes)
}

// width is the number of bits of a code.
func width(f format) int {
	if f.sign {
		return int(1 + f.exponent + f.mantissa)
	}
	return int(f.exponent + f.mantissa)
}
