package main

import (
	"bytes"
	"errors"
	"flag"
	"io"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

var update = flag.Bool("update", false, "rewrite testdata/script from what the generator prints; read the diff")

// TestMain makes the test binary the generator itself where a script runs gen,
// so that exit codes are tested without building it.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"gen": main})
}

func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		UpdateScripts:       *update,
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exits":     exits,
			"snapshot":  snapshot,
			"unchanged": unchanged,
		},
	})
}

// exits runs a program and compares its exit code: exits 2 gen -nosuch
func exits(ts *testscript.TestScript, negated bool, args []string) {
	if negated || len(args) < 2 {
		ts.Fatalf("usage: exits code program [args...]")
	}
	code := 0
	if err := ts.Exec(args[1], args[2:]...); err != nil {
		exit, ok := errors.AsType[*exec.ExitError](err)
		if !ok {
			ts.Fatalf("%v", err)
		}
		code = exit.ExitCode()
	}
	if strconv.Itoa(code) != args[0] {
		ts.Fatalf("exits %d, want %s", code, args[0])
	}
}

// snapshots are what the folders held at the last snapshot.
var snapshots sync.Map

// snapshot remembers every file of the current folder, for unchanged.
func snapshot(ts *testscript.TestScript, _ bool, _ []string) {
	files, err := readTree(ts.MkAbs("."))
	ts.Check(err)
	snapshots.Store(ts.MkAbs("."), files)
}

// unchanged fails if the current folder differs from its snapshot.
func unchanged(ts *testscript.TestScript, _ bool, _ []string) {
	before, ok := snapshots.Load(ts.MkAbs("."))
	if !ok {
		ts.Fatalf("there is no snapshot of this folder")
	}
	files, err := readTree(ts.MkAbs("."))
	ts.Check(err)
	if !maps.Equal(before.(map[string]string), files) {
		ts.Fatalf("files were written or deleted")
	}
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
	files, err := readTree(folder)
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func readTree(folder string) (map[string]string, error) {
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
	return files, err
}

func TestCommittedFilesMatchTheTable(t *testing.T) {
	var stdout, stderr bytes.Buffer
	if code := run([]string{"-check"}, &stdout, &stderr); code != exitOK {
		t.Errorf("%s%s", &stderr, &stdout)
	}
}

func TestDiffWithoutGitSaysSo(t *testing.T) {
	t.Setenv("PATH", "")
	var stdout, stderr bytes.Buffer
	code := run([]string{"diff", "HEAD", "HEAD"}, &stdout, &stderr)
	if code != exitUsage || stdout.Len() > 0 || !strings.Contains(stderr.String(), `exec: "git": executable file not found`) {
		t.Errorf("exits %d: %s%s", code, &stdout, &stderr)
	}
}

func TestReportThatCannotBeWrittenFails(t *testing.T) {
	var stderr bytes.Buffer
	code := run([]string{"diff", "../dtypes.yaml", "../dtypes.yaml"}, closedPipe{}, &stderr)
	if code != exitFailed || stderr.String() != "gen diff: io: read/write on closed pipe\n" {
		t.Errorf("exits %d: %s", code, &stderr)
	}
}

type closedPipe struct{}

func (closedPipe) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }
