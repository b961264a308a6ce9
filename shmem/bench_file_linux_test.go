//go:build bench

package shmem_test

import (
	"context"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/edsrzf/mmap-go"
	"golang.org/x/sys/unix"

	"github.com/tensorshm/tensorshm/shmem"
)

const benchFileBytes = 4096

// fileRows are what opening and creating cost, against what others and bare
// system calls do.
var fileRows = []row{
	{"Open and Close of 4 KiB", "mmap-go", 0.85, false, opens(mmapGo)},
	{"Open and Close of 4 KiB", "open, fstat, mmap, munmap, close", 1.3, false, opens(bareOpen)},
	{"Open and Close of 4 KiB", "the same without the liveness lock", noGoal, false, opensWithoutLiveness},
	{"Lock and Unlock", "flock and flock", 1.3, true, locks},
	{"Create (Sparse), Close and unlink of 4 KiB", "open, ftruncate, mmap, munmap, close, unlink", 2.1, false, creates},
	{"Create (Sparse) over a region and Close of 4 KiB", "open, ftruncate, mmap, munmap, close, rename", 2.2, false, replacements},
}

// must ends a measurement that went wrong; it costs next to nothing.
func must(err error) {
	if err != nil {
		panic(err)
	}
}

func opens(theirs func(path string) error) func(*testing.T, string) (side, side, error) {
	return func(t *testing.T, folder string) (side, side, error) {
		storage, err := benchRegion(t, folder, benchFileBytes/4)
		if err != nil {
			return nil, nil, err
		}
		path := storage.Path()
		return repeated(func() error {
			storage, err := shmem.Open(path, shmem.F32, benchFileBytes/4)
			must(err)
			return storage.Close()
		}), repeated(func() error { return theirs(path) }), nil
	}
}

func repeated(call func() error) side {
	return func(r *run) {
		for range r.times {
			must(call())
		}
	}
}

func mmapGo(path string) error {
	file, err := os.OpenFile(path, os.O_RDWR, 0)
	must(err)
	memory, err := mmap.Map(file, mmap.RDWR, 0)
	must(err)
	must(memory.Unmap())
	return file.Close()
}

func bareOpen(path string) error {
	descriptor, err := unix.Open(path, unix.O_RDWR|unix.O_CLOEXEC, 0)
	must(err)
	var stat unix.Stat_t
	must(unix.Fstat(descriptor, &stat))
	return mapAndClose(descriptor)
}

func mapAndClose(descriptor int) error {
	memory, err := unix.MmapPtr(descriptor, 0, nil, benchFileBytes, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_SHARED)
	must(err)
	must(unix.MunmapPtr(memory, benchFileBytes))
	return unix.Close(descriptor)
}

func bareCreate(path string) error {
	descriptor, err := unix.Open(path, unix.O_RDWR|unix.O_CREAT|unix.O_EXCL|unix.O_CLOEXEC, 0o600)
	must(err)
	must(unix.Ftruncate(descriptor, benchFileBytes))
	return mapAndClose(descriptor)
}

func sparseCreate(path string) error {
	storage, err := shmem.Create(path, shmem.F32, benchFileBytes/4, shmem.Sparse())
	must(err)
	return storage.Close()
}

func creates(t *testing.T, folder string) (ours, theirs side, err error) {
	path := filepath.Join(folder, "fresh")
	unlinked := func(create func(string) error) side {
		return repeated(func() error {
			must(create(path))
			return unix.Unlink(path)
		})
	}
	return unlinked(sparseCreate), unlinked(bareCreate), nil
}

func replacements(t *testing.T, folder string) (ours, theirs side, err error) {
	path, number := filepath.Join(folder, "replaced"), 0
	t.Cleanup(func() { os.Remove(path) })
	must(sparseCreate(path))
	return repeated(func() error { return sparseCreate(path) }), repeated(func() error {
		number++ // a name that nobody else has
		temporary := path + "-" + strconv.Itoa(number)
		must(bareCreate(temporary))
		return unix.Rename(temporary, path)
	}), nil
}

func opensWithoutLiveness(t *testing.T, folder string) (ours, theirs side, err error) {
	ours, _, err = opens(nil)(t, folder)
	theirs = func(r *run) {
		defer shmem.RefuseLivenessLocks()()
		ours(r)
	}
	return ours, theirs, err
}

func locks(t *testing.T, folder string) (ours, theirs side, err error) {
	storage, err := benchRegion(t, folder, benchFileBytes/4)
	if err != nil {
		return nil, nil, err
	}
	descriptor, err := unix.Open(storage.Path(), unix.O_RDWR|unix.O_CLOEXEC, 0)
	must(err)
	t.Cleanup(func() { unix.Close(descriptor) })
	background := context.Background()
	return repeated(func() error {
			must(storage.Lock(background))
			return storage.Unlock()
		}), repeated(func() error {
			must(unix.Flock(descriptor, unix.LOCK_EX|unix.LOCK_NB))
			return unix.Flock(descriptor, unix.LOCK_UN)
		}), nil
}
