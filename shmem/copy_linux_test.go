package shmem_test

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"testing"

	"github.com/tensorshm/tensorshm/shmem"
)

func TestTruncationUnderACopyIsAFaultErrorWhicheverWorkerMeetsIt(t *testing.T) {
	skipIfEmulated(t, emulatedFaults)
	const page, size, start = 4096, 16*piece - 50, 3 * 4096
	outside := make([]byte, size)
	for name, call := range copies {
		for lost := start; lost < start+size; lost += 3 * piece / 2 / page * page {
			storage := mustCreate(t, shmem.U8, start+size)
			part, err := storage.Slice(start, size)
			noError(t, err)
			noError(t, os.Truncate(storage.Path(), int64(lost)))
			end := start + ((lost-start)/piece+1)*piece // of the first piece that is not all there
			for workers := 2; workers <= 5; workers++ {
				caught := shmem.ReadStats().FaultsCaught
				err := call(part, outside, workers)
				wantFault(t, fmt.Sprintf("%s by %d workers, truncated to %d", name, workers, lost), 0, err, name, storage.Path(), lost, end)
				if got := shmem.ReadStats().FaultsCaught - caught; got != 1 {
					t.Errorf("%s: FaultsCaught grows by %d, want 1", name, got)
				}
			}
			err = call(part, outside, 1)
			wantFault(t, name+" by one worker", 0, err, name, storage.Path(), lost, start+size)
			noError(t, storage.Close()) // no pin is left behind
		}
	}
}

func TestCopyThatFaultsLeavesTheGuardAroundItAsItWas(t *testing.T) {
	skipIfEmulated(t, emulatedFaults)
	storage := mustCreate(t, shmem.U8, 8*piece)
	memory, err := storage.Bytes()
	noError(t, err)
	noError(t, os.Truncate(storage.Path(), 0))
	var fault *shmem.FaultError
	err = storage.Guard(func() error {
		if err := storage.CopyTo(make([]byte, 8*piece), 3); !errors.As(err, &fault) || fault.Op != "CopyTo" {
			t.Errorf("CopyTo inside a Guard gives %v", err)
		}
		sinkByte = memory[5]
		return nil
	})
	if !errors.As(err, &fault) || fault.Op != "Guard" || fault.Offset != 5 {
		t.Errorf("after CopyTo the Guard gives %v, want a FaultError at byte 5", err)
	}
}

// What copy would meet first decides, so that neither fault hides the other.
func TestFaultOutsideTheRegionPanicsOnTheCallersGoroutine(t *testing.T) {
	skipIfEmulated(t, emulatedFaults)
	const size = 16 * piece
	for name, call := range copies {
		for _, test := range []struct {
			region, outside int // how much is left of each
			panics          bool
		}{
			{size, 0, true}, {size, 9 * piece, true}, {12 * piece, 5 * piece, true}, {5 * piece, 12 * piece, false},
		} {
			for _, workers := range []int{1, 2, 3, 5} {
				what := fmt.Sprintf("%s by %d workers with %d and %d bytes left", name, workers, test.region, test.outside)
				storage, other := mustCreate(t, shmem.U8, size), mustCreate(t, shmem.U8, size)
				outside, err := other.Bytes()
				noError(t, err)
				noError(t, os.Truncate(storage.Path(), int64(test.region)))
				noError(t, os.Truncate(other.Path(), int64(test.outside)))
				var inner error
				cause := panicOf(func() { inner = call(&storage.View, outside, workers) })
				_, isFault := cause.(interface {
					runtime.Error
					Addr() uintptr
				})
				var fault *shmem.FaultError
				if workers > 1 && isFault != test.panics || !isFault && !(errors.As(inner, &fault) && fault.Path == storage.Path()) {
					t.Errorf("%s gives %v and panics with %v", what, inner, cause)
				}
				if debug.SetPanicOnFault(false) {
					t.Errorf("%s leaves faults panicking", what)
				}
				err = other.Guard(func() error { return call(&storage.View, outside, workers) })
				if !errors.As(err, &fault) || isFault != (fault.Path == other.Path()) || isFault != (fault.Op == "Guard") {
					t.Errorf("%s inside a Guard of the other region gives %v", what, err)
				}
				noError(t, storage.Close()) // no pin is left behind
				noError(t, other.Close())
			}
		}
	}
}

func panicOf(call func()) (cause any) {
	defer func() { cause = recover() }()
	call()
	return nil
}
