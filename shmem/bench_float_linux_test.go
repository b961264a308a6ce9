//go:build bench

package shmem_test

import (
	"math"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"testing"

	"github.com/tensorshm/tensorshm/shmem"
	"github.com/tensorshm/tensorshm/shmem/minifloat"
)

// convertedFloat is a float dtype.
type convertedFloat struct {
	dtype shmem.DType
	// bind returns the conversions between a region of the dtype and one of float32.
	bind func(codes, values *shmem.Storage) (decode, encode side)
}

// narrowFloats are those of the table that package minifloat converts.
var narrowFloats = []convertedFloat{
	narrowOf(shmem.BF16, (*shmem.View).AsMutSliceBF16, minifloat.DecodeBF16, minifloat.EncodeBF16),
	narrowOf(shmem.F16, (*shmem.View).AsMutSliceF16, minifloat.DecodeF16, minifloat.EncodeF16),
	narrowOf(shmem.F8E4M3, (*shmem.View).AsMutSliceF8E4M3, minifloat.DecodeE4M3, minifloat.EncodeE4M3),
	narrowOf(shmem.F8E5M2, (*shmem.View).AsMutSliceF8E5M2, minifloat.DecodeE5M2, minifloat.EncodeE5M2),
	narrowOf(shmem.F6E2M3, (*shmem.View).AsMutSliceF6E2M3, decodingAll(minifloat.DecodeE2M3x4), encodingAll(minifloat.EncodeE2M3x4)),
	narrowOf(shmem.F6E3M2, (*shmem.View).AsMutSliceF6E3M2, decodingAll(minifloat.DecodeE3M2x4), encodingAll(minifloat.EncodeE3M2x4)),
	narrowOf(shmem.F4, (*shmem.View).AsMutSliceF4, decodingAll(minifloat.DecodeE2M1x2), encodingAll(minifloat.EncodeE2M1x2)),
	narrowOf(shmem.F8E8M0, (*shmem.View).AsMutSliceF8E8M0, minifloat.DecodeE8M0, minifloat.EncodeE8M0),
	narrowOf(shmem.F8E4M3FNUZ, (*shmem.View).AsMutSliceF8E4M3FNUZ, minifloat.DecodeE4M3FNUZ, minifloat.EncodeE4M3FNUZ),
	narrowOf(shmem.F8E5M2FNUZ, (*shmem.View).AsMutSliceF8E5M2FNUZ, minifloat.DecodeE5M2FNUZ, minifloat.EncodeE5M2FNUZ),
}

func narrowOf[Code any](dtype shmem.DType, slice func(*shmem.View) ([]Code, error), decode func([]float32, []Code) int, encode func([]Code, []float32) int) convertedFloat {
	return convertedFloat{dtype, func(codes, values *shmem.Storage) (side, side) {
		narrow, err := slice(&codes.View)
		must(err)
		wide, err := values.AsMutSliceF32()
		must(err)
		return func(r *run) {
				for range r.times {
					decode(wide, narrow)
				}
			}, func(r *run) {
				for range r.times {
					encode(narrow, wide)
				}
			}
	}}
}

func decodingAll[Group any](decode func([]float32, []Group, int) int) func([]float32, []Group) int {
	return func(dst []float32, src []Group) int { return decode(dst, src, 0) }
}

func encodingAll[Group any](encode func([]Group, []float32, int) int) func([]Group, []float32) int {
	return func(dst []Group, src []float32) int { return encode(dst, src, 0) }
}

// wideFloats are the others, which views alone convert.
var wideFloats = []convertedFloat{viewed(shmem.F32), viewed(shmem.F64)}

func viewed(dtype shmem.DType) convertedFloat {
	return convertedFloat{dtype, func(codes, values *shmem.Storage) (side, side) {
		wide, err := values.AsMutSliceF32()
		must(err)
		return func(r *run) {
				for range r.times {
					_, err := codes.ReadFloat32(wide, 0)
					must(err)
				}
			}, func(r *run) {
				for range r.times {
					_, err := codes.WriteFloat32(wide, 0)
					must(err)
				}
			}
	}}
}

// convertedFloatOf panics for a dtype that is no float.
func convertedFloatOf(dtype shmem.DType) convertedFloat {
	for _, n := range slices.Concat(narrowFloats, wideFloats) {
		if n.dtype == dtype {
			return n
		}
	}
	panic(dtype)
}

func TestBenchKnowsEveryFloat(t *testing.T) {
	for dtype := range shmem.DTypes() {
		if dtype.Supported() && dtype.IsFloat() {
			convertedFloatOf(dtype)
		}
	}
}

// pair is a region of floats, one of as many float32s, and the conversions
// between them. Both hold the same numbers, as weights are distributed.
type pair struct {
	codes, values  *shmem.Storage
	decode, encode side
}

// pairOf makes both below folder. Peers expect a multiple of 32 elements.
func pairOf(t *testing.T, folder string, dtype shmem.DType, elements int) (pair, error) {
	t.Helper()
	codes, err := namedRegion(t, filepath.Join(folder, "codes"), dtype, elements)
	if err != nil {
		return pair{}, err
	}
	values, err := namedRegion(t, filepath.Join(folder, "values"), shmem.F32, elements)
	if err != nil {
		return pair{}, err
	}
	p := pair{codes: codes, values: values}
	p.decode, p.encode = convertedFloatOf(dtype).bind(codes, values)
	p.fill()
	return p, nil
}

// fill makes numbers whose mean is 0 and whose deviation is 1, of which every
// format has most; a scale gets their magnitudes.
func (p pair) fill() {
	values, err := p.values.AsMutSliceF32()
	must(err)
	source := rand.New(rand.NewPCG(1, 2))
	const period = 1 << 20 // beyond what a branch predictor learns
	for i := range values[:min(period, len(values))] {
		values[i] = float32(source.NormFloat64())
		if p.codes.DType() == shmem.F8E8M0 {
			values[i] = float32(math.Abs(float64(values[i])))
		}
	}
	for i := period; i < len(values); i += period {
		copy(values[i:], values[:period])
	}
	once := &run{times: 1}
	p.encode(once)
	p.decode(once)
}

// fillWithEveryCode does so at every place of a packed group, if there are 64 Ki
// elements.
func (p pair) fillWithEveryCode() {
	memory, err := p.codes.Bytes()
	must(err)
	for i := range memory {
		memory[i] = byte(i / 2 >> (i % 2 * 8)) // 0, 1, 2 and so on, in two bytes each
	}
}
