//go:build bench

package shmem_test

import (
	"errors"
	"os/exec"
	"path/filepath"
	"runtime"
	"sync"
	"testing"

	"github.com/x448/float16"

	"github.com/tensorshm/tensorshm/shmem"
	"github.com/tensorshm/tensorshm/shmem/minifloat"
)

const (
	cachedElements   = 256 << 10 / 4 // 256 KiB of float32
	streamedElements = 512 << 20 / 4 // beyond every cache
)

// conversionRows are what converting slices of narrow floats costs in the cache,
// against a package for one number at a time and against testdata/bench/convert.c.
// Everything converts from a region to a region.
var conversionRows = []row{
	{"Decode f16 to 256 KiB of f32", "a loop over x448's Float16.Float32", 1. / 12, true, decodesAgainstLoop},
	{"Encode f16 from 512 KiB of f32", "a loop over x448's Fromfloat32", 1. / 60, true, encodesAgainstLoop},
	{"Decode f16 to 256 KiB of f32 by tables", "a loop over x448's Float16.Float32", 1. / 4, false, tablesAgainstLoop},
	{"Decode bf16 to 256 KiB of f32", "C with AVX2", 1.3, true, decodesAgainstC(shmem.BF16, cachedElements)},
	{"Decode f16 to 256 KiB of f32", "C with F16C", 1.15, true, decodesAgainstC(shmem.F16, cachedElements)},
	{"Decode f8e4m3 to 256 KiB of f32", "C with AVX2", 1.3, true, decodesAgainstC(shmem.F8E4M3, cachedElements)},
	{"Decode f8e5m2 to 256 KiB of f32", "C with AVX2", 1.3, true, decodesAgainstC(shmem.F8E5M2, cachedElements)},
	{"Decode f6e2m3 to 256 KiB of f32", "C with AVX2", 1.5, true, decodesAgainstC(shmem.F6E2M3, cachedElements)},
	{"Decode f4 to 256 KiB of f32", "C with AVX2", 1.5, true, decodesAgainstC(shmem.F4, cachedElements)},
}

// streamRows are what it costs where the result leaves the cache.
var streamRows = []row{
	{"Decode f16 to 512 MiB of f32", "C with F16C and ordinary stores", 0.65, false, decodesAgainstC(shmem.F16, streamedElements)},
	{"Decode f16 to 512 MiB of f32, each half in a goroutine", "all in one", 0.6, false, halvesAgainstWhole},
}

// halves are a pair of f16, and its slices.
func halves(t *testing.T, folder string, elements int) (p pair, codes []float16.Float16, values []float32, err error) {
	t.Helper()
	p, err = pairOf(t, folder, shmem.F16, elements)
	if err != nil {
		return p, nil, nil, err
	}
	codes, err = p.codes.AsMutSliceF16()
	noError(t, err)
	values, err = p.values.AsMutSliceF32()
	noError(t, err)
	return p, codes, values, nil
}

func loopOverFloat32(codes []float16.Float16, values []float32) side {
	return func(r *run) {
		for range r.times {
			for i, code := range codes {
				values[i] = code.Float32()
			}
		}
	}
}

func decodesAgainstLoop(t *testing.T, folder string) (ours, theirs side, err error) {
	p, codes, values, err := halves(t, folder, cachedElements)
	return p.decode, loopOverFloat32(codes, values), err
}

func encodesAgainstLoop(t *testing.T, folder string) (ours, theirs side, err error) {
	p, codes, values, err := halves(t, folder, 2*cachedElements)
	return p.encode, func(r *run) {
		for range r.times {
			for i, value := range values {
				codes[i] = float16.Fromfloat32(value)
			}
		}
	}, err
}

// tablesAgainstLoop measures what processors without kernels get, in a process
// that was told to do without.
func tablesAgainstLoop(t *testing.T, folder string) (ours, theirs side, err error) {
	p, codes, values, err := halves(t, folder, cachedElements)
	if err != nil {
		return nil, nil, err
	}
	result, err := namedRegion(t, filepath.Join(folder, "theirs"), shmem.F32, cachedElements)
	if err != nil {
		return nil, nil, err
	}
	process := childOf(t, "TestBenchPeer", "TENSORSHM_KERNELS=tables")
	process.Args = append(process.Args, p.codes.DType().String(), p.codes.Path(), result.Path())
	child, err := startPeer(t, process)
	if err != nil {
		return nil, nil, err
	}
	p.fillWithEveryCode()
	if err := agree(p.decode, child, p.values, result); err != nil {
		return nil, nil, err
	}
	p.fill()
	return child.side, loopOverFloat32(codes, values), nil
}

func decodesAgainstC(dtype shmem.DType, elements int) func(*testing.T, string) (side, side, error) {
	return func(t *testing.T, folder string) (side, side, error) {
		program, err := programInC(t)
		if err != nil {
			return nil, nil, err
		}
		if err := room(folder, 10*uint64(elements)); err != nil {
			return nil, nil, err
		}
		p, err := pairOf(t, folder, dtype, elements)
		if err != nil {
			return nil, nil, err
		}
		result, err := namedRegion(t, filepath.Join(folder, "theirs"), shmem.F32, elements)
		if err != nil {
			return nil, nil, err
		}
		c, err := startPeer(t, exec.Command(program, dtype.String(), p.codes.Path(), result.Path()))
		if err != nil {
			return nil, nil, err
		}
		p.fillWithEveryCode()
		if err := agree(p.decode, c, p.values, result); err != nil {
			return nil, nil, err
		}
		p.fill()
		return p.decode, c.side, nil
	}
}

func halvesAgainstWhole(t *testing.T, folder string) (ours, theirs side, err error) {
	if runtime.GOMAXPROCS(0) < 2 {
		return nil, nil, errors.New("there is one processor")
	}
	if err := room(folder, 6*streamedElements); err != nil {
		return nil, nil, err
	}
	p, codes, values, err := halves(t, folder, streamedElements)
	return func(r *run) {
		for range r.times {
			const half = streamedElements / 2
			var both sync.WaitGroup
			both.Go(func() { minifloat.DecodeF16(values[:half], codes[:half]) })
			both.Go(func() { minifloat.DecodeF16(values[half:], codes[half:]) })
			both.Wait()
		}
	}, p.decode, err
}
