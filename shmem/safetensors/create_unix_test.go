//go:build linux || darwin

package safetensors_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"

	"github.com/tensorshm/tensorshm/shmem"
	"github.com/tensorshm/tensorshm/shmem/safetensors"
)

func TestModeAndSparseReachTheFile(t *testing.T) {
	spec := safetensors.TensorSpec{Name: "a", DType: shmem.U8, Shape: []int{1 << 20}}
	for _, test := range []struct {
		options []shmem.CreateOption
		mode    fs.FileMode
		sparse  bool
	}{
		{nil, 0o600, false},
		{[]shmem.CreateOption{shmem.Mode(0o640), safetensors.Metadata(map[string]string{"a": "b"})}, 0o640, false},
		{[]shmem.CreateOption{safetensors.Metadata(nil), shmem.Mode(0o444), shmem.Sparse()}, 0o444, true},
	} {
		path := filepath.Join(t.TempDir(), "file")
		file, err := safetensors.Create(path, []safetensors.TensorSpec{spec}, test.options...)
		noError(t, err)
		info, err := os.Stat(path)
		noError(t, err)
		blocks := info.Sys().(*syscall.Stat_t).Blocks * 512
		if info.Mode() != test.mode || info.Size() != file.Size() || (blocks < info.Size()) != test.sparse {
			t.Errorf("the file has mode %v, %d bytes and blocks for %d; want mode %v, %d bytes, sparse %t", info.Mode(), info.Size(), blocks, test.mode, file.Size(), test.sparse)
		}
		noError(t, file.Close())
	}
}

// Readers find one whole file or another, whatever Create does meanwhile.
func TestReadersSeeWholeFilesOnly(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	few := []safetensors.TensorSpec{{Name: "a", DType: shmem.F32, Shape: []int{3, 5}}}
	many := append(specsOfEveryDType(4096), few...)
	kinds := map[string]bool{}
	for _, specs := range [][]safetensors.TensorSpec{many, few, nil} {
		kinds[describe(mustCreate(t, path, specs...))] = true
	}
	var done atomic.Bool
	var opened atomic.Int64
	var readers sync.WaitGroup
	for range 3 {
		readers.Go(func() {
			for !done.Load() {
				file, err := safetensors.Open(path, shmem.ReadOnly())
				if err != nil {
					t.Error(err)
					return
				}
				opened.Add(1)
				if got := describe(file); !kinds[got] {
					t.Errorf("a reader sees %s", got)
				}
				checkTensors(t, file)
				if err := file.Close(); err != nil {
					t.Error(err)
				}
			}
		})
	}
	for i := 0; i < 100 || opened.Load() < 100 && !t.Failed(); i++ {
		file, err := safetensors.Create(path, [][]safetensors.TensorSpec{many, few, nil}[i%3])
		noError(t, err)
		noError(t, file.Close())
	}
	done.Store(true)
	readers.Wait()
}

func TestIfUnusedLeavesAFileThatIsOpen(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	old, err := safetensors.Create(path, []safetensors.TensorSpec{{Name: "old", DType: shmem.U8}})
	noError(t, err)
	specs := []safetensors.TensorSpec{{Name: "new", DType: shmem.U8}}
	_, err = safetensors.Create(path, specs, shmem.IfUnused())
	if errors.Is(err, errors.ErrUnsupported) {
		t.Skip(err)
	}
	if !errors.Is(err, shmem.ErrBusy) {
		t.Errorf("gives %v, want ErrBusy", err)
	}
	noError(t, old.Close())
	file, err := safetensors.Create(path, specs, shmem.IfUnused())
	noError(t, err)
	defer file.Close()
	mustTensor(t, file, "new")
}

// As the package comment tells producers and readers to do.
func TestFileThatIsRenamedToAPathReplacesWhatReadersHaveThere(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	aside := path + ".new"
	spec := safetensors.TensorSpec{Name: "a", DType: shmem.U8, Shape: []int{3}}
	publish := func(element byte) *safetensors.File {
		made := mustCreate(t, aside, spec)
		fillWith(t, made, element)
		noError(t, os.Rename(aside, path))
		return made
	}
	first := publish(1)
	if at, err := first.Replaced(); err != nil || !at || first.Path() != aside || !errors.Is(first.Remove(), shmem.ErrReplaced) {
		t.Errorf("the File that filled it is of %s, replaced: %t, %v", first.Path(), at, err)
	}
	reader, err := safetensors.OpenModel(path, shmem.ReadOnly())
	noError(t, err)
	defer reader.Close()
	wantReplaced := func(want bool, element byte) {
		t.Helper()
		replaced, err := reader.Files()[0].Replaced()
		noError(t, err)
		copied, err := reader.Tensors()[0].Copy()
		noError(t, err)
		elements, err := copied.AsSliceU8()
		noError(t, err)
		if replaced != want || elements[2] != element {
			t.Errorf("replaced: %t, element %d; want %t, %d", replaced, elements[2], want, element)
		}
	}
	wantReplaced(false, 1)
	publish(2)
	wantReplaced(true, 1)
	noError(t, reader.Close())
	reader, err = safetensors.OpenModel(path, shmem.ReadOnly())
	noError(t, err)
	wantReplaced(false, 2)
}

func fillWith(t *testing.T, file *safetensors.File, element byte) {
	t.Helper()
	for _, tensor := range file.Tensors() {
		view, err := tensor.View()
		noError(t, err)
		elements, err := view.AsMutSliceU8()
		noError(t, err)
		for i := range elements {
			elements[i] = element
		}
	}
}

func TestFolderIsTheOneThatTheSystemFinds(t *testing.T) {
	folder := t.TempDir()
	noError(t, os.MkdirAll(filepath.Join(folder, "there", "below"), 0o700))
	noError(t, os.Symlink(filepath.Join("there", "below"), filepath.Join(folder, "link")))
	above := folder + "/link/.." // which is there, not folder
	made, err := safetensors.CreateModel(above, [][]safetensors.TensorSpec{{{Name: "a", DType: shmem.U8, Shape: []int{3}}}})
	noError(t, err)
	noError(t, made.Close())
	for _, path := range []string{filepath.Join(folder, "there"), above, above + "/", above + "/" + safetensors.IndexName} {
		model, err := safetensors.OpenModel(path)
		if err != nil {
			t.Errorf("%s: %v", path, err)
			continue
		}
		if len(model.Tensors()) != 1 {
			t.Errorf("%s has %d tensors", path, len(model.Tensors()))
		}
		noError(t, model.Close())
	}
}
