package minifloat

import (
	"math"
	"testing"

	"github.com/x448/float16"
)

func TestConversionsDoNotAllocate(t *testing.T) {
	for _, s := range scalars {
		allocs := testing.AllocsPerRun(100, func() {
			for _, x := range []float64{0, 1.5, -1e-40, 1e300, math.Inf(-1), math.NaN()} {
				code := s.fromFloat32(float32(x)) | s.fromFloat64(x)
				for _, rule := range rules {
					code |= s.fromFloat32With(float32(x), rule) | s.fromFloat64With(x, rule)
				}
				_, _ = s.toFloat32(code), s.toFloat64(code)
				_, _ = s.isNaN(code), s.isInf(code, 0)
				_, _, _, _, _ = s.isFinite(code), s.isZero(code), s.isNormal(code), s.isSubnormal(code), s.signbit(code)
				_, _ = s.nextUp(code), s.nextDown(code)
			}
			for _, x := range []float64{1, 1.25} { // every format of the table has these, rounded
				code, err := s.fromFloat64Checked(x)
				if again, err32 := s.fromFloat32Checked(float32(x)); err != nil || err32 != nil || code != again {
					t.Errorf("%s: %v gives %v, %v", s.name, x, err, err32)
				}
			}
		})
		if allocs != 0 {
			t.Errorf("%s: %v allocations", s.name, allocs)
		}
	}
	values, groups := make([]float32, 100), make([]E2M3x4, 25)
	codes, halves := make([]E4M3, 100), make([]float16.Float16, 100)
	if allocs := testing.AllocsPerRun(100, func() { // after the warm-up, which makes tables
		_, _ = EncodeE4M3(codes, values), DecodeE4M3(values, codes)
		_, _ = EncodeF16(halves, values), DecodeF16(values, halves)
		_, _ = EncodeE2M3x4(groups, values, 3), DecodeE2M3x4(values, groups, 5)
	}); allocs != 0 {
		t.Errorf("slices: %v allocations", allocs)
	}
	var half float16.Float16
	if allocs := testing.AllocsPerRun(100, func() {
		half |= F16FromFloat32(0.1) | F16FromFloat64(0.1) | F16FromFloat32With(0.1, Ceil) | F16FromFloat64With(1e9, Saturate)
		checked, err := F16FromFloat64Checked(0.3)
		half = F16NextUp(half|checked) | F16NextDown(half)
		_, _, _ = F16ToFloat32(half), F16ToFloat64(half), err
	}); allocs != 0 {
		t.Errorf("F16: %v allocations", allocs)
	}
	sum := int32(0)
	if allocs := testing.AllocsPerRun(100, func() { sum += SaturateToInt[int32](1e300) }); allocs != 0 {
		t.Errorf("SaturateToInt: %v allocations", allocs)
	}
	var group E2M3x4
	if allocs := testing.AllocsPerRun(100, func() { group.Set(1, group.At(3)+1) }); allocs != 0 {
		t.Errorf("E2M3x4: %v allocations", allocs)
	}
}
