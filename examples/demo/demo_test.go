package main

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"github.com/tensorshm/tensorshm/shmem"
)

// beDemo makes the test binary the demo, and with it its two processes.
const beDemo = "TENSORSHM_BE_DEMO"

func TestMain(m *testing.M) {
	if os.Getenv(beDemo) != "" {
		main()
		return
	}
	os.Exit(m.Run())
}

func runDemo(t *testing.T, weights string) (output string, err error) {
	t.Helper()
	if runtime.GOOS != "linux" {
		t.Skip("regions need Linux")
	}
	demo := exec.Command(os.Args[0])
	demo.Env = append(os.Environ(), beDemo+"=1", "WEIGHTS="+weights)
	combined, err := demo.CombinedOutput()
	return string(combined), err
}

func TestDemoSharesEverySupportedDType(t *testing.T) {
	output, err := runDemo(t, "")
	if err != nil {
		t.Fatalf("%v\n%s", err, output)
	}
	supported := 0
	for dtype := range shmem.DTypes() {
		if dtype.Supported() {
			supported++
		}
		row := regexp.MustCompile(`(?m)^` + dtype.String() + ` +4096 +\d+ .* ([0-9a-f]{12}) +([0-9a-f]{12}) +(\S+), seen as (\S+) *$`).FindStringSubmatch(output)
		if (row != nil) != dtype.Supported() {
			t.Errorf("%v has the row %q", dtype, row)
		} else if row != nil && (row[1] != row[2] || row[3] != row[4]) {
			t.Errorf("%v differs: %s", dtype, row[0])
		}
	}
	count := regexp.MustCompile(`(?m)^(\d+) of (\d+) dtypes identical in both processes\n\z`).FindStringSubmatch(output)
	if count == nil || count[1] != count[2] || count[1] == "0" || strings.Count(output, "seen as") != supported {
		t.Errorf("the demo ends with %q, want all of %d dtypes:\n%s", count, supported, output)
	}
	pids := regexp.MustCompile(`producer is process (\d+), consumer is process (\d+), regions are in (\S+)`).FindStringSubmatch(output)
	if pids == nil || pids[1] == pids[2] {
		t.Fatalf("no two processes: %q", pids)
	}
	if _, err := os.Stat(pids[3]); !os.IsNotExist(err) {
		t.Errorf("the demo leaves %s: %v", pids[3], err)
	}
}

func TestDemoDescribesWeightsFromTheConsumersMapping(t *testing.T) {
	weights := filepath.Join(t.TempDir(), "weights.f32")
	content, err := binary.Append(nil, binary.LittleEndian, []float32{-2, 0.5, 3, 1.5})
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(weights, content, 0o600); err != nil {
		t.Fatal(err)
	}
	output, err := runDemo(t, weights)
	// The checksum is sha256sum's of the same 16 bytes.
	want := "count   4\nmin     -2\nmax     3\nmean    0.75\nsha256  f43b853257a1da02fbaa8257e2bb5f5964c87ad7bf31e5fccf73cf8db970495b\n"
	if err != nil || !strings.Contains(output, want) {
		t.Errorf("%v\n%s\nwant in it\n%s", err, output, want)
	}
}

func TestDemoDescribesARealModel(t *testing.T) {
	const model = "../../../shared/data/face_landmark_68_tiny.f32"
	if _, err := os.Stat(model); err != nil {
		t.Skipf("the real weights are not here: %v", err)
	}
	output, err := runDemo(t, model)
	for _, want := range []string{"\ncount   77224\n", "\nsha256  d93c511cac3668cf1a95c6b0182d14a1854cb72434dda7dfec3179099f3c052c\n"} {
		if err != nil || !strings.Contains(output, want) {
			t.Errorf("%v, without %q:\n%s", err, want, output)
		}
	}
}

func TestDemoRefusesWeightsThatAreNone(t *testing.T) {
	folder := t.TempDir()
	for name, content := range map[string]string{"empty": "", "odd": "12345"} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"empty", "odd", "missing"} {
		output, err := runDemo(t, filepath.Join(folder, name))
		if err == nil || !strings.Contains(output, name) || strings.Contains(output, "panic") {
			t.Errorf("%s weights: %v\n%s", name, err, output)
		}
	}
}

// answering is a process that gives the same answer to every request.
func answering(answer reply) *process {
	reader, writer := io.Pipe()
	go func() {
		encoder := json.NewEncoder(writer)
		for encoder.Encode(answer) == nil {
		}
	}()
	return &process{command: &exec.Cmd{Process: &os.Process{}}, requests: json.NewEncoder(io.Discard), replies: json.NewDecoder(reader), input: reader}
}

func TestDemoFailsWhereTheProcessesDisagree(t *testing.T) {
	saw := reply{Checksum: strings.Repeat("a", 64), Values: []string{"1"}}
	for name, other := range map[string]reply{
		"other bytes":            {Checksum: strings.Repeat("b", 64), Values: saw.Values},
		"other values":           {Checksum: saw.Checksum, Values: []string{"2"}},
		"a write without effect": saw,
	} {
		var output bytes.Buffer
		identical, supported, err := pair{answering(saw), answering(other), t.TempDir()}.shareDTypes(&output)
		if err != nil || identical != 0 || supported == 0 || strings.Count(output.String(), "MISMATCH") != supported {
			t.Errorf("%s: %d of %d identical, %v\n%s", name, identical, supported, err, output.String())
		}
	}
}
