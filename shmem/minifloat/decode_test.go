package minifloat

import (
	"math"
	"strconv"
	"testing"

	"github.com/x448/float16"
)

func TestEveryCodeDecodesToItsDefinition(t *testing.T) {
	for _, f := range manyFormats() {
		t.Run(f.name, func(t *testing.T) {
			for i := range 1 << width(f.format) {
				code := uint16(i)
				d := meaning(f.format, code)
				want, exact := d.float()
				if !exact || want != float64(float32(want)) && d.class == finite {
					t.Fatalf("%#x = %v is no float32", code, want)
				}
				if got := f.decodeFloat64(code); !same(got, want) {
					t.Errorf("decodeFloat64(%#x) = %v, want %v", code, got, want)
				}
				if got := f.decodeFloat32(code); !same(float64(got), want) {
					t.Errorf("decodeFloat32(%#x) = %v, want %v", code, got, want)
				}
				if got := f.isNaN(code); got != (d.class == notANumber) {
					t.Errorf("isNaN(%#x) = %v", code, got)
				}
				for _, sign := range []int{-7, -1, 0, 1, 7} {
					want := d.class == infinite && (sign == 0 || d.negative == (sign < 0))
					if got := f.isInf(code, sign); got != want {
						t.Errorf("isInf(%#x, %d) = %v", code, sign, got)
					}
				}
			}
		})
	}
}

func TestDecodedNaNIsQuietAndKeepsItsSign(t *testing.T) {
	const quiet32, quiet64 = 0x7fc00000, 0x7ff8000000000000
	for _, f := range manyFormats() {
		for i := range 1 << width(f.format) {
			code := uint16(i)
			d := meaning(f.format, code)
			if d.class != notANumber {
				continue
			}
			single, double := math.Float32bits(f.decodeFloat32(code)), math.Float64bits(f.decodeFloat64(code))
			if single&quiet32 != quiet32 || double&quiet64 != quiet64 {
				t.Errorf("%s: %#x decodes to %08x and %016x, not quiet", f.name, code, single, double)
			}
			if single>>31 == 1 != d.negative || double>>63 == 1 != d.negative {
				t.Errorf("%s: %#x decodes to %08x and %016x, wrong sign", f.name, code, single, double)
			}
		}
	}
}

func TestNaNDecodesToTheseBits(t *testing.T) {
	for _, test := range []struct {
		name string
		got  float32
		want uint32
	}{
		{"E4M3 7F", E4M3(0x7f).Float32(), 0x7fc00000},
		{"E4M3 FF", E4M3(0xff).Float32(), 0xffc00000}, // the float8 crate drops this sign
		{"E5M2 7E", E5M2(0x7e).Float32(), 0x7fc00000},
		{"E5M2 FE", E5M2(0xfe).Float32(), 0xffc00000},
		{"E8M0 FF", E8M0(0xff).Float32(), 0x7fc00000}, // PyTorch gives a signaling NaN
		{"E4M3FNUZ 80", e4m3FNUZ.decodeFloat32(0x80), 0xffc00000},
		{"BF16 7F81", BF16(0x7f81).Float32(), 0x7fc10000}, // signaling: made quiet, payload kept
		{"BF16 FFFF", BF16(0xffff).Float32(), 0xffff0000},
	} {
		if got := math.Float32bits(test.got); got != test.want {
			t.Errorf("%s decodes to %08x, want %08x", test.name, got, test.want)
		}
	}
}

func TestBinary16DecodesAsX448Float16(t *testing.T) {
	for i := range 1 << 16 {
		got := math.Float32bits(formatF16.decodeFloat32(uint16(i)))
		want := math.Float32bits(float16.Frombits(uint16(i)).Float32())
		if got != want {
			t.Fatalf("%04x decodes to %08x, want %08x", i, got, want)
		}
	}
}

func TestE5M2DecodesAsTheUpperHalfOfBinary16(t *testing.T) {
	for i := range 1 << 8 {
		got := math.Float32bits(E5M2(i).Float32())
		want := math.Float32bits(float16.Frombits(uint16(i) << 8).Float32())
		if got != want {
			t.Errorf("%02x decodes to %08x, want %08x", i, got, want)
		}
	}
}

func TestBF16DecodesAsTheUpperHalfOfFloat32(t *testing.T) {
	for i := range 1 << 16 {
		got := BF16(i).Float32()
		want := math.Float32frombits(uint32(i) << 16)
		if !same(float64(got), float64(want)) {
			t.Fatalf("%04x decodes to %v, want %v", i, got, want)
		}
	}
}

