package shmem_test

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"
	"time"

	"github.com/tensorshm/tensorshm/shmem"
)

// What holds on every platform that has regions, in its simplest form: where no
// other tests run, these say that the system does what we think it does.

// platformRegion makes a region that holds text.
func platformRegion(t *testing.T, text string, options ...shmem.CreateOption) *shmem.Region {
	t.Helper()
	region, err := shmem.CreateRegion(filepath.Join(t.TempDir(), "region"), int64(len(text)), options...)
	noError(t, err)
	t.Cleanup(func() { region.Close() })
	copy(bytesOfRegion(t, region), text)
	return region
}

func bytesOfRegion(t *testing.T, region *shmem.Region) []byte {
	t.Helper()
	view, err := region.ViewAs(shmem.U8, 0, int(region.Size()))
	noError(t, err)
	memory, err := view.Bytes()
	noError(t, err)
	return memory
}

func openPlatform(t *testing.T, path string, options ...shmem.OpenOption) *shmem.Region {
	t.Helper()
	region, err := shmem.OpenRegion(path, options...)
	noError(t, err)
	t.Cleanup(func() { region.Close() })
	return region
}

func TestPlatformSharesMemoryBetweenHandles(t *testing.T) {
	creator := platformRegion(t, "shared", shmem.Prefault())
	for _, options := range [][]shmem.OpenOption{{shmem.ReadOnly()}, {}, {shmem.Prefault()}, {shmem.ReadOnly(), shmem.Prefault()}} {
		reader := openPlatform(t, creator.Path(), options...)
		copy(bytesOfRegion(t, creator), "SHARED")
		if got := bytesOfRegion(t, reader); string(got) != "SHARED" {
			t.Errorf("another handle reads %q", got)
		}
		copy(bytesOfRegion(t, creator), "shared")
		noError(t, reader.Close())
	}
	writer := openPlatform(t, creator.Path())
	copy(bytesOfRegion(t, writer), "sHARED")
	if got := bytesOfRegion(t, creator); string(got) != "sHARED" {
		t.Errorf("the creator reads %q of what another handle wrote", got)
	}
	noError(t, writer.Sync())
	noError(t, creator.SyncRange(1, 3))
	content, err := os.ReadFile(creator.Path())
	if noError(t, err); string(content) != "sHARED" {
		t.Errorf("the file holds %q", content)
	}
	wantOnly(t, filepath.Dir(creator.Path()), "region")
}

func TestPlatformSparseRegionIsZero(t *testing.T) {
	region, err := shmem.CreateRegion(filepath.Join(t.TempDir(), "region"), 1<<20, shmem.Sparse())
	noError(t, err)
	defer region.Close()
	if got := bytesOfRegion(t, region); !bytes.Equal(got, make([]byte, 1<<20)) {
		t.Error("a sparse region is not all zero")
	}
}

func TestPlatformReplaceOrBusy(t *testing.T) {
	old := platformRegion(t, "old")
	path := old.Path()
	region, err := shmem.CreateRegion(path, 5)
	switch {
	case err == nil:
		copy(bytesOfRegion(t, region), "newer")
		replaced, err := old.Replaced()
		if noError(t, err); !replaced {
			t.Error("the old region does not know that it was replaced")
		}
		if err := old.Remove(); !errors.Is(err, shmem.ErrReplaced) {
			t.Errorf("Remove of a replaced region gives %v", err)
		}
		noError(t, region.Close())
	case runtime.GOOS == "windows" && errors.Is(err, shmem.ErrBusy):
		t.Logf("a file that is mapped is not replaced here: %v", err)
		content, err := os.ReadFile(path)
		if noError(t, err); string(content) != "old" {
			t.Errorf("after ErrBusy the file holds %q", content)
		}
		replaced, err := old.Replaced()
		if noError(t, err); replaced {
			t.Error("the region says that it was replaced")
		}
	default:
		t.Fatal(err)
	}
	if got := bytesOfRegion(t, old); string(got) != "old" {
		t.Errorf("the old region reads %q", got)
	}
	noError(t, old.Close())
	wantOnly(t, filepath.Dir(path), "region")

	region, err = shmem.CreateRegion(path, 5)
	noError(t, err)
	replaced, err := region.Replaced()
	if noError(t, err); replaced {
		t.Error("a new region says that it was replaced")
	}
	noError(t, region.Close())
	wantOnly(t, filepath.Dir(path), "region")
}

