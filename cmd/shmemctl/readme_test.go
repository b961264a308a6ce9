package main

import (
	"context"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"github.com/tensorshm/tensorshm/shmem"
	"github.com/tensorshm/tensorshm/shmem/safetensors"
)

// readmeSection is what the README says of the command line.
func readmeSection(t *testing.T) string {
	t.Helper()
	readme, err := os.ReadFile("../../README.md")
	noError(t, err)
	_, section, found := strings.Cut(string(readme), "\n## The command line\n")
	if !found {
		t.Fatal("the README has no such section")
	}
	section, _, _ = strings.Cut(section, "\n## ")
	return section
}

func TestLinesOfTheReadmeRun(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("regions need Linux")
	}
	lines := regexp.MustCompile(`(?m)^    shmemctl (.*?)(?: +#.*)?$`).FindAllStringSubmatch(readmeSection(t), -1)
	if len(lines) < 8 {
		t.Fatalf("found %d lines", len(lines))
	}
	shared := t.TempDir()
	t.Chdir(t.TempDir())
	model, err := safetensors.Create("model.safetensors", []safetensors.TensorSpec{{Name: "lm_head.weight", DType: shmem.BF16, Shape: []int{4, 8}}})
	noError(t, err)
	noError(t, model.Close())
	cache, err := shmem.Create(filepath.Join(shared, "kv"), shmem.BF16, 1024)
	noError(t, err)
	noError(t, cache.Close())
	for _, line := range lines {
		args := strings.Fields(strings.ReplaceAll(line[1], "/dev/shm", shared))
		for _, args := range [][]string{args, append(args, "--json")} {
			if code, stdout, stderr := runIn(context.Background(), args...); code != exitDone || stdout == "" || stderr != "" {
				t.Errorf("%q exits %d with %q and %q", args, code, stdout, stderr)
			}
		}
	}
}

// What the codes mean is said in the README and in the help.
func TestExitCodesOfTheReadmeAreThoseOfTheHelp(t *testing.T) {
	rows := regexp.MustCompile(`(?m)^\| ([0-9]+) \| (.*) \|$`).FindAllStringSubmatch(readmeSection(t), -1)
	if len(rows) != 5 {
		t.Errorf("found %d codes", len(rows))
	}
	help := strings.Join(strings.Fields(rootHelp), " ")
	for _, row := range rows {
		if !strings.Contains(help, row[1]+" "+row[2]) {
			t.Errorf("the help does not say: %s %s", row[1], row[2])
		}
	}
}
