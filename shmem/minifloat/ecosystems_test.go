package minifloat

import (
	"math"
	"testing"
)

// Each test holds what libraries give, mostly found by running them, and the
// rule that follows them; comments name what no rule follows. NaN is compared
// by code.

// expectation is a number and the code that libraries give for it.
type expectation struct {
	x    float64
	want uint16
}

func checkConversions(t *testing.T, name string, f format, rule Rule, conversions []expectation) {
	t.Helper()
	for _, c := range conversions {
		if got := f.encodeFloat64With(c.x, rule); got != c.want {
			t.Errorf("%s: %v of %v is %#x, want %#x", name, rule, c.x, got, c.want)
		}
		single := float32(c.x)
		if float64(single) != c.x && c.x == c.x {
			continue // no float32
		}
		if got := f.encodeFloat32With(single, rule); got != c.want {
			t.Errorf("%s: %v of float32 %v is %#x, want %#x", name, rule, single, got, c.want)
		}
	}
}

var (
	infinity      = math.Inf(1)
	positiveNaN   = math.NaN()
	negativeNaN   = math.Copysign(math.NaN(), -1)
	minusZero     = math.Copysign(0, -1)
	aboveE4M3     = float64(math.Float32frombits(0x43e80001)) // the float32 after 464
	aboveTinyE4M3 = float64(math.Float32frombits(0x3a800001)) // the float32 after 2^-10
)

// Rows that every library and rule agrees on.
func TestEcosystemsAgreeOnRounding(t *testing.T) {
	for _, rule := range []Rule{Natural, Saturate, NonSaturating} {
		checkConversions(t, "E4M3", formatE4M3, rule, []expectation{
			{464, 0x7e}, {-464, 0xfe}, {0x1p-10, 0x00}, {aboveTinyE4M3, 0x01}, {0.0029296875, 0x02}, {1.0625, 0x38}, {1.1875, 0x3a},
			{positiveNaN, 0x7f}, {negativeNaN, 0xff}, {minusZero, 0x80},
		})
		checkConversions(t, "E5M2", formatE5M2, rule, []expectation{
			{57344, 0x7b}, {0x1p-17, 0x00}, {7.7e-6, 0x01}, {minusZero, 0x80},
			{positiveNaN, 0x7e}, // ml_dtypes; PyTorch gives 7F
		})
		checkConversions(t, "E2M1", formatE2M1, rule, []expectation{
			{5, 0x6}, {2.5, 0x4}, {1.75, 0x4}, {0.75, 0x2}, {0.25, 0x0}, {3.5, 0x6}, {7, 0x7}, {infinity, 0x7}, {-infinity, 0xf},
			{positiveNaN, 0x7}, {negativeNaN, 0x7}, // CUDA and ONNX; ml_dtypes gives 8 and 0
		})
		checkConversions(t, "E2M3", formatE2M3, rule, []expectation{
			{7.75, 0x1f}, {1e9, 0x1f}, {-infinity, 0x3f}, {positiveNaN, 0x1f}, {negativeNaN, 0x1f}, // ml_dtypes gives 20 and 00 for NaN
		})
		checkConversions(t, "E3M2", formatE3M2, rule, []expectation{
			{30, 0x1f}, {0.03125, 0x00}, {1e9, 0x1f}, {-infinity, 0x3f}, {positiveNaN, 0x1f}, {negativeNaN, 0x1f},
		})
		checkConversions(t, "E4M3FNUZ", e4m3FNUZ, rule, []expectation{
			{240, 0x7f}, {247.99, 0x7f}, {minusZero, 0x00}, {-0x1p-12, 0x00}, {positiveNaN, 0x80}, {negativeNaN, 0x80},
		})
	}
}

