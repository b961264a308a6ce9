package main

import (
	"errors"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

func TestRegenBringsEveryFileBack(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a copy of the module")
	}
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip(err)
	}
	table, _ := probeTables(t)
	folder := moduleCopy(t, table, "go.mod", "go.sum", "gen", "shmem", "examples")
	goCommand(t, folder, "tool", "gen")
	regenerated := tree(t, folder)
	regen := func() (output string, ok bool) {
		command := exec.Command("sh", filepath.Join(folder, "gen", "regen.sh"))
		temporary := t.TempDir()
		command.Env = append(os.Environ(), "TMPDIR="+temporary)
		text, err := command.CombinedOutput()
		if _, failed := errors.AsType[*exec.ExitError](err); err != nil && !failed {
			t.Fatal(err)
		}
		if left, err := os.ReadDir(temporary); len(left) > 0 || err != nil {
			t.Errorf("regen leaves %v, %v", left, err)
		}
		return string(text), err == nil
	}
	replace := func(path, old, new string) {
		t.Helper()
		content := regenerated[path]
		if !strings.Contains(content, old) {
			t.Fatalf("%s does not hold %q", path, old)
		}
		writeFile(t, filepath.Join(folder, path), strings.Replace(content, old, new, 1))
	}

	if output, ok := regen(); !ok {
		t.Fatalf("regen of what is right fails: %s", output)
	}
	if !maps.Equal(tree(t, folder), regenerated) {
		t.Error("regen of what is right changes files")
	}

	writeFile(t, filepath.Join(folder, "DTYPES.md"), "by hand\n")
	writeFile(t, filepath.Join(folder, "shmem", "zz_generated_old.go"), regenerated["shmem/zz_generated_dtype.go"])
	if err := os.Remove(filepath.Join(folder, "shmem", "zz_generated_accessors.go")); err != nil {
		t.Fatal(err)
	}
	output, ok := regen()
	for _, line := range []string{
		"DTYPES.md: was not what dtypes.yaml makes it\n",
		"shmem/zz_generated_accessors.go: was missing\n",
		"shmem/zz_generated_old.go: was an orphan and is deleted\n",
	} {
		if ok || !strings.Contains(output, line) {
			t.Errorf("regen does not fail with %q: %t\n%s", line, ok, output)
		}
	}
	if !maps.Equal(tree(t, folder), regenerated) {
		t.Error("regen leaves other files than the table makes")
	}

	replace("shmem/doc.go", "//go:generate go tool gen", "//go:generate false")
	broken := tree(t, folder)
	if output, ok := regen(); ok {
		t.Errorf("regen hides that generating fails: %s", output)
	}
	if !maps.Equal(tree(t, folder), broken) {
		t.Error("regen loses files where generating fails")
	}

	replace("dtypes.yaml", "dtypes:", "dtype:")
	broken = tree(t, folder)
	if output, ok := regen(); ok {
		t.Errorf("regen accepts an invalid table: %s", output)
	}
	if !maps.Equal(tree(t, folder), broken) {
		t.Error("regen loses files where the table is invalid")
	}
}
