package minifloat

import (
	"errors"
	"math"
	"testing"
)

func TestCheckedDeclinesWhatHasNoValue(t *testing.T) {
	for _, test := range []struct {
		name     string
		format   format
		declined []float64
		accepted map[float64]uint16
	}{
		{"E2M1", formatE2M1, []float64{positiveNaN, negativeNaN, infinity, -infinity, 7, -7, 1e300},
			map[float64]uint16{0: 0, 6: 7, 6.99: 7, -6.99: 15, 1e-300: 0}},
		{"E4M3", formatE4M3, []float64{infinity, -infinity, aboveE4M3, -aboveE4M3, 1e9},
			map[float64]uint16{464: 0x7e, -464: 0xfe, 0x1p-30: 0}},
		{"E5M2", formatE5M2, []float64{61440, -61440, 1e300},
			map[float64]uint16{infinity: 0x7c, -infinity: 0xfc, 61439: 0x7b}},
		{"BF16", formatBF16, []float64{math.MaxFloat32, -math.MaxFloat64},
			map[float64]uint16{infinity: 0x7f80, 0x1.fep127: 0x7f7f}},
		{"F16", formatF16, []float64{65520, -1e9}, map[float64]uint16{infinity: 0x7c00, 65519: 0x7bff}},
		// fuel too declines overflow and underflow of a scale.
		{"E8M0", formatE8M0, []float64{0, minusZero, -1, infinity, -infinity, 0x1.8p127, 1e300, 0x1p-128, 0x1.7ffffep-128, math.SmallestNonzeroFloat64},
			map[float64]uint16{1: 0x7f, 0x1p-127: 0, 0x1.8p-128: 0, 0x1.7fffp127: 0xfe}},
		{"E4M3FNUZ", e4m3FNUZ, []float64{248, infinity}, map[float64]uint16{247: 0x7f, -1e-9: 0}},
		{"unsigned with NaN", e5m3, []float64{-1, -1e-300, -infinity, infinity}, map[float64]uint16{0: 0, 1: 0x78}},
		{"unsigned with infinity", e5m3IEEE, []float64{-1, -infinity, 1e9}, map[float64]uint16{infinity: 0xf8}},
	} {
		t.Run(test.name, func(t *testing.T) {
			for _, x := range test.declined {
				if code, err := test.format.encodeFloat64Checked(x); !errors.Is(err, ErrUnrepresentable) || code != 0 {
					t.Errorf("%v is %#x, %v", x, code, err)
				}
			}
			for x, want := range test.accepted {
				if code, err := test.format.encodeFloat64Checked(x); err != nil || code != want {
					t.Errorf("%v is %#x, %v, want %#x", x, code, err, want)
				}
			}
			_, err := test.format.encodeFloat64Checked(math.NaN())
			if (err == nil) != (test.format.nan != nanNone) {
				t.Errorf("NaN: %v", err)
			}
		})
	}
}

func TestUnrepresentableErrorSaysWhatAndWhere(t *testing.T) {
	_, err := E4M3FromFloat32Checked(1000.5)
	var unrepresentable *UnrepresentableError
	if !errors.As(err, &unrepresentable) || unrepresentable.Value != 1000.5 || unrepresentable.Format != "E4M3" {
		t.Fatalf("%#v", err)
	}
	if want := "minifloat: 1000.5 is not representable in E4M3"; err.Error() != want {
		t.Errorf("%q, want %q", err, want)
	}
	if errors.Is(err, errors.ErrUnsupported) {
		t.Error("it matches any error")
	}
	_, err = E2M1FromFloat64Checked(math.NaN())
	if want := "minifloat: NaN is not representable in E2M1"; err == nil || err.Error() != want {
		t.Errorf("%v, want %q", err, want)
	}
	_, err = F16FromFloat64Checked(-1e6)
	if want := "minifloat: -1e+06 is not representable in F16"; err == nil || err.Error() != want {
		t.Errorf("%v, want %q", err, want)
	}
}
