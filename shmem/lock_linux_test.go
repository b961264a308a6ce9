package shmem_test

import (
	"bufio"
	"context"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/tensorshm/tensorshm/shmem"
)

// openAgain opens the region of another storage once more.
func openAgain(t *testing.T, storage *shmem.Storage, options ...shmem.OpenOption) *shmem.Storage {
	t.Helper()
	again, err := shmem.Open(storage.Path(), storage.DType(), storage.Len(), options...)
	noError(t, err)
	t.Cleanup(func() { again.Close() })
	return again
}

func wantTryLock(t *testing.T, name string, storage *shmem.Storage, want bool) {
	t.Helper()
	if locked, err := storage.TryLock(); locked != want || err != nil {
		t.Errorf("%s: TryLock gives %t, %v; want %t", name, locked, err, want)
	}
}

// soon is longer than a lock that is free takes to get.
func soon(t *testing.T) context.Context {
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
	t.Cleanup(cancel)
	return ctx
}

// longEnough is a context for a lock that has to be got: a lock that is not given
// fails the test instead of stopping it for ever.
func longEnough(t *testing.T) context.Context {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	t.Cleanup(cancel)
	return ctx
}

// within is what a Lock returns that has to end.
func within(t *testing.T, result <-chan error) error {
	t.Helper()
	select {
	case err := <-result:
		return err
	case <-longEnough(t).Done():
		t.Fatal("Lock does not return")
		return nil
	}
}

func TestRegionsOfOneFileExcludeEachOther(t *testing.T) {
	background := longEnough(t)
	for _, test := range []struct {
		name         string
		first        func(*shmem.Storage) error
		alone, share bool // whether another region can lock so meanwhile
	}{
		{"nothing", func(*shmem.Storage) error { return nil }, true, true},
		{"Lock", func(s *shmem.Storage) error { return s.Lock(background) }, false, false},
		{"TryLock", func(s *shmem.Storage) error { _, err := s.TryLock(); return err }, false, false},
		{"RLock", func(s *shmem.Storage) error { return s.RLock(background) }, false, true},
		{"RLock twice, Unlock once", func(s *shmem.Storage) error {
			return errors.Join(s.RLock(background), s.RLock(background), s.Unlock())
		}, false, true},
		{"RLock and Unlock twice", func(s *shmem.Storage) error {
			return errors.Join(s.RLock(background), s.RLock(background), s.Unlock(), s.Unlock())
		}, true, true},
		{"Lock and Unlock", func(s *shmem.Storage) error { return errors.Join(s.Lock(background), s.Unlock()) }, true, true},
		{"Lock and Close", func(s *shmem.Storage) error { return errors.Join(s.Lock(background), s.Close()) }, true, true},
		{"RLock and Close", func(s *shmem.Storage) error { return errors.Join(s.RLock(background), s.Close()) }, true, true},
	} {
		first := mustCreate(t, shmem.U8, 1)
		for _, options := range [][]shmem.OpenOption{nil, {shmem.ReadOnly()}} {
			holder, second := openAgain(t, first, options...), openAgain(t, first, options...)
			noError(t, test.first(holder))
			wantTryLock(t, test.name, second, test.alone)
			if test.alone {
				noError(t, second.Unlock())
			}
			err := second.RLock(soon(t))
			if test.share && err != nil || !test.share && !errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("%s: RLock gives %v, want it to lock: %t", test.name, err, test.share)
			}
			noError(t, holder.Close())
			noError(t, second.Close())
		}
	}
}

func TestHandlesOfOneRegionExcludeEachOther(t *testing.T) {
	storage := mustCreate(t, shmem.U8, 1)
	other := *storage
	noError(t, storage.Lock(longEnough(t)))
	wantTryLock(t, "a copy of a locked handle", &other, false)
	if err := other.RLock(soon(t)); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("RLock of a copy of a locked handle gives %v", err)
	}
	noError(t, other.Unlock())

	count := 0 // which only the lock protects
	ctx := longEnough(t)
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			for range 50 {
				noError(t, storage.Lock(ctx))
				count++
				noError(t, other.Unlock())
			}
		})
	}
	group.Wait()
	if count != 8*50 {
		t.Errorf("%d increments, want %d", count, 8*50)
	}
}

func TestLockWaitsForUnlock(t *testing.T) {
	holder := mustCreate(t, shmem.U8, 1)
	waiter := openAgain(t, holder)
	noError(t, holder.Lock(longEnough(t)))
	locked := make(chan error, 1)
	go func() { locked <- waiter.Lock(longEnough(t)) }()
	select {
	case err := <-locked:
		t.Fatalf("Lock returns %v while another region has the lock", err)
	case <-time.After(20 * time.Millisecond):
	}
	noError(t, holder.Unlock())
	noError(t, within(t, locked))
	wantTryLock(t, "after the waiter has it", holder, false)
}

