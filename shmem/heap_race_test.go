package shmem_test

import (
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
}

func storeUnlocked(_ *shmem.Storage, elements []float32, _ *sync.Mutex) { elements[5]++ }

func storeLocked(_ *shmem.Storage, elements []float32, lock *sync.Mutex) {
	lock.Lock()
	defer lock.Unlock()
	elements[5]++
}

func copyOwned(storage *shmem.Storage, _ []float32, _ *sync.Mutex) { storage.ToHostBuffer() }

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
	storage := mustHeap(t, shmem.F32, 16)
	elements, err := storage.AsMutSliceF32()
	noError(t, err)
	use := sharedUses[name]
	var lock sync.Mutex
	var group sync.WaitGroup
	group.Go(func() { use.first(storage, elements, &lock) })
	group.Go(func() { use.second(storage, elements, &lock) })
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