// The values that the standards list.
func TestStandardsValues(t *testing.T) {
	for code, want := range []float32{0, 0.5, 1, 1.5, 2, 3, 4, 6} {
		if got := E2M1(code).Float32(); got != want {
			t.Errorf("E2M1 %x = %v, want %v", code, got, want)
		}
		if got := E2M1(code | 8).Float32(); !same(float64(got), math.Copysign(float64(want), -1)) {
			t.Errorf("E2M1 %x = %v, want -%v", code|8, got, want)
		}
	}
	for _, test := range []struct {
		name string
		got  float64
		want float64
	}{
		{"BF16Max", BF16Max.Float64(), 338953138925153547590470800371487866880},
		{"BF16SmallestNormal", BF16SmallestNormal.Float64(), 0x1p-126},
		{"BF16SmallestNonzero", BF16SmallestNonzero.Float64(), 0x1p-133},
		{"E4M3Max", E4M3Max.Float64(), 448}, // the float8 crate's MAX is 416
		{"E4M3SmallestNormal", E4M3SmallestNormal.Float64(), 0.015625},
		{"E4M3SmallestNonzero", E4M3SmallestNonzero.Float64(), 0.001953125},
		{"E4M3 FE", E4M3(0xfe).Float64(), -448},
		{"E5M2Max", E5M2Max.Float64(), 57344}, // the float8 crate's MAX is 49152
		{"E5M2SmallestNormal", E5M2SmallestNormal.Float64(), 0.00006103515625},
		{"E5M2SmallestNonzero", E5M2SmallestNonzero.Float64(), 0.0000152587890625},
		{"E5M2 FC", E5M2(0xfc).Float64(), math.Inf(-1)},
		{"E8M0Max", E8M0Max.Float64(), 170141183460469231731687303715884105728},
		{"E8M0SmallestNormal", E8M0SmallestNormal.Float64(), 0x1p-127},
		{"E8M0 7F", E8M0(0x7f).Float64(), 1},
		{"E2M3Max", E2M3Max.Float64(), 7.5},
		{"E2M3SmallestNormal", E2M3SmallestNormal.Float64(), 1},
		{"E2M3SmallestNonzero", E2M3SmallestNonzero.Float64(), 0.125},
		{"E2M3 3F", E2M3(0x3f).Float64(), -7.5},
		{"E3M2Max", E3M2Max.Float64(), 28},
		{"E3M2SmallestNormal", E3M2SmallestNormal.Float64(), 0.25},
		{"E3M2SmallestNonzero", E3M2SmallestNonzero.Float64(), 0.0625},
		{"E3M2 3F", E3M2(0x3f).Float64(), -28},
		{"E2M1Max", E2M1Max.Float64(), 6},
		{"E2M1SmallestNormal", E2M1SmallestNormal.Float64(), 1},
		{"E2M1SmallestNonzero", E2M1SmallestNonzero.Float64(), 0.5},
		{"E4M3FNUZ 7F", e4m3FNUZ.decodeFloat64(0x7f), 240},
		{"E4M3FNUZ 08", e4m3FNUZ.decodeFloat64(0x08), 0.0078125},
		{"E4M3FNUZ 01", e4m3FNUZ.decodeFloat64(0x01), 0.0009765625},
		{"E5M2FNUZ 7F", e5m2FNUZ.decodeFloat64(0x7f), 57344},
		{"E5M2FNUZ 04", e5m2FNUZ.decodeFloat64(0x04), 0.000030517578125},
		{"E5M2FNUZ 01", e5m2FNUZ.decodeFloat64(0x01), 0.00000762939453125},
	} {
		if test.got != test.want {
			t.Errorf("%s = %v, want %v", test.name, test.got, test.want)
		}
	}
}

func TestE8M0SmallestIsAFloat32Subnormal(t *testing.T) {
	if got := math.Float32bits(E8M0(0).Float32()); got != 0x00400000 {
		t.Errorf("00 decodes to %08x, want 00400000", got)
	}
}

func TestBitsAboveAShortFormatAreIgnored(t *testing.T) {
	for _, s := range scalars {
		for i := range 1 << s.stored {
			code := uint16(i)
			low := code & (1<<width(*s.format) - 1)
			if !same(s.toFloat64(code), s.toFloat64(low)) || !same(float64(s.toFloat32(code)), float64(s.toFloat32(low))) ||
				s.isNaN(code) != s.isNaN(low) || s.isInf(code, 0) != s.isInf(low, 0) || s.isInf(code, 1) != s.isInf(low, 1) {
				t.Errorf("%s: %#x differs from %#x", s.name, code, low)
			}
			if s.isFinite(code) != s.isFinite(low) || s.isZero(code) != s.isZero(low) || s.isNormal(code) != s.isNormal(low) ||
				s.isSubnormal(code) != s.isSubnormal(low) || s.signbit(code) != s.signbit(low) {
				t.Errorf("%s: %#x is of another class than %#x", s.name, code, low)
			}
			if up, down := s.nextUp(code), s.nextDown(code); up != s.nextUp(low) || down != s.nextDown(low) {
				t.Errorf("%s: %#x is between %#x and %#x", s.name, code, down, up)
			}
			if width(*s.format) < 8 && s.text(code) != s.text(low) {
				t.Errorf("%s: %#x is %q, but %#x is %q", s.name, code, s.text(code), low, s.text(low))
			}
		}
	}
}

func TestStringReadsBackAsTheSameCode(t *testing.T) {
	for _, s := range scalars {
		for i := range 1 << width(*s.format) {
			code := uint16(i)
			text := s.text(code)
			value, err := strconv.ParseFloat(text, 32)
			if err != nil || !same(value, float64(s.toFloat32(code))) {
				t.Errorf("%s %#x: String() = %q, which reads as %v, %v", s.name, code, text, value, err)
			}
			if s.fromFloat64(value) != code && !s.isNaN(code) {
				t.Errorf("%s %#x: String() = %q, which encodes to %#x", s.name, code, text, s.fromFloat64(value))
			}
		}
	}
	for _, test := range []struct{ got, want string }{
		{E4M3Max.String(), "448"},
		{E4M3NaN.String(), "NaN"},
		{E4M3(0xff).String(), "NaN"},
		{E4M3(0x80).String(), "-0"},
		{E5M2Inf.String(), "+Inf"},
		{E5M2(0xfc).String(), "-Inf"},
		{BF16FromFloat32(0.1).String(), "0.100097656"},
		{E8M0(0).String(), "5.877472e-39"},
	} {
		if test.got != test.want {
			t.Errorf("String() = %q, want %q", test.got, test.want)
		}
	}
}
