package statistics

import (
	"context"
	"errors"
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/tensorshm/tensorshm/shmem"
)

func noError(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// doublesOn is a view of these elements.
func doublesOn(t *testing.T, elements []float64) *shmem.View {
	t.Helper()
	storage, err := shmem.NewHeap(shmem.F64, len(elements))
	noError(t, err)
	slice, err := storage.AsMutSliceF64()
	noError(t, err)
	copy(slice, elements)
	return &storage.View
}

func of(t *testing.T, view *shmem.View) Summary {
	t.Helper()
	summary, err := Of(context.Background(), view, 10)
	noError(t, err)
	return summary
}

// exactly computes mean and deviation with as many digits as it takes.
func exactly(elements []float64) (mean, deviation float64) {
	const precision = 5000
	number := func(x float64) *big.Float { return new(big.Float).SetPrec(precision).SetFloat64(x) }
	n := number(float64(len(elements)))
	sum := number(0)
	for _, x := range elements {
		sum.Add(sum, number(x))
	}
	average := sum.Quo(sum, n)
	squares := number(0)
	for _, x := range elements {
		d := new(big.Float).SetPrec(precision).Sub(number(x), average)
		squares.Add(squares, d.Mul(d, d))
	}
	mean, _ = average.Float64()
	deviation, _ = squares.Sqrt(squares.Quo(squares, n)).Float64()
	return mean, deviation
}

func near(a, b float64) bool {
	return a == b || math.Abs(a-b) <= 1e-13*max(math.Abs(a), math.Abs(b))
}

func TestMeanAndDeviationAreExactWhateverTheNumbers(t *testing.T) {
	source := rand.New(rand.NewPCG(1, 2))
	random := func(n int, number func() float64) (numbers []float64) {
		for range n {
			numbers = append(numbers, number())
		}
		return numbers
	}
	for name, elements := range map[string][]float64{
		"one":                 {3},
		"equal":               {0.1, 0.1, 0.1},
		"cancellation":        {1e16, 1, -1e16, 1},
		"far from zero":       random(10000, func() float64 { return 1e9 + source.Float64() }),
		"normal":              random(10000, source.NormFloat64),
		"sum overflows":       {math.MaxFloat64, math.MaxFloat64, math.MaxFloat64 / 2},
		"range overflows":     {math.MaxFloat64, -math.MaxFloat64, 1},
		"squares overflow":    {1e200, 3e200, -2e200},
		"squares vanish":      {1e-200, 3e-200, -2e-200},
		"subnormal":           {5e-324, 1e-322, 0, 3e-323},
		"more than one chunk": random(3*chunk+5, func() float64 { return source.ExpFloat64() * 1e-3 }),
	} {
		summary := of(t, doublesOn(t, elements))
		mean, deviation := exactly(elements)
		if !near(summary.Mean, mean) || !near(summary.StandardDeviation, deviation) {
			t.Errorf("%s: mean %v and deviation %v, want %v and %v", name, summary.Mean, summary.StandardDeviation, mean, deviation)
		}
	}
}

func TestHistogramCountsEveryFiniteElementOnceAndWhereItIs(t *testing.T) {
	source := rand.New(rand.NewPCG(3, 4))
	for range 200 {
		elements := make([]float64, 1+source.IntN(50))
		exponent := source.IntN(2100) - 1075 // the greatest range is more than a float64 holds
		for i := range elements {
			elements[i] = math.Ldexp(source.Float64()-0.5, exponent)
		}
		elements = append(elements, math.NaN(), math.Inf(1), math.Inf(-1), 0)
		summary := of(t, doublesOn(t, elements))
		counted, last := 0, len(summary.Histogram)-1
		for i, bin := range summary.Histogram {
			counted += bin.Count
			want := 0
			for _, x := range elements {
				if x >= bin.From && (x < bin.To || i == last && x == bin.To) {
					want++
				}
			}
			if bin.Count != want {
				t.Fatalf("bin %d of %v has %d elements, want %d", i, summary.Histogram, bin.Count, want)
			}
		}
		if counted != summary.Finite() || summary.Finite() != len(elements)-3 {
			t.Fatalf("%d of %d finite elements are in bins", counted, summary.Finite())
		}
	}
}

func TestElementsAreCountedByWhatTheyAre(t *testing.T) {
	summary := of(t, doublesOn(t, []float64{0, math.Copysign(0, -1), 1, math.NaN(), math.Inf(1), math.Inf(1), math.Inf(-1)}))
	if summary.Count != 7 || summary.Zeros != 2 || summary.NaNs != 1 || summary.PositiveInfinites != 2 || summary.NegativeInfinites != 1 {
		t.Errorf("%+v", summary)
	}
	nothing := of(t, doublesOn(t, []float64{math.NaN(), math.Inf(1)}))
	if nothing.Min != nil || nothing.Max != nil || !math.IsNaN(nothing.Mean) || len(nothing.Histogram) != 0 {
		t.Errorf("without a finite element: %+v", nothing)
	}
}

func TestExtremesOfIntegersAreExact(t *testing.T) {
	unsigned, err := shmem.NewHeap(shmem.U64, 3)
	noError(t, err)
	u, err := unsigned.AsMutSliceU64()
	noError(t, err)
	copy(u, []uint64{math.MaxUint64, math.MaxUint64 - 1, 1<<53 + 1})
	signed, err := shmem.NewHeap(shmem.I64, 3)
	noError(t, err)
	i, err := signed.AsMutSliceI64()
	noError(t, err)
	copy(i, []int64{math.MinInt64 + 1, math.MaxInt64 - 1, 0})
	for _, test := range []struct {
		storage  *shmem.Storage
		min, max string
	}{
		{unsigned, "9007199254740993", "18446744073709551615"},
		{signed, "-9223372036854775807", "9223372036854775806"},
	} {
		summary := of(t, &test.storage.View)
		if summary.Min.String() != test.min || summary.Max.String() != test.max {
			t.Errorf("from %v to %v, want %s to %s", summary.Min, summary.Max, test.min, test.max)
		}
	}
}

func TestComplexNumbersAreDescribedByTheirMagnitude(t *testing.T) {
	storage, err := shmem.NewHeap(shmem.C64, 4)
	noError(t, err)
	elements, err := storage.AsMutSliceC64()
	noError(t, err)
	infinite, nan := float32(math.Inf(-1)), float32(math.NaN())
	copy(elements, []complex64{3 + 4i, -6 + 8i, complex(infinite, 0), complex(infinite, nan)})
	summary := of(t, &storage.View)
	if summary.Min.String() != "5" || summary.Max.String() != "10" || summary.Mean != 7.5 || summary.PositiveInfinites != 1 || summary.NaNs != 1 {
		t.Errorf("%+v", summary)
	}
}

func TestEveryByteButZeroIsTrue(t *testing.T) {
	storage, err := shmem.NewHeap(shmem.Bool, 4)
	noError(t, err)
	elements, err := storage.AsMutSliceBool()
	noError(t, err)
	copy(elements, []uint8{0, 1, 255, 0})
	summary := of(t, &storage.View)
	if summary.Zeros != 2 || summary.Mean != 0.5 || summary.Min.String() != "false" || summary.Max.String() != "true" {
		t.Errorf("%+v", summary)
	}
}

// TestEverySupportedDTypeIsDescribed has all bytes random, so that every code of the
// narrow ones comes up, and compares with what the accessors of the elements say.
func TestEverySupportedDTypeIsDescribed(t *testing.T) {
	source := rand.New(rand.NewPCG(5, 6))
	for dtype := range shmem.DTypes() {
		const n = 4800
		storage, err := shmem.NewHeap(dtype, n)
		noError(t, err)
		bytes, err := storage.Bytes()
		noError(t, err)
		for i := range bytes {
			bytes[i] = byte(source.Uint32())
		}
		summary, err := Of(context.Background(), &storage.View, 10)
		if !dtype.Supported() {
			if declined := (*shmem.UnsupportedDTypeError)(nil); !errors.As(err, &declined) || declined.DType != dtype {
				t.Errorf("%v: %v, want an UnsupportedDTypeError", dtype, err)
			}
			continue
		}
		noError(t, err)
		values, err := First(&storage.View, n+1)
		noError(t, err)
		if summary.Count != n || len(values) != n {
			t.Errorf("%v: %d elements and %d values, want %d", dtype, summary.Count, len(values), n)
		}
		if dtype.IsFloat() && dtype.Bits() <= 32 {
			floats := make([]float32, n)
			_, err := storage.ReadFloat32(floats, 0)
			noError(t, err)
			var finite []float64
			for i, x := range floats {
				if x := float64(x); !math.IsNaN(x) && !math.IsInf(x, 0) {
					finite = append(finite, x)
				}
				if want := Float(float64(x)); math.Float64bits(values[i].(floatValue).number) != math.Float64bits(want.(floatValue).number) && x == x {
					t.Fatalf("%v: value %d is %v, want %v", dtype, i, values[i], x)
				}
			}
			mean, deviation := exactly(finite)
			if summary.Finite() != len(finite) || !near(summary.Mean, mean) || !near(summary.StandardDeviation, deviation) {
				t.Errorf("%v: %d finite with mean %v and deviation %v, want %d, %v, %v", dtype, summary.Finite(), summary.Mean, summary.StandardDeviation, len(finite), mean, deviation)
			}
		}
	}
}

// changing is a context in which something happens between the first pass and the
// second, since it is asked in each.
type changing struct {
	context.Context
	asked int
	then  func()
}

func (c *changing) Err() error {
	if c.asked++; c.asked == 2 {
		c.then()
	}
	return nil
}

func TestElementsThatChangeMeanwhileAreCountedSomewhere(t *testing.T) {
	for _, became := range [][]float64{{-100, 1e300, 3}, {math.MaxFloat64, -math.MaxFloat64, math.SmallestNonzeroFloat64}, {1e18, -1e18, 1e19}} {
		view := doublesOn(t, []float64{1, 2, 3})
		elements, err := view.AsMutSliceF64()
		noError(t, err)
		summary, err := Of(&changing{Context: context.Background(), then: func() { copy(elements, became) }}, view, 10)
		noError(t, err)
		counted := 0
		for _, bin := range summary.Histogram {
			counted += bin.Count
		}
		if counted != 3 {
			t.Errorf("of elements that became %v there are %d in %v", became, counted, summary.Histogram)
		}
	}
}

func TestReadingStopsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Of(ctx, doublesOn(t, []float64{1}), 10); !errors.Is(err, context.Canceled) {
		t.Errorf("it returns %v", err)
	}
}
