package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/tensorshm/tensorshm/shmem"
)

const revisedNumbers = 256

// reviseUntilKilled stores rows of equal numbers, as fast as it can.
func reviseUntilKilled(path string) error {
	region, err := shmem.Open(path, shmem.U32, rowWords(revisedNumbers))
	if err != nil {
		return err
	}
	words, err := region.AsMutSliceU32()
	if err != nil {
		return err
	}
	numbers := make([]float32, revisedNumbers)
	for end := time.Now().Add(time.Minute); time.Now().Before(end); {
		for range 1000 {
			next := float32((words[0] + 1) % (1 << 24)) // which a float32 holds
			for i := range numbers {
				numbers[i] = next
			}
			revisedRow(words).revise(numbers)
		}
	}
	return nil
}

func TestRevisedRowIsNeverTorn(t *testing.T) {
	needsRegions(t)
	path := filepath.Join(t.TempDir(), "row")
	region, err := shmem.Create(path, shmem.U32, rowWords(revisedNumbers))
	noError(t, err)
	defer region.Close()
	words, err := region.AsSliceU32()
	noError(t, err)
	reviser := func() *exec.Cmd {
		command := exec.Command(os.Args[0])
		command.Env = append(os.Environ(), beReviser+"="+path)
		command.Stdout = &strings.Builder{}
		noError(t, command.Start())
		return command
	}
	numbers := make([]float32, revisedNumbers)
	reads, kills, last := 0, 0, uint32(0)
	for end := time.Now().Add(soak / 2); time.Now().Before(end) || last == 0; kills++ {
		command := reviser()
		for until := time.Now().Add(lifetime(50 * time.Millisecond)); time.Now().Before(until); reads++ {
			revision := revisedRow(words).read(numbers)
			for i, x := range numbers {
				if x != float32(revision%(1<<24)) {
					t.Fatalf("revision %d is torn: number %d is %g", revision, i, x)
				}
			}
			if revision < last {
				t.Fatalf("revision %d after %d", revision, last)
			}
			last = revision
		}
		command.Process.Kill()
		if err := command.Wait(); command.ProcessState.ExitCode() != -1 {
			t.Fatalf("the reviser ended by itself: %v, %s", err, command.Stdout)
		}
	}
	t.Logf("%d reads, %d revisions, %d revisers killed", reads, last, kills)
}
