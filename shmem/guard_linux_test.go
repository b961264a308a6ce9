package shmem_test

import (
	"errors"
	"io/fs"
	"os"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/tensorshm/tensorshm/shmem"
)

// loadOrFault reads a byte and reports a page fault instead of dying of it.
func loadOrFault(address *byte) (value byte, faulted bool) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() { faulted = recover() != nil }()
	return *address, false
}

func TestTruncationUnderAGuardIsAFaultError(t *testing.T) {
	skipIfEmulated(t, emulatedFaults)
	const pages, page = 4, 4096
	storage := mustCreate(t, shmem.U8, pages*page)
	part, err := storage.Slice(page, 3*page)
	noError(t, err)
	memory, err := part.Bytes()
	noError(t, err)
	noError(t, os.Truncate(storage.Path(), 0))

	offset := int64(2*page + 17)
	for op, call := range map[string]func() error{
		"load":  func() error { sinkByte = memory[page+17]; return nil },
		"store": func() error { memory[page+17] = 1; return nil },
		"copy":  func() error { copy(make([]byte, 64), memory[page+17:]); return nil },
	} {
		var fault *shmem.FaultError
		err := part.Guard(call)
		if !errors.As(err, &fault) || fault.Op != "Guard" || fault.Path != storage.Path() || fault.Offset < offset || fault.Offset >= offset+64 {
			t.Errorf("%s beyond the end gives %#v, want a FaultError at byte %d", op, err, offset)
			continue
		}
		var runtimeError runtime.Error
		if !errors.As(err, &runtimeError) || !strings.HasPrefix(err.Error(), "shmem: Guard "+storage.Path()+": page fault at byte 82") {
			t.Errorf("%s: %v does not hold the runtime's error", op, err)
		}
	}
	var fault *shmem.FaultError
	if _, err := storage.ToHostBuffer(); !errors.As(err, &fault) || fault.Op != "ToHostBuffer" {
		t.Errorf("ToHostBuffer gives %v, want a FaultError", err)
	}
	if _, err := storage.IntoHostBuffer(); !errors.As(err, &fault) || fault.Op != "IntoHostBuffer" {
		t.Errorf("IntoHostBuffer gives %v, want a FaultError", err)
	}
	if _, err := storage.Bytes(); err != nil {
		t.Errorf("a failed IntoHostBuffer closed the region: %v", err)
	}
	noError(t, storage.Close())
}

var sinkByte byte

func TestGuardReturnsWhatItsFunctionReturns(t *testing.T) {
	storage := mustCreate(t, shmem.U8, 1)
	want := errors.New("mine")
	if err := storage.Guard(func() error { return want }); err != want {
		t.Errorf("Guard gives %v, want the function's own error", err)
	}
	if err := storage.Guard(nil); !errors.Is(err, fs.ErrInvalid) {
		t.Errorf("a nil function gives %v, want fs.ErrInvalid", err)
	}
	noError(t, storage.Close()) // no pin is left behind
}

func TestPanicsThatAreNoFaultOfTheRegionPassThrough(t *testing.T) {
	guarded, other := mustCreate(t, shmem.U8, 4096), mustCreate(t, shmem.U8, 4096)
	foreign, err := other.Bytes()
	noError(t, err)
	noError(t, os.Truncate(other.Path(), 0))
	own := errors.New("own panic")
	var nilPointer *int
	for name, call := range map[string]func() error{
		"a value":                 func() error { panic(own) },
		"a nil pointer":           func() error { *nilPointer = 1; return nil },
		"an index":                func() error { sinkByte = foreign[len(foreign)]; return nil },
		"a fault of another file": func() error { sinkByte = foreign[0]; return nil },
	} {
		func() {
			defer func() {
				cause := recover()
				if cause == nil {
					t.Errorf("%s does not pass through Guard", name)
				}
				if name == "a value" && cause != own {
					t.Errorf("%s passes as %v", name, cause)
				}
			}()
			err := guarded.Guard(call)
			t.Errorf("%s comes back as %v", name, err)
		}()
		if debug.SetPanicOnFault(false) {
			t.Errorf("%s leaves faults panicking", name)
		}
	}
	noError(t, guarded.Close()) // every pin is gone
}

