package spec

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/shopspring/decimal"
)

// Formats by the names that others gave them.
var (
	bf16     = Format{true, 8, 7, 127, InfIEEE, NaNIEEE}
	e4m3     = Format{true, 4, 3, 7, InfNone, NaNLast}
	e5m2     = Format{true, 5, 2, 15, InfIEEE, NaNIEEE}
	e4m3fnuz = Format{true, 4, 3, 8, InfNone, NaNMinusZero}
	e5m2fnuz = Format{true, 5, 2, 16, InfNone, NaNMinusZero}
	e8m0     = Format{false, 8, 0, 127, InfNone, NaNLast}
	e2m3     = Format{true, 2, 3, 1, InfNone, NaNNone}
	e3m2     = Format{true, 3, 2, 3, InfNone, NaNNone}
	e2m1     = Format{true, 2, 1, 1, InfNone, NaNNone}
)

const none = math.MaxUint64 // no such code

// The codes and values are those that ml_dtypes, ONNX and IEEE 754 state.
var formatFacts = []struct {
	name                       string
	format                     Format
	bits                       int
	max, lowest, nan, inf      uint64
	normal, nonzero            uint64
	maxValue, lowestValue      string
	normalValue, nonzeroValue  string
	spelledMax, spelledNonzero string
}{
	{"BF16", bf16, 16, 0x7F7F, 0xFF7F, 0x7FC0, 0x7F80, 0x0080, 0x0001,
		"338953138925153547590470800371487866880", "-338953138925153547590470800371487866880", "2^-126", "2^-133",
		"(2 - 2^-7) × 2^127", "2^-133"},
	{"F16", goFormats["float16.Float16"], 16, 0x7BFF, 0xFBFF, 0x7E00, 0x7C00, 0x0400, 0x0001,
		"65504", "-65504", "0.00006103515625", "0.000000059604644775390625", "65504", "2^-24"},
	{"F32", goFormats["float32"], 32, 0x7F7FFFFF, 0xFF7FFFFF, 0x7FC00000, 0x7F800000, 0x00800000, 1,
		"340282346638528859811704183484516925440", "-340282346638528859811704183484516925440", "2^-126", "2^-149",
		"(2 - 2^-23) × 2^127", "2^-149"},
	{"E4M3", e4m3, 8, 0x7E, 0xFE, 0x7F, none, 0x08, 0x01, "448", "-448", "0.015625", "0.001953125", "448", "0.001953125"},
	{"E5M2", e5m2, 8, 0x7B, 0xFB, 0x7E, 0x7C, 0x04, 0x01, "57344", "-57344", "0.00006103515625", "0.0000152587890625", "57344", "0.0000152587890625"},
	{"E4M3FNUZ", e4m3fnuz, 8, 0x7F, 0xFF, 0x80, none, 0x08, 0x01, "240", "-240", "0.0078125", "0.0009765625", "240", "0.0009765625"},
	{"E5M2FNUZ", e5m2fnuz, 8, 0x7F, 0xFF, 0x80, none, 0x04, 0x01, "57344", "-57344", "0.000030517578125", "0.00000762939453125", "57344", "0.00000762939453125"},
	{"E8M0", e8m0, 8, 0xFE, 0x00, 0xFF, none, 0x00, 0x00,
		"170141183460469231731687303715884105728", "2^-127", "2^-127", "2^-127", "2^127", "2^-127"},
	{"E2M3", e2m3, 6, 0x1F, 0x3F, none, none, 0x08, 0x01, "7.5", "-7.5", "1", "0.125", "7.5", "0.125"},
	{"E3M2", e3m2, 6, 0x1F, 0x3F, none, none, 0x04, 0x01, "28", "-28", "0.25", "0.0625", "28", "0.0625"},
	{"E2M1", e2m1, 4, 0x7, 0xF, none, none, 0x2, 0x1, "6", "-6", "1", "0.5", "6", "0.5"},
}

