package shmem

import (
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// onFilesystem makes every file seem to be on the filesystem of a magic number.
func onFilesystem(t *testing.T, magic int64, blocks, free uint64) {
	t.Helper()
	original, device := kernel.Fstatfs, sharedMemoryDevice
	sharedMemoryDevice = func() uint64 { return 0 }
	kernel.Fstatfs = func(descriptor int) (unix.Statfs_t, error) {
		stat, err := original(descriptor)
		reflect.ValueOf(&stat.Type).Elem().Set(reflect.ValueOf(magic).Convert(reflect.TypeOf(stat.Type))) // as wide as the platform has it
		stat.Bsize, stat.Frsize, stat.Blocks, stat.Bfree = 4096, 4096, blocks, free
		return stat, err
	}
	t.Cleanup(func() { kernel.Fstatfs, sharedMemoryDevice = original, device })
}

func TestNetworkFilesystemsAreRefusedUnlessAllowed(t *testing.T) {
	for name, magic := range map[string]int64{"nfs": 0x6969, "smb": 0x517b, "cifs": 0xff534d42, "smb2": 0xfe534d42, "fuse": 0x65735546, "9p": 0x01021997, "ceph": 0x00c36400,
		"afs": 0x5346414f, "kafs": 0x6b414653, "coda": 0x73757245, "ocfs2": 0x7461636f, "lustre": 0x0bd00bd0, "gpfs": 0x47504653, "beegfs": 0x19830326} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "region")
			local, err := Create(path, 1, 4)
			if err != nil {
				t.Fatal(err)
			}
			defer local.Close()
			onFilesystem(t, magic, 1<<20, 1<<20)
			_, createErr := Create(path, 1, 4)
			_, openErr := Open(path, 1, 4)
			_, regionErr := OpenRegion(path, ReadOnly())
			for _, err := range []error{createErr, openErr, regionErr} {
				if !errors.Is(err, ErrUnsupportedFS) || !strings.Contains(err.Error(), ": "+name+", ") {
					t.Errorf("%v, want ErrUnsupportedFS of %s", err, name)
				}
			}
			if replaced, err := local.Replaced(); replaced || err != nil {
				t.Errorf("a refused Create replaced the region: %v", err)
			}
			allowed, err := Create(path, 1, 4, AllowNetworkFS())
			if err != nil {
				t.Fatal(err)
			}
			defer allowed.Close()
			opened, err := Open(path, 1, 4, AllowNetworkFS())
			if err != nil {
				t.Fatal(err)
			}
			opened.Close()
		})
	}
}

func TestRegionThatIsNoMultipleOfAHugePageIsRefusedWhereThereAreNoOthers(t *testing.T) {
	path := filepath.Join(t.TempDir(), "region")
	onFilesystem(t, unix.HUGETLBFS_MAGIC, 1<<20, 1<<20) // with pages of 4096 bytes
	whole, err := Create(path, 1, 2*4096)
	if err != nil {
		t.Fatal(err)
	}
	defer whole.Close()
	_, createErr := Create(path, 1, 4097)
	_, openErr := Open(path, 1, 100)
	for _, err := range []error{createErr, openErr} {
		if !errors.Is(err, ErrUnsupportedFS) || !strings.Contains(err.Error(), "hugetlbfs, where regions are multiples of 4096 bytes") {
			t.Errorf("%v, want ErrUnsupportedFS", err)
		}
	}
	if replaced, err := whole.Replaced(); replaced || err != nil {
		t.Errorf("a refused Create replaced the region: %v", err)
	}
}

func TestFilesThatCannotBeMappedSharedAreAnUnsupportedFilesystem(t *testing.T) {
	path := filepath.Join(t.TempDir(), "region")
	storage, err := Create(path, 1, 4)
	if err != nil {
		t.Fatal(err)
	}
	storage.Close()
	defer InterceptSystemCalls(func(name string) error {
		if name == "Mmap" {
			return unix.ENODEV
		}
		return nil
	})()
	_, createErr := Create(path, 1, 4)
	_, openErr := Open(path, 1, 4)
	for _, err := range []error{createErr, openErr} {
		if !errors.Is(err, ErrUnsupportedFS) || !errors.Is(err, unix.ENODEV) {
			t.Errorf("%v, want ErrUnsupportedFS", err)
		}
	}
}

