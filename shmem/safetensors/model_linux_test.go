package safetensors_test

import (
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/tensorshm/tensorshm/shmem"
	"github.com/tensorshm/tensorshm/shmem/safetensors"
)

func openDescriptors(t *testing.T) int {
	t.Helper()
	entries, err := os.ReadDir("/proc/self/fd")
	noError(t, err)
	return len(entries)
}

func TestAnIndexThatIsNoRegularFileDoesNotBlock(t *testing.T) {
	defer time.AfterFunc(20*time.Second, func() { panic("OpenModel blocks") }).Stop()
	for _, name := range []string{safetensors.IndexName, safetensors.FileName} {
		folder := t.TempDir()
		noError(t, syscall.Mkfifo(filepath.Join(folder, name), 0o600))
		for _, path := range []string{folder, filepath.Join(folder, name)} {
			if _, err := safetensors.OpenModel(path, shmem.ReadOnly()); !errors.Is(err, shmem.ErrNotRegular) {
				t.Errorf("%s gives %v", path, err)
			}
		}
	}
	folder := writeModel(t, withIndex(nil, indexOf(`{"z":"fifo"}`)))
	noError(t, syscall.Mkfifo(filepath.Join(folder, "fifo"), 0o600))
	if _, err := safetensors.OpenModel(folder); !errors.Is(err, shmem.ErrNotRegular) {
		t.Errorf("a FIFO for a file gives %v", err)
	}
}

func TestFailedOpensLeaveNoDescriptor(t *testing.T) {
	before := openDescriptors(t)
	for _, bad := range badIndexes {
		if _, err := safetensors.OpenModel(writeModel(t, withIndex(twoFiles, []byte(bad.index)))); err == nil {
			t.Errorf("%s opens", bad.states)
		}
	}
	for _, bad := range badFiles {
		if _, err := safetensors.Open(writeFile(t, bad.file)); err == nil {
			t.Errorf("%s opens", bad.states)
		}
	}
	if after := openDescriptors(t); after != before {
		t.Errorf("%d descriptors were open before, %d are after", before, after)
	}
}

func TestModelWithoutRoomLeavesNothing(t *testing.T) {
	folder := smallTmpfs(t, "size=2m")
	tensors := [][]safetensors.TensorSpec{manyOf(1<<20, "a"), manyOf(2<<20, "b")}
	if _, err := safetensors.CreateModel(folder, tensors); !errors.Is(err, shmem.ErrNoSpace) {
		t.Errorf("gives %v, want ErrNoSpace", err)
	}
	wantOnly(t, folder)
}
