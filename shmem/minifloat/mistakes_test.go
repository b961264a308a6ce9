package minifloat

import (
	"math"
	"testing"

	"github.com/x448/float16"
)

// Each test here is a mistake that a library made; the name says what must hold.

// https://github.com/tracel-ai/cubecl/pull/1472: constants one code too small.
func TestLargestValuesAreNotInfinite(t *testing.T) {
	if E4M3Max.Float32() != 448 || E5M2Max.Float32() != 57344 {
		t.Errorf("largest values are %v and %v", E4M3Max, E5M2Max)
	}
	if E4M3(0x7e).IsInf(0) || E4M3(0x7f).IsInf(0) || E5M2(0x7b).IsInf(0) || !E5M2(0x7c).IsInf(1) {
		t.Error("an infinity is misplaced")
	}
}

// https://github.com/jax-ml/ml_dtypes/issues/260, .../issues/400 and
// https://github.com/pytorch/pytorch/pull/178817.
func TestE4M3OverflowIsNeverNaN(t *testing.T) {
	for _, x := range []float64{448, 464, 465, 480, 1e9, math.MaxFloat64, math.Inf(1)} {
		if got := E4M3FromFloat64(x); got != E4M3Max {
			t.Errorf("%v gives %v (%02x), want 448", x, got, uint8(got))
		}
		if got := E4M3FromFloat64(-x); got != E4M3Max|0x80 {
			t.Errorf("%v gives %v (%02x), want -448", -x, got, uint8(got))
		}
	}
}

// https://github.com/jax-ml/ml_dtypes/pull/401.
func TestFloat64IsRoundedOnce(t *testing.T) {
	if got := E4M3FromFloat64(0x1.1000000000001p0); got != 0x39 {
		t.Errorf("0x1.1000000000001p0 gives %02x, want 39", uint8(got))
	}
	if got := E4M3FromFloat64(-431.99999999999994).Float64(); got != -416 {
		t.Errorf("-431.99999999999994 gives %v, want -416", got)
	}
	if got := BF16FromFloat64(1 + 0x1p-8 + 0x1p-40); got != 0x3f81 {
		t.Errorf("1 + 2^-8 + 2^-40 gives %04x, want 3f81", uint16(got))
	}
	if got := BF16FromFloat64(16973823).Float64(); got != 16908288 {
		t.Errorf("16973823 gives %v, want 16908288", got)
	}
}

// float8 asks whether a number is normal first, and calls the rest subnormal.
func TestZeroAndNaNAreNotSubnormal(t *testing.T) {
	for _, s := range scalars {
		for i := range 1 << s.format.width() {
			code := uint16(i)
			if (s.isZero(code) || s.isNaN(code) || s.isInf(code, 0)) && s.isSubnormal(code) {
				t.Errorf("%s %#x is subnormal", s.name, code)
			}
		}
	}
}

// https://github.com/intel/torch-xpu-ops/issues/2951.
func TestMinusZeroIsNotNaN(t *testing.T) {
	minusZero := math.Copysign(0, -1)
	if got := E4M3FromFloat64(minusZero); got != 0x80 || got.IsNaN() {
		t.Errorf("-0 gives %02x", uint8(got))
	}
	if got := e4m3FNUZ.encodeFloat64(minusZero); got != 0 {
		t.Errorf("-0 gives %02x in FNUZ", got)
	}
}

// https://github.com/gorse-io/gorse/issues/1240: rounding a signaling NaN as if
// it were a number makes infinity. https://github.com/tile-ai/tilelang/issues/2481:
// rounding 7FFF8C22 carries into the sign. https://github.com/golang/go/issues/36399:
// the language's float conversions change NaNs.
func TestEveryNaNStaysNaNWithItsSign(t *testing.T) {
	for _, single := range []uint32{0x7f800001, 0x7f80ffff, 0x7fbfffff, 0x7fc00000, 0x7fff8c22, 0x7fffffff} {
		for _, sign := range []uint32{0, 1} {
			x := math.Float32frombits(single | sign<<31)
			if got, want := BF16FromFloat32(x), BF16NaN|BF16(sign<<15); got != want {
				t.Errorf("%08x gives BF16 %04x, want %04x", single|sign<<31, uint16(got), uint16(want))
			}
			if got, want := F16FromFloat32(x), F16NaN|float16.Float16(sign<<15); got != want {
				t.Errorf("%08x gives F16 %04x, want %04x", single|sign<<31, got.Bits(), want.Bits())
			}
			if got, want := E4M3FromFloat32(x), E4M3NaN|E4M3(sign<<7); got != want {
				t.Errorf("%08x gives E4M3 %02x, want %02x", single|sign<<31, uint8(got), uint8(want))
			}
			if got, want := E5M2FromFloat32(x), E5M2NaN|E5M2(sign<<7); got != want {
				t.Errorf("%08x gives E5M2 %02x, want %02x", single|sign<<31, uint8(got), uint8(want))
			}
		}
	}
	for _, double := range []uint64{0x7ff0000000000001, 0x7ff000001fffffff, 0x7fffffffffffffff} {
		x := math.Float64frombits(double | 1<<63)
		if got := BF16FromFloat64(x); got != BF16NaN|0x8000 {
			t.Errorf("%016x gives BF16 %04x", double|1<<63, uint16(got))
		}
		if got := E4M3FromFloat64(x); got != E4M3NaN|0x80 {
			t.Errorf("%016x gives E4M3 %02x", double|1<<63, uint8(got))
		}
	}
}

// https://github.com/tile-ai/tilelang/issues/2944: 57344 without a word.
func TestE5M2InfinityStaysInfinity(t *testing.T) {
	if got := E5M2FromFloat32(float32(math.Inf(1))); got != E5M2Inf || !got.IsInf(1) || got.IsInf(-1) {
		t.Errorf("+Inf gives %v", got)
	}
	if got := E5M2FromFloat32(float32(math.Inf(-1))); got != E5M2Inf|0x80 || !got.IsInf(-1) || got.IsInf(1) {
		t.Errorf("-Inf gives %v", got)
	}
}

// https://github.com/jax-ml/ml_dtypes/issues/298 and .../pull/223.
func TestE8M0RoundsByValueWhateverItsExponent(t *testing.T) {
	for code := range 0xfe {
		low, high := E8M0(code).Float64(), E8M0(code+1).Float64()
		middle := (low + high) / 2
		if got := E8M0FromFloat64(math.Nextafter(middle, low)); got != E8M0(code) {
			t.Errorf("just below %v gives %02x, want %02x", middle, uint8(got), code)
		}
		if got := E8M0FromFloat64(middle); got != E8M0(code+1) {
			t.Errorf("%v gives %02x, want %02x", middle, uint8(got), code+1)
		}
	}
}