// number reads a decimal or 2^n.
func number(t *testing.T, text string) decimal.Decimal {
	t.Helper()
	var exponent int
	if n, _ := fmt.Sscanf(text, "2^%d", &exponent); n == 1 {
		return dyadic(1, exponent)
	}
	value, err := decimal.NewFromString(text)
	if err != nil {
		t.Fatal(err)
	}
	return value
}

func TestFormatsHaveTheirKnownLimits(t *testing.T) {
	for _, fact := range formatFacts {
		t.Run(fact.name, func(t *testing.T) {
			f := fact.format
			if f.Bits() != fact.bits {
				t.Errorf("%d bits, want %d", f.Bits(), fact.bits)
			}
			for _, limit := range []struct {
				what      string
				got, want uint64
				value     string
			}{
				{"largest", f.MaxCode(), fact.max, fact.maxValue},
				{"lowest", f.LowestCode(), fact.lowest, fact.lowestValue},
				{"smallest normal", f.SmallestNormalCode(), fact.normal, fact.normalValue},
				{"smallest nonzero", f.SmallestNonzeroCode(), fact.nonzero, fact.nonzeroValue},
			} {
				if limit.got != limit.want {
					t.Errorf("%s code %#x, want %#x", limit.what, limit.got, limit.want)
				}
				value, ok := f.Value(limit.got)
				if want := number(t, limit.value); !ok || !value.Equal(want) {
					t.Errorf("%s value %s, want %s", limit.what, value, want)
				}
			}
			if code, ok := f.NaNCode(); ok != (fact.nan != none) || ok && (code != fact.nan || !f.IsNaN(code)) {
				t.Errorf("NaN code %#x, %v, want %#x", code, ok, fact.nan)
			}
			if code, ok := f.InfCode(); ok != (fact.inf != none) || ok && (code != fact.inf || !f.IsInf(code)) {
				t.Errorf("infinity code %#x, %v, want %#x", code, ok, fact.inf)
			}
			if got := Spell(number(t, fact.maxValue)); got != fact.spelledMax {
				t.Errorf("largest is spelled %s, want %s", got, fact.spelledMax)
			}
			if got := Spell(number(t, fact.nonzeroValue)); got != fact.spelledNonzero {
				t.Errorf("smallest is spelled %s, want %s", got, fact.spelledNonzero)
			}
		})
	}
}

func TestSmallFormatsHaveTheirKnownValues(t *testing.T) {
	for code, want := range []string{"0", "0.5", "1", "1.5", "2", "3", "4", "6", "0", "-0.5", "-1", "-1.5", "-2", "-3", "-4", "-6"} {
		if value, ok := e2m1.Value(uint64(code)); !ok || value.String() != want {
			t.Errorf("E2M1 %X is %s, %v, want %s", code, value, ok, want)
		}
	}
	for _, test := range []struct {
		format Format
		code   uint64
		want   string
	}{
		{e2m3, 0x17, "3.75"}, {e2m3, 0x20, "0"}, {e3m2, 0x2D, "-1.25"},
		{e4m3, 0x38, "1"}, {e5m2, 0x3C, "1"}, {e4m3fnuz, 0x40, "1"}, {e5m2fnuz, 0x40, "1"}, {e8m0, 0x7F, "1"}, {bf16, 0x4049, "3.140625"},
	} {
		if value, ok := test.format.Value(test.code); !ok || value.String() != test.want {
			t.Errorf("%+v %#x is %s, %v, want %s", test.format, test.code, value, ok, test.want)
		}
	}
}

