package minifloat

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

type (
	namedInt8   int8
	namedUint64 uint64
)

func TestSaturateToIntStaysInRange(t *testing.T) {
	checkInteger[int8](t, math.MinInt8, math.MaxInt8)
	checkInteger[namedInt8](t, math.MinInt8, math.MaxInt8)
	checkInteger[int16](t, math.MinInt16, math.MaxInt16)
	checkInteger[int32](t, math.MinInt32, math.MaxInt32)
	checkInteger[int64](t, math.MinInt64, math.MaxInt64)
	checkInteger[int](t, math.MinInt, math.MaxInt)
	checkInteger[uint8](t, 0, math.MaxUint8)
	checkInteger[uint16](t, 0, math.MaxUint16)
	checkInteger[uint32](t, 0, math.MaxUint32)
	checkInteger[uint64](t, 0, math.MaxUint64)
	checkInteger[namedUint64](t, 0, math.MaxUint64)
	checkInteger[uint](t, 0, math.MaxUint)
	checkInteger[uintptr](t, 0, uintptr(math.MaxUint))
}

// checkInteger compares conversions to I with math/big, close to the ends of
// every integer type and anywhere.
func checkInteger[I Integer](t *testing.T, smallest, largest I) {
	t.Helper()
	check := func(x float64) {
		t.Helper()
		got := SaturateToInt[I](x)
		if math.IsNaN(x) {
			if got != 0 {
				t.Errorf("%T of NaN is %d", got, got)
			}
			return
		}
		want := smallest
		switch truncated, _ := new(big.Float).SetFloat64(x).Int(nil); {
		case truncated == nil && x > 0, truncated != nil && truncated.Cmp(bigInt(largest)) >= 0:
			want = largest
		case truncated != nil && truncated.Cmp(bigInt(smallest)) > 0:
			want = I(truncated.Uint64())
			if truncated.Sign() < 0 {
				want = I(truncated.Int64())
			}
		}
		if got != want {
			t.Errorf("%T of %v is %d, want %d", got, x, got, want)
		}
	}
	for _, x := range []float64{0, 0.5, 0x1.fffffffffffffp-1, 1, 1.5, 2.5, 1e19, 1e300, math.MaxFloat64, math.SmallestNonzeroFloat64, math.Inf(1), math.NaN()} {
		check(x)
		check(-x)
	}
	for _, bits := range []int{7, 8, 15, 16, 31, 32, 53, 63, 64} {
		end := math.Ldexp(1, bits)
		for _, x := range []float64{end, end - 1, end - 0.5, end + 0.5, end + 1, math.Nextafter(end, 0), math.Nextafter(end, math.Inf(1))} {
			check(x)
			check(-x)
		}
	}
	random := rand.New(rand.NewPCG(10, 10))
	for range 2000 {
		check(math.Ldexp(random.Float64()-0.5, random.IntN(70)))
		check(math.Float64frombits(random.Uint64()))
	}
}

func bigInt[I Integer](x I) *big.Int {
	if x < 0 {
		return big.NewInt(int64(x))
	}
	return new(big.Int).SetUint64(uint64(x))
}

// What Rust's as gives, and the seed with it.
func TestSaturateToIntConvertsAsRust(t *testing.T) {
	for _, x := range []struct {
		got, want int64
	}{
		{int64(SaturateToInt[int8](300)), 127},
		{int64(SaturateToInt[int8](-300)), -128},
		{int64(SaturateToInt[uint8](-0.5)), 0},
		{int64(SaturateToInt[uint8](-5)), 0},
		{int64(SaturateToInt[uint8](255.99)), 255},
		{int64(SaturateToInt[int32](-0.9999999999999999)), 0},
		{int64(SaturateToInt[int32](math.NaN())), 0},
		{int64(SaturateToInt[int32](2147483647.5)), math.MaxInt32},
		{int64(SaturateToInt[int32](-2147483648.9)), math.MinInt32},
		{SaturateToInt[int64](0x1p63), math.MaxInt64},
		{SaturateToInt[int64](0x1.fffffffffffffp62), math.MaxInt64 - 1023},
		{SaturateToInt[int64](-0x1p63), math.MinInt64},
		{SaturateToInt[int64](math.Inf(-1)), math.MinInt64},
		{SaturateToInt[int64](float64(E4M3NaN.Float32())), 0},
		{SaturateToInt[int64](E4M3Max.Float64()), 448},
	} {
		if x.got != x.want {
			t.Errorf("got %d, want %d", x.got, x.want)
		}
	}
	if got := SaturateToInt[uint64](0x1p64); got != math.MaxUint64 {
		t.Errorf("2^64 gives %d", got)
	}
	if got := SaturateToInt[uint64](0x1.fffffffffffffp63); got != math.MaxUint64-2047 {
		t.Errorf("2^64 - 2048 gives %d", got)
	}
}
