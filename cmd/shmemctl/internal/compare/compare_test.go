package compare

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/tensorshm/tensorshm/cmd/shmemctl/internal/source"
	"github.com/tensorshm/tensorshm/shmem"
	"github.com/tensorshm/tensorshm/shmem/safetensors"
)

func noError(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// elements is how many F32 tensors have: more than three blocks.
const elements = 3<<18 + 1

// named makes a file of F32 tensors and opens it, with other bytes where changes say.
func named(t *testing.T, name string, changes map[string][]int64, tensors ...string) Named {
	t.Helper()
	var specs []safetensors.TensorSpec
	for _, tensor := range tensors {
		specs = append(specs, safetensors.TensorSpec{Name: tensor, DType: shmem.F32, Shape: []int{elements}})
	}
	path := filepath.Join(t.TempDir(), name)
	file, err := safetensors.Create(path, specs)
	noError(t, err)
	for tensor, offsets := range changes {
		changed, err := file.Tensor(tensor)
		noError(t, err)
		view, err := changed.View()
		noError(t, err)
		bytes, err := view.Bytes()
		noError(t, err)
		for _, offset := range offsets {
			bytes[offset] = 1
		}
	}
	noError(t, file.Close())
	opened, err := source.Open(path)
	noError(t, err)
	t.Cleanup(func() { noError(t, opened.Close()) })
	return Named{opened, name}
}

func TestTheFirstDifferenceIsFoundByAnyNumberOfWorkers(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("regions need Linux")
	}
	whole := named(t, "whole", nil, "a", "b")
	for _, test := range []struct {
		other Named
		want  *Difference
	}{
		{named(t, "same", nil, "b", "a"), nil},
		{named(t, "other", map[string][]int64{"b": {0}}, "a", "b"), &Difference{"b", "first at element 0, byte 0 of the tensor"}},
		{named(t, "other", map[string][]int64{"a": {4*elements - 1}}, "a", "b"), &Difference{"a", "first at element 786432, byte 3145731 of the tensor"}},
		{named(t, "other", map[string][]int64{"a": {3 << 20, 1<<20 + 6, 2 << 20}, "b": {0}}, "a", "b"), &Difference{"a", "first at element 262145, byte 1048582 of the tensor"}},
		{named(t, "fewer", nil, "a"), &Difference{"b", "it is only in whole"}},
		{named(t, "more", nil, "a", "b", "c"), &Difference{"c", "it is only in more"}},
	} {
		for _, workers := range []int{1, 4} {
			got, err := Models(context.Background(), whole, test.other, workers)
			if err != nil || (got == nil) != (test.want == nil) || got != nil && *got != *test.want {
				t.Errorf("%s by %d workers: %v, %v; want %v", test.other.Name, workers, got, err, test.want)
			}
		}
	}
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Models(ended, whole, whole, 1); !errors.Is(err, context.Canceled) {
		t.Errorf("with an ended context it returns %v", err)
	}
}

func TestFileThatIsTruncatedIsAFault(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("regions need Linux")
	}
	whole, truncated := named(t, "whole", nil, "a"), named(t, "truncated", nil, "a")
	noError(t, os.Truncate(truncated.Files()[0].Path(), 0))
	var fault *shmem.FaultError
	if _, err := Models(context.Background(), whole, truncated, 2); !errors.As(err, &fault) {
		t.Errorf("it returns %v", err)
	}
}
