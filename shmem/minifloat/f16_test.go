package minifloat

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/x448/float16"
)

func TestF16ConstantsAreTheValuesOfBinary16(t *testing.T) {
	for _, test := range []struct {
		name string
		got  float16.Float16
		want float64
	}{
		{"F16Max", F16Max, 65504},
		{"F16SmallestNormal", F16SmallestNormal, 0.00006103515625},
		{"F16SmallestNonzero", F16SmallestNonzero, 0.000000059604644775390625},
		{"F16Inf", F16Inf, math.Inf(1)},
		{"F16NaN", F16NaN, math.NaN()},
	} {
		if got := F16ToFloat64(test.got); !same(got, test.want) {
			t.Errorf("%s is %v, want %v", test.name, got, test.want)
		}
	}
	if F16Inf != float16.Inf(1) || F16NaN != float16.Fromfloat32(float32(math.NaN())) {
		t.Errorf("infinity and NaN are %04x and %04x", F16Inf.Bits(), F16NaN.Bits())
	}
}

func TestF16DecodesEveryCodeAsX448Float16(t *testing.T) {
	for i := range 1 << 16 {
		x := float16.Frombits(uint16(i))
		got, want := F16ToFloat32(x), x.Float32()
		if math.Float32bits(got) != math.Float32bits(want) || !same(F16ToFloat64(x), float64(want)) {
			t.Fatalf("%04x is %v and %v, want %v", i, got, F16ToFloat64(x), want)
		}
		if back := F16FromFloat64(F16ToFloat64(x)); back != x && !(back.IsNaN() && x.IsNaN() && back.Signbit() == x.Signbit()) {
			t.Fatalf("%04x comes back as %04x", i, back.Bits())
		}
	}
}

// Any exponent, with bits at the top, at the bottom, everywhere or nowhere.
func TestF16EncodesEveryExponentAsX448Float16(t *testing.T) {
	random := rand.New(rand.NewPCG(9, 9))
	r := referenceOf(t, formatF16)
	for exponent := range uint32(0x200) {
		for range 100 {
			fraction := random.Uint32() & 0x7fffff
			for _, single := range []uint32{fraction, fraction &^ 0x1fff, fraction&^0x1fff | 0x1000, fraction&^0xfff | 1, 0} {
				x := math.Float32frombits(exponent<<23 | single)
				got, want := F16FromFloat32(x), float16.Fromfloat32(x)
				if want.IsNaN() { // its payload is kept there, ours is canonical
					want = F16NaN | want&0x8000
				}
				if got != want || F16FromFloat64(float64(x)) != want && x == x {
					t.Fatalf("%v gives %04x and %04x, want %04x", x, got.Bits(), F16FromFloat64(float64(x)).Bits(), want.Bits())
				}
			}
		}
	}
	// Any float64; x448 has no conversion that rounds these once.
	for range 20000 {
		x := sample(random, formatF16)
		if got, want := F16FromFloat64(x).Bits(), r.encode(x, Natural); got != want {
			t.Fatalf("%v gives %04x, want %04x", x, got, want)
		}
	}
}

func TestF16IsRoundedOnceFromFloat64(t *testing.T) {
	x := 1 + 0x1p-11 + 0x1p-40 // above the midpoint, at it as a float32
	if got := F16FromFloat64(x); got != 0x3c01 || F16FromFloat32(float32(x)) != 0x3c00 {
		t.Errorf("%v gives %04x, want 3c01", x, got.Bits())
	}
}

func TestF16FunctionsAreThoseOfTheFormat(t *testing.T) {
	for _, x := range []float64{0, 1, 65519, 65520, -65520, 1e300, 1e-300, -1e-300, math.Inf(1), math.Inf(-1), math.NaN(), 1.0001} {
		single := float32(x)
		for _, rule := range rules {
			if got, want := F16FromFloat64With(x, rule).Bits(), formatF16.encodeFloat64With(x, rule); got != want {
				t.Errorf("%v of %v is %04x, want %04x", rule, x, got, want)
			}
			if got, want := F16FromFloat32With(single, rule).Bits(), formatF16.encodeFloat32With(single, rule); got != want {
				t.Errorf("%v of float32 %v is %04x, want %04x", rule, x, got, want)
			}
		}
		double, err64 := F16FromFloat64Checked(x)
		float, err32 := F16FromFloat32Checked(single)
		beyond := math.Abs(x) >= 65520 && !math.IsInf(x, 0)
		beyond32 := math.Abs(float64(single)) >= 65520 && !math.IsInf(float64(single), 0) // 1e300 is infinite
		if errors.Is(err64, ErrUnrepresentable) != beyond || errors.Is(err32, ErrUnrepresentable) != beyond32 {
			t.Errorf("%v gives %v and %v", x, err64, err32)
		}
		if !beyond && double != F16FromFloat64(x) || !beyond32 && float != F16FromFloat32(single) {
			t.Errorf("%v is %04x and %04x", x, double.Bits(), float.Bits())
		}
	}
	for i := range 1 << 16 {
		x := float16.Frombits(uint16(i))
		if F16NextUp(x).Bits() != formatF16.nextUp(uint16(i)) || F16NextDown(x).Bits() != formatF16.nextDown(uint16(i)) {
			t.Fatalf("%04x is between %04x and %04x", i, F16NextDown(x).Bits(), F16NextUp(x).Bits())
		}
	}
}
