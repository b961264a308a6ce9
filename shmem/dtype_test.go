package shmem_test

import (
	"encoding"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/tensorshm/tensorshm/shmem"
)

// The values of fuel-cpu-backend 0.22.10's dtypes in its order: files and
// messages hold them, so they are written down here a second time.
func TestValuesNeverChange(t *testing.T) {
	for i, dtype := range []shmem.DType{
		shmem.U8, shmem.I8, shmem.U32, shmem.I16, shmem.I32, shmem.I64, shmem.BF16, shmem.F16, shmem.F32, shmem.F64, shmem.F8E4M3,
		shmem.F8E5M2, shmem.F6E2M3, shmem.F6E3M2, shmem.F4, shmem.F8E8M0, shmem.F8E6M2, shmem.Bool,
	} {
		if int(dtype) != i+1 {
			t.Errorf("%v has value %d, want %d", dtype, dtype, i+1)
		}
	}
}

func TestDTypeSaysWhatTheTableSays(t *testing.T) {
	for _, facts := range tableFacts {
		d := facts.dtype
		elements, size := d.Unit()
		got := dtypeFacts{d, int(d), d.String(), d.Bits(), elements, size, d.IsInt(), d.IsFloat(), d.Status(), d.Rationale(), accessors{}}
		want := facts
		want.accessors = accessors{}
		if !equalFacts(got, want) {
			t.Errorf("%v says %+v, the table %+v", d, got, want)
		}
		if d.Supported() != (facts.status == shmem.StatusSupported) {
			t.Errorf("%v: Supported is %t, status %v", d, d.Supported(), facts.status)
		}
		wantSize := facts.bits / 8
		if facts.bits%8 != 0 {
			wantSize = 0
		}
		if d.SizeInBytes() != wantSize {
			t.Errorf("%v: SizeInBytes is %d, want %d", d, d.SizeInBytes(), wantSize)
		}
		if elements*facts.bits != size*8 {
			t.Errorf("%v: %d elements of %d bits do not fill %d bytes", d, elements, facts.bits, size)
		}
	}
}

func equalFacts(a, b dtypeFacts) bool {
	return a.dtype == b.dtype && a.value == b.value && a.text == b.text && a.bits == b.bits && a.unitElements == b.unitElements && a.unitBytes == b.unitBytes &&
		a.isInt == b.isInt && a.isFloat == b.isFloat && a.status == b.status && a.rationale == b.rationale
}

// Sizes from facts that other projects publish, not from our table.
func TestSizesAreThoseOfOtherEcosystems(t *testing.T) {
	for _, test := range []struct {
		dtype       shmem.DType
		bits, bytes int
		elements    int
		storage     int
	}{
		{shmem.U8, 8, 1, 3, 3},
		{shmem.BF16, 16, 2, 3, 6},
		{shmem.F16, 16, 2, 3, 6},
		{shmem.F32, 32, 4, 3, 12},
		{shmem.F64, 64, 8, 3, 24},
		{shmem.F8E4M3, 8, 1, 3, 3},
		{shmem.F8E8M0, 8, 1, 3, 3},
		{shmem.F6E2M3, 6, 0, 8, 6},
		{shmem.F6E3M2, 6, 0, 4, 3},
		{shmem.F4, 4, 0, 6, 3},
		{shmem.Bool, 8, 1, 3, 3},
	} {
		storage, err := test.dtype.StorageBytes(test.elements)
		if test.dtype.Bits() != test.bits || test.dtype.SizeInBytes() != test.bytes || storage != test.storage || err != nil {
			t.Errorf("%v: %d bits, %d bytes, %d elements in %d bytes (%v); want %d, %d, %d", test.dtype,
				test.dtype.Bits(), test.dtype.SizeInBytes(), test.elements, storage, err, test.bits, test.bytes, test.storage)
		}
	}
}

func TestTextFormRoundTrips(t *testing.T) {
	for _, facts := range tableFacts {
		parsed, err := shmem.ParseDType(facts.text)
		if parsed != facts.dtype || err != nil {
			t.Errorf("ParseDType(%q) gives %v, %v", facts.text, parsed, err)
		}
		encoded, err := json.Marshal(map[string]any{"dtype": facts.dtype})
		if want := `{"dtype":"` + facts.text + `"}`; string(encoded) != want || err != nil {
			t.Errorf("JSON is %s, %v; want %s", encoded, err, want)
		}
		var decoded struct{ DType shmem.DType }
		if err := json.Unmarshal(encoded, &decoded); decoded.DType != facts.dtype || err != nil {
			t.Errorf("JSON of %v reads back as %v, %v", facts.dtype, decoded.DType, err)
		}
	}
	for _, text := range []string{"", "F32", "f32 ", "f8e4m3fn", "f8e", "DType(9)", "9", "DType(0)"} {
		kept := shmem.F64
		if err := kept.UnmarshalText([]byte(text)); !errors.Is(err, shmem.ErrInvalidDType) || kept != shmem.F64 {
			t.Errorf("UnmarshalText(%q) gives %v and leaves %v", text, err, kept)
		}
		if d, err := shmem.ParseDType(text); d != 0 || !errors.Is(err, shmem.ErrInvalidDType) {
			t.Errorf("ParseDType(%q) gives %v, %v", text, d, err)
		}
	}
}

