//go:build long

package interop

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/tensorshm/tensorshm/shmem"
)

// pythonLocker does what its lines say with the file of its argument, and answers
// each.
const pythonLocker = `
import fcntl, mmap, struct, sys
file = open(sys.argv[1], "r+b")
memory = mmap.mmap(file.fileno(), 0)
def count(times):
    for _ in range(int(times)):
        fcntl.flock(file, fcntl.LOCK_EX)
        number, = struct.unpack_from("<Q", memory)
        struct.pack_into("<Q", memory, 0, number + 1)
        fcntl.flock(file, fcntl.LOCK_UN)
for line in sys.stdin:
    step, *arguments = line.split()
    answer = "done"
    if step == "count":
        count(*arguments)
    else:
        try:
            fcntl.flock(file, {"lock": fcntl.LOCK_EX, "share": fcntl.LOCK_SH, "unlock": fcntl.LOCK_UN}[step] | fcntl.LOCK_NB)
        except BlockingIOError:
            answer = "busy"
    print(answer, flush=True)
`

// pythonHolder is a process with the region's file open.
type pythonHolder struct {
	command *exec.Cmd
	input   io.Writer
	output  *bufio.Reader
}

func startPython(t *testing.T, path string) *pythonHolder {
	t.Helper()
	command := exec.Command("python3", "-c", pythonLocker, path)
	command.Stderr = os.Stderr
	input, err := command.StdinPipe()
	noError(t, err)
	output, err := command.StdoutPipe()
	noError(t, err)
	noError(t, command.Start())
	t.Cleanup(func() {
		command.Process.Kill()
		command.Wait()
	})
	return &pythonHolder{command, input, bufio.NewReader(output)}
}

func noError(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func (p *pythonHolder) begin(t *testing.T, step string) {
	t.Helper()
	_, err := fmt.Fprintln(p.input, step)
	noError(t, err)
}

func (p *pythonHolder) end(t *testing.T, step, want string) {
	t.Helper()
	answer, err := p.output.ReadString('\n')
	noError(t, err)
	if got := strings.TrimSpace(answer); got != want {
		t.Errorf("%s in Python is %s, want %s", step, got, want)
	}
}

func (p *pythonHolder) do(t *testing.T, step, want string) {
	t.Helper()
	p.begin(t, step)
	p.end(t, step, want)
}

// lockedRegion is a number that one process of each language has open.
func lockedRegion(t *testing.T) (*shmem.Storage, *pythonHolder) {
	t.Helper()
	needs(t, "python3")
	if runtime.GOOS != "linux" {
		t.Skip("regions need Linux")
	}
	region, err := shmem.Create(filepath.Join(t.TempDir(), "region"), shmem.U64, 1)
	noError(t, err)
	t.Cleanup(func() { region.Close() })
	return region, startPython(t, region.Path())
}

func wantTryLock(t *testing.T, when string, region *shmem.Storage, want bool) {
	t.Helper()
	locked, err := region.TryLock()
	noError(t, err)
	if locked != want {
		t.Errorf("while %s, TryLock is %t, want %t", when, locked, want)
	}
	if locked {
		noError(t, region.Unlock())
	}
}

func TestFlockOfPythonExcludesGo(t *testing.T) {
	region, python := lockedRegion(t)
	wantTryLock(t, "Python has nothing", region, true)
	python.do(t, "lock", "done")
	wantTryLock(t, "Python has the lock", region, false)
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
	defer cancel()
	if err := region.RLock(ctx); err == nil {
		t.Error("while Python has the lock, RLock succeeds")
	}
	python.do(t, "unlock", "done")
	wantTryLock(t, "Python has unlocked", region, true)

	python.do(t, "share", "done")
	wantTryLock(t, "Python shares the lock", region, false)
	noError(t, region.RLock(context.Background()))
	noError(t, region.Unlock())

	locked := make(chan error)
	go func() { locked <- region.Lock(context.Background()) }()
	select {
	case err := <-locked:
		t.Fatalf("while Python shares the lock, Lock returns %v", err)
	case <-time.After(20 * time.Millisecond):
	}
	noError(t, python.command.Process.Kill()) // which ends its lock
	noError(t, <-locked)
}

func TestLockOfGoExcludesFlockOfPython(t *testing.T) {
	region, python := lockedRegion(t)
	noError(t, region.Lock(context.Background()))
	python.do(t, "lock", "busy")
	python.do(t, "share", "busy")
	noError(t, region.Unlock())
	python.do(t, "lock", "done")
	python.do(t, "unlock", "done")

	noError(t, region.RLock(context.Background()))
	python.do(t, "lock", "busy")
	python.do(t, "share", "done")
	noError(t, region.Unlock())
	python.do(t, "lock", "done") // its own share becomes one for itself
	python.do(t, "unlock", "done")

	noError(t, region.Lock(context.Background()))
	noError(t, region.Close())
	python.do(t, "lock", "done")
}

// TestFlockOrdersWhatPythonAndGoStore adds to one number from both sides, with
// ordinary loads and stores.
func TestFlockOrdersWhatPythonAndGoStore(t *testing.T) {
	region, python := lockedRegion(t)
	number, err := region.AsMutSliceU64()
	noError(t, err)
	var pythonIsDone atomic.Bool
	python.begin(t, "count 5000")
	go func() {
		python.output.Peek(1)
		pythonIsDone.Store(true)
	}()
	added := uint64(0)
	for added < 200 || !pythonIsDone.Load() {
		noError(t, region.Lock(context.Background()))
		number[0]++
		noError(t, region.Unlock())
		added++
	}
	python.end(t, "count", "done")
	if number[0] != 5000+added {
		t.Errorf("the number is %d, want %d", number[0], 5000+added)
	}
	t.Logf("Go added %d times", added)
}
