package shmem_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/tensorshm/tensorshm/shmem"
)

// The environment that makes the test binary a creator which kills itself, or a
// racer.
const (
	killStep     = "TENSORSHM_KILL_STEP"
	killScenario = "TENSORSHM_KILL_SCENARIO"
	childPath    = "TENSORSHM_CHILD_PATH"
)

// killScenarios are the ways a Create takes.
var killScenarios = []struct {
	name     string
	existing bool
	named    bool
	options  []shmem.CreateOption
}{
	{"fresh", false, false, nil},
	{"fresh sparse", false, false, []shmem.CreateOption{shmem.Sparse()}},
	{"exclusive", false, false, []shmem.CreateOption{shmem.Exclusive()}},
	{"replacement", true, false, nil},
	{"fresh if unused", false, false, []shmem.CreateOption{shmem.IfUnused()}},
	{"replacement if unused", true, false, []shmem.CreateOption{shmem.IfUnused()}},
	{"fresh without unnamed files", false, true, nil},
	{"exclusive without unnamed files", false, true, []shmem.CreateOption{shmem.Exclusive()}},
	{"replacement without unnamed files", true, true, nil},
}

const killedElements = 3 * 4096

func TestKilledCreatorHarmsNobody(t *testing.T) {
	skipIfShort(t)
	if step := os.Getenv(killStep); step != "" {
		createAndDieAt(t, step)
		return
	}
	for index, scenario := range killScenarios {
		t.Run(scenario.name, func(t *testing.T) {
			for step := 0; ; step++ {
				folder := t.TempDir()
				path := filepath.Join(folder, "region")
				old := bytes.Repeat([]byte("old!"), 16)
				if scenario.existing {
					noError(t, os.WriteFile(path, old, 0o600))
				}
				child := childOf(t, "TestKilledCreatorHarmsNobody", killStep+"="+strconv.Itoa(step), killScenario+"="+strconv.Itoa(index), childPath+"="+path)
				output, err := child.CombinedOutput()
				killed := child.ProcessState.Sys().(syscall.WaitStatus).Signal() == syscall.SIGKILL
				if err != nil && !killed {
					t.Fatalf("step %d: %v\n%s", step, err, output)
				}
				content, err := os.ReadFile(path)
				switch {
				case err == nil && bytes.Equal(content, make([]byte, killedElements)):
					if info, err := os.Stat(path); err != nil || info.Mode() != 0o640 {
						t.Errorf("killed at step %d: the new region has mode %v, %v", step, info.Mode(), err)
					}
				case killed && scenario.existing && bytes.Equal(content, old):
				case killed && !scenario.existing && errors.Is(err, os.ErrNotExist):
				default:
					t.Errorf("killed at step %d: the path names %d bytes, %v", step, len(content), err)
				}
				next, err := shmem.Create(path, shmem.U8, 16) // whatever was left, the next Create cleans up
				noError(t, err)
				noError(t, next.Close())
				wantOnly(t, folder, "region")
				if !killed {
					if step < 8 {
						t.Errorf("Create makes only %d system calls: too few to have been intercepted", step)
					}
					break
				}
			}
		})
	}
}

// createAndDieAt creates a region and kills its process before the system call
// of the given number.
func createAndDieAt(t *testing.T, step string) {
	left, err := strconv.Atoi(step)
	noError(t, err)
	index, err := strconv.Atoi(os.Getenv(killScenario))
	noError(t, err)
	scenario := killScenarios[index]
	calls := 0
	shmem.InterceptSystemCalls(func(name string) error {
		if scenario.named && name == "Open" && calls == unnamedOpen {
			scenario.named = false
			return syscall.EOPNOTSUPP
		}
		calls++
		if left == 0 {
			syscall.Kill(os.Getpid(), syscall.SIGKILL)
			select {}
		}
		left--
		return nil
	})
	_, err = shmem.Create(os.Getenv(childPath), shmem.U8, killedElements, append(scenario.options, shmem.Mode(0o640))...)
	noError(t, err)
}

func TestOneOf16ProcessesWinsAndNobodySeesAnIncompleteFile(t *testing.T) {
	skipIfShort(t)
	const racers, rounds, size = 16, 40, 5000
	if path := os.Getenv(childPath); path != "" {
		race(t, path, rounds, size)
		return
	}
	folder := t.TempDir()
	var outputs [racers]bytes.Buffer
	var children [racers]*exec.Cmd
	for i := range children {
		children[i] = childOf(t, "TestOneOf16ProcessesWinsAndNobodySeesAnIncompleteFile", childPath+"="+filepath.Join(folder, "region"))
		children[i].Stdout, children[i].Stderr = &outputs[i], &outputs[i]
		noError(t, children[i].Start())
	}
	winners := map[string]int{}
	for i, child := range children {
		if err := child.Wait(); err != nil {
			t.Errorf("racer %d: %v\n%s", i, err, outputs[i].String())
		}
		for line := range strings.Lines(outputs[i].String()) {
			if round, ok := strings.CutPrefix(line, "won "); ok {
				winners[strings.TrimSpace(round)]++
			}
		}
	}
	for round := range rounds {
		if n := winners[strconv.Itoa(round)]; n != 1 {
			t.Errorf("round %d has %d winners", round, n)
		}
	}
	entries, err := os.ReadDir(folder)
	noError(t, err)
	if len(entries) != 2*rounds {
		t.Errorf("%d files are left, want %d", len(entries), 2*rounds)
	}
}

// race creates a region exclusively and replaces another, and opens both, in
// every round.
func race(t *testing.T, path string, rounds, size int) {
	for round := range rounds {
		exclusive, replaced := fmt.Sprintf("%s-exclusive-%d", path, round), fmt.Sprintf("%s-replaced-%d", path, round)
		won, err := shmem.Create(exclusive, shmem.U8, size, shmem.Exclusive())
		switch {
		case err == nil:
			fmt.Println("won", round)
			defer won.Close()
		case !errors.Is(err, os.ErrExist):
			t.Error(err)
		}
		created, err := shmem.Create(replaced, shmem.U8, size)
		if err != nil {
			t.Fatal(err)
		}
		fillBytes(t, &created.View, byte(1+round))
		noError(t, created.Close())
		for _, path := range []string{exclusive, replaced} {
			seen, err := shmem.Open(path, shmem.U8, size, shmem.ExactSize())
			if err != nil {
				t.Errorf("a file that somebody created is seen as %v", err)
				continue
			}
			noError(t, seen.Close())
		}
	}
}

func TestLeftoversInUseAreKept(t *testing.T) {
	folder := t.TempDir()
	// A name like that of a creator that was killed after it published, while
	// others have the region open.
	used, dead, strange := filepath.Join(folder, ".tensorshm-used"), filepath.Join(folder, ".tensorshm-dead"), filepath.Join(folder, ".tensorshm-folder")
	holder, err := shmem.Create(used, shmem.U8, 4)
	noError(t, err)
	noError(t, os.WriteFile(dead, []byte("left"), 0o600))
	noError(t, os.Mkdir(strange, 0o700))
	region, err := shmem.Create(filepath.Join(folder, "region"), shmem.U8, 4)
	noError(t, err)
	defer region.Close()
	wantOnly(t, folder, ".tensorshm-folder", ".tensorshm-used", "region")
	noError(t, holder.Close())
	again, err := shmem.Create(filepath.Join(folder, "region"), shmem.U8, 4)
	noError(t, err)
	defer again.Close()
	wantOnly(t, folder, ".tensorshm-folder", "region")
}
