//go:build bench

package shmem_test

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/tensorshm/tensorshm/shmem"
)

// pageRows are what many pages cost: to bring in, and to copy out.
var pageRows = []row{
	{"Create (Prefault) of 1 GiB", "Create, then a write to each page", 0.6, false, prefaults()},
	{"Create (Prefault, Sparse) of 1 GiB", "Create (Sparse), then a write to each page", 0.6, false, prefaults(shmem.Sparse())},
	{"IntoHostBuffer of 256 MiB", "slices.Clone of a slice of Go's", 1.05, false, clones((*shmem.Storage).IntoHostBuffer)},
	{"ToHostBuffer of 256 MiB, which is the copy without Close", "slices.Clone of a slice of Go's", noGoal, false, clones((*shmem.Storage).ToHostBuffer)},
	{"CopyTo of 256 MiB by two workers", "copy into the same buffer", 0.65, false, copiesOut(2)},
	{"CopyTo of 256 MiB by one worker", "copy into the same buffer", noGoal, false, copiesOut(1)},
}

// room is an error where a filesystem in memory has not bytes to spare.
func room(folder string, bytes uint64) error {
	var stat unix.Statfs_t
	if err := unix.Statfs(folder, &stat); err != nil {
		return err
	}
	if free := stat.Bfree * uint64(stat.Bsize); free < bytes {
		return fmt.Errorf("%d bytes are free on %s, %d needed", free, benchFolder, bytes)
	}
	return nil
}

func prefaults(options ...shmem.CreateOption) func(*testing.T, string) (side, side, error) {
	const size = 1 << 30
	return func(t *testing.T, folder string) (side, side, error) {
		path := filepath.Join(folder, "large")
		filled := func(fill func(memory []byte), options ...shmem.CreateOption) side {
			return func(r *run) {
				for range r.times {
					storage, err := shmem.Create(path, shmem.U8, size, options...)
					must(err)
					memory, err := storage.Bytes()
					must(err)
					fill(memory)
					r.untimed(func() {
						must(storage.Close())
						must(os.Remove(path))
					})
				}
			}
		}
		nothing := func([]byte) {}
		touch := func(memory []byte) {
			for i := 0; i < len(memory); i += os.Getpagesize() {
				memory[i] = 1
			}
		}
		return filled(nothing, append(options, shmem.Prefault())...), filled(touch, options...), room(folder, 2*size)
	}
}

func copiesOut(workers int) func(*testing.T, string) (side, side, error) {
	const elements = 256 << 20 / 4
	return func(t *testing.T, folder string) (side, side, error) {
		if processors := runtime.GOMAXPROCS(0); processors < workers {
			return nil, nil, fmt.Errorf("%d workers have %d processors", workers, processors)
		}
		if err := room(folder, 2*4*elements); err != nil {
			return nil, nil, err
		}
		storage, err := benchRegion(t, folder, elements)
		if err != nil {
			return nil, nil, err
		}
		mapped, err := storage.Bytes()
		noError(t, err)
		for i := range mapped {
			mapped[i] = 1
		}
		buffer := slices.Clone(mapped)
		ours := func(r *run) {
			for range r.times {
				must(storage.CopyTo(buffer, workers))
			}
		}
		theirs := func(r *run) {
			for range r.times {
				copy(buffer, mapped)
			}
		}
		return ours, theirs, nil
	}
}

func clones(clone func(*shmem.Storage) (shmem.HostBuffer, error)) func(*testing.T, string) (side, side, error) {
	const elements = 256 << 20 / 4
	return func(t *testing.T, folder string) (side, side, error) {
		if err := room(folder, 2*4*elements); err != nil {
			return nil, nil, err
		}
		storage, err := benchRegion(t, folder, elements)
		if err != nil {
			return nil, nil, err
		}
		mapped, err := storage.AsMutSliceF32()
		noError(t, err)
		native := make([]float32, elements)
		for i := range native {
			mapped[i], native[i] = 1, 1
		}
		ours := func(r *run) {
			for range r.times {
				var reader *shmem.Storage
				r.untimed(func() {
					reader, err = shmem.Open(storage.Path(), shmem.F32, elements, shmem.Prefault())
					must(err)
				})
				owned, err := clone(reader)
				must(err)
				r.untimed(func() {
					must(reader.Close())
					runtime.KeepAlive(owned)
				})
			}
		}
		theirs := func(r *run) {
			for range r.times {
				runtime.KeepAlive(slices.Clone(native))
			}
		}
		return ours, theirs, nil
	}
}
