package shmem_test

import (
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"syscall"
	"testing"

	"github.com/tensorshm/tensorshm/shmem"
)

// cgroupOfChild makes the test binary a process in a memory cgroup.
const cgroupOfChild = "TENSORSHM_CGROUP_OF_CHILD"

// limitedCgroup makes a memory cgroup that allows so many bytes, which takes
// privilege.
func limitedCgroup(t *testing.T, bytes int) (folder string) {
	t.Helper()
	for top, limit := range map[string]string{"/sys/fs/cgroup/memory": "memory.limit_in_bytes", "/sys/fs/cgroup": "memory.max"} {
		folder := filepath.Join(top, "tensorshm-test-"+strconv.Itoa(os.Getpid()))
		if os.Mkdir(folder, 0o700) != nil {
			continue
		}
		t.Cleanup(func() {
			if err := syscall.Rmdir(folder); err != nil {
				t.Error(err)
			}
		})
		if file, err := os.OpenFile(filepath.Join(folder, limit), os.O_WRONLY, 0); err == nil { // without O_CREATE
			_, err = file.WriteString(strconv.Itoa(bytes))
			file.Close()
			if err == nil {
				return folder
			}
		}
	}
	t.Skip("may not make a memory cgroup")
	return ""
}

func TestMemoryCgroupFailsCreateAndNothingIsKilledForAHint(t *testing.T) {
	const limit, tooMuch = 64 << 20, 100 << 20
	if cgroup := os.Getenv(cgroupOfChild); cgroup != "" {
		noError(t, os.WriteFile(filepath.Join(cgroup, "cgroup.procs"), []byte(strconv.Itoa(os.Getpid())), 0))
		path := os.Getenv(childPath)
		if _, err := shmem.Create(path, shmem.U8, tooMuch); !errors.Is(err, shmem.ErrNoSpace) || !errors.Is(err, syscall.ENOMEM) {
			t.Errorf("a region beyond the limit gives %v, want ErrNoSpace", err)
		}
		created, err := shmem.Create(path, shmem.U8, tooMuch, shmem.Sparse(), shmem.Prefault())
		noError(t, err)
		noError(t, created.Close())
		for _, options := range [][]shmem.OpenOption{{shmem.Prefault()}, {shmem.Prefault(), shmem.ReadOnly()}} {
			opened, err := shmem.Open(path, shmem.U8, tooMuch, options...)
			noError(t, err)
			noError(t, opened.Close())
		}
		if _, err := shmem.Create(path, shmem.U8, limit/2); err != nil { // the old one holds nothing
			t.Errorf("a region within the limit gives %v", err)
		}
		return
	}
	folder, err := os.MkdirTemp("/dev/shm", "tensorshm-test-")
	if err != nil {
		t.Skip(err)
	}
	t.Cleanup(func() { os.RemoveAll(folder) }) // also where the test is skipped
	cgroup := limitedCgroup(t, limit)
	t.Cleanup(func() { os.RemoveAll(folder) }) // before the cgroup goes
	child := childOf(t, "TestMemoryCgroupFailsCreateAndNothingIsKilledForAHint", cgroupOfChild+"="+cgroup, childPath+"="+filepath.Join(folder, "region"))
	if output, err := child.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, output)
	}
}
