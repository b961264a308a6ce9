package main

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/tensorshm/tensorshm/shmem"
	"github.com/tensorshm/tensorshm/shmem/minifloat"
)

// beExample makes the test binary the example.
const beExample = "TENSORSHM_BE_WEIGHTS"

func TestMain(m *testing.M) {
	if os.Getenv(beExample) != "" {
		time.AfterFunc(2*time.Minute, func() { os.Exit(3) }) // so that no process survives a test that was killed
		main()
		return
	}
	os.Exit(m.Run())
}

func noError(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func needsRegions(t *testing.T) {
	t.Helper()
	if runtime.GOOS != "linux" {
		t.Skip("regions need Linux")
	}
}

func example(arguments ...string) *exec.Cmd {
	command := exec.Command(os.Args[0], arguments...)
	command.Env = append(os.Environ(), beExample+"=1")
	return command
}

func runExample(t *testing.T, arguments ...string) string {
	t.Helper()
	combined, err := example(arguments...).CombinedOutput()
	if err != nil {
		t.Fatalf("%q: %v\n%s", arguments, err, combined)
	}
	return string(combined)
}

func wantOnly(t *testing.T, path string) {
	t.Helper()
	entries, err := os.ReadDir(filepath.Dir(path))
	noError(t, err)
	if len(entries) != 1 || entries[0].Name() != filepath.Base(path) {
		t.Errorf("the folder has %v, want %s alone", entries, filepath.Base(path))
	}
}

// expected is what requests compute with a generated version, but for its checksum.
func expected(t *testing.T, version uint64) result {
	t.Helper()
	numbers := make([]float32, generatedElements)
	noError(t, generated(version)(numbers, 0))
	codes := make([]minifloat.BF16, len(numbers))
	minifloat.EncodeBF16(codes, numbers)
	minifloat.DecodeBF16(numbers, codes)
	r := result{version: version, count: len(numbers)}
	for i, x := range numbers {
		r.mean += float64(x)
		r.dot += float64(x) * request(i)
	}
	r.mean /= float64(len(numbers))
	return r
}

// checkResult fails unless a worker computed with the whole of one version.
func checkResult(t *testing.T, line string) result {
	t.Helper()
	got, err := parseResult(line)
	if err != nil {
		t.Fatalf("%q: %v", line, err)
	}
	want := expected(t, got.version)
	want.checksum = got.checksum // which the worker has checked
	if got != want {
		t.Errorf("mixed: %s, want %s", got, want)
	}
	return got
}

func TestRequestsGetWholeVersionsWhileTheyAreReplaced(t *testing.T) {
	needsRegions(t)
	output := runExample(t)
	requests := 0
	for _, line := range regexp.MustCompile(`(?m)^\d+ requests got (version.*)$`).FindAllStringSubmatch(output, -1) {
		checkResult(t, line[1])
		requests++
	}
	if requests < 2 || !strings.Contains(output, "is killed halfway\n") || !strings.HasSuffix(output, "requests got one whole version each\n") {
		t.Errorf("the example prints\n%s", output)
	}
	path := regexp.MustCompile(`(?m)^weights are in (.+)$`).FindStringSubmatch(output)
	if path == nil {
		t.Fatalf("no path:\n%s", output)
	}
	if _, err := os.Stat(filepath.Dir(path[1])); !os.IsNotExist(err) {
		t.Errorf("%s is left: %v", path[1], err)
	}
}

func TestWeightsOfAFile(t *testing.T) {
	needsRegions(t)
	path, source := filepath.Join(t.TempDir(), "weights"), filepath.Join(t.TempDir(), "weights.f32")
	content, err := binary.Append(nil, binary.LittleEndian, []float32{-2, 0.5, 3, 1.5})
	noError(t, err)
	noError(t, os.WriteFile(source, content, 0o600))
	if got, want := runExample(t, "preload", "-version", "7", path, source), "published version 7: 4 weights\n"; got != want {
		t.Errorf("preload prints %q, want %q", got, want)
	}
	// -2·-3 + 0.5·-2 + 3·-1 + 1.5·0
	if got := runExample(t, "work", path); !strings.HasPrefix(got, "version 7: 4 weights, ") || !strings.HasSuffix(got, ", mean 0.75, dot product 2\n") {
		t.Errorf("a worker prints %q", got)
	}
	if got, want := runExample(t, "preload", path), fmt.Sprintf("published version 8: %d weights\n", generatedElements); got != want {
		t.Errorf("the next preload prints %q, want %q", got, want)
	}
	wantOnly(t, path)
	info, err := os.Stat(path)
	noError(t, err)
	if info.Mode() != 0o444 {
		t.Errorf("weights have mode %v", info.Mode())
	}
	for name, content := range map[string]string{"empty": "", "odd": "12345"} {
		noError(t, os.WriteFile(filepath.Join(filepath.Dir(source), name), []byte(content), 0o600))
	}
	for _, name := range []string{"empty", "odd", "missing"} {
		combined, err := example("preload", path, filepath.Join(filepath.Dir(source), name)).CombinedOutput()
		if err == nil || !strings.Contains(string(combined), name) {
			t.Errorf("%s weights: %v\n%s", name, err, combined)
		}
	}
	wantOnly(t, path)
}

func TestDamagedWeightsAreRefused(t *testing.T) {
	needsRegions(t)
	whole := filepath.Join(t.TempDir(), "weights")
	runExample(t, "preload", whole)
	content, err := os.ReadFile(whole)
	noError(t, err)
	for name, damage := range map[string]func(path string, content []byte) error{
		"an element":           func(path string, content []byte) error { return flip(path, content, len(content)-1) },
		"the version":          func(path string, content []byte) error { return flip(path, content, 8*versionWord) },
		"the number":           func(path string, content []byte) error { return flip(path, content, 8*elementsWord) },
		"the checksum":         func(path string, content []byte) error { return flip(path, content, 8*sumWord) },
		"a missing element":    func(path string, content []byte) error { return os.WriteFile(path, content[:len(content)-2], 0o600) },
		"all missing elements": func(path string, content []byte) error { return os.WriteFile(path, content[:headerBytes], 0o600) },
		"half a header":        func(path string, content []byte) error { return os.WriteFile(path, content[:16], 0o600) },
		"nothing":              func(path string, content []byte) error { return os.WriteFile(path, nil, 0o600) },
	} {
		path := filepath.Join(t.TempDir(), "weights")
		noError(t, damage(path, content))
		combined, err := example("work", path).CombinedOutput()
		if exit := (*exec.ExitError)(nil); !errors.As(err, &exit) || exit.ExitCode() != 1 || !strings.HasPrefix(string(combined), "weights: ") {
			t.Errorf("%s: %v\n%s", name, err, combined)
		}
	}
}

func flip(path string, content []byte, at int) error {
	damaged := append([]byte(nil), content...)
	damaged[at] ^= 1
	return os.WriteFile(path, damaged, 0o600)
}

// A worker's region is cut short while it has it open.
func TestTruncatedWeightsAreAnError(t *testing.T) {
	needsRegions(t)
	path := filepath.Join(t.TempDir(), "weights")
	runExample(t, "preload", path)
	w, err := openWeights(path)
	noError(t, err)
	defer w.Close()
	noError(t, os.Chmod(path, 0o600))
	noError(t, os.Truncate(path, headerBytes))
	var fault *shmem.FaultError
	if got, err := w.compute(); !errors.As(err, &fault) {
		t.Errorf("a worker computes %v, %v", got, err)
	}
}

func TestGeneratedWeightsAreNumbersFromMinus1To1(t *testing.T) {
	numbers := make([]float32, 1000)
	noError(t, generated(3)(numbers, 5))
	for i, x := range numbers {
		if math.Abs(float64(x)) > 1 || x == numbers[(i+1)%len(numbers)] {
			t.Errorf("number %d is %g", i, x)
		}
	}
	again := make([]float32, 1)
	noError(t, generated(3)(again, 5+7))
	if again[0] != numbers[7] {
		t.Errorf("number 12 is %g or %g", again[0], numbers[7])
	}
}

func TestUsage(t *testing.T) {
	for _, arguments := range [][]string{{"work"}, {"preload"}, {"preload", "a", "b", "c"}, {"else", "a"}, {"preload", "-version", "x", "a"}} {
		combined, err := example(arguments...).CombinedOutput()
		if err == nil || !strings.Contains(string(combined), errUsage.Error()) {
			t.Errorf("%q: %v: %s", arguments, err, combined)
		}
	}
}
