package safetensors_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/tensorshm/tensorshm/shmem"
	"github.com/tensorshm/tensorshm/shmem/safetensors"
)

func TestTensorsEndWithTheirFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	file := mustCreate(t, path, safetensors.TensorSpec{Name: "a", DType: shmem.U8, Shape: []int{3}}, safetensors.TensorSpec{Name: "none", DType: shmem.U8, Shape: []int{0}})
	copied := *file
	view := mustView(t, mustTensor(t, file, "a"))
	noError(t, copied.Close())
	for _, tensor := range file.Tensors() {
		if _, err := tensor.View(); !errors.Is(err, shmem.ErrClosed) {
			t.Errorf("%s: a view gives %v", tensor.Name(), err)
		}
		if _, err := tensor.Copy(); !errors.Is(err, shmem.ErrClosed) || !strings.Contains(err.Error(), path) {
			t.Errorf("%s: a copy gives %v", tensor.Name(), err)
		}
	}
	if _, err := view.Bytes(); !errors.Is(err, shmem.ErrClosed) {
		t.Errorf("the bytes of a view give %v", err)
	}
	if got := mustTensor(t, file, "a"); got.Name() != "a" || got.Len() != 3 { // what it is stays known
		t.Errorf("after Close the tensor is %q of %d", got.Name(), got.Len())
	}
	noError(t, file.Close())
}

func TestTensorsThatAreNotThereAreErrNoTensor(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	file := mustCreate(t, path, safetensors.TensorSpec{Name: "a", DType: shmem.U8})
	for _, name := range []string{"", "A", "a ", "__metadata__", strings.Repeat("long", 100_000)} {
		tensor, err := file.Tensor(name)
		if !errors.Is(err, safetensors.ErrNoTensor) || tensor != nil || !strings.Contains(err.Error(), path) || len(err.Error()) > longestError {
			t.Errorf("%.10q gives %v, %.1000v", name, tensor, err)
		}
		if len(name) < 50 && name != "" && !strings.Contains(err.Error(), fmt.Sprintf("tensor %q", name)) {
			t.Errorf("the error does not name %q: %v", name, err)
		}
	}
}

func TestNilAndZeroValuesAnswerWithoutAPanic(t *testing.T) {
	var zero safetensors.Tensor
	for _, tensor := range []*safetensors.Tensor{nil, &zero} {
		if tensor.Name() != "" || tensor.DType() != 0 || tensor.Shape() != nil || tensor.Len() != 0 || tensor.ByteLen() != 0 || tensor.Offset() != 0 {
			t.Errorf("%v says it is something", tensor)
		}
		if _, err := tensor.View(); !errors.Is(err, shmem.ErrClosed) {
			t.Errorf("a view gives %v", err)
		}
		if _, err := tensor.Copy(); !errors.Is(err, shmem.ErrClosed) {
			t.Errorf("a copy gives %v", err)
		}
	}
	for _, file := range []*safetensors.File{nil, {}} {
		if _, err := file.Tensor("a"); !errors.Is(err, safetensors.ErrNoTensor) {
			t.Errorf("a tensor gives %v", err)
		}
		if len(file.Tensors()) != 0 || file.Metadata() != nil || file.DataOffset() != 0 {
			t.Errorf("%v says it holds something", file)
		}
	}
	file := safetensors.File{} // whose Region answers, as that of a shmem.Storage does
	if file.Path() != "" || file.Size() != 0 {
		t.Errorf("it is %d bytes at %q", file.Size(), file.Path())
	}
	_, viewErr := file.ViewAs(shmem.U8, 0, 1)
	_, replacedErr := file.Replaced()
	_, tryErr := file.TryLock()
	ctx := context.Background()
	for name, err := range map[string]error{
		"ViewAs": viewErr, "Replaced": replacedErr, "TryLock": tryErr, "Close": file.Close(), "Remove": file.Remove(), "Sync": file.Sync(),
		"SyncRange": file.SyncRange(0, 0), "Lock": file.Lock(ctx), "RLock": file.RLock(ctx), "Unlock": file.Unlock(),
	} {
		if !errors.Is(err, shmem.ErrClosed) {
			t.Errorf("%s gives %v, want ErrClosed", name, err)
		}
	}
	for _, model := range []*safetensors.Model{nil, {}} {
		if _, err := model.Tensor("a"); !errors.Is(err, safetensors.ErrNoTensor) {
			t.Errorf("a tensor of a model gives %v", err)
		}
		if len(model.Tensors()) != 0 || len(model.Files()) != 0 {
			t.Errorf("%v says it holds something", model)
		}
		noError(t, model.Close())
	}
}

