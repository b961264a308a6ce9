package blocks

import (
	"context"
	"errors"
	"path/filepath"
	"runtime"
	"sync/atomic"
	"testing"

	"github.com/tensorshm/tensorshm/shmem"
)

func TestEveryByteIsInOneBlock(t *testing.T) {
	for _, size := range []int64{0, 1, Bytes - 1, Bytes, Bytes + 1, 7*Bytes + 5} {
		for _, workers := range []int{1, 2, 16} {
			var covered, calls atomic.Int64
			begun := make([]atomic.Bool, size/Bytes+1)
			err := Each(context.Background(), size, workers, func(off, n int64) error {
				calls.Add(1)
				covered.Add(n)
				if off%Bytes != 0 || n < 1 || n > Bytes || off+n > size || begun[off/Bytes].Swap(true) {
					t.Errorf("of %d bytes, %d from %d on are a block", size, n, off)
				}
				return nil
			})
			if err != nil || covered.Load() != size || calls.Load() != (size+Bytes-1)/Bytes {
				t.Errorf("of %d bytes, %d are in %d blocks, %v", size, covered.Load(), calls.Load(), err)
			}
		}
	}
}

func TestNoBlockIsBegunAfterAnError(t *testing.T) {
	failure := errors.New("no more")
	calls := 0
	err := Each(context.Background(), 10*Bytes, 1, func(off, _ int64) error {
		calls++
		if off == 3*Bytes {
			return failure
		}
		return nil
	})
	if err != failure || calls != 4 {
		t.Errorf("after %d blocks it returns %v", calls, err)
	}
}

func TestEachEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	calls := 0
	err := Each(ctx, 10*Bytes, 1, func(int64, int64) error {
		calls++
		cancel()
		return nil
	})
	if !errors.Is(err, context.Canceled) || calls != 1 {
		t.Errorf("after %d blocks it returns %v", calls, err)
	}
}

func TestReadSeesTheBytesAndNoOthers(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("regions need Linux")
	}
	region, err := shmem.Create(filepath.Join(t.TempDir(), "region"), shmem.U8, 10)
	if err != nil {
		t.Fatal(err)
	}
	defer region.Close()
	elements, err := region.AsMutSliceU8()
	if err != nil {
		t.Fatal(err)
	}
	copy(elements, "0123456789")
	failure := errors.New("seen")
	err = Read(region.Region, 3, 4, func(bytes []byte) error {
		if string(bytes) != "3456" {
			t.Errorf("it sees %q", bytes)
		}
		return failure
	})
	if err != failure {
		t.Errorf("it returns %v", err)
	}
	if err := Read(region.Region, 8, 3, func([]byte) error { return nil }); !errors.Is(err, shmem.ErrRange) {
		t.Errorf("beyond the end it returns %v", err)
	}
}
