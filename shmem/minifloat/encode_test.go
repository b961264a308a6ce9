package minifloat

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/x448/float16"
)

func TestEncodingWhatWasDecodedGivesBackTheCode(t *testing.T) {
	for _, f := range manyFormats() {
		for i := range 1 << width(f.format) {
			code := uint16(i)
			if f.isNaN(code) {
				continue
			}
			if got := f.encodeFloat32(f.decodeFloat32(code)); got != code {
				t.Errorf("%s: %#x comes back through float32 as %#x", f.name, code, got)
			}
			if got := f.encodeFloat64(f.decodeFloat64(code)); got != code {
				t.Errorf("%s: %#x comes back through float64 as %#x", f.name, code, got)
			}
		}
	}
}

// The numbers between two values are told apart at their midpoint when rounding
// to nearest, and at the values themselves by Floor and Ceil.
func TestBoundariesConvertAsTheReference(t *testing.T) {
	for _, f := range manyFormats() {
		t.Run(f.name, func(t *testing.T) {
			r := referenceOf(t, f.format)
			for _, boundary := range slices.Concat(r.values, r.boundaries) {
				below, above := math.Nextafter(boundary, 0), math.Nextafter(boundary, math.Inf(1))
				for _, magnitude := range []float64{below, boundary, above} {
					for _, x := range []float64{magnitude, -magnitude} {
						checkEncode(t, f, r, x)
					}
				}
			}
		})
	}
}

func TestEncodeIsMonotonicUnderEveryRule(t *testing.T) {
	for _, f := range manyFormats() {
		random := rand.New(rand.NewPCG(3, uint64(width(f.format))))
		for range 20000 {
			rule := rules[random.IntN(len(rules))]
			low, high := sample(random, f.format), sample(random, f.format)
			if math.IsNaN(low) || math.IsNaN(high) {
				continue
			}
			if low > high {
				low, high = high, low
			}
			a, b := f.decodeFloat64(f.encodeFloat64With(low, rule)), f.decodeFloat64(f.encodeFloat64With(high, rule))
			if a > b { // false if one is NaN
				t.Fatalf("%s, %v: %v gives %v, but %v gives %v", f.name, rule, low, a, high, b)
			}
		}
	}
}

func TestSamplesConvertAsTheReference(t *testing.T) {
	for _, f := range manyFormats() {
		r := referenceOf(t, f.format)
		random := rand.New(rand.NewPCG(4, uint64(width(f.format))))
		for range 5000 {
			checkEncode(t, f, r, sample(random, f.format))
		}
	}
}

// checkEncode compares every conversion of x, and of the float32 next to it,
// with the reference.
func checkEncode(t *testing.T, f namedFormat, r *reference, x float64) {
	t.Helper()
	single := float32(x)
	for _, rule := range rules {
		if got, want := f.encodeFloat64With(x, rule), r.encode(x, rule); got != want {
			t.Fatalf("%s: %v of float64 %v is %#x, want %#x", f.name, rule, x, got, want)
		}
		if got, want := f.encodeFloat32With(single, rule), r.encode(float64(single), rule); got != want {
			t.Fatalf("%s: %v of float32 %v is %#x, want %#x", f.name, rule, single, got, want)
		}
	}
	double, natural64 := f.encodeFloat64(x), r.encode(x, Natural)
	float, natural32 := f.encodeFloat32(single), r.encode(float64(single), Natural)
	if double != natural64 || float != natural32 {
		t.Fatalf("%s: float64 %v is %#x, want %#x; float32 %v is %#x, want %#x", f.name, x, double, natural64, single, float, natural32)
	}
	if code, err := f.encodeFloat64Checked(x); (err == nil) != r.represents(x) || err == nil && code != natural64 {
		t.Fatalf("%s: float64 %v checked is %#x, %v", f.name, x, code, err)
	}
	if code, err := f.encodeFloat32Checked(single); (err == nil) != r.represents(float64(single)) || err == nil && code != natural32 {
		t.Fatalf("%s: float32 %v checked is %#x, %v", f.name, single, code, err)
	}
}

