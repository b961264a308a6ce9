package shmem_test

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/tensorshm/tensorshm/shmem"
)

func wantInUse(t *testing.T, when, path string, want bool) {
	t.Helper()
	if used, err := shmem.InUse(path); used != want || err != nil {
		t.Errorf("%s: InUse gives %t, %v; want %t", when, used, err, want)
	}
}

func TestInUseFromTheFirstOpenToTheLastClose(t *testing.T) {
	creator := mustCreate(t, shmem.U8, 4)
	path := creator.Path()
	link := filepath.Join(t.TempDir(), "link")
	noError(t, os.Symlink(path, link))
	wantInUse(t, "created", path, true)
	wantInUse(t, "through a symlink", link, true)
	reader := openAgain(t, creator, shmem.ReadOnly())
	noError(t, creator.Close())
	wantInUse(t, "the creator has closed, a reader not", path, true)
	noError(t, reader.Close())
	wantInUse(t, "all have closed", path, false)
	writer, err := shmem.OpenRegion(path)
	noError(t, err)
	wantInUse(t, "opened again", path, true)
	noError(t, writer.Close())
	wantInUse(t, "closed again", path, false)
	noError(t, os.Chmod(path, 0o444))
	reader, err = shmem.Open(path, shmem.U8, 4, shmem.ReadOnly())
	noError(t, err)
	wantInUse(t, "a read-only file is open", path, true)
	noError(t, reader.Close())
	wantInUse(t, "a read-only file is closed", path, false)
}

func TestInUseRefusesWhatIsNoRegion(t *testing.T) {
	folder := t.TempDir()
	fifo := filepath.Join(folder, "fifo")
	noError(t, unix.Mkfifo(fifo, 0o600))
	for path, want := range map[string]error{
		"": fs.ErrInvalid, "a\x00b": fs.ErrInvalid, filepath.Join(folder, "missing"): fs.ErrNotExist,
		folder: shmem.ErrNotRegular, fifo: shmem.ErrNotRegular,
	} {
		if used, err := shmem.InUse(path); used || !errors.Is(err, want) {
			t.Errorf("InUse(%q) gives %t, %v; want %v", path, used, err, want)
		}
	}
}

func TestIfUnusedReplacesWhatNobodyHasOpen(t *testing.T) {
	path := filepath.Join(t.TempDir(), "region")
	for _, when := range []string{"nothing is there", "a region is there", "a read-only region is there"} {
		storage, err := shmem.Create(path, shmem.U8, 4, shmem.IfUnused(), shmem.Mode(0o444))
		if err != nil {
			t.Fatalf("%s: %v", when, err)
		}
		if replaced, err := storage.Replaced(); replaced || err != nil {
			t.Errorf("%s: Replaced gives %t, %v", when, replaced, err)
		}
		noError(t, storage.Close())
	}
	wantOnly(t, filepath.Dir(path), "region")
}

func TestIfUnusedLeavesWhatSomebodyHasOpen(t *testing.T) {
	for _, options := range [][]shmem.OpenOption{nil, {shmem.ReadOnly()}} {
		creator := mustCreate(t, shmem.U8, 4)
		memory, err := creator.Bytes()
		noError(t, err)
		copy(memory, "keep")
		holder := openAgain(t, creator, options...)
		noError(t, creator.Close())
		path := holder.Path()
		for range 2 { // a failure must not use up what the second finds
			if _, err := shmem.Create(path, shmem.U8, 4, shmem.IfUnused()); !errors.Is(err, shmem.ErrBusy) {
				t.Errorf("Create gives %v, want ErrBusy", err)
			}
		}
		if _, err := shmem.Create(path, shmem.U8, 4, shmem.IfUnused(), shmem.Exclusive()); !errors.Is(err, fs.ErrExist) {
			t.Errorf("Create (Exclusive) gives %v, want fs.ErrExist", err)
		}
		content, err := os.ReadFile(path)
		if noError(t, err); !bytes.Equal(content, []byte("keep")) {
			t.Errorf("the region holds %q", content)
		}
		if replaced, err := holder.Replaced(); replaced || err != nil {
			t.Errorf("Replaced gives %t, %v", replaced, err)
		}
		wantOnly(t, filepath.Dir(path), filepath.Base(path))
		noError(t, holder.Close())
		noError(t, create(shmem.IfUnused())(path))
	}
}