// ml_dtypes without kSaturate, which is what numpy's astype does; ONNX's Cast
// with saturate=0; CUDA's __NV_NOSAT; PyTorch before 2.12.
func TestNonSaturatingFollowsMLDtypes(t *testing.T) {
	checkConversions(t, "E4M3", formatE4M3, NonSaturating, []expectation{
		{aboveE4M3, 0x7f}, {-aboveE4M3, 0xff}, {465, 0x7f}, {480, 0x7f}, {math.MaxFloat32, 0x7f}, {infinity, 0x7f}, {-infinity, 0xff},
	})
	checkConversions(t, "E5M2", formatE5M2, NonSaturating, []expectation{
		{61439, 0x7b}, {61440, 0x7c}, {-61440, 0xfc}, {infinity, 0x7c}, {-infinity, 0xfc},
	})
	checkConversions(t, "E4M3FNUZ", e4m3FNUZ, NonSaturating, []expectation{
		{248, 0x80}, {256, 0x80}, {-1e9, 0x80}, {infinity, 0x80}, {-infinity, 0x80},
	})
	checkConversions(t, "E5M2FNUZ", e5m2FNUZ, NonSaturating, []expectation{
		{61439, 0x7f}, {61440, 0x80}, {infinity, 0x80}, {-infinity, 0x80},
	})
	checkConversions(t, "E8M0", formatE8M0, NonSaturating, []expectation{
		{1.4, 0x7f}, {1.4143, 0x7f}, {1.4999, 0x7f}, {1.5, 0x80}, {3, 0x81}, // fuel: 7f 80 80 80 81
		{0, 0xff}, {-3, 0xff}, {infinity, 0xff}, {positiveNaN, 0xff}, // PyTorch gives 00 for 0 and 81 for -3
		{0x1.7fffffp127, 0xfe}, {0x1.8p127, 0xff}, {math.MaxFloat32, 0xff},
		{0x1p-127, 0x00}, {0x1p-128, 0x00}, {0x1p-149, 0x00},
		{0x1.00001p-127, 0x00}, // the nearest value; ml_dtypes and PyTorch give 01
	})
}

// Rust's float8, which always saturates; CUDA's __NV_SATFINITE; ONNX's Cast with
// saturate=1. ml_dtypes' kSaturate keeps infinity and E4M3's NaN for it: no rule.
func TestSaturateFollowsFloat8AndCUDA(t *testing.T) {
	checkConversions(t, "E4M3", formatE4M3, Saturate, []expectation{
		{aboveE4M3, 0x7e}, {465, 0x7e}, {-1e9, 0xfe}, {infinity, 0x7e}, {-infinity, 0xfe}, {positiveNaN, 0x7f},
	})
	checkConversions(t, "E5M2", formatE5M2, Saturate, []expectation{
		{61440, 0x7b}, {-61440, 0xfb}, {1e9, 0x7b}, {infinity, 0x7b}, {-infinity, 0xfb}, {positiveNaN, 0x7e},
	})
	checkConversions(t, "E4M3FNUZ", e4m3FNUZ, Saturate, []expectation{
		{248, 0x7f}, {-1e9, 0xff}, {infinity, 0x7f}, {-infinity, 0xff}, {positiveNaN, 0x80}, // ONNX once gave NaN for infinity
	})
	checkConversions(t, "BF16", formatBF16, Saturate, []expectation{
		{math.MaxFloat32, 0x7f7f}, {infinity, 0x7f7f}, {-infinity, 0xff7f}, {positiveNaN, 0x7fc0},
	})
	checkConversions(t, "F16", formatF16, Saturate, []expectation{
		{65519, 0x7bff}, {65520, 0x7bff}, {-1e9, 0xfbff}, {infinity, 0x7bff}, {positiveNaN, 0x7e00},
	})
	checkConversions(t, "E8M0", formatE8M0, Saturate, []expectation{
		{1.4999, 0x7f}, {1.5, 0x80}, {0x1.8p127, 0xfe}, {math.MaxFloat64, 0xfe}, {positiveNaN, 0xff},
		{0, 0x00}, {minusZero, 0x00}, {-3, 0x00}, {-infinity, 0x00}, // ml_dtypes; ONNX gives 81 for -3
		{infinity, 0xfe}, // the rule of the other formats; ml_dtypes and ONNX give FF
	})
}

// IEEE 754 where there is an infinity; the clamp of OCP FP8 where there is none.
func TestNaturalKeepsInfinityAndElseClamps(t *testing.T) {
	checkConversions(t, "E4M3", formatE4M3, Natural, []expectation{
		{aboveE4M3, 0x7e}, {infinity, 0x7e}, {-infinity, 0xfe},
	})
	checkConversions(t, "E5M2", formatE5M2, Natural, []expectation{
		{61440, 0x7c}, {infinity, 0x7c}, {-infinity, 0xfc},
	})
	checkConversions(t, "E4M3FNUZ", e4m3FNUZ, Natural, []expectation{
		{248, 0x7f}, {infinity, 0x7f}, {-infinity, 0xff},
	})
	checkConversions(t, "F16", formatF16, Natural, []expectation{
		{65519, 0x7bff}, {65520, 0x7c00}, {-65520, 0xfc00}, {0x1p-25, 0x0000}, {0x1.8p-24, 0x0002},
	})
	checkConversions(t, "E8M0", formatE8M0, Natural, []expectation{
		{0, 0xff}, {-3, 0xff}, {infinity, 0xff}, {positiveNaN, 0xff}, {0x1.8p127, 0xfe},
	})
}

