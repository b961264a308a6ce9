package main

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/tensorshm/tensorshm/shmem"
)

var update = flag.Bool("update", false, "rewrite testdata/script from what shmemctl prints; read the diff")

// slowly is shmemctl with a pause after every block that it copies until its input
// ends, and a line on stderr as soon as it copies.
func slowly() {
	hurry := make(chan struct{})
	go func() {
		defer close(hurry)
		_, _ = io.Copy(io.Discard, os.Stdin)
	}()
	said := false
	afterBlock = func() {
		if !said {
			said = true
			fmt.Fprintln(os.Stderr, "copying")
		}
		select {
		case <-hurry:
		case <-time.After(50 * time.Millisecond):
		}
	}
	main()
}

// stuck is shmemctl that never gets beyond the first block that it copies.
func stuck() {
	afterBlock = func() {
		fmt.Fprintln(os.Stderr, "copying")
		select {}
	}
	main()
}

// hold has the region of its argument open until its input ends.
func hold() {
	region, err := shmem.OpenRegion(os.Args[1], shmem.ReadOnly())
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(exitFailed)
	}
	fmt.Println("holding")
	_, _ = io.Copy(io.Discard, os.Stdin)
	_ = region.Close()
}

// TestMain makes the test binary shmemctl itself where a script or a test runs it.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"shmemctl": main, "shmemctl-slowly": slowly, "shmemctl-stuck": stuck, "shmemctl-hold": hold})
}

func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		UpdateScripts:       *update,
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exits":       exits,
			"safetensors": writeSafetensors,
			"raw":         writeRaw,
			"json":        queryJSON,
		},
	})
}

// exits runs a program and compares its exit code: exits 2 shmemctl -nosuch
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

// writeSafetensors writes a header and data as they are: safetensors file header hex...
// where header is a file of the script, whose line ends do not count.
func writeSafetensors(ts *testscript.TestScript, negated bool, args []string) {
	if negated || len(args) < 2 {
		ts.Fatalf("usage: safetensors file header [hex...]")
	}
	header := strings.ReplaceAll(ts.ReadFile(args[1]), "\n", "")
	var data []byte
	_, err := fmt.Sscanf(strings.Join(args[2:], ""), "%x", &data)
	if len(args) > 2 {
		ts.Check(err)
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), safetensorsFile(header, data), 0o644))
}

// safetensorsFile is the bytes of a file, its header right or not.
func safetensorsFile(header string, data []byte) []byte {
	file := binary.LittleEndian.AppendUint64(nil, uint64(len(header)))
	return append(append(file, header...), data...)
}

// writeRaw writes bytes: raw file hex...
func writeRaw(ts *testscript.TestScript, negated bool, args []string) {
	if negated || len(args) < 2 {
		ts.Fatalf("usage: raw file hex...")
	}
	var data []byte
	_, err := fmt.Sscanf(strings.Join(args[1:], ""), "%x", &data)
	ts.Check(err)
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), data, 0o644))
}

// queryJSON compares what the last program printed, or with -stderr complained, at a
// place of its JSON: json tensors.0.name '"w"'
func queryJSON(ts *testscript.TestScript, negated bool, args []string) {
	from := "stdout"
	if len(args) > 0 && args[0] == "-stderr" {
		from, args = "stderr", args[1:]
	}
	if negated || len(args) != 2 {
		ts.Fatalf("usage: json [-stderr] place value")
	}
	got, err := placeInJSON([]byte(ts.ReadFile(from)), args[0])
	ts.Check(err)
	if got != args[1] {
		ts.Fatalf("%s is %s, want %s", args[0], got, args[1])
	}
}

// placeInJSON returns one value of a document, as it is there.
func placeInJSON(document []byte, place string) (string, error) {
	for _, step := range strings.Split(place, ".") {
		if i, err := strconv.Atoi(step); err == nil {
			var list []json.RawMessage
			if err := json.Unmarshal(document, &list); err != nil || i >= len(list) {
				return "", fmt.Errorf("no %s in %s", step, document)
			}
			document = list[i]
			continue
		}
		var object map[string]json.RawMessage
		if err := json.Unmarshal(document, &object); err != nil {
			return "", fmt.Errorf("no %s in %s", step, document)
		}
		value, ok := object[step]
		if !ok {
			return "", fmt.Errorf("no %s in %s", step, document)
		}
		document = value
	}
	var compact bytes.Buffer
	err := json.Compact(&compact, document)
	return compact.String(), err
}

// runIn runs shmemctl in this process.
func runIn(ctx context.Context, args ...string) (code int, stdout, stderr string) {
	var printed, complained bytes.Buffer
	code = run(ctx, args, &printed, &complained)
	return code, printed.String(), complained.String()
}

func noError(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// wantOnly fails unless a folder holds these names and no others.
func wantOnly(t *testing.T, folder string, names ...string) {
	t.Helper()
	entries, err := os.ReadDir(folder)
	noError(t, err)
	wanted := map[string]bool{}
	for _, name := range names {
		wanted[name] = true
	}
	for _, entry := range entries {
		if !wanted[entry.Name()] {
			t.Errorf("%s is left", filepath.Join(folder, entry.Name()))
		}
		delete(wanted, entry.Name())
	}
	for name := range wanted {
		t.Errorf("%s is gone", filepath.Join(folder, name))
	}
}
