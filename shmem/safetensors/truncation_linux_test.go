package safetensors_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/tensorshm/tensorshm/shmem"
	"github.com/tensorshm/tensorshm/shmem/safetensors"
)

func TestTruncationBeforeACopyIsAFaultError(t *testing.T) {
	skipIfEmulated(t)
	path := filepath.Join(t.TempDir(), "file")
	mustCreate(t, path, safetensors.TensorSpec{Name: "a", DType: shmem.F32, Shape: []int{1 << 16}}, safetensors.TensorSpec{Name: "none", DType: shmem.F32, Shape: []int{0}})
	file, err := safetensors.Open(path, shmem.ReadOnly())
	noError(t, err)
	defer file.Close()
	noError(t, os.Truncate(path, file.DataOffset()))
	tensor := mustTensor(t, file, "a")
	heap, err := tensor.Copy()
	var fault *shmem.FaultError
	if !errors.As(err, &fault) || heap != nil {
		t.Fatalf("gives %v, %v, want a FaultError", heap, err)
	}
	if fault.Path != path || fault.Offset < tensor.Offset() || !strings.Contains(err.Error(), `tensor "a"`) {
		t.Errorf("the fault is at byte %d of %s, the tensor at %d: %v", fault.Offset, fault.Path, tensor.Offset(), err)
	}
	elements, err := mustView(t, tensor).AsSliceF32() // which is no access yet
	noError(t, err)
	sum := float32(0)
	if err := mustView(t, tensor).Guard(func() error { sum += elements[0]; return nil }); !errors.As(err, &fault) {
		t.Errorf("an access under Guard gives %v, %v", sum, err)
	}
}

func TestTruncationDuringOpenIsAnErrorOrNothing(t *testing.T) {
	skipIfEmulated(t)
	header := headerOf(`"__metadata__":{"a":"`+strings.Repeat("a", 1<<20)+`"}`, entryOf("a", "U8", "[4096]", 0, 4096))
	content := fileOf(header, 4096)
	path := writeFile(t, content)
	stop, stopped := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		for length := int64(0); ; length = (length*7 + 4093) % int64(len(content)) {
			select {
			case <-stop:
				return
			default:
			}
			if err := os.Truncate(path, length); err != nil {
				t.Error(err)
			}
			if err := os.WriteFile(path, content, 0o600); err != nil {
				t.Error(err)
			}
		}
	}()
	var fault *shmem.FaultError
	opened, refused, faults := 0, 0, 0
	for deadline := time.Now().Add(400 * time.Millisecond); time.Now().Before(deadline); {
		file, err := safetensors.Open(path)
		switch {
		case err == nil:
			opened++
			if file.Size() != int64(len(content)) || describe(file) != `"a" U8 [4096] 0-4096` {
				t.Errorf("%d bytes open as %.1000s", file.Size(), describe(file))
			}
			noError(t, file.Close())
		case errors.As(err, &fault):
			faults++
		case errors.Is(err, safetensors.ErrFormat):
			refused++
		default:
			t.Errorf("gives %.1000v", err)
		}
	}
	close(stop)
	<-stopped
	t.Logf("%d opened, %d were refused, %d faulted", opened, refused, faults)
	if refused+faults == 0 {
		t.Error("no Open met the truncation")
	}
}
