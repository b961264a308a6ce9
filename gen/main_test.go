package main

import (
	"bytes"
	"errors"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// beGenerator makes the test binary the generator itself, so that its exit
// codes are tested without building it.
const beGenerator = "TENSORSHM_BE_GENERATOR"

func TestMain(m *testing.M) {
	if os.Getenv(beGenerator) != "" {
		main()
		return
	}
	os.Exit(m.Run())
}

// runIn runs the generator as a process of its own.
func runIn(t *testing.T, folder string, args ...string) (stdout, stderr string, code int) {
	t.Helper()
	command := exec.Command(os.Args[0], args...)
	command.Dir = folder
	command.Env = append(os.Environ(), beGenerator+"=1")
	var out, errs bytes.Buffer
	command.Stdout, command.Stderr = &out, &errs
	var exit *exec.ExitError
	if err := command.Run(); err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return out.String(), errs.String(), command.ProcessState.ExitCode()
}

const smallTable = `dtypes:
  - name: F32
    value: 9
    size: 4
    host_type: float32
    kind: float
    status: supported
    doc: IEEE 754 binary32.
`

var generatedPaths = []string{
	"DTYPES.md",
	"examples/demo/zz_generated_fill.go",
	"shmem/minifloat/zz_generated_formats.go",
	"shmem/minifloat/zz_generated_formats_test.go",
	"shmem/zz_generated_accessors.go",
	"shmem/zz_generated_dtype.go",
	"shmem/zz_generated_dtype_test.go",
}

// tableFolder is a folder that holds nothing but a table.
func tableFolder(t *testing.T, table string) string {
	t.Helper()
	folder := t.TempDir()
	writeFile(t, filepath.Join(folder, "dtypes.yaml"), table)
	return folder
}

func writeFile(t *testing.T, path, content string) {
	t.Helper()
	if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(content), 0o644)); err != nil {
		t.Fatal(err)
	}
}

// tree is every file below folder, by slash-separated path.
func tree(t *testing.T, folder string) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		content, err := os.ReadFile(path)
		relative, _ := filepath.Rel(folder, path)
		files[filepath.ToSlash(relative)] = string(content)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func TestGeneratorWritesEveryFileAndThenNone(t *testing.T) {
	folder := tableFolder(t, smallTable)
	stdout, stderr, code := runIn(t, folder)
	if want := strings.Join(generatedPaths, "\n") + "\n"; stdout != want || stderr != "" || code != 0 {
		t.Fatalf("prints %q and %q, exits %d; want %q, nothing, 0", stdout, stderr, code, want)
	}
	first := tree(t, folder)
	if got := slices.Sorted(maps.Keys(first)); !slices.Equal(got, slices.Sorted(slices.Values(append([]string{"dtypes.yaml"}, generatedPaths...)))) {
		t.Errorf("the folder holds %q", got)
	}
	stdout, stderr, code = runIn(t, folder, "-v")
	if want := "gen: 7 files follow from dtypes.yaml, 0 changed\n"; stdout != "" || stderr != want || code != 0 {
		t.Errorf("a second run prints %q and %q, exits %d; want nothing, %q, 0", stdout, stderr, code, want)
	}
	if !maps.Equal(first, tree(t, folder)) {
		t.Error("a second run changes files")
	}
}

func TestGeneratorRewritesOnlyWhatDiffers(t *testing.T) {
	folder := tableFolder(t, smallTable)
	runIn(t, folder)
	spoilt, kept := filepath.Join(folder, "DTYPES.md"), filepath.Join(folder, "shmem", "zz_generated_dtype.go")
	writeFile(t, spoilt, "by hand\n")
	before, err := os.Stat(kept)
	if err != nil {
		t.Fatal(err)
	}
	if stdout, stderr, code := runIn(t, folder); stdout != "DTYPES.md\n" || stderr != "" || code != 0 {
		t.Errorf("prints %q and %q, exits %d; want DTYPES.md alone", stdout, stderr, code)
	}
	if after, err := os.Stat(kept); err != nil || !os.SameFile(before, after) || after.ModTime() != before.ModTime() {
		t.Error("a file that was right was written again")
	}
}

func TestGeneratorWorksOnTheNearestTableWhereverItIsRun(t *testing.T) {
	outer := tableFolder(t, "not: a table\n")
	inner := filepath.Join(outer, "inner")
	writeFile(t, filepath.Join(inner, "dtypes.yaml"), smallTable)
	deep := filepath.Join(inner, "shmem", "deep")
	if err := os.MkdirAll(deep, 0o755); err != nil {
		t.Fatal(err)
	}
	if stdout, stderr, code := runIn(t, deep); code != 0 || len(strings.Fields(stdout)) != len(generatedPaths) {
		t.Fatalf("exits %d: %s%s", code, stdout, stderr)
	}
	elsewhere := tableFolder(t, smallTable)
	runIn(t, elsewhere)
	if !maps.Equal(tree(t, elsewhere), tree(t, inner)) {
		t.Error("the same table makes other files in another folder")
	}
}

