package shmem_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/tensorshm/tensorshm/shmem"
)

// What the tests of fuel-cpu-backend 0.22.10 prove of its shared-memory storage.

func TestCreateThenOpenSeesSameBytes(t *testing.T) {
	path := filepath.Join(t.TempDir(), "cross_handle")
	values := []float32{1, 2, 3, 4}
	producer, err := shmem.Create(path, shmem.F32, len(values))
	noError(t, err)
	elements, err := producer.AsMutSliceF32()
	noError(t, err)
	copy(elements, values)
	noError(t, producer.Close())

	consumer, err := shmem.Open(path, shmem.F32, len(values))
	noError(t, err)
	defer consumer.Close()
	ref, err := consumer.AsHostBufferRef()
	noError(t, err)
	if got, ok := ref.(shmem.HostBufferRefF32); !ok || !slices.Equal(got, values) {
		t.Errorf("the consumer reads %T %v, want %v", ref, ref, values)
	}
}

func TestWriteIsVisibleThroughSiblingHandle(t *testing.T) {
	path := filepath.Join(t.TempDir(), "sibling_write")
	a, err := shmem.Create(path, shmem.F64, 2)
	noError(t, err)
	defer a.Close()
	b, err := shmem.Open(path, shmem.F64, 2)
	noError(t, err)
	defer b.Close()
	elements, err := a.AsMutSliceF64()
	noError(t, err)
	copy(elements, []float64{1.5, 2.5})
	ref, err := b.AsHostBufferRef()
	noError(t, err)
	if got, ok := ref.(shmem.HostBufferRefF64); !ok || !slices.Equal(got, []float64{1.5, 2.5}) {
		t.Errorf("the sibling reads %T %v", ref, ref)
	}
}

func TestOpenRejectsTooSmallFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "too_small")
	producer, err := shmem.Create(path, shmem.F32, 2)
	noError(t, err)
	defer producer.Close()
	_, err = shmem.Open(path, shmem.F32, 100)
	if !errors.Is(err, shmem.ErrTooSmall) {
		t.Errorf("Open gives %v, want ErrTooSmall", err)
	}
	if want := "shmem: open " + path + ": file too small: 8 < 400 bytes"; err.Error() != want {
		t.Errorf("the error says %q, want %q", err, want)
	}
}

func TestZeroLengthIsRejected(t *testing.T) {
	path := filepath.Join(t.TempDir(), "zero_length")
	_, err := shmem.Create(path, shmem.F32, 0)
	if !errors.Is(err, shmem.ErrZeroLength) || !strings.Contains(err.Error(), "zero-length") {
		t.Errorf("Create gives %v, want ErrZeroLength", err)
	}
	if _, err := os.Lstat(path); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a failed Create leaves a file: %v", err)
	}
}

func TestIntoHostBufferMaterializesCopy(t *testing.T) {
	path := filepath.Join(t.TempDir(), "materialize")
	producer, err := shmem.Create(path, shmem.I32, 3)
	noError(t, err)
	elements, err := producer.AsMutSliceI32()
	noError(t, err)
	copy(elements, []int32{-1, 0, 1})
	owned, err := producer.IntoHostBuffer()
	noError(t, err)
	if got, ok := owned.(shmem.HostBufferI32); !ok || !slices.Equal(got, []int32{-1, 0, 1}) {
		t.Errorf("the owned copy is %T %v", owned, owned)
	}
}