func TestSpecialCodesAreThoseOfTheRule(t *testing.T) {
	for _, test := range []struct {
		name     string
		format   Format
		nan, inf []uint64
	}{
		{"E4M3", e4m3, []uint64{0x7F, 0xFF}, nil},
		{"E5M2", e5m2, []uint64{0x7D, 0x7E, 0x7F, 0xFD, 0xFE, 0xFF}, []uint64{0x7C, 0xFC}},
		{"E4M3FNUZ", e4m3fnuz, []uint64{0x80}, nil},
		{"E5M2FNUZ", e5m2fnuz, []uint64{0x80}, nil},
		{"E8M0", e8m0, []uint64{0xFF}, nil},
		{"E2M3", e2m3, nil, nil},
		{"E3M2", e3m2, nil, nil},
		{"E2M1", e2m1, nil, nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			var nan, inf []uint64
			for code := range uint64(1) << test.format.Bits() {
				if test.format.IsNaN(code) {
					nan = append(nan, code)
				}
				if test.format.IsInf(code) {
					inf = append(inf, code)
				}
			}
			if fmt.Sprint(nan) != fmt.Sprint(test.nan) || fmt.Sprint(inf) != fmt.Sprint(test.inf) {
				t.Errorf("NaN %x, infinity %x, want %x, %x", nan, inf, test.nan, test.inf)
			}
		})
	}
}

func TestWhatIsNoFiniteCodeHasNoValue(t *testing.T) {
	for _, test := range []struct {
		format Format
		code   uint64
	}{{e2m1, 0x10}, {e4m3, 0x100}, {e4m3, 0x7F}, {e5m2, 0xFC}, {e8m0, 0xFF}, {e4m3fnuz, 0x80}, {goFormats["float64"], 0x7FF0_0000_0000_0000}} {
		if value, ok := test.format.Value(test.code); ok {
			t.Errorf("%+v %#x is %s", test.format, test.code, value)
		}
	}
}

// checkFormatIsExact holds for every format that Parse accepts: finite values
// rise with the code and are float32 values, and the limits are finite.
func checkFormatIsExact(t *testing.T, f Format) {
	t.Helper()
	var before decimal.Decimal
	step := max(1, f.MaxCode()/997) // all of 8 bits, a sample of 16
	for code := uint64(0); code <= f.MaxCode(); code += step {
		value, ok := f.Value(code)
		if !ok || code > 0 && !value.GreaterThan(before) {
			t.Errorf("%+v: %#x is %s, %v after %s", f, code, value, ok, before)
			return
		}
		if _, exact := value.Rat().Float32(); !exact {
			t.Errorf("%+v: %#x is %s, no float32", f, code, value)
			return
		}
		before = value
	}
	for _, code := range []uint64{f.LowestCode(), f.MaxCode(), f.SmallestNormalCode(), f.SmallestNonzeroCode()} {
		value, ok := f.Value(code)
		if _, exact := value.Rat().Float32(); !ok || !exact || code != f.LowestCode() && !value.IsPositive() {
			t.Errorf("%+v: limit %#x is %s, %v", f, code, value, ok)
		}
	}
}

func TestKnownFormatsAreExact(t *testing.T) {
	for _, fact := range formatFacts {
		if fact.bits <= maxMinifloatBits {
			checkFormatIsExact(t, fact.format)
		}
	}
}

func TestValuesAgreeWithTheProcessor(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	same := func(format Format, code uint64, float float64) {
		t.Helper()
		value, ok := format.Value(code)
		if finite := !math.IsNaN(float) && !math.IsInf(float, 0); ok != finite || format.IsNaN(code) != math.IsNaN(float) {
			t.Errorf("%#x of %+v: finite %v, want %v", code, format, ok, finite)
		} else if ok && value.Rat().Cmp(new(big.Rat).SetFloat64(float)) != 0 {
			t.Errorf("%#x of %+v is %s, want %g", code, format, value, float)
		}
	}
	for code := uint64(0); code < 1<<16; code += 7 {
		same(bf16, code, float64(math.Float32frombits(uint32(code)<<16)))
	}
	for range 2000 {
		code := random.Uint32()
		same(goFormats["float32"], uint64(code), float64(math.Float32frombits(code)))
	}
	for range 300 {
		code := random.Uint64()
		same(goFormats["float64"], code, math.Float64frombits(code))
	}
}

