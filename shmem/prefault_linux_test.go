package shmem

import (
	"os"
	"path/filepath"
	"sync"
	"testing"

	"golang.org/x/sys/unix"
)

func TestPrefaultAsksForEveryByteInTheWayOfTheMapping(t *testing.T) {
	const size = 3*prefaultChunk + 5
	path := filepath.Join(t.TempDir(), "region")
	for _, test := range []struct {
		name   string
		region func() (*Region, error)
		advice int
	}{
		{"Create", func() (*Region, error) { return CreateRegion(path, size, Sparse(), Prefault()) }, unix.MADV_POPULATE_WRITE},
		{"Open", func() (*Region, error) { return OpenRegion(path, Prefault()) }, unix.MADV_POPULATE_WRITE},
		{"read-only Open", func() (*Region, error) { return OpenRegion(path, Prefault(), ReadOnly()) }, unix.MADV_POPULATE_READ},
	} {
		original := kernel.Madvise
		var mutex sync.Mutex
		asked := map[uintptr]int{}
		kernel.Madvise = func(memory []byte, advice int) error {
			mutex.Lock()
			defer mutex.Unlock()
			asked[address(memory)] = len(memory)
			if advice != test.advice {
				t.Errorf("%s gives advice %d, want %d", test.name, advice, test.advice)
			}
			return nil
		}
		region, err := test.region()
		kernel.Madvise = original
		if err != nil {
			t.Fatal(err)
		}
		base, end := address(region.mapping.memory), 0
		for asked[base+uintptr(end)] > 0 {
			end += asked[base+uintptr(end)]
		}
		if end != size {
			t.Errorf("%s prefaults %d of %d bytes in %d calls", test.name, end, size, len(asked))
		}
		region.Close()
	}
}

func TestPrefaultOutlivesATruncationWhereItTouchesPagesItself(t *testing.T) {
	const size = 16 * 4096
	path := filepath.Join(t.TempDir(), "region")
	original := kernel.Madvise
	defer func() { kernel.Madvise = original }()
	kernel.Madvise = func([]byte, int) error {
		if err := os.Truncate(path, 0); err != nil {
			t.Error(err)
		}
		return unix.EINVAL // as before Linux 5.14
	}
	for _, options := range [][]OpenOption{{Prefault()}, {Prefault(), ReadOnly()}} {
		if err := os.WriteFile(path, make([]byte, size), 0o600); err != nil {
			t.Fatal(err)
		}
		region, err := OpenRegion(path, options...)
		if err != nil {
			t.Fatalf("a hint fails the call: %v", err)
		}
		region.Close()
	}
}
