package minifloat

import (
	"math"
	"testing"
)

func TestConversionsDoNotAllocate(t *testing.T) {
	for _, s := range scalars {
		allocs := testing.AllocsPerRun(100, func() {
			for _, x := range []float64{0, 1.5, -1e-40, 1e300, math.Inf(-1), math.NaN()} {
				code := s.fromFloat32(float32(x)) | s.fromFloat64(x)
				_, _ = s.toFloat32(code), s.toFloat64(code)
				_, _ = s.isNaN(code), s.isInf(code, 0)
			}
		})
		if allocs != 0 {
			t.Errorf("%s: %v allocations", s.name, allocs)
		}
	}
	var group E2M3x4
	if allocs := testing.AllocsPerRun(100, func() { group.Set(1, group.At(3)+1) }); allocs != 0 {
		t.Errorf("E2M3x4: %v allocations", allocs)
	}
}
