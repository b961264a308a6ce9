package shmem_test

import (
	"os"
	"os/exec"
	"testing"
)

// emulator is what runs this binary where the processor cannot: emulate.sh
// says so.
var emulator = os.Getenv("TENSORSHM_EMULATOR")

// skipIfEmulated leaves out what emulation gets wrong.
func skipIfEmulated(t *testing.T, why string) {
	t.Helper()
	if emulator != "" {
		t.Skipf("%s: %s", emulator, why)
	}
}

// Why tests are left out under emulation.
const (
	emulatedFaults = "a bus error comes without its address"
	emulatedAdvice = "madvise has no effect"
)

// thisBinary starts the test binary once more.
func thisBinary(arguments ...string) *exec.Cmd {
	if emulator != "" {
		return exec.Command(emulator, append([]string{os.Args[0]}, arguments...)...)
	}
	return exec.Command(os.Args[0], arguments...)
}

// childOf runs one test of this binary in a process of its own.
func childOf(t *testing.T, test string, environment ...string) *exec.Cmd {
	t.Helper()
	child := thisBinary("-test.run=^"+test+"$", "-test.count=1")
	child.Env = append(os.Environ(), environment...)
	return child
}
