package shmem_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/tensorshm/tensorshm/shmem"
	"github.com/tensorshm/tensorshm/shmem/internal/unpublished"
)

// filled has Create call fill.
func filled(fill func(memory []byte) error) shmem.CreateOption {
	return unpublished.Fill(fill).(shmem.CreateOption)
}

// withAndWithoutUnnamedFiles runs a test as where a file gets its name last, and as
// where it has a temporary one before.
func withAndWithoutUnnamedFiles(t *testing.T, test func(t *testing.T)) {
	t.Run("unnamed", test)
	t.Run("named", func(t *testing.T) {
		defer shmem.RefuseUnnamedFiles(syscall.EOPNOTSUPP)()
		test(t)
	})
}

func TestRegionIsFilledBeforeItHasItsName(t *testing.T) {
	withAndWithoutUnnamedFiles(t, func(t *testing.T) {
		path := filepath.Join(t.TempDir(), "region")
		for _, options := range [][]shmem.CreateOption{nil, {shmem.Sparse()}, {shmem.Prefault(), shmem.Mode(0o400)}} {
			before, _ := os.ReadFile(path)
			region, err := shmem.CreateRegion(path, 3*4096+5, append(options, filled(func(memory []byte) error {
				if len(memory) != 3*4096+5 || !bytes.Equal(memory, make([]byte, len(memory))) {
					t.Errorf("the memory is %d bytes, zero or not", len(memory))
				}
				if now, _ := os.ReadFile(path); !bytes.Equal(now, before) {
					t.Error("the region has its name before it is filled")
				}
				copy(memory[4096:], "filled")
				return nil
			}))...)
			noError(t, err)
			content, err := os.ReadFile(path)
			noError(t, err)
			if want := append(append(make([]byte, 4096), "filled"...), make([]byte, 2*4096+5-len("filled"))...); !bytes.Equal(content, want) {
				t.Errorf("the file of %d bytes holds %q from byte 4096 on", len(content), content[4096:4102])
			}
			noError(t, region.Close())
		}
	})
}

func TestFillThatFailsLeavesNothing(t *testing.T) {
	withAndWithoutUnnamedFiles(t, func(t *testing.T) {
		failure := errors.New("no content")
		wantFillFailure(t, func(_ string, memory []byte) error {
			memory[0] = 1
			return failure
		}, func(err error) bool { return errors.Is(err, failure) && !errors.Is(err, shmem.ErrNoSpace) })
	})
}

func TestFaultOfAFillLeavesNothing(t *testing.T) {
	skipIfEmulated(t, emulatedFaults)
	withAndWithoutUnnamedFiles(t, func(t *testing.T) {
		var fault *shmem.FaultError
		wantFillFailure(t, func(folder string, memory []byte) error {
			truncateUnpublished(t, folder)
			memory[len(memory)-1] = 1
			t.Error("nothing faults")
			return nil
		}, func(err error) bool { return errors.As(err, &fault) && errors.Is(err, shmem.ErrNoSpace) })
	})
}

// wantFillFailure checks that a fill which fails leaves what was at a path, and
// nothing else.
func wantFillFailure(t *testing.T, fill func(folder string, memory []byte) error, wanted func(error) bool) {
	t.Helper()
	folder := t.TempDir()
	path := filepath.Join(folder, "region")
	noError(t, os.WriteFile(path, []byte("what was there"), 0o600))
	descriptors, mappings, regions := openDescriptors(t), mappingsOf(t, folder), shmem.ReadStats().OpenRegions
	region, err := shmem.CreateRegion(path, 1<<16, filled(func(memory []byte) error { return fill(folder, memory) }))
	if region != nil || !wanted(err) || !strings.Contains(err.Error(), "shmem: create "+path) {
		t.Errorf("gives %v", err)
	}
	if content, err := os.ReadFile(path); string(content) != "what was there" {
		t.Errorf("the file holds %q, %v", content, err)
	}
	wantOnly(t, folder, "region")
	if a, b, c := openDescriptors(t), mappingsOf(t, folder), shmem.ReadStats().OpenRegions; a != descriptors || b != mappings || c != regions {
		t.Errorf("descriptors, mappings and regions were %d, %d, %d before and are %d, %d, %d", descriptors, mappings, regions, a, b, c)
	}
}

// truncateUnpublished truncates the file that has just been made in a folder, by its
// descriptor.
func truncateUnpublished(t *testing.T, folder string) {
	t.Helper()
	links, err := filepath.Glob("/proc/self/fd/*")
	noError(t, err)
	truncated := 0
	for _, link := range links {
		if target, err := os.Readlink(link); err == nil && strings.HasPrefix(target, folder+"/") {
			noError(t, os.Truncate(link, 0))
			truncated++
		}
	}
	if truncated != 1 {
		t.Errorf("truncated %d files", truncated)
	}
}
