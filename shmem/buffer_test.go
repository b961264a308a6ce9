package shmem_test

import (
	"bytes"
	"errors"
	"slices"
	"testing"

	"github.com/tensorshm/tensorshm/shmem"
)

func TestConcatJoinsBuffersOfEveryDType(t *testing.T) {
	for _, facts := range tableFacts {
		if facts.accessors.makeOwned == nil {
			continue
		}
		memory := elementBytes(t, facts, 6*facts.unitElements)
		first, err := facts.accessors.makeOwned(memory[:2*facts.unitBytes])
		noError(t, err)
		empty, err := facts.accessors.makeOwned(nil)
		noError(t, err)
		rest, err := facts.accessors.makeOwned(memory[2*facts.unitBytes:])
		noError(t, err)
		joined, err := shmem.Concat(first, empty, rest)
		noError(t, err)
		checkOwned(t, facts, joined, memory)
		if !empty.IsEmpty() || empty.Len() != 0 || len(empty.Bytes()) != 0 || !empty.AsRef().IsEmpty() {
			t.Errorf("an empty %T is not empty", empty)
		}
		joined, err = shmem.Concat(empty)
		if err != nil || joined.Len() != 0 || joined.DType() != facts.dtype {
			t.Errorf("Concat of an empty %T gives %v, %v", empty, joined, err)
		}
	}
}

func TestConcatCopies(t *testing.T) {
	only := shmem.HostBufferF32{1, 2}
	joined, err := shmem.Concat(only)
	noError(t, err)
	only[0] = 9
	if got := joined.(shmem.HostBufferF32); !slices.Equal(got, shmem.HostBufferF32{1, 2}) {
		t.Errorf("Concat aliases its argument: %v", got)
	}
}

func TestConcatRefusesWhatDoesNotFit(t *testing.T) {
	if _, err := shmem.Concat(); !errors.Is(err, shmem.ErrZeroLength) {
		t.Errorf("nothing to concatenate gives %v, want ErrZeroLength", err)
	}
	if _, err := shmem.Concat(shmem.HostBufferF32{1}, nil); !errors.Is(err, shmem.ErrInvalidDType) {
		t.Errorf("a nil buffer gives %v, want ErrInvalidDType", err)
	}
	// U8 and Bool have the same host type and are still two dtypes.
	_, err := shmem.Concat(shmem.HostBufferU8{1}, shmem.HostBufferU8{2}, shmem.HostBufferBool{1})
	if want := "shmem: Concat: dtype mismatch: buffer 2 is a shmem.HostBufferBool, buffer 0 a shmem.HostBufferU8"; !errors.Is(err, shmem.ErrDTypeMismatch) || err.Error() != want {
		t.Errorf("mixed dtypes give %v, want %q", err, want)
	}
}

func TestOwnedBufferOutlivesTheRegion(t *testing.T) {
	storage := mustCreate(t, shmem.U8, 3)
	memory, err := storage.Bytes()
	noError(t, err)
	copy(memory, "abc")
	ref, err := storage.AsHostBufferRef()
	noError(t, err)
	owned := ref.ToOwned()
	copy(memory, "xyz")
	noError(t, storage.Close())
	if !bytes.Equal(owned.Bytes(), []byte("abc")) {
		t.Errorf("the owned copy holds %q", owned.Bytes())
	}
}