func TestCheckNamesEachFileThatDiffersAndWritesNothing(t *testing.T) {
	folder := tableFolder(t, smallTable)
	runIn(t, folder)
	if stdout, stderr, code := runIn(t, folder, "-check"); stdout != "" || stderr != "" || code != 0 {
		t.Errorf("-check of a fresh folder prints %q and %q, exits %d", stdout, stderr, code)
	}
	writeFile(t, filepath.Join(folder, "DTYPES.md"), "by hand\n")
	if err := os.Remove(filepath.Join(folder, "shmem", "zz_generated_dtype.go")); err != nil {
		t.Fatal(err)
	}
	before := tree(t, folder)
	stdout, stderr, code := runIn(t, folder, "-check")
	want := "DTYPES.md: differs from what dtypes.yaml makes it; run go generate ./...\n" +
		"shmem/zz_generated_dtype.go: missing; run go generate ./...\n"
	if stdout != "" || stderr != want || code != 1 {
		t.Errorf("-check prints %q and %q, exits %d; want %q, 1", stdout, stderr, code, want)
	}
	if !maps.Equal(before, tree(t, folder)) {
		t.Error("-check writes")
	}
}

func TestInvalidTableWritesNothingAndShowsEveryError(t *testing.T) {
	for _, test := range []struct {
		name, table string
		says        []string // the beginnings of lines
	}{
		{"empty", "", []string{"dtypes.yaml:1:1: "}},
		{"broken", "dtypes:\n  - name: [\n", []string{"dtypes.yaml:"}},
		{"duplicate key", smallTable + "    kind: int\n", []string{`dtypes.yaml:9:5: key "kind" was given at 6:5 already`}},
		{"unknown key", smallTable + "    sise: 4\n", []string{`dtypes.yaml:9:5: unknown key "sise" (did you mean "size"?)`}},
		{"size 0.7", strings.Replace(smallTable, "size: 4", "size: 0.7", 1), []string{"dtypes.yaml:4:11: size 0.7 is not a whole number of bits"}},
		{"value 256", strings.Replace(smallTable, "value: 9", "value: 256", 1), []string{"dtypes.yaml:3:12: value 256 is out of range"}},
		{"value reused", smallTable + strings.Replace(smallTable[len("dtypes:\n"):], "F32", "G32", 1), []string{"dtypes.yaml:10:12: value 9 "}},
		{"three at once", strings.NewReplacer("value: 9", "value: 256", "size: 4", "size: 0.7", "kind: float", "kind: flaot").Replace(smallTable),
			[]string{"dtypes.yaml:3:12: ", "dtypes.yaml:4:11: ", `dtypes.yaml:6:11: `}},
	} {
		t.Run(test.name, func(t *testing.T) {
			folder := tableFolder(t, test.table)
			writeFile(t, filepath.Join(folder, "DTYPES.md"), "kept\n")
			before := tree(t, folder)
			for _, args := range [][]string{nil, {"-check"}} {
				stdout, stderr, code := runIn(t, folder, args...)
				if stdout != "" || code != 3 {
					t.Errorf("%q prints %q, exits %d; want nothing, 3", args, stdout, code)
				}
				for _, line := range test.says {
					if !strings.Contains("\n"+stderr, "\n"+line) {
						t.Errorf("%q does not say %q:\n%s", args, line, stderr)
					}
				}
			}
			if !maps.Equal(before, tree(t, folder)) {
				t.Error("an invalid table changes files")
			}
		})
	}
}

func TestWrongUsageExits2(t *testing.T) {
	folder := tableFolder(t, smallTable)
	for _, test := range []struct {
		folder string
		args   []string
		says   string
	}{
		{folder, []string{"-nosuch"}, "flag provided but not defined: -nosuch"},
		{folder, []string{"extra"}, `unexpected argument "extra"`},
		{t.TempDir(), nil, "no dtypes.yaml in "},
	} {
		stdout, stderr, code := runIn(t, test.folder, test.args...)
		if code != 2 || stdout != "" || !strings.Contains(stderr, test.says) {
			t.Errorf("%q exits %d: %q, %q; want 2 and %q", test.args, code, stdout, stderr, test.says)
		}
	}
	if _, stderr, code := runIn(t, folder, "-h"); code != 0 || !strings.Contains(stderr, "-check") {
		t.Errorf("-h exits %d: %s", code, stderr)
	}
	if got := tree(t, folder); len(got) != 1 {
		t.Errorf("wrong usage writes %d files", len(got)-1)
	}
}

func TestUnwritableTargetIsReportedAndLeavesNoTemporaryFile(t *testing.T) {
	folder := tableFolder(t, smallTable)
	if err := os.MkdirAll(filepath.Join(folder, "DTYPES.md", "in the way"), 0o755); err != nil {
		t.Fatal(err)
	}
	if _, stderr, code := runIn(t, folder); code != 1 || !strings.Contains(stderr, "DTYPES.md") {
		t.Errorf("exits %d: %s", code, stderr)
	}
	for path := range tree(t, folder) {
		if path != "dtypes.yaml" {
			t.Errorf("%s was left", path)
		}
	}
}

func TestCommittedFilesMatchTheTable(t *testing.T) {
	if _, stderr, code := runIn(t, ".", "-check"); code != 0 {
		t.Errorf("%s", stderr)
	}
}
