package shmem

import (
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/sys/unix"
)

func TestReservationEndsWhereSignalsComeFasterThanAChunk(t *testing.T) {
	const size = 2*reserveChunk + 5
	original := kernel.Fallocate
	defer func() { kernel.Fallocate = original }()
	interrupted, reserved := 0, int64(0)
	kernel.Fallocate = func(descriptor int, mode uint32, offset, length int64) error {
		if length > 3<<20 {
			if interrupted++; interrupted > 100 {
				t.Fatal("the same long call is repeated for ever")
			}
			return unix.EINTR
		}
		if offset != reserved {
			t.Errorf("the reservation goes on at byte %d, after %d", offset, reserved)
		}
		reserved = offset + length
		return nil // without the blocks, which the test would only wait for
	}
	path := filepath.Join(t.TempDir(), "region")
	storage, err := Create(path, 1, size)
	if err != nil {
		t.Fatal(err)
	}
	defer storage.Close()
	if reserved != size {
		t.Errorf("%d of %d bytes are reserved", reserved, size)
	}
	if _, err := os.Stat(path); err != nil {
		t.Error(err)
	}
}