func TestFreeBytesAreCountedInFragments(t *testing.T) {
	original := kernel.Fstatfs
	defer func() { kernel.Fstatfs = original }()
	kernel.Fstatfs = func(int) (unix.Statfs_t, error) {
		return unix.Statfs_t{Bsize: 1 << 20, Frsize: 512, Blocks: 100, Bfree: 3}, nil
	}
	if where, err := (file{}).filesystem(); err != nil || where.free != 3*512 {
		t.Errorf("%d bytes are free, %v; want 1536", where.free, err)
	}
}

func TestOnlyFilesOfSharedMemoryAreOpenedWithoutALookAtTheirFilesystem(t *testing.T) {
	shared, err := os.MkdirTemp("/dev/shm", "tensorshm-test-")
	if err != nil || sharedMemoryDevice() == 0 {
		t.Skipf("no tmpfs at /dev/shm: %v", err)
	}
	defer os.RemoveAll(shared)
	elsewhere := t.TempDir()
	for _, folder := range []string{shared, elsewhere} {
		path := filepath.Join(folder, "region")
		if err := os.WriteFile(path, make([]byte, 4), 0o600); err != nil {
			t.Fatal(err)
		}
		stat, err := kernel.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		want := 1
		if uint64(stat.Dev) == sharedMemoryDevice() {
			want = 0
		} else if folder == shared {
			t.Error("a file of /dev/shm has another device number")
		}
		looks := 0
		restore := InterceptSystemCalls(func(name string) error {
			if name == "Fstatfs" {
				looks++
			}
			return nil
		})
		opened, err := Open(path, 1, 4)
		restore()
		if err != nil {
			t.Fatal(err)
		}
		opened.Close()
		if looks != want {
			t.Errorf("Open in %s looks at the filesystem %d times, want %d", folder, looks, want)
		}
	}
}

func TestHopelessReservationIsRefusedBeforeAnyBlock(t *testing.T) {
	onFilesystem(t, unix.TMPFS_MAGIC, 1<<20, 3)
	original := kernel.Fallocate
	defer func() { kernel.Fallocate = original }()
	kernel.Fallocate = func(int, uint32, int64, int64) error { t.Error("blocks were reserved"); return nil }
	_, err := Create(filepath.Join(t.TempDir(), "region"), 1, reserveChunk+1)
	if !errors.Is(err, ErrNoSpace) || !strings.Contains(err.Error(), "67108865 bytes wanted on tmpfs, 12288 free (in a container") {
		t.Errorf("%v", err)
	}
}

func TestFilesystemWithoutALimitIsNotFull(t *testing.T) {
	onFilesystem(t, 0x12345, 0, 0)
	original := kernel.Fallocate
	defer func() { kernel.Fallocate = original }()
	kernel.Fallocate = func(int, uint32, int64, int64) error { return nil } // there may be no room for it
	storage, err := Create(filepath.Join(t.TempDir(), "region"), 1, reserveChunk+1)
	if err != nil {
		t.Fatal(err)
	}
	storage.Close()
	if got := (filesystem{magic: 0x12345}).String(); got != "filesystem 0x12345" {
		t.Errorf("an unknown filesystem is called %q", got)
	}
}

func TestAddressesOfClosedRegionsAreGivenBackBeforeAnOpenFails(t *testing.T) {
	path := filepath.Join(t.TempDir(), "region")
	storage, err := Create(path, 1, 4)
	if err != nil {
		t.Fatal(err)
	}
	if err := storage.Close(); err != nil {
		t.Fatal(err)
	}
	failures := 1
	defer InterceptSystemCalls(func(name string) error {
		if name == "Mmap" && failures > 0 {
			failures--
			return unix.ENOMEM
		}
		return nil
	})()
	again, err := Open(path, 1, 4)
	if err != nil {
		t.Fatalf("an Open that finds no addresses at first gives %v", err)
	}
	defer again.Close()
	if kept := ReadStats().QuarantinedBytes; kept != 0 {
		t.Errorf("%d bytes of addresses are still reserved", kept)
	}
}