var (
	_ encoding.TextMarshaler   = shmem.DType(0)
	_ encoding.TextUnmarshaler = (*shmem.DType)(nil)
)

// unusedValue is a DType that the table does not have; 0 never is one.
func unusedValue() shmem.DType {
	used := map[shmem.DType]bool{}
	for _, facts := range tableFacts {
		used[facts.dtype] = true
	}
	for d := shmem.DType(255); d > 0; d-- {
		if !used[d] {
			return d
		}
	}
	return 0
}

func TestInvalidDTypeAnswersZeroValues(t *testing.T) {
	for _, d := range []shmem.DType{0, unusedValue()} {
		elements, size := d.Unit()
		if d.SizeInBytes() != 0 || d.Bits() != 0 || elements != 0 || size != 0 || d.IsInt() || d.IsFloat() || d.Supported() || d.Status() != 0 || d.Rationale() != "" || d.Names() != (shmem.Names{}) {
			t.Errorf("%v does not answer zero values", d)
		}
		if _, err := d.StorageBytes(0); !errors.Is(err, shmem.ErrInvalidDType) {
			t.Errorf("StorageBytes of %v gives %v", d, err)
		}
		if _, err := d.MarshalText(); !errors.Is(err, shmem.ErrInvalidDType) {
			t.Errorf("MarshalText of %v gives %v", d, err)
		}
	}
	if got, want := unusedValue().String(), fmt.Sprintf("DType(%d)", int(unusedValue())); got != want {
		t.Errorf("String is %q, want %q", got, want)
	}
	if got := shmem.Status(9).String(); got != "Status(9)" {
		t.Errorf("String of a strange Status is %q", got)
	}
}

func TestStorageBytesRefusesWhatItCannotCount(t *testing.T) {
	for _, test := range []struct {
		dtype    shmem.DType
		elements int
		want     error
	}{
		{shmem.F32, -1, shmem.ErrInvalidCount},
		{shmem.F4, -3, shmem.ErrInvalidCount},
		{shmem.F4, 3, shmem.ErrUnit},
		{shmem.F6E2M3, 2, shmem.ErrUnit},
		{shmem.F64, math.MaxInt/8 + 1, shmem.ErrOverflow},
		{shmem.F32, math.MaxInt, shmem.ErrOverflow},
		{shmem.BF16, math.MaxInt/2 + 1, shmem.ErrOverflow},
		{shmem.U8, math.MaxInt, nil},
		{shmem.F64, math.MaxInt / 8, nil},
		{shmem.F4, math.MaxInt - 1, nil},
		{shmem.F6E3M2, math.MaxInt/4*4 - 4, nil},
		{shmem.F32, 0, nil},
	} {
		size, err := test.dtype.StorageBytes(test.elements)
		if !errors.Is(err, test.want) || (test.want != nil && size != 0) {
			t.Errorf("%d elements of %v give %d, %v; want %v", test.elements, test.dtype, size, err, test.want)
		}
	}
}

func TestReasonsToDeclineDoNotBlur(t *testing.T) {
	seen := map[string]shmem.DType{}
	for _, facts := range tableFacts {
		if facts.status == shmem.StatusSupported {
			continue
		}
		if other, ok := seen[facts.rationale]; ok {
			t.Errorf("%v and %v decline with the same words", other, facts.dtype)
		}
		seen[facts.rationale] = facts.dtype
		if strings.TrimSpace(facts.rationale) == "" {
			t.Errorf("%v declines without a reason", facts.dtype)
		}
	}
}

// Rows of DLPack 1.1, ONNX, torch, ml_dtypes and safetensors.
func TestNamesAreThoseOfOtherEcosystems(t *testing.T) {
	for dtype, want := range map[shmem.DType]shmem.Names{
		shmem.F32:    {Safetensors: "F32", NumPy: "float32", Torch: "float32", Rust: "f32", ONNX: 1, DLPack: shmem.DLPackType{Code: 2, Bits: 32, Lanes: 1}},
		shmem.BF16:   {Safetensors: "BF16", NumPy: "bfloat16", Torch: "bfloat16", Rust: "half::bf16", ONNX: 16, DLPack: shmem.DLPackType{Code: 4, Bits: 16, Lanes: 1}},
		shmem.F8E4M3: {Safetensors: "F8_E4M3", NumPy: "float8_e4m3fn", Torch: "float8_e4m3fn", Rust: "float8::F8E4M3", ONNX: 17, DLPack: shmem.DLPackType{Code: 10, Bits: 8, Lanes: 1}},
		shmem.F4:     {Safetensors: "F4", NumPy: "float4_e2m1fn", Torch: "float4_e2m1fn_x2", ONNX: 23, DLPack: shmem.DLPackType{Code: 17, Bits: 4, Lanes: 1}},
		shmem.F6E2M3: {Safetensors: "F6_E2M3", NumPy: "float6_e2m3fn", DLPack: shmem.DLPackType{Code: 15, Bits: 6, Lanes: 1}},
		shmem.F8E6M2: {},
	} {
		if got := dtype.Names(); got != want {
			t.Errorf("%v: %+v, want %+v", dtype, got, want)
		}
	}
}