// OCP MX 6.3 takes the exponent of the largest element; ONNX's round_mode down.
func TestFloorFollowsOCPBlockScales(t *testing.T) {
	checkConversions(t, "E8M0", formatE8M0, Floor, []expectation{
		{1, 0x7f}, {1.4, 0x7f}, {1.5, 0x7f}, {1.9999, 0x7f}, {math.Nextafter(2, 0), 0x7f}, {2, 0x80}, {3, 0x80}, {448, 0x87},
		{0x1.8p127, 0xfe}, {math.MaxFloat32, 0xfe}, {math.MaxFloat64, 0xfe}, {infinity, 0xfe}, {positiveNaN, 0xff},
		{0x1p-127, 0x00}, {0x1.fp-127, 0x00}, {0x1p-126, 0x01}, {0x1p-149, 0x00}, {0, 0x00}, {-3, 0x00},
	})
}

// ONNX's round_mode up, its default; CUDA's cudaRoundPosInf with __NV_SATFINITE.
func TestCeilFollowsONNXAndCUDAScales(t *testing.T) {
	checkConversions(t, "E8M0", formatE8M0, Ceil, []expectation{
		{1, 0x7f}, {1.4, 0x80}, {1.4143, 0x80}, {1.4999, 0x80}, {1.5, 0x80}, {math.Nextafter(1, 2), 0x80}, {2, 0x80}, {3, 0x81},
		{0x1p127, 0xfe}, {0x1.8p127, 0xfe}, {infinity, 0xfe}, {positiveNaN, 0xff},
		{0x1p-127, 0x00}, // ONNX gives 01
		{0x1.00001p-127, 0x01}, {0x1p-149, 0x00}, {math.SmallestNonzeroFloat64, 0x00}, {0, 0x00},
		{-3, 0x00}, // ONNX ignores the sign
	})
}

// No library rounds elements in one direction; these are what the names say.
func TestFloorAndCeilOfOtherFormatsRoundTheMagnitude(t *testing.T) {
	checkConversions(t, "E4M3", formatE4M3, Floor, []expectation{
		{1.0625, 0x38}, {1.1249, 0x38}, {-1.1249, 0xb8}, {0.0019, 0x00}, {-0.0019, 0x80}, {479, 0x7e}, {480, 0x7e}, {-infinity, 0xfe},
	})
	checkConversions(t, "E4M3", formatE4M3, Ceil, []expectation{
		{1.0001, 0x39}, {-1.0001, 0xb9}, {math.SmallestNonzeroFloat64, 0x01}, {-1e-300, 0x81}, {0, 0x00}, {minusZero, 0x80}, {448.0001, 0x7e}, {infinity, 0x7e},
	})
	checkConversions(t, "E5M2", formatE5M2, Floor, []expectation{{61440, 0x7b}, {1e9, 0x7b}, {infinity, 0x7b}, {1.2499, 0x3c}})
	checkConversions(t, "E5M2", formatE5M2, Ceil, []expectation{{57345, 0x7b}, {infinity, 0x7b}, {-1.0001, 0xbd}})
	checkConversions(t, "E4M3FNUZ", e4m3FNUZ, Floor, []expectation{{-0.0009, 0x00}, {-0.00097656250001, 0x81}, {-256, 0xff}})
	checkConversions(t, "E4M3FNUZ", e4m3FNUZ, Ceil, []expectation{{-1e-300, 0x81}, {minusZero, 0x00}, {240.1, 0x7f}})
	checkConversions(t, "E2M1", formatE2M1, Floor, []expectation{{5.99, 0x6}, {-0.49, 0x8}, {100, 0x7}})
	checkConversions(t, "E2M1", formatE2M1, Ceil, []expectation{{4.01, 0x7}, {-0.01, 0x9}, {100, 0x7}})
	checkConversions(t, "F16", formatF16, Ceil, []expectation{{65504.001, 0x7bff}, {1e-300, 0x0001}})
}
