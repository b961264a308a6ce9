package shmem_test

import (
	"context"
	"os"
	"os/exec"
	"runtime/debug"
	"strings"
	"sync"
	"testing"

	"github.com/tensorshm/tensorshm/shmem"
)

// racingUse makes the test binary use a heap storage as sharedUses says.
const racingUse = "TENSORSHM_RACING_USE"

// sharedUses are what two goroutines do with one storage, at the same time
// unless the lock keeps them apart.
var sharedUses = map[string]struct {
	races         bool
	first, second func(storage *shmem.Storage, elements []float32, lock *sync.Mutex)
}{
	"stores without a lock": {true, storeUnlocked, storeUnlocked},
	"stores under a lock":   {false, storeLocked, storeLocked},
	"a store beside a copy": {true, storeUnlocked, copyOwned},
	"a store beside CopyTo": {true, storeUnlocked, copyTo},

	"a store beside a conversion":    {true, storeUnlocked, convertNarrow},
	"stores under the storage's own": {false, storeInside, storeInside},
}

// storeUnlocked stores all elements, since the race detector forgets some of many
// accesses to one word.
func storeUnlocked(_ *shmem.Storage, elements []float32, _ *sync.Mutex) {
	for i := range elements {
		elements[i]++
	}
}

func storeLocked(storage *shmem.Storage, elements []float32, lock *sync.Mutex) {
	lock.Lock()
	defer lock.Unlock()
	storeUnlocked(storage, elements, lock)
}

func storeInside(storage *shmem.Storage, elements []float32, lock *sync.Mutex) {
	if storage.Lock(context.Background()) == nil {
		defer storage.Unlock()
	}
	storeUnlocked(storage, elements, lock)
}

func copyOwned(storage *shmem.Storage, _ []float32, _ *sync.Mutex) { storage.ToHostBuffer() }

func copyTo(storage *shmem.Storage, _ []float32, _ *sync.Mutex) {
	storage.CopyTo(make([]byte, storage.ByteLen()), 2)
}

// convertNarrow reads the storage as elements that kernels convert elsewhere.
func convertNarrow(storage *shmem.Storage, elements []float32, _ *sync.Mutex) {
	if narrow, err := storage.ViewAs(shmem.BF16, 0, 2*len(elements)); err == nil {
		narrow.ReadFloat32(make([]float32, narrow.Len()), 0)
	}
}

func TestRaceDetectorSeesTheHeap(t *testing.T) {
	if name := os.Getenv(racingUse); name != "" {
		share(t, name)
		return
	}
	if !builtWithRaceDetector() {
		t.Skip("the test is not built with -race, which needs a C compiler")
	}
	for name, use := range sharedUses {
		child := exec.Command(os.Args[0], "-test.run=^TestRaceDetectorSeesTheHeap$", "-test.count=1")
		child.Env = append(os.Environ(), racingUse+"="+name)
		output, err := child.CombinedOutput()
		if reported := strings.Contains(string(output), "WARNING: DATA RACE"); reported != use.races || (err != nil) != use.races {
			t.Errorf("%s: a race is reported %t, want %t; %v\n%s", name, reported, use.races, err, output)
		}
	}
}

func share(t *testing.T, name string) {
	storage := mustHeap(t, shmem.F32, 1024)
	elements, err := storage.AsMutSliceF32()
	noError(t, err)
	use := sharedUses[name]
	var lock sync.Mutex
	// The race detector may take a goroutine for one that has ended: neither ends
	// before both have used the storage.
	var group, used sync.WaitGroup
	used.Add(2)
	for _, call := range []func(*shmem.Storage, []float32, *sync.Mutex){use.first, use.second} {
		group.Go(func() {
			call(storage, elements, &lock)
			used.Done()
			used.Wait()
		})
	}
	group.Wait()
}

func builtWithRaceDetector() bool {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return false
	}
	for _, setting := range info.Settings {
		if setting.Key == "-race" {
			return setting.Value == "true"
		}
	}
	return false
}
