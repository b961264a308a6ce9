package safetensors_test

import (
	"errors"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/tensorshm/tensorshm/shmem"
	"github.com/tensorshm/tensorshm/shmem/safetensors"
)

// smallTmpfs mounts a filesystem in memory, which takes privilege.
func smallTmpfs(t *testing.T, options string) (folder string) {
	t.Helper()
	folder = t.TempDir()
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

func TestCreateOnAFullFilesystemLeavesNothing(t *testing.T) {
	large := safetensors.Metadata(map[string]string{"a": strings.Repeat("a", 4<<20)})
	for name, test := range map[string]struct {
		specs   []safetensors.TensorSpec
		options []shmem.CreateOption
	}{
		"data":           {specs: []safetensors.TensorSpec{{Name: "a", DType: shmem.U8, Shape: []int{4 << 20}}}},
		"header":         {options: []shmem.CreateOption{large}},
		"header, sparse": {options: []shmem.CreateOption{large, shmem.Sparse()}},
	} {
		t.Run(name, func(t *testing.T) {
			if name == "header, sparse" { // which faults
				skipIfEmulated(t)
			}
			folder := smallTmpfs(t, "size=2m")
			file, err := safetensors.Create(filepath.Join(folder, "file"), test.specs, test.options...)
			if !errors.Is(err, shmem.ErrNoSpace) || file != nil {
				t.Errorf("gives %v", err)
			}
			wantOnly(t, folder)
			var stat syscall.Statfs_t
			noError(t, syscall.Statfs(folder, &stat))
			if stat.Bfree != stat.Blocks {
				t.Errorf("%d blocks of %d are free", stat.Bfree, stat.Blocks)
			}
		})
	}
}