func TestIfUnusedRefusesWhatIsNoRegularFile(t *testing.T) {
	folder := t.TempDir()
	link, fifo := filepath.Join(folder, "link"), filepath.Join(folder, "fifo")
	noError(t, os.Symlink("nowhere", link))
	noError(t, unix.Mkfifo(fifo, 0o600))
	for _, path := range []string{folder, link, fifo} {
		if err := create(shmem.IfUnused())(path); !errors.Is(err, shmem.ErrNotRegular) {
			t.Errorf("%s: Create gives %v, want ErrNotRegular", path, err)
		}
	}
}

// What one has open, nobody replaces, at whatever moment the two meet.
func TestIfUnusedReplacesNothingThatIsBeingOpened(t *testing.T) {
	skipIfShort(t)
	path := filepath.Join(t.TempDir(), "region")
	noError(t, create()(path))
	stop := time.Now().Add(2 * time.Second)
	var opened, created, busy atomic.Int64
	var group sync.WaitGroup
	for range 3 {
		group.Go(func() {
			for time.Now().Before(stop) {
				reader, err := shmem.Open(path, shmem.U8, 4, shmem.ReadOnly())
				if err != nil {
					t.Errorf("Open: %v", err)
					return
				}
				for range 20 {
					if replaced, err := reader.Replaced(); replaced || err != nil {
						t.Errorf("a region that is open is replaced: %t, %v", replaced, err)
						break
					}
				}
				noError(t, reader.Close())
				opened.Add(1)
				time.Sleep(200 * time.Microsecond)
			}
		})
		group.Go(func() {
			for time.Now().Before(stop) {
				switch err := create(shmem.IfUnused(), shmem.Sparse())(path); {
				case err == nil:
					created.Add(1)
				case errors.Is(err, shmem.ErrBusy):
					busy.Add(1)
				default:
					t.Errorf("Create: %v", err)
				}
				time.Sleep(50 * time.Microsecond)
			}
		})
	}
	group.Wait()
	t.Logf("%d opened, %d created, %d found it busy", opened.Load(), created.Load(), busy.Load())
	if opened.Load() == 0 || created.Load() == 0 || busy.Load() == 0 {
		t.Error("the two did not meet")
	}
	wantOnly(t, filepath.Dir(path), "region")
}

func TestOpenWaitsForAReplacementAndNotForEver(t *testing.T) {
	path := filepath.Join(t.TempDir(), "region")
	noError(t, create()(path))
	descriptor, err := unix.Open(path, unix.O_RDWR|unix.O_CLOEXEC, 0)
	noError(t, err)
	replacing := unix.Flock_t{Type: unix.F_WRLCK, Start: 1 << 62, Len: 1}
	noError(t, unix.FcntlFlock(uintptr(descriptor), unix.F_OFD_SETLK, &replacing))
	if err := open()(path); !errors.Is(err, shmem.ErrBusy) {
		t.Errorf("Open gives %v while the file is about to be replaced", err)
	}
	go func() {
		time.Sleep(20 * time.Millisecond)
		unix.Close(descriptor)
	}()
	noError(t, open()(path))
}

func TestWhereNobodyCanTellWhoHasAFileOpen(t *testing.T) {
	storage := mustCreate(t, shmem.U8, 4)
	path := storage.Path()
	defer shmem.RefuseLivenessLocks()()
	noError(t, open()(path))
	noError(t, create()(path))
	_, err := shmem.InUse(path)
	for name, err := range map[string]error{"InUse": err, "Create (IfUnused)": create(shmem.IfUnused())(path)} {
		if !errors.Is(err, errors.ErrUnsupported) {
			t.Errorf("%s gives %v, want errors.ErrUnsupported", name, err)
		}
	}
}