func TestLockEndsWithItsContext(t *testing.T) {
	holder := mustCreate(t, shmem.U8, 1)
	waiter := openAgain(t, holder)
	noError(t, holder.Lock(longEnough(t)))
	ctx, cancel := context.WithCancel(context.Background())
	failed := make(chan error, 1)
	go func() { failed <- waiter.Lock(ctx) }()
	cancel()
	err := within(t, failed)
	if want := "shmem: Lock " + waiter.Path() + ": context canceled"; !errors.Is(err, context.Canceled) || err.Error() != want {
		t.Errorf("a canceled Lock gives %v, want %s", err, want)
	}
	noError(t, holder.Unlock())
	wantTryLock(t, "after a canceled Lock", holder, true)
	noError(t, holder.Unlock())
	if err := holder.Lock(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("Lock with a context that is over gives %v", err)
	}
	wantTryLock(t, "after a Lock whose context was over", waiter, true)
}

func TestLockEndsWithItsRegion(t *testing.T) {
	holder := mustCreate(t, shmem.U8, 1)
	waiter := openAgain(t, holder)
	noError(t, holder.Lock(longEnough(t)))
	failed := make(chan error, 1)
	go func() { failed <- waiter.Lock(context.Background()) }()
	time.Sleep(5 * time.Millisecond)
	noError(t, waiter.Close())
	if err := within(t, failed); !errors.Is(err, shmem.ErrClosed) {
		t.Errorf("Lock of a region that is closed meanwhile gives %v", err)
	}
}

func TestLockArguments(t *testing.T) {
	storage := mustCreate(t, shmem.U8, 1)
	var noContext context.Context
	for _, err := range []error{storage.Lock(noContext), storage.RLock(noContext), storage.Unlock()} {
		if !errors.Is(err, fs.ErrInvalid) || !strings.Contains(err.Error(), storage.Path()) {
			t.Errorf("got %v, want fs.ErrInvalid with the path", err)
		}
	}
	closed := mustCreate(t, shmem.U8, 1)
	noError(t, closed.Close())
	for name, storage := range map[string]*shmem.Storage{"closed": closed, "zero": {}} {
		_, err := storage.TryLock()
		wantClosed(t, name, storage.Lock(context.Background()), storage.RLock(noContext), err, storage.Unlock())
	}
}

// Python's fcntl.flock, C and Rust make the system call of the other side.
func TestLockIsTheFlockOfTheFile(t *testing.T) {
	storage := mustCreate(t, shmem.U8, 1)
	descriptor, err := unix.Open(storage.Path(), unix.O_RDONLY|unix.O_CLOEXEC, 0)
	noError(t, err)
	defer unix.Close(descriptor)
	noError(t, unix.Flock(descriptor, unix.LOCK_EX|unix.LOCK_NB)) // which liveness locks do not prevent
	wantTryLock(t, "while another has LOCK_EX", storage, false)
	noError(t, unix.Flock(descriptor, unix.LOCK_SH|unix.LOCK_NB))
	noError(t, storage.RLock(longEnough(t)))
	if err := unix.Flock(descriptor, unix.LOCK_EX|unix.LOCK_NB); err != unix.EWOULDBLOCK {
		t.Errorf("LOCK_EX beside an RLock gives %v", err)
	}
	noError(t, storage.Unlock())
	noError(t, unix.Flock(descriptor, unix.LOCK_EX|unix.LOCK_NB))
}

const lockHolderPath = "TENSORSHM_LOCK_HOLDER_PATH"

func TestLockEndsWithItsProcess(t *testing.T) {
	if path := os.Getenv(lockHolderPath); path != "" {
		storage, err := shmem.Open(path, shmem.U8, 1)
		noError(t, err)
		noError(t, storage.Lock(longEnough(t)))
		os.Stdout.WriteString("locked\n")
		select {}
	}
	storage := mustCreate(t, shmem.U8, 1)
	child := childOf(t, "TestLockEndsWithItsProcess", lockHolderPath+"="+storage.Path())
	output, err := child.StdoutPipe()
	noError(t, err)
	noError(t, child.Start())
	for lines := bufio.NewScanner(output); lines.Scan() && lines.Text() != "locked"; {
	}
	wantTryLock(t, "while a process has the lock", storage, false)
	used, err := shmem.InUse(storage.Path())
	if noError(t, err); !used {
		t.Error("nobody has the region open, says InUse")
	}
	noError(t, child.Process.Kill())
	child.Wait()
	noError(t, storage.Lock(longEnough(t)))
}

func TestProgramsThatAreStartedInheritNoLock(t *testing.T) {
	storage := mustCreate(t, shmem.U8, 1)
	noError(t, storage.Lock(longEnough(t)))
	child := exec.Command("sleep", "60")
	if err := child.Start(); err != nil {
		t.Skipf("no program to start: %v", err)
	}
	defer child.Wait()
	defer child.Process.Kill()
	again := openAgain(t, storage)
	noError(t, storage.Close())
	wantTryLock(t, "after Close, with a child", again, true)
	noError(t, again.Close())
	if used, err := shmem.InUse(storage.Path()); used || err != nil {
		t.Errorf("InUse gives %t, %v after the last Close, with a child", used, err)
	}
}