func TestSpellIsExactAndShort(t *testing.T) {
	for _, test := range []struct {
		significand uint64
		exponent    int
		negative    bool
		want        string
	}{
		{0, 0, false, "0"},
		{1, -14, false, "0.00006103515625"},
		{1, -17, false, "0.00000762939453125"},
		{1, -18, false, "0.000003814697265625"},
		{1, -19, false, "2^-19"},
		{1, -1074, false, "2^-1074"},
		{3, -149, false, "3 × 2^-149"},
		{3, -149, true, "-3 × 2^-149"},
		{255, 120, false, "(2 - 2^-7) × 2^127"},
		{255, 120, true, "-(2 - 2^-7) × 2^127"},
		{1<<53 - 1, 971, false, "(2 - 2^-52) × 2^1023"},
		{1<<53 - 3, 971, false, "9007199254740989 × 2^971"},
		{1<<64 - 1, 0, false, "18446744073709551615"},
		{1 << 63, 0, true, "-9223372036854775808"},
		{1 << 63, 4, false, "2^67"},
	} {
		value := dyadic(test.significand, test.exponent)
		if test.negative {
			value = value.Neg()
		}
		if got := Spell(value); got != test.want {
			t.Errorf("%d × 2^%d is spelled %s, want %s", test.significand, test.exponent, got, test.want)
		}
	}
	const third = "0.333333333333333333333"
	if got := Spell(number(t, third)); got != third {
		t.Errorf("%s is spelled %s, though it is no sum of powers of two", third, got)
	}
}

func TestRangesAreThoseOfTheTypes(t *testing.T) {
	for _, test := range []struct {
		host                             HostType
		kind                             Kind
		size                             int64
		lowest, highest, normal, nonzero string
	}{
		{HostType{Name: "int8"}, KindInt, 1, "-128", "127", "0", "0"},
		{HostType{Name: "uint8"}, KindInt, 1, "0", "255", "0", "0"},
		{HostType{Name: "int64"}, KindInt, 8, "-9223372036854775808", "9223372036854775807", "0", "0"},
		{HostType{Name: "uint64"}, KindInt, 8, "0", "18446744073709551615", "0", "0"},
		{HostType{Package: "float16", Name: "Float16"}, KindFloat, 2, "-65504", "65504", "0.00006103515625", "2^-24"},
		{HostType{Name: "float32"}, KindFloat, 4, "-(2 - 2^-23) × 2^127", "(2 - 2^-23) × 2^127", "2^-126", "2^-149"},
		{HostType{Name: "float64"}, KindFloat, 8, "-(2 - 2^-52) × 2^1023", "(2 - 2^-52) × 2^1023", "2^-1022", "2^-1074"},
	} {
		d := DType{HostType: test.host, Kind: test.kind, Size: decimal.NewFromInt(test.size)}
		r, ok := d.Range()
		got := []string{Spell(r.Lowest), Spell(r.Highest), Spell(r.SmallestNormal), Spell(r.SmallestNonzero)}
		want := []string{test.lowest, test.highest, test.normal, test.nonzero}
		if !ok || fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%s: %q, %v, want %q", test.host, got, ok, want)
		}
	}
	for _, d := range []DType{
		{Kind: KindBool, HostType: HostType{Name: "uint8"}, Size: decimal.NewFromInt(1)},
		{Kind: KindComplex, HostType: HostType{Name: "complex64"}, Size: decimal.NewFromInt(8)},
		{Kind: KindInt, Status: StatusUnshipped, Size: decimal.New(5, -1)},
		{Kind: KindFloat, Status: StatusReserved, Size: decimal.NewFromInt(1)},
	} {
		if r, ok := d.Range(); ok {
			t.Errorf("%s %s has the range %v", d.Kind, d.HostType, r)
		}
	}
}
