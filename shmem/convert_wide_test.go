package shmem_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tensorshm/tensorshm/shmem"
)

func TestEveryKindOfFloatIsConverted(t *testing.T) {
	for _, dtype := range []shmem.DType{shmem.BF16, shmem.F16, shmem.F32, shmem.F64, shmem.F8E4M3, shmem.F8E8M0, shmem.F6E2M3, shmem.F4} {
		if !slices.Contains(floatDTypes(), dtype) {
			t.Errorf("the tests of conversions leave out %v", dtype)
		}
	}
}

func TestReadFloat32RoundsF64OnceToNearestEven(t *testing.T) {
	infinity := float32(math.Inf(1))
	tests := []struct {
		element float64
		want    float32
	}{
		{1, 1},
		{1 + 0x1p-24, 1}, // ties
		{1 + 0x3p-24, 1 + 0x1p-22},
		{0x1p-150, 0},
		{0x3p-150, 0x1p-148},
		{1 + 0x1p-24 + 0x1p-52, 1 + 0x1p-23}, // next to ties
		{1 + 0x1p-24 - 0x1p-53, 1},
		{0x1p-150 + 0x1p-202, 0x1p-149},
		{0x1.fffffep127, math.MaxFloat32},
		{0x1.fffffefffffffp127, math.MaxFloat32},
		{0x1.ffffffp127, infinity},
		{1e39, infinity},
		{math.MaxFloat64, infinity},
		{math.Inf(1), infinity},
		{math.SmallestNonzeroFloat64, 0},
		{0, 0},
	}
	storage := mustCreate(t, shmem.F64, 2*len(tests))
	elements, err := storage.AsMutSliceF64()
	noError(t, err)
	for i, test := range tests {
		elements[2*i], elements[2*i+1] = test.element, math.Copysign(test.element, -1)
	}
	for name, converter := range converters(t, storage) {
		numbers := make([]float32, storage.Len())
		_, err := converter.ReadFloat32(numbers, 0)
		noError(t, err)
		for i, test := range tests {
			negative := math.Float32frombits(math.Float32bits(test.want) | 1<<31)
			if !sameFloat(numbers[2*i], test.want) || !sameFloat(numbers[2*i+1], negative) {
				t.Errorf("%s: ±%x reads as %v and %v, want ±%v", name, test.element, numbers[2*i], numbers[2*i+1], test.want)
			}
		}
	}
}

func TestReadFloat32OfF64IsTheNearestFloat32(t *testing.T) {
	random := rand.New(rand.NewPCG(12, 12))
	storage := mustCreate(t, shmem.F64, 20000)
	elements, err := storage.AsMutSliceF64()
	noError(t, err)
	for i := range elements { // at a float32, half-way to the next, or just beside
		x := float64(math.Float32frombits(random.Uint32()))
		bits := math.Float64bits(x) + uint64(random.IntN(2))<<28
		elements[i] = math.Float64frombits(bits + uint64(random.IntN(3)) - 1)
	}
	numbers := make([]float32, len(elements))
	_, err = storage.ReadFloat32(numbers, 0)
	noError(t, err)
	for i, x := range elements {
		if want := nearestFloat32(x); !sameFloat(numbers[i], want) {
			t.Fatalf("%x reads as %x, want %x", x, numbers[i], want)
		}
	}
}

func TestWriteFloat32StoresEveryNumberInF64Exactly(t *testing.T) {
	random := rand.New(rand.NewPCG(13, 13))
	numbers := []float32{0, float32(math.Copysign(0, -1)), math.SmallestNonzeroFloat32, math.MaxFloat32, float32(math.Inf(-1)), float32(math.NaN())}
	for range 20000 {
		numbers = append(numbers, math.Float32frombits(random.Uint32()))
	}
	storage := mustCreate(t, shmem.F64, len(numbers))
	elements, err := storage.AsSliceF64()
	noError(t, err)
	_, err = storage.WriteFloat32(numbers, 0)
	noError(t, err)
	for i, x := range numbers {
		same := elements[i] == float64(x) && math.Signbit(elements[i]) == (math.Float32bits(x)>>31 != 0)
		if !same && !(x != x && math.IsNaN(elements[i])) {
			t.Fatalf("%x is stored as %x", x, elements[i])
		}
	}
}

func TestConversionsKeepTheClassOfNaNs(t *testing.T) {
	wide := mustCreate(t, shmem.F64, 4)
	elements, err := wide.AsMutSliceF64()
	noError(t, err)
	for i, bits := range []uint64{0x7ff8000000000000, 0xfff8000000000001, 0x7ff0000000000001, 0xfff0000000000001} {
		elements[i] = math.Float64frombits(bits)
	}
	numbers := make([]float32, 4)
	_, err = wide.ReadFloat32(numbers, 0)
	noError(t, err)
	for i, x := range numbers {
		if x == x {
			t.Errorf("the NaN %x reads as %v", math.Float64bits(elements[i]), x)
		}
	}

	// Those of 32 bits are copied, down to the payload of a signaling one.
	storage := mustCreate(t, shmem.U32, 3)
	codes, err := storage.AsMutSliceU32()
	noError(t, err)
	copy(codes, []uint32{0x7fc00000, 0xff800001, 0x7fbfffff})
	before := slices.Clone(codes)
	view, err := storage.ViewAs(shmem.F32, 0, 3)
	noError(t, err)
	copied := make([]float32, 3)
	_, err = view.ReadFloat32(copied, 0)
	noError(t, err)
	clear(codes)
	_, err = view.WriteFloat32(copied, 0)
	noError(t, err)
	if !slices.Equal(codes, before) {
		t.Errorf("%x comes back as %x", before, codes)
	}
}
