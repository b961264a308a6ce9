package minifloat

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"
)

// sweep yields formats of every shape, each with the usual bias, the next one,
// and the two at which its values just fit a float32.
func sweep(widths func(int) bool, yield func(format)) {
	for _, sign := range []bool{false, true} {
		for exponent := range uint(9) {
			for mantissa := range uint(16) {
				for _, nan := range []nanRule{nanNone, nanIEEE, nanLast, nanMinusZero} {
					f := format{sign: sign, exponent: exponent, mantissa: mantissa, nan: nan}
					if nan == nanIEEE {
						f.inf = infIEEE
					}
					if !widths(width(f)) {
						continue
					}
					usual := 1<<exponent>>1 - 1
					var biases []int
					for bias := -150; bias <= 300; bias++ {
						if f.bias = bias; valid(f) {
							biases = append(biases, bias)
						}
					}
					for k, bias := range biases {
						if k == 0 || k == len(biases)-1 || bias == usual || bias == usual+1 {
							f.bias = bias
							yield(f)
						}
					}
				}
			}
		}
	}
}

func TestEveryFormatUpTo8BitsIsThatOfTheReference(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 7))
	formats := 0
	sweep(func(width int) bool { return width <= 8 }, func(f format) {
		formats++
		for i := range 1 << width(f) {
			code := uint16(i)
			want, exact := meaning(f, code).float()
			if got := f.decodeFloat64(code); !exact || !same(got, want) {
				t.Fatalf("%+v: %#x decodes to %v, want %v", f, code, got, want)
			}
			if got := f.decodeFloat32(code); !same(float64(got), want) {
				t.Fatalf("%+v: %#x decodes to %v, want %v", f, code, got, want)
			}
			if got := f.encodeFloat64(want); got != code && want == want {
				t.Fatalf("%+v: %#x comes back as %#x", f, code, got)
			}
		}
		r := referenceOf(t, f)
		named := namedFormat{fmt.Sprintf("%+v", f), f}
		checkClasses(t, named)
		checkNeighbors(t, named)
		check := func(x float64) { checkEncode(t, named, r, x) }
		for _, boundary := range slices.Concat(r.values, r.boundaries) {
			check(boundary)
			check(-boundary)
			check(math.Nextafter(boundary, 0))
			check(math.Nextafter(boundary, math.Inf(1)))
		}
		for _, x := range []float64{0, math.Copysign(0, -1), math.Inf(1), math.Inf(-1), math.NaN(), math.MaxFloat64, math.SmallestNonzeroFloat64, -math.SmallestNonzeroFloat64} {
			check(x)
		}
		for range 60 {
			check(sample(random, f))
		}
	})
	if formats < 500 {
		t.Errorf("only %d formats", formats)
	}
}

// math/big rounds to the precision that the format has at the size of x.
func TestEveryFormatOver8BitsRoundsAsMathBig(t *testing.T) {
	random := rand.New(rand.NewPCG(8, 8))
	sweep(func(width int) bool { return width > 8 && width <= 16 }, func(f format) {
		for range 150 {
			x := sample(random, f)
			if math.IsNaN(x) || math.IsInf(x, 0) || x < 0 && !f.sign {
				continue
			}
			rule := rules[random.IntN(len(rules))]
			code := f.encodeFloat64With(x, rule)
			got := meaning(f, code)
			want := roundWithBig(f, math.Abs(x), rule)
			if largest := meaning(f, f.largestFinite()).value; want.Cmp(largest) > 0 {
				if class := beyond(f, rule); class != finite {
					if got.class != class || got.negative != (f.sign && x < 0) && f.nan != nanMinusZero {
						t.Fatalf("%+v: %v of %v is %#x, want class %v", f, rule, x, code, class)
					}
					continue
				}
				want = largest
			}
			if got.class != finite || new(big.Rat).Abs(got.value).Cmp(want) != 0 {
				t.Fatalf("%+v: %v of %v is %#x, want %v", f, rule, x, code, want)
			}
			if negative := f.sign && math.Signbit(x) && (want.Sign() != 0 || f.nan != nanMinusZero); got.negative != negative {
				t.Fatalf("%+v: %v of %v is %#x, wrong sign", f, rule, x, code)
			}
		}
	})
}

// beyond is what a rule makes of finite overflow.
func beyond(f format, rule Rule) class {
	switch {
	case (rule == Natural || rule == NonSaturating) && f.inf == infIEEE:
		return infinite
	case rule == NonSaturating && f.nan != nanNone:
		return notANumber
	}
	return finite
}

// roundWithBig rounds x to the significands of f, whatever its largest value.
func roundWithBig(f format, x float64, rule Rule) *big.Rat {
	if x == 0 {
		return new(big.Rat)
	}
	mode := big.ToNearestEven
	switch rule {
	case Floor:
		mode = big.ToZero
	case Ceil:
		mode = big.AwayFromZero
	}
	step := 1 - f.bias - int(f.mantissa) // exponent of the smallest subnormal
	_, exponent := math.Frexp(x)         // x < 2^exponent
	precision := min(int(f.mantissa)+1, exponent-step)
	smallest := power(step)
	switch {
	case precision > 0:
		rounded, _ := new(big.Float).SetPrec(uint(precision)).SetMode(mode).SetFloat64(x).Rat(nil)
		return rounded
	case rule == Ceil, rule != Floor && precision == 0 && x > math.Ldexp(1, step-1):
		return smallest
	default:
		return new(big.Rat)
	}
}
