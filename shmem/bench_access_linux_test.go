//go:build bench

package shmem_test

import (
	"path/filepath"
	"testing"

	"github.com/tensorshm/tensorshm/shmem"
)

// accessRows are what a loop over elements pays, and the ways to get at them.
var accessRows = []row{
	{"sum over a mapped []float32 of 256 KiB", "over a slice of Go's", 1.05, false, sums(256 << 10)},
	{"sum over a mapped []float32 of 64 MiB", "over a slice of Go's", 1.05, false, sums(64 << 20)},
	{"AsMutSliceF32", "an iteration of an empty loop", 4.5, true, againstEmptyLoop(mutableSlices)},
	{"AsHostBufferRef", "an iteration of an empty loop", 3.5, true, againstEmptyLoop(borrows)},
	{"AsHostBufferRef through HostStorage", "an iteration of an empty loop", noGoal, true, againstEmptyLoop(interfaceBorrows)},
	{"Guard of an empty function", "AsMutSliceF32", 10, true, guards},
}

func sums(size int) func(*testing.T, string) (ours, theirs side, err error) {
	return func(t *testing.T, folder string) (ours, theirs side, err error) {
		storage, err := benchRegion(t, folder, size/4)
		if err != nil {
			return nil, nil, err
		}
		mapped, err := storage.AsMutSliceF32()
		noError(t, err)
		native := make([]float32, len(mapped))
		for i := range native {
			mapped[i], native[i] = float32(i&1), float32(i&1)
		}
		return sumsOf(mapped), sumsOf(native), nil
	}
}

func sumsOf(elements []float32) side {
	return func(r *run) {
		for range r.times {
			total := float32(0)
			for _, x := range elements {
				total += x
			}
			sinkFloat = total
		}
	}
}

var sinkFloat float32

// benchRegion makes a region of float32 elements that the row's end removes.
func benchRegion(t *testing.T, folder string, elements int) (*shmem.Storage, error) {
	t.Helper()
	return namedRegion(t, filepath.Join(folder, "region"), shmem.F32, elements)
}

// namedRegion is benchRegion for rows that need several, or other elements.
func namedRegion(t *testing.T, path string, dtype shmem.DType, elements int) (*shmem.Storage, error) {
	t.Helper()
	storage, err := shmem.Create(path, dtype, elements)
	if err == nil {
		t.Cleanup(func() {
			storage.Remove()
			storage.Close()
		})
	}
	return storage, err
}

func againstEmptyLoop(calls func(*shmem.Storage) side) func(*testing.T, string) (ours, theirs side, err error) {
	return func(t *testing.T, folder string) (ours, theirs side, err error) {
		storage, err := benchRegion(t, folder, 1024)
		return calls(storage), emptyLoop, err
	}
}

func emptyLoop(r *run) {
	for i := 0; i < r.times; i++ {
	}
}

func mutableSlices(storage *shmem.Storage) side {
	return func(r *run) {
		for i := 0; i < r.times; i++ {
			elements, err := storage.AsMutSliceF32()
			if err != nil || len(elements) == 0 {
				panic(err)
			}
		}
	}
}

func borrows(storage *shmem.Storage) side {
	return func(r *run) {
		for i := 0; i < r.times; i++ {
			ref, err := storage.AsHostBufferRef()
			if err != nil || ref == nil {
				panic(err)
			}
		}
	}
}

// heldStorage is a variable of the package, so that the compiler does not see what it holds.
var heldStorage shmem.HostStorage

func interfaceBorrows(storage *shmem.Storage) side {
	heldStorage = storage
	return func(r *run) {
		for i := 0; i < r.times; i++ {
			ref, err := heldStorage.AsHostBufferRef()
			if err != nil || ref == nil {
				panic(err)
			}
		}
	}
}

func guards(t *testing.T, folder string) (ours, theirs side, err error) {
	storage, err := benchRegion(t, folder, 1024)
	ours = func(r *run) {
		for i := 0; i < r.times; i++ {
			if err := storage.Guard(nothing); err != nil {
				panic(err)
			}
		}
	}
	return ours, mutableSlices(storage), err
}
