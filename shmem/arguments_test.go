package shmem_test

import (
	"errors"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tensorshm/tensorshm/shmem"
)

// badArguments is refused by Create and Open alike, before anything is touched.
var badArguments = []struct {
	name     string
	dtype    shmem.DType
	elements int
	want     error
	says     string
}{
	{"invalid dtype", 0, 4, shmem.ErrInvalidDType, "invalid dtype: DType(0)"},
	{"unknown dtype", unusedValue(), 4, shmem.ErrInvalidDType, "invalid dtype: DType("},
	{"invalid dtype before the count", 0, -1, shmem.ErrInvalidDType, "invalid dtype"},
	{"negative", shmem.F32, -1, shmem.ErrInvalidCount, "negative count: -1 elements of f32"},
	{"negative before the unit", shmem.F4, -3, shmem.ErrInvalidCount, "negative count: -3 elements of f4"},
	{"zero", shmem.F32, 0, shmem.ErrZeroLength, "zero-length: 0 elements of f32"},
	{"odd nibbles", shmem.F4, 3, shmem.ErrUnit, "not a multiple of the storage unit: 3 elements of f4 come in groups of 2"},
	{"split triple bytes", shmem.F6E3M2, 6, shmem.ErrUnit, "6 elements of f6e3m2 come in groups of 4"},
	{"overflow", shmem.F64, math.MaxInt/8 + 1, shmem.ErrOverflow, "overflow"},
	{"overflow by far", shmem.F32, math.MaxInt, shmem.ErrOverflow, "overflow"},
}

func TestFailedCreateLeavesTheOldFileUntouched(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "region")
	old := strings.Repeat("what was there ", 273)
	noError(t, os.WriteFile(path, []byte(old), 0o640))
	before, err := os.Lstat(path)
	noError(t, err)
	for _, test := range badArguments {
		if _, err := shmem.Create(path, test.dtype, test.elements); !errors.Is(err, test.want) || !strings.Contains(err.Error(), test.says) {
			t.Errorf("%s: Create gives %v, want %q", test.name, err, test.says)
		}
	}
	for _, mode := range []fs.FileMode{fs.ModeSetuid | 0o600, fs.ModeDir | 0o700, 0o1600 << 4} {
		if _, err := shmem.Create(path, shmem.U8, 4, shmem.Mode(mode)); !errors.Is(err, fs.ErrInvalid) {
			t.Errorf("Mode(%v) gives %v, want fs.ErrInvalid", mode, err)
		}
	}
	if _, err := shmem.Create(path, shmem.U8, 4, shmem.Exclusive()); !errors.Is(err, fs.ErrExist) {
		t.Errorf("Exclusive over a file gives %v, want fs.ErrExist", err)
	}
	for size, want := range map[int64]error{0: shmem.ErrZeroLength, -1: shmem.ErrInvalidCount, math.MinInt64: shmem.ErrInvalidCount} {
		if _, err := shmem.CreateRegion(path, size); !errors.Is(err, want) {
			t.Errorf("CreateRegion of %d bytes gives %v, want %v", size, err, want)
		}
	}
	after, err := os.Lstat(path)
	noError(t, err)
	content, err := os.ReadFile(path)
	noError(t, err)
	if string(content) != old || !os.SameFile(before, after) || after.Mode() != before.Mode() || after.ModTime() != before.ModTime() {
		t.Error("a failed Create changed the file that was there")
	}
	wantOnly(t, folder, "region")
}

func TestFailedCreateLeavesNothingWhereNothingWas(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "region")
	for _, test := range badArguments {
		if _, err := shmem.Create(path, test.dtype, test.elements); !errors.Is(err, test.want) {
			t.Errorf("%s: Create gives %v", test.name, err)
		}
	}
	wantOnly(t, folder)
}

func TestOpenRefusesBadArgumentsBeforeItLooksAtTheFile(t *testing.T) {
	missing := filepath.Join(t.TempDir(), "missing")
	for _, test := range badArguments {
		if _, err := shmem.Open(missing, test.dtype, test.elements); !errors.Is(err, test.want) || errors.Is(err, fs.ErrNotExist) || !strings.Contains(err.Error(), test.says) {
			t.Errorf("%s: Open gives %v, want %q", test.name, err, test.says)
		}
	}
	if _, err := shmem.Open(missing, shmem.F32, 4); !errors.Is(err, fs.ErrNotExist) || !strings.HasPrefix(err.Error(), "shmem: open "+missing+": ") {
		t.Errorf("a missing file gives %v, want fs.ErrNotExist", err)
	}
}

func TestPathsThatNoFileCanHaveAreInvalid(t *testing.T) {
	for _, path := range []string{"", "a\x00b"} {
		_, createErr := shmem.Create(path, shmem.U8, 4)
		_, openErr := shmem.Open(path, shmem.U8, 4)
		_, regionErr := shmem.OpenRegion(path)
		for _, err := range []error{createErr, openErr, regionErr} {
			if !errors.Is(err, fs.ErrInvalid) {
				t.Errorf("path %q gives %v, want fs.ErrInvalid", path, err)
			}
		}
	}
}

func TestNilOptionsAreIgnored(t *testing.T) {
	path := filepath.Join(t.TempDir(), "region")
	storage, err := shmem.Create(path, shmem.U8, 4, nil, shmem.Prefault(), nil)
	noError(t, err)
	defer storage.Close()
	again, err := shmem.Open(path, shmem.U8, 4, nil, shmem.Prefault(), nil)
	noError(t, err)
	noError(t, again.Close())
}

func TestRelativePathsBecomeAbsolute(t *testing.T) {
	t.Chdir(t.TempDir())
	folder, err := os.Getwd()
	noError(t, err)
	storage, err := shmem.Create("region", shmem.U8, 4)
	noError(t, err)
	defer storage.Close()
	if want := filepath.Join(folder, "region"); storage.Path() != want {
		t.Errorf("Path is %q, want %q", storage.Path(), want)
	}
	t.Chdir(t.TempDir())
	if replaced, err := storage.Replaced(); replaced || err != nil {
		t.Errorf("after a change of folder Replaced gives %t, %v", replaced, err)
	}
}

// wantOnly checks which names a folder holds.
func wantOnly(t *testing.T, folder string, names ...string) {
	t.Helper()
	entries, err := os.ReadDir(folder)
	noError(t, err)
	var got []string
	for _, entry := range entries {
		got = append(got, entry.Name())
	}
	if strings.Join(got, " ") != strings.Join(names, " ") {
		t.Errorf("%s holds %q, want %q", folder, got, names)
	}
}
