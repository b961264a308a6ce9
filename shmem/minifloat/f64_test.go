package minifloat

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// doublesToNarrow are float64s at which rounding to a float32 is decided, NaNs,
// and what float32 has no room for.
func doublesToNarrow() []float64 {
	random := rand.New(rand.NewPCG(12, 12))
	doubles := []float64{math.MaxFloat64, math.SmallestNonzeroFloat64, math.NaN(), math.Inf(1), math.MaxFloat32, 0x1.ffffffp127, 0x1p-150, 0x1.8p-149}
	for range 300 {
		x := float64(math.Float32frombits(random.Uint32()))
		tie := (x + float64(math.Nextafter32(float32(x), float32(math.Inf(1))))) / 2
		doubles = append(doubles, x, tie, math.Nextafter(tie, math.Inf(1)), math.Nextafter(tie, math.Inf(-1)), math.Float64frombits(random.Uint64()))
	}
	for _, x := range doubles[:] {
		doubles = append(doubles, -x)
	}
	return doubles
}

func TestDoublesConvertAsGoConvertsThem(t *testing.T) {
	doubles, singles := doublesToNarrow(), telling()[:4000]
	for _, way := range ways {
		b := bulkDoubles{way.kernels, way.streamFrom()}
		for n := range 100 {
			for offset := range 17 {
				src, canaries := doubles[7*n+offset:][:n], filled(offset+n+margin, uint32(canaryBits))
				dst, want := floatsOf(canaries), slices.Clone(canaries)
				for i, x := range src {
					want[offset+i] = math.Float32bits(float32(x))
				}
				if got := b.narrow(dst[offset:offset+n], src); got != n || !slices.Equal(bitsOf(dst), want) {
					t.Fatalf("%s: narrowing %d at %d gives %d and %x, want %x", way.name, n, offset, got, bitsOf(dst), want)
				}
				wide, wanted := filled(offset+n+margin, -1.5), filled(offset+n+margin, -1.5)
				for i, x := range singles[31*n+offset:][:n] {
					wanted[offset+i] = float64(x)
				}
				got := b.widen(wide[offset:offset+n], singles[31*n+offset:][:n])
				if got != n || !slices.EqualFunc(wide, wanted, func(a, b float64) bool { return math.Float64bits(a) == math.Float64bits(b) }) {
					t.Fatalf("%s: widening %d at %d gives %d and %x, want %x", way.name, n, offset, got, wide, wanted)
				}
			}
		}
	}
	if n := DecodeF64(make([]float32, 3), doubles); n != 3 {
		t.Errorf("DecodeF64 converts %d to 3", n)
	}
	if n := EncodeF64(make([]float64, 5), singles[:4]); n != 4 {
		t.Errorf("EncodeF64 converts %d of 4", n)
	}
}