// sample returns a float64 that is worth converting to f: any bit pattern, or
// one in and around the range of f, on or close to a boundary.
func sample(random *rand.Rand, f format) float64 {
	bits := random.Uint64()
	if bits&7 == 0 {
		return math.Float64frombits(random.Uint64())
	}
	low, high := -f.bias-int(f.mantissa)-2, 1<<f.exponent-f.bias+2
	exponent := low + random.IntN(high-low)
	kept := min(uint(random.IntN(int(f.mantissa)+3)), 52)
	fraction := bits >> 12
	switch bits >> 3 & 3 {
	case 0:
		fraction = fraction >> (52 - kept) << (52 - kept)
	case 1:
		fraction = fraction>>(52-kept)<<(52-kept) | 1
	case 2:
		fraction |= 1<<(52-kept) - 1
	}
	return math.Float64frombits(bits&(1<<63) | uint64(exponent+1023)<<52 | fraction)
}

func TestFloat32IsWidenedExactly(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 5))
	check := func(single uint32) {
		t.Helper()
		x := math.Float32frombits(single)
		double := widen(single)
		if x != x {
			if got := math.Float64frombits(double); got == got || double>>63 != uint64(single>>31) {
				t.Errorf("widen(%08x) = %016x", single, double)
			}
			return
		}
		if want := math.Float64bits(float64(x)); double != want {
			t.Errorf("widen(%08x) = %016x, want %016x", single, double, want)
		}
		if got := narrow(double); got != single {
			t.Errorf("narrow(%016x) = %08x, want %08x", double, got, single)
		}
	}
	for exponent := range uint32(0x100) {
		for _, fraction := range []uint32{0, 1, 2, 0x400000, 0x3fffff, 0x7fffff} {
			check(exponent<<23 | fraction)
			check(1<<31 | exponent<<23 | fraction)
		}
	}
	for range 100000 {
		check(random.Uint32())
		check(random.Uint32() & 0x807fffff) // subnormal
	}
}

func TestBinary16EncodesAsX448Float16(t *testing.T) {
	random := rand.New(rand.NewPCG(6, 6))
	check := func(single uint32) {
		t.Helper()
		x := math.Float32frombits(single)
		got, want := formatF16.encodeFloat32(x), float16.Fromfloat32(x)
		if x != x { // its payload is kept there, ours is canonical
			if !formatF16.isNaN(got) || !want.IsNaN() || got>>15 != want.Bits()>>15 {
				t.Errorf("%08x gives %04x, want a NaN like %04x", single, got, want.Bits())
			}
			return
		}
		if got != want.Bits() {
			t.Errorf("%08x (%v) gives %04x, want %04x", single, x, got, want.Bits())
		}
	}
	for _, boundary := range referenceOf(t, formatF16).boundaries {
		single := math.Float32bits(float32(boundary))
		for _, x := range []uint32{single - 1, single, single + 1} {
			check(x)
			check(x | 1<<31)
		}
	}
	for exponent := range uint32(0x200) {
		check(exponent << 23)
		for range 200 {
			check(exponent<<23 | random.Uint32()&0x7fffff)
		}
	}
}

