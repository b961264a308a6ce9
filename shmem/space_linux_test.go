package shmem_test

import (
	"errors"
	"math"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/tensorshm/tensorshm/shmem"
)

// smallTmpfs mounts a filesystem in memory, which takes privilege.
func smallTmpfs(t *testing.T, options string) string {
	t.Helper()
	folder := t.TempDir()
	if err := syscall.Mount("tensorshm-test", folder, "tmpfs", 0, options); err != nil {
		t.Skipf("may not mount a tmpfs: %v", err)
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(folder, syscall.MNT_DETACH); err != nil {
			t.Error(err)
		}
	})
	return folder
}

func freeBytes(t *testing.T, folder string) uint64 {
	t.Helper()
	var stat syscall.Statfs_t
	noError(t, syscall.Statfs(folder, &stat))
	return stat.Bfree * uint64(stat.Bsize)
}

func TestFullTmpfsIsNoSpaceAndLosesNothing(t *testing.T) {
	for _, test := range []struct {
		options  string
		elements int
		says     string
	}{
		{"size=2m", 16 << 20, "67108864 bytes wanted"}, // refused at once
		{"size=2m", 600 << 10, "2457600 bytes wanted"}, // fails in reserving
		{"size=4k", 1 << 11, "8192 bytes wanted"},
		{"nr_inodes=1", 1, "4 bytes wanted"},
		{"nr_inodes=1", 1, "no inode free"},
	} {
		folder := smallTmpfs(t, test.options)
		free := freeBytes(t, folder)
		_, err := shmem.Create(filepath.Join(folder, "region"), shmem.F32, test.elements)
		if !errors.Is(err, shmem.ErrNoSpace) || !errors.Is(err, syscall.ENOSPC) {
			t.Errorf("%d elements on %s give %v, want ErrNoSpace", test.elements, test.options, err)
			continue
		}
		for _, part := range []string{test.says, "bytes wanted on tmpfs", "free", "--shm-size", "emptyDir"} {
			if !strings.Contains(err.Error(), part) {
				t.Errorf("the error does not say %q: %v", part, err)
			}
		}
		wantOnly(t, folder)
		if now := freeBytes(t, folder); now != free {
			t.Errorf("%d bytes were free before, %d are after", free, now)
		}
	}
}

func TestReservedRegionOutlivesAFullDisk(t *testing.T) {
	folder := smallTmpfs(t, "size=2m")
	storage, err := shmem.Create(filepath.Join(folder, "region"), shmem.U8, 1<<20)
	noError(t, err)
	defer storage.Close()
	filler := filepath.Join(folder, "filler")
	if err := os.WriteFile(filler, make([]byte, 4<<20), 0o600); !errors.Is(err, syscall.ENOSPC) {
		t.Fatalf("the disk does not get full: %v", err)
	}
	noError(t, storage.Guard(func() error { fillBytes(t, &storage.View, 7); return nil }))

	skipIfEmulated(t, emulatedFaults)
	sparse, err := shmem.Create(filepath.Join(folder, "sparse"), shmem.U8, 1<<20, shmem.Sparse(), shmem.Prefault())
	noError(t, err)
	defer sparse.Close()
	var fault *shmem.FaultError
	if err := sparse.Guard(func() error { fillBytes(t, &sparse.View, 7); return nil }); !errors.As(err, &fault) {
		t.Errorf("filling a sparse region on a full disk gives %v, want a FaultError", err)
	}
}

func TestReservationErrorsOfTheKernelAreNoSpace(t *testing.T) {
	for _, failure := range []syscall.Errno{syscall.ENOSPC, syscall.EDQUOT, syscall.ENOMEM, syscall.EFAULT} {
		folder := t.TempDir()
		restore := shmem.InterceptSystemCalls(func(name string) error {
			if name == "Fallocate" {
				return failure
			}
			return nil
		})
		_, err := shmem.Create(filepath.Join(folder, "region"), shmem.U8, 4)
		restore()
		if !errors.Is(err, shmem.ErrNoSpace) || !errors.Is(err, failure) || !strings.Contains(err.Error(), "4 bytes wanted on ") {
			t.Errorf("%v in reserving gives %v, want ErrNoSpace", failure, err)
		}
		wantOnly(t, folder)
	}
}

