//go:build long

package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// What package shmem says of sync/atomic between processes rests on the
// instructions that the compiler makes of it.
func TestAtomicsAreInstructionsThatOrder(t *testing.T) {
	for platform, instructions := range map[string]map[string]string{
		"amd64": {"LoadUint32": "MOVL", "StoreUint32": "XCHGL"},
		"arm64": {"LoadUint32": "LDARW", "StoreUint32": "STLRW"},
	} {
		program := filepath.Join(t.TempDir(), "kvcache")
		build := exec.Command("go", "build", "-o", program, ".")
		build.Env = append(os.Environ(), "GOOS=linux", "GOARCH="+platform, "CGO_ENABLED=0")
		if combined, err := build.CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, combined)
		}
		disassembly, err := exec.Command("go", "tool", "objdump", "-s", `^main\.`, program).Output()
		noError(t, err)
		found := 0
		for _, name := range []string{"produce.go", "consume.go", "revised.go"} {
			source, err := os.ReadFile(name)
			noError(t, err)
			for i, line := range strings.Split(string(source), "\n") {
				call := regexp.MustCompile(`atomic\.(\w+)\(`).FindStringSubmatch(line)
				if call == nil || strings.Contains(line, "//") && strings.Index(line, "//") < strings.Index(line, call[0]) {
					continue
				}
				found++
				want := regexp.MustCompile(fmt.Sprintf(`(?m)^ *%s:%d\t.*\b%s `, name, i+1, instructions[call[1]]))
				if !want.Match(disassembly) {
					t.Errorf("%s: %s:%d is no %s: %s", platform, name, i+1, instructions[call[1]], line)
				}
			}
		}
		if found < 9 {
			t.Errorf("%s: found only %d calls", platform, found)
		}
	}
}