func TestAFileThatGrowsKeepsItsTensors(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	mustCreate(t, path, safetensors.TensorSpec{Name: "a", DType: shmem.U8, Shape: []int{3}})
	file, err := safetensors.Open(path)
	noError(t, err)
	defer file.Close()
	noError(t, os.Truncate(path, file.Size()+1<<20))
	checkTensors(t, file)
	noError(t, mustView(t, mustTensor(t, file, "a")).CopyFrom([]byte{1, 2, 3}, 1))
	wantFormatError(t, path, safetensors.RuleEnd, "", shmem.ErrSizeMismatch)
}

func TestAFileIsARegion(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "file")
	spec := safetensors.TensorSpec{Name: "a", DType: shmem.U8, Shape: []int{3}}
	first := mustCreate(t, path, spec)
	if replaced, err := first.Replaced(); replaced || err != nil {
		t.Errorf("it is replaced %t, %v", replaced, err)
	}
	second := mustCreate(t, path, spec)
	if replaced, err := first.Replaced(); !replaced || err != nil {
		t.Errorf("the first is replaced %t, %v", replaced, err)
	}
	if err := first.Remove(); !errors.Is(err, shmem.ErrReplaced) {
		t.Errorf("removing the first gives %v", err)
	}
	noError(t, second.Lock(context.Background()))
	noError(t, second.Unlock())
	noError(t, second.Sync())
	noError(t, second.Remove())
	wantOnly(t, folder)
	mustView(t, mustTensor(t, second, "a"))
	if view, err := second.ViewAs(shmem.U8, 8, 1); err != nil || bytesOf(t, view)[0] != '{' {
		t.Errorf("the header begins with %v, %v", view, err)
	}
}

func TestOpenRefusesWhatIsNoRegularFile(t *testing.T) {
	folder := t.TempDir()
	mustCreate(t, filepath.Join(folder, "file"), safetensors.TensorSpec{Name: "a", DType: shmem.U8})
	link := filepath.Join(folder, "link")
	if err := os.Symlink("file", link); err != nil {
		t.Skip(err)
	}
	for _, path := range []string{folder, link} {
		if _, err := safetensors.Open(path); !errors.Is(err, shmem.ErrNotRegular) || errors.Is(err, safetensors.ErrFormat) {
			t.Errorf("%s gives %v", path, err)
		}
	}
	for _, option := range []shmem.OpenOption{shmem.ReadOnly(), shmem.FollowSymlinks()} {
		file, err := safetensors.Open(link, option)
		noError(t, err)
		noError(t, file.Close())
	}
	for _, path := range []string{"", "a\x00b"} {
		if _, err := safetensors.Open(path); !errors.Is(err, fs.ErrInvalid) {
			t.Errorf("%q gives %v", path, err)
		}
	}
}

func TestFilesAreUsedConcurrently(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	created, err := safetensors.Create(path, specsOfEveryDType(8), safetensors.Metadata(map[string]string{"a": "b"}))
	noError(t, err)
	description := describe(created)
	var users sync.WaitGroup
	for range 8 {
		users.Go(func() {
			for range 20 {
				opened, err := safetensors.Open(path, shmem.ReadOnly())
				if err != nil {
					t.Error(err)
					return
				}
				for _, file := range []*safetensors.File{opened, created} {
					if describe(file) != description || file.Metadata()["a"] != "b" {
						t.Error("a file says something else")
					}
					for _, tensor := range file.Tensors() {
						if _, err := tensor.View(); err != nil && !errors.Is(err, shmem.ErrClosed) {
							t.Error(err)
						}
						if _, err := tensor.Copy(); err != nil && !errors.Is(err, shmem.ErrClosed) {
							t.Error(err)
						}
					}
				}
				if err := opened.Close(); err != nil {
					t.Error(err)
				}
			}
		})
	}
	noError(t, created.Close()) // in the midst of it
	users.Wait()
}