func TestPlatformReplacesAReadOnlyFile(t *testing.T) {
	region := platformRegion(t, "first", shmem.Mode(0o444))
	path := region.Path()
	noError(t, region.Close())
	if info, err := os.Stat(path); err != nil || info.Mode().Perm()&0o222 != 0 {
		t.Errorf("the file is %v, %v; want it read-only", info, err)
	}
	noError(t, openPlatform(t, path, shmem.ReadOnly()).Close())
	region, err := shmem.CreateRegion(path, 6, shmem.Mode(0o600))
	if runtime.GOOS == "windows" && errors.Is(err, shmem.ErrBusy) {
		t.Skipf("an older system does not replace a read-only file: %v", err)
	}
	noError(t, err)
	noError(t, region.Close())
}

func TestPlatformExclusiveAndErrors(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "region")
	region, err := shmem.CreateRegion(path, 8, shmem.Exclusive())
	noError(t, err)
	if _, err := shmem.CreateRegion(path, 8, shmem.Exclusive()); !errors.Is(err, fs.ErrExist) || !strings.Contains(err.Error(), path) {
		t.Errorf("a second Create (Exclusive) gives %v", err)
	}
	noError(t, region.Close())
	if _, err := shmem.Open(path, shmem.U8, 9); !errors.Is(err, shmem.ErrTooSmall) || !strings.Contains(err.Error(), "8 < 9 bytes") {
		t.Errorf("Open of a file that is too small gives %v", err)
	}
	if _, err := shmem.Open(path, shmem.U8, 7, shmem.ExactSize()); !errors.Is(err, shmem.ErrSizeMismatch) {
		t.Errorf("Open (ExactSize) of a larger file gives %v", err)
	}
	content, err := os.ReadFile(path)
	if noError(t, err); !bytes.Equal(content, make([]byte, 8)) {
		t.Errorf("the file holds %q", content)
	}
	missing := filepath.Join(folder, "missing")
	for name, err := range map[string]error{"Open": open()(missing), "InUse": func() error { _, err := shmem.InUse(missing); return err }()} {
		if !errors.Is(err, fs.ErrNotExist) && !(name == "InUse" && errors.Is(err, errors.ErrUnsupported)) {
			t.Errorf("%s of what is missing gives %v", name, err)
		}
	}
	for name, err := range map[string]error{"Open": open()(folder), "Open (ReadOnly)": open(shmem.ReadOnly())(folder), "Create": create()(folder)} {
		if !errors.Is(err, shmem.ErrNotRegular) {
			t.Errorf("%s of a folder gives %v", name, err)
		}
	}
	if err := open(shmem.ReadOnly())(os.DevNull); !errors.Is(err, shmem.ErrNotRegular) {
		t.Errorf("Open of %s gives %v", os.DevNull, err)
	}
	if err := create()(filepath.Join(missing, "region")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("Create in a folder that is missing gives %v", err)
	}
	wantOnly(t, folder, "region")
	link := filepath.Join(folder, "link")
	err = os.Symlink(path, link)
	if info, statErr := os.Lstat(link); err != nil || statErr != nil || info.Mode().Type() != fs.ModeSymlink {
		t.Skipf("no symlinks here: %v, %v", err, statErr) // Wine makes some that it does not know
	}
	for name, err := range map[string]error{"Open": open()(link), "Create": create()(link)} {
		if !errors.Is(err, shmem.ErrNotRegular) {
			t.Errorf("%s of a symlink gives %v", name, err)
		}
	}
	noError(t, open(shmem.ReadOnly())(link))
	noError(t, open(shmem.FollowSymlinks())(link))
}

func TestPlatformRemove(t *testing.T) {
	region := platformRegion(t, "remove")
	err := region.Remove()
	if runtime.GOOS == "windows" && errors.Is(err, shmem.ErrBusy) {
		wantOnly(t, filepath.Dir(region.Path()), "region")
		t.Skipf("a file that is mapped is not deleted here: %v", err)
	}
	noError(t, err)
	if got := bytesOfRegion(t, region); string(got) != "remove" {
		t.Errorf("the region reads %q after Remove", got)
	}
	if _, err := os.Stat(region.Path()); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("after Remove os.Stat gives %v", err)
	}
}

func TestPlatformCloseLeavesNothingToRead(t *testing.T) {
	region := platformRegion(t, strings.Repeat("x", 100))
	memory := bytesOfRegion(t, region)
	noError(t, region.Close())
	noError(t, region.Close())
	if _, err := region.ViewAs(shmem.U8, 0, 1); !errors.Is(err, shmem.ErrClosed) {
		t.Errorf("ViewAs of a closed region gives %v", err)
	}
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		fault, ok := recover().(interface{ Addr() uintptr })
		if !ok {
			t.Fatal("a slice can be used after Close")
		}
		if want := reflect.ValueOf(memory).Pointer() + 7; fault.Addr() != want {
			t.Errorf("the fault was at %#x, want %#x", fault.Addr(), want)
		}
	}()
	sinkLength += int(memory[7])
}