// Each row names the rule it stands for; the values are those of IEEE 754, OCP
// and of libraries run for the purpose, not our own.
func TestEncodeValues(t *testing.T) {
	inf, nan := math.Inf(1), math.NaN()
	minusZero, minusNaN := math.Copysign(0, -1), math.Copysign(nan, -1)
	type row struct {
		x    float64
		want uint16
	}
	for _, test := range []struct {
		name   string
		format format
		rows   []row
	}{
		{"E4M3 rounds to even", formatE4M3, []row{
			{1.0625, 0x38}, {1.1875, 0x3a}, {0x1p-10, 0x00}, {0x1.000002p-10, 0x01}, {0.0029296875, 0x02}, {464, 0x7e},
		}},
		// ONNX saturates, as do CUDA, the float8 crate and PyTorch from 2.12 on;
		// ml_dtypes and older PyTorch give 7F for all of these.
		{"E4M3 clamps overflow and infinity", formatE4M3, []row{
			{464.00003, 0x7e}, {465, 0x7e}, {480, 0x7e}, {1e30, 0x7e}, {math.MaxFloat64, 0x7e}, {inf, 0x7e}, {-465, 0xfe}, {-inf, 0xfe},
		}},
		// torch-xpu-ops once made NaN of minus zero.
		{"E4M3 keeps the sign of zero and NaN", formatE4M3, []row{
			{0, 0x00}, {minusZero, 0x80}, {-0x1p-11, 0x80}, {nan, 0x7f}, {minusNaN, 0xff},
		}},
		{"E5M2 rounds to even", formatE5M2, []row{
			{0x1p-17, 0x00}, {7.7e-6, 0x01}, {57344, 0x7b}, {61439.99, 0x7b},
		}},
		// ml_dtypes and PyTorch do the same; CUDA, the float8 crate and ONNX give 7B.
		{"E5M2 overflows to infinity", formatE5M2, []row{
			{61440, 0x7c}, {-61440, 0xfc}, {1e300, 0x7c}, {inf, 0x7c}, {-inf, 0xfc},
		}},
		// PyTorch gives 7F, float8 keeps part of the payload; ml_dtypes as here.
		{"E5M2 NaN is canonical", formatE5M2, []row{{nan, 0x7e}, {minusNaN, 0xfe}}},
		{"BF16 rounds to even", formatBF16, []row{
			{1, 0x3f80}, {0x1.01p0, 0x3f80}, {0x1.03p0, 0x3f82}, {0x1p-133, 0x0001}, {0x1p-134, 0x0000}, {0x1.8p-133, 0x0002},
		}},
		{"BF16 overflows to infinity", formatBF16, []row{
			{math.MaxFloat32, 0x7f80}, {0x1.fep127, 0x7f7f}, {inf, 0x7f80}, {-inf, 0xff80},
		}},
		{"BF16 NaN is canonical", formatBF16, []row{{nan, 0x7fc0}, {minusNaN, 0xffc0}}},
		{"E2M1 rounds to even", formatE2M1, []row{
			{0.25, 0x0}, {0.75, 0x2}, {1.75, 0x4}, {2.5, 0x4}, {3.5, 0x6}, {5, 0x6}, {-5, 0xe}, {minusZero, 0x8},
		}},
		{"E2M3 rounds to even", formatE2M3, []row{{7.25, 0x1e}, {0.0625, 0x00}, {0.1875, 0x02}, {minusZero, 0x20}}},
		{"E3M2 rounds to even", formatE3M2, []row{{0.03125, 0x00}, {26, 0x1e}, {0.09375, 0x02}, {minusZero, 0x20}}},
		// ml_dtypes, CUDA and ONNX agree.
		{"E2M1 clamps overflow and infinity", formatE2M1, []row{{7, 0x7}, {-7, 0xf}, {inf, 0x7}, {-inf, 0xf}}},
		{"E2M3 clamps overflow and infinity", formatE2M3, []row{{7.75, 0x1f}, {-100, 0x3f}, {inf, 0x1f}, {-inf, 0x3f}}},
		{"E3M2 clamps overflow and infinity", formatE3M2, []row{{30, 0x1f}, {-100, 0x3f}, {inf, 0x1f}, {-inf, 0x3f}}},
		// CUDA and ONNX; ml_dtypes gives a zero of the opposite sign.
		{"E2M1 NaN gives the largest", formatE2M1, []row{{nan, 0x7}, {minusNaN, 0x7}}},
		{"E2M3 NaN gives the largest", formatE2M3, []row{{nan, 0x1f}, {minusNaN, 0x1f}}},
		{"E3M2 NaN gives the largest", formatE3M2, []row{{nan, 0x1f}, {minusNaN, 0x1f}}},
		// ml_dtypes and PyTorch; fuel divides at the square root of two, and
		// ONNX rounds up by default.
		{"E8M0 rounds to nearest, ties up", formatE8M0, []row{
			{1, 0x7f}, {1.4, 0x7f}, {1.4143, 0x7f}, {1.4999, 0x7f}, {1.5, 0x80}, {3, 0x81}, {2.9999, 0x80},
		}},
		// ml_dtypes and PyTorch give 01 between 2^-127 and half way up, which is
		// not the nearest.
		{"E8M0 rounds to nearest at its lower end", formatE8M0, []row{
			{0x1p-127, 0x00}, {0x1.00001p-127, 0x00}, {0x1.7fffffp-127, 0x00}, {0x1.8p-127, 0x01}, {0x1p-128, 0x00}, {0x1p-149, 0x00}, {math.SmallestNonzeroFloat64, 0x00},
		}},
		// ml_dtypes gives FF, ONNX and CUDA FE.
		{"E8M0 clamps finite overflow", formatE8M0, []row{
			{0x1p127, 0xfe}, {0x1.8p127, 0xfe}, {0x1p128, 0xfe}, {math.MaxFloat64, 0xfe},
		}},
		// ml_dtypes; PyTorch gives 00 for zero and drops the sign of the others.
		{"E8M0 has no zero, sign or infinity", formatE8M0, []row{
			{0, 0xff}, {minusZero, 0xff}, {-1, 0xff}, {-0x1p-149, 0xff}, {inf, 0xff}, {-inf, 0xff}, {nan, 0xff}, {minusNaN, 0xff},
		}},
		// ONNX with saturate, once its documents agreed; ml_dtypes gives 80.
		{"E4M3FNUZ clamps overflow and infinity", e4m3FNUZ, []row{
			{240, 0x7f}, {247.99, 0x7f}, {248, 0x7f}, {-1e9, 0xff}, {inf, 0x7f}, {-inf, 0xff},
		}},
		{"E4M3FNUZ never makes NaN of zero", e4m3FNUZ, []row{
			{minusZero, 0x00}, {-0x1p-11, 0x00}, {-0x1p-300, 0x00}, {-0x1.000002p-11, 0x81}, {nan, 0x80}, {minusNaN, 0x80},
		}},
		{"E5M2FNUZ", e5m2FNUZ, []row{{57344, 0x7f}, {inf, 0x7f}, {minusZero, 0x00}, {0x1p-17, 0x01}, {0x1p-18, 0x00}, {nan, 0x80}}},
		{"unsigned with NaN", e5m3, []row{
			{0, 0x00}, {minusZero, 0x00}, {-1, 0xff}, {-1e-300, 0xff}, {-inf, 0xff}, {nan, 0xff}, {inf, 0xfe}, {1, 0x78},
		}},
		{"unsigned with infinity", e5m3IEEE, []row{
			{minusZero, 0x00}, {-1, 0xfc}, {-inf, 0xfc}, {nan, 0xfc}, {inf, 0xf8}, {1e9, 0xf8},
		}},
		{"unsigned without NaN", e4m4NoNaN, []row{
			{minusZero, 0x00}, {-1, 0x00}, {-inf, 0x00}, {nan, 0xff}, {inf, 0xff},
		}},
		{"unsigned powers of two without NaN", e4m0NoSign, []row{
			{0, 0x0}, {minusZero, 0x0}, {-1, 0x0}, {-inf, 0x0}, {nan, 0xf}, {inf, 0xf}, {1, 0x7}, {0x1p-7, 0x0},
		}},
		{"signed powers of two", e4m0, []row{
			{0, 0x00}, {minusZero, 0x10}, {0x1p-6, 0x01}, {0x1p-7, 0x00}, {0x1.000001p-7, 0x01}, {1.5, 0x08}, {-1.5, 0x18}, {inf, 0x0f}, {nan, 0x0f},
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			for _, row := range test.rows {
				if got := test.format.encodeFloat64(row.x); got != row.want {
					t.Errorf("encodeFloat64(%v) = %#x, want %#x", row.x, got, row.want)
				}
				single := float32(row.x)
				if float64(single) != row.x && row.x == row.x {
					continue // no float32
				}
				if got := test.format.encodeFloat32(single); got != row.want {
					t.Errorf("encodeFloat32(%v) = %#x, want %#x", single, got, row.want)
				}
			}
		})
	}
}