func TestFaultReachesTheGuardOfItsRegionThroughOthers(t *testing.T) {
	skipIfEmulated(t, emulatedFaults)
	outer, inner := mustCreate(t, shmem.U8, 4096), mustCreate(t, shmem.U8, 4096)
	memory, err := outer.Bytes()
	noError(t, err)
	noError(t, os.Truncate(outer.Path(), 0))
	err = outer.Guard(func() error {
		return inner.Guard(func() error { sinkByte = memory[9]; return nil })
	})
	var fault *shmem.FaultError
	if !errors.As(err, &fault) || fault.Path != outer.Path() || fault.Offset != 9 {
		t.Errorf("the outer Guard gives %v, want a FaultError of its region at byte 9", err)
	}
	noError(t, inner.Close())
}

func TestGuardsNest(t *testing.T) {
	skipIfEmulated(t, emulatedFaults)
	storage := mustCreate(t, shmem.U8, 4096)
	memory, err := storage.Bytes()
	noError(t, err)
	noError(t, os.Truncate(storage.Path(), 0))
	err = storage.Guard(func() error {
		var fault *shmem.FaultError
		if err := storage.Guard(func() error { sinkByte = memory[1]; return nil }); !errors.As(err, &fault) {
			t.Errorf("the inner Guard gives %v", err)
		}
		sinkByte = memory[2] // the outer Guard still holds
		return nil
	})
	var fault *shmem.FaultError
	if !errors.As(err, &fault) || fault.Offset != 2 {
		t.Errorf("the outer Guard gives %v, want a FaultError at byte 2", err)
	}
}

func TestCloseInsideItsGuardIsBusy(t *testing.T) {
	storage := mustCreate(t, shmem.U8, 4)
	noError(t, storage.Guard(func() error {
		if err := storage.Close(); !errors.Is(err, shmem.ErrBusy) {
			t.Errorf("Close inside a Guard gives %v, want ErrBusy", err)
		}
		if owned, err := storage.IntoHostBuffer(); owned != nil || !errors.Is(err, shmem.ErrBusy) {
			t.Errorf("IntoHostBuffer inside a Guard gives %v, %v; want ErrBusy", owned, err)
		}
		_, err := storage.Bytes()
		return err
	}))
	noError(t, storage.Close())
}

func TestCloseWaitsForGuardsOfOtherGoroutines(t *testing.T) {
	storage := mustCreate(t, shmem.U8, 4096)
	memory, err := storage.Bytes()
	noError(t, err)
	entered, leave := make(chan struct{}), make(chan struct{})
	guarded := make(chan error)
	go func() {
		guarded <- storage.Guard(func() error {
			close(entered)
			<-leave
			memory[0] = 1 // still mapped
			return nil
		})
	}()
	<-entered
	closed := make(chan error)
	go func() {
		err := storage.Close()
		if debug.SetPanicOnFault(false) {
			t.Error("Close leaves faults panicking")
		}
		closed <- err
	}()
	for { // Close has begun when the handle says so
		if _, err := storage.Bytes(); errors.Is(err, shmem.ErrClosed) {
			break
		}
		time.Sleep(time.Millisecond)
	}
	wantClosed(t, "a region that is closing", storage.Guard(nothing))
	select {
	case <-closed:
		t.Fatal("Close returned while a Guard was running")
	default:
	}
	close(leave)
	noError(t, <-guarded)
	noError(t, <-closed)
}

func TestGoexitInsideAGuardLeavesNoPin(t *testing.T) {
	storage := mustCreate(t, shmem.U8, 4)
	var group sync.WaitGroup
	group.Go(func() {
		storage.Guard(func() error { runtime.Goexit(); return nil })
	})
	group.Wait()
	noError(t, storage.Close())
}

func TestConcurrentUseAndCloseNeverFault(t *testing.T) {
	skipIfShort(t)
	for range 50 {
		storage := mustCreate(t, shmem.U32, 1024)
		var group sync.WaitGroup
		for range 4 {
			group.Go(func() {
				for range 200 {
					if _, err := storage.ToHostBuffer(); err != nil && !errors.Is(err, shmem.ErrClosed) {
						t.Errorf("ToHostBuffer gives %v", err)
					}
					storage.Slice(0, 8)
					storage.Replaced()
					storage.Sync()
				}
			})
			group.Go(func() {
				if err := storage.Close(); err != nil {
					t.Errorf("Close gives %v", err)
				}
			})
		}
		group.Wait()
	}
}