func TestPlatformFaultIsAnError(t *testing.T) {
	region := openPlatform(t, platformRegion(t, "read-only").Path(), shmem.ReadOnly())
	view, err := region.ViewAs(shmem.U8, 0, 9)
	noError(t, err)
	memory, err := view.Bytes()
	noError(t, err)
	var fault *shmem.FaultError
	err = view.Guard(func() error { memory[3] = 1; return nil })
	if !errors.As(err, &fault) || fault.Offset != 3 {
		t.Errorf("a store to a read-only region under a Guard gives %v", err)
	}
}

const platformChild = "TENSORSHM_PLATFORM_CHILD"

// Locks exclude each other between handles of one process and of two, and end with
// the process, as does InUse.
func TestPlatformLocksAndLivenessEndWithTheirHolder(t *testing.T) {
	if path := os.Getenv(platformChild); path != "" {
		region, err := shmem.OpenRegion(path)
		noError(t, err)
		noError(t, region.Lock(context.Background()))
		copy(bytesOfRegion(t, region), "child")
		os.Stdout.WriteString("locked\n")
		time.Sleep(time.Hour)
	}
	creator := platformRegion(t, "proof")
	path := creator.Path()
	reader := openPlatform(t, path, shmem.ReadOnly())
	wantLock := func(when string, region *shmem.Region, want bool) {
		t.Helper()
		if locked, err := region.TryLock(); err != nil || locked != want {
			t.Errorf("%s: TryLock gives %t, %v; want %t", when, locked, err, want)
		}
	}
	wantLock("nobody has locked", creator, true)
	wantLock("another handle has locked", reader, false)
	noError(t, creator.Unlock())
	noError(t, creator.RLock(context.Background()))
	noError(t, reader.RLock(context.Background()))
	wantLock("both share the lock", reader, false)
	noError(t, reader.Unlock())
	noError(t, creator.Unlock())
	noError(t, reader.Close())

	child := childOf(t, "TestPlatformLocksAndLivenessEndWithTheirHolder", platformChild+"="+path)
	output, err := child.StdoutPipe()
	noError(t, err)
	noError(t, child.Start())
	for lines := bufio.NewScanner(output); lines.Scan() && !strings.HasPrefix(lines.Text(), "locked"); {
	}
	if got := bytesOfRegion(t, creator); string(got) != "child" {
		t.Errorf("this process reads %q of what a child wrote", got)
	}
	wantLock("a child has locked", creator, false)
	noError(t, creator.Close())
	canTell := platformInUse(t, path, true)
	if canTell {
		if err := create(shmem.IfUnused())(path); !errors.Is(err, shmem.ErrBusy) {
			t.Errorf("Create (IfUnused) gives %v while a child has the region open", err)
		}
	}
	noError(t, child.Process.Kill())
	child.Wait()
	again := openPlatform(t, path)
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	noError(t, again.Lock(ctx))
	noError(t, again.Close())
	platformInUse(t, path, false)
	if canTell {
		noError(t, create(shmem.IfUnused())(path))
	}
	wantOnly(t, filepath.Dir(path), "region")
}

// platformInUse reports whether the platform can tell who has a region open.
func platformInUse(t *testing.T, path string, want bool) bool {
	t.Helper()
	used, err := shmem.InUse(path)
	if runtime.GOOS == "darwin" && errors.Is(err, errors.ErrUnsupported) {
		return false
	}
	if used != want || err != nil {
		t.Errorf("InUse gives %t, %v; want %t", used, err, want)
	}
	return true
}

func TestPlatformRemovesWhatKilledCreatorsLeft(t *testing.T) {
	folder := t.TempDir()
	noError(t, os.WriteFile(filepath.Join(folder, ".tensorshm-LEFT"), []byte("left"), 0o600))
	noError(t, create()(filepath.Join(folder, "region")))
	wantOnly(t, folder, "region")
}

func create(options ...shmem.CreateOption) func(string) error {
	return func(path string) error {
		storage, err := shmem.Create(path, shmem.U8, 4, options...)
		if err != nil {
			return err
		}
		return storage.Close()
	}
}

func open(options ...shmem.OpenOption) func(string) error {
	return func(path string) error {
		storage, err := shmem.Open(path, shmem.U8, 4, options...)
		if err != nil {
			return err
		}
		return storage.Close()
	}
}
