package source

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"github.com/tensorshm/tensorshm/shmem"
	"github.com/tensorshm/tensorshm/shmem/safetensors"
)

func noError(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func needsRegions(t *testing.T) {
	t.Helper()
	if runtime.GOOS != "linux" {
		t.Skip("regions need Linux")
	}
}

func writeFile(t *testing.T, size int) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "file")
	noError(t, os.WriteFile(path, make([]byte, size), 0o600))
	return path
}

func TestWatchedFileTellsHowItChanged(t *testing.T) {
	for _, test := range []struct {
		name      string
		change    func(path string) error
		sameSize  bool
		unchanged bool
		at        bool
	}{
		{"stays", func(string) error { return nil }, true, true, true},
		{"shrinks", func(path string) error { return os.Truncate(path, 1) }, false, false, true},
		{"grows", func(path string) error { return os.Truncate(path, 100) }, false, false, true},
		{"is written to", func(path string) error { return os.Chtimes(path, time.Time{}, time.Unix(1, 0)) }, true, false, true},
		{"is replaced", func(path string) error {
			return errors.Join(os.WriteFile(path+".new", make([]byte, 10), 0o600), os.Rename(path+".new", path))
		}, true, true, false},
	} {
		path := writeFile(t, 10)
		watched, err := Watch(path)
		noError(t, err)
		if err := test.change(path); err != nil && runtime.GOOS == "windows" { // which replaces no open file
			t.Logf("no file that %s: %v", test.name, err)
			noError(t, watched.Close())
			continue
		} else if err != nil {
			t.Fatal(err)
		}
		for what, err := range map[string]error{"SameSize": watched.SameSize(), "Unchanged": watched.Unchanged(), "isAt": watched.isAt(path)} {
			want := map[string]bool{"SameSize": test.sameSize, "Unchanged": test.unchanged, "isAt": test.at}[what]
			if (err == nil) != want || err != nil && !errors.Is(err, ErrChanged) {
				t.Errorf("of a file that %s, %s returns %v", test.name, what, err)
			}
		}
		noError(t, watched.Close())
	}
}

func TestReadBeyondTheEndIsAChange(t *testing.T) {
	watched, err := Watch(writeFile(t, 10))
	noError(t, err)
	defer watched.Close()
	if n, err := watched.ReadAt(make([]byte, 4), 6); n != 4 || err != nil {
		t.Errorf("the last bytes are %d, %v", n, err)
	}
	if n, err := watched.ReadAt(make([]byte, 4), 8); n != 2 || !errors.Is(err, ErrChanged) {
		t.Errorf("beyond the end are %d, %v", n, err)
	}
}

func TestWatchRefusesWhatIsNoRegularFile(t *testing.T) {
	folder := t.TempDir()
	if _, err := Watch(folder); !errors.Is(err, shmem.ErrNotRegular) {
		t.Errorf("a folder gives %v", err)
	}
	if _, err := Watch(filepath.Join(folder, "missing")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("nothing gives %v", err)
	}
}

func TestRawCountsItsElements(t *testing.T) {
	needsRegions(t)
	path := writeFile(t, 12)
	for _, test := range []struct {
		dtype       shmem.DType
		count, want int
		err         error
	}{
		{shmem.F32, -1, 3, nil},
		{shmem.F32, 2, 2, nil},
		{shmem.F4, -1, 24, nil},
		{shmem.F6E2M3, -1, 16, nil},
		{shmem.F64, -1, 0, shmem.ErrSizeMismatch},
		{shmem.F32, 4, 0, shmem.ErrTooSmall},
		{shmem.F4, 3, 0, shmem.ErrUnit},
		{0, -1, 0, shmem.ErrUnsupportedDType},
	} {
		raw, err := OpenRaw(path, test.dtype, test.count)
		if !errors.Is(err, test.err) {
			t.Errorf("%d of %v: %v, want %v", test.count, test.dtype, err, test.err)
		}
		if err == nil {
			if raw.View.Len() != test.want {
				t.Errorf("%d of %v are %d, want %d", test.count, test.dtype, raw.View.Len(), test.want)
			}
			noError(t, raw.Close())
		}
	}
}

func TestModelIsOpenedWithEveryFileWatchedOnce(t *testing.T) {
	needsRegions(t)
	folder := t.TempDir()
	for i, name := range []string{"a", "b"} {
		file, err := safetensors.Create(filepath.Join(folder, fmt.Sprint(i)), []safetensors.TensorSpec{{Name: name, DType: shmem.U8}, {Name: name + name, DType: shmem.U8}})
		noError(t, err)
		noError(t, file.Close())
	}
	index := `{"weight_map":{"a":"0","aa":"./0","b":"1"}}` // a file by two names
	noError(t, os.WriteFile(filepath.Join(folder, safetensors.IndexName), []byte(index), 0o600))
	before := openDescriptors(t)
	src, err := Open(folder)
	noError(t, err)
	if len(src.watched) != 2 {
		t.Errorf("it watches %d files", len(src.watched))
	}
	for name, file := range map[string]string{"a": "0", "aa": "0", "b": "1"} {
		tensor, err := src.Tensor(name)
		noError(t, err)
		if got := src.File(tensor); got == nil || got.Path() != filepath.Join(folder, file) || src.Watched(got).Info().Size() != got.Size() {
			t.Errorf("%s is in %v", name, got)
		}
	}
	noError(t, src.Unchanged())
	noError(t, src.Close())
	if after := openDescriptors(t); after != before {
		t.Errorf("%d descriptors are open, %d were", after, before)
	}
}

func TestSourceThatCannotBeOpenedLeavesNoDescriptor(t *testing.T) {
	needsRegions(t)
	path := writeFile(t, 12)
	before := openDescriptors(t)
	if _, err := Open(path); !errors.Is(err, safetensors.ErrFormat) {
		t.Errorf("it returns %v", err)
	}
	if _, err := OpenRaw(path, shmem.F64, -1); !errors.Is(err, shmem.ErrSizeMismatch) {
		t.Errorf("it returns %v", err)
	}
	if after := openDescriptors(t); after != before {
		t.Errorf("%d descriptors are open, %d were", after, before)
	}
}

func openDescriptors(t *testing.T) int {
	t.Helper()
	entries, err := os.ReadDir("/proc/self/fd")
	noError(t, err)
	return len(entries)
}