func TestNoRoomForTheFileItselfIsNoSpace(t *testing.T) {
	for _, call := range []string{"Open", "Linkat"} {
		for _, failure := range []syscall.Errno{syscall.ENOSPC, syscall.EDQUOT} {
			folder := t.TempDir()
			calls := 0
			restore := shmem.InterceptSystemCalls(func(name string) error {
				if name == call {
					if calls++; calls == 2 || call == "Linkat" { // the folder is opened first
						return failure
					}
				}
				return nil
			})
			_, err := shmem.Create(filepath.Join(folder, "region"), shmem.U8, 4)
			restore()
			if !errors.Is(err, shmem.ErrNoSpace) || !errors.Is(err, failure) || !strings.Contains(err.Error(), "4 bytes wanted on ") {
				t.Errorf("%s that fails with %v gives %v, want ErrNoSpace", call, failure, err)
			}
			wantOnly(t, folder)
		}
	}
}

func TestFilesystemWithoutFallocateGetsZeros(t *testing.T) {
	const size = 3<<20 + 5
	path := filepath.Join(t.TempDir(), "region")
	restore := shmem.InterceptSystemCalls(func(name string) error {
		if name == "Fallocate" {
			return syscall.EOPNOTSUPP
		}
		return nil
	})
	storage, err := shmem.Create(path, shmem.U8, size)
	restore()
	noError(t, err)
	defer storage.Close()
	info, err := os.Stat(path)
	noError(t, err)
	if blocks := info.Sys().(*syscall.Stat_t).Blocks * 512; info.Size() != size || blocks < size {
		t.Errorf("length %d with blocks for %d, want %d", info.Size(), blocks, size)
	}
}

func TestPrefaultWithoutPopulateAdviceTouchesPagesAndWritesNothing(t *testing.T) {
	path := filepath.Join(t.TempDir(), "region")
	noError(t, os.WriteFile(path, []byte(strings.Repeat("x", 3*4096)), 0o600))
	defer shmem.InterceptSystemCalls(func(name string) error {
		if name == "Madvise" {
			return syscall.EINVAL // as before Linux 5.14
		}
		return nil
	})()
	for _, options := range [][]shmem.OpenOption{{shmem.Prefault()}, {shmem.Prefault(), shmem.ReadOnly()}} {
		storage, err := shmem.Open(path, shmem.U8, 3*4096, options...)
		noError(t, err)
		if resident := residentBytes(t, path); resident < 3*4096 {
			t.Errorf("%d bytes are mapped in", resident)
		}
		noError(t, storage.Close())
	}
	if content, err := os.ReadFile(path); string(content) != strings.Repeat("x", 3*4096) {
		t.Errorf("Prefault wrote: %v", err)
	}
	created, err := shmem.Create(path, shmem.U8, 2*4096, shmem.Prefault())
	noError(t, err)
	noError(t, created.Close())
}

func TestStatsCountRegionsBytesAndFaults(t *testing.T) {
	skipIfEmulated(t, emulatedFaults)
	before := shmem.ReadStats()
	a, b := mustCreate(t, shmem.F32, 1000), mustCreate(t, shmem.U8, 10)
	noError(t, os.Truncate(a.Path(), 0))
	var fault *shmem.FaultError
	if _, err := a.ToHostBuffer(); !errors.As(err, &fault) {
		t.Fatal(err)
	}
	during := shmem.ReadStats()
	if during.OpenRegions != before.OpenRegions+2 || during.MappedBytes != before.MappedBytes+4010 || during.FaultsCaught != before.FaultsCaught+1 {
		t.Errorf("from %+v to %+v with two regions of 4010 bytes and a fault", before, during)
	}
	noError(t, a.Close())
	noError(t, a.Close())
	noError(t, b.Close())
	after := shmem.ReadStats()
	if after.OpenRegions != before.OpenRegions || after.MappedBytes != before.MappedBytes {
		t.Errorf("from %+v to %+v after both are closed", before, after)
	}
	if after.QuarantinedBytes <= 0 || after.QuarantinedBytes > 1<<40 {
		t.Errorf("%d bytes are quarantined", after.QuarantinedBytes)
	}
}

func TestImpossibleSizesAreRefusedWithTheirNumbers(t *testing.T) {
	_, err := shmem.CreateRegion(filepath.Join(t.TempDir(), "region"), math.MaxInt64, shmem.Sparse())
	if err == nil || !strings.HasPrefix(err.Error(), "shmem: create ") {
		t.Errorf("a sparse region of 2^63-1 bytes gives %v", err)
	}
}
