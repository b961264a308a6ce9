//go:build long

package main

import (
	"bufio"
	"context"
	"encoding/json"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/tensorshm/tensorshm/shmem"
	"github.com/tensorshm/tensorshm/shmem/safetensors"
)

// interpreter is a Python that has numpy and ml_dtypes.
func interpreter(t *testing.T) string {
	t.Helper()
	if _, err := exec.LookPath("python3"); err != nil {
		t.Skip(err)
	}
	output, err := exec.Command("sh", "../../interop/python/venv.sh").Output()
	if err != nil {
		t.Skipf("Python's packages cannot be installed: %v", err)
	}
	return strings.TrimSpace(string(output))
}

func TestModelsOfOthersHaveTheStatisticsThatNumpyFinds(t *testing.T) {
	python := interpreter(t)
	for _, name := range []string{"face_landmark_68_tiny.f32.safetensors", "face_landmark_68_tiny.bf16.safetensors"} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join("../../../shared/data", name)
			if _, err := os.Stat(path); err != nil {
				t.Skip(err)
			}
			share(t, python, path, 28)
		})
	}
	t.Run("silero_vad_16k.safetensors", func(t *testing.T) {
		folder := t.TempDir()
		output, err := exec.Command(python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps", "--target", folder, "silero-vad==6.2.3").CombinedOutput()
		if err != nil {
			t.Skipf("silero-vad cannot be installed: %v\n%s", err, output)
		}
		share(t, python, filepath.Join(folder, "silero_vad", "data", "silero_vad_16k.safetensors"), 0)
	})
}

// found is what numpy finds in a tensor.
type found struct {
	Name              string
	Elements          int
	Values            []float64
	Min, Max, Mean    float64
	StandardDeviation float64 `json:"standard_deviation"`
	Zeros             int
	Counts            []int
	Edges             []float64
}

// dumped is a tensor in what dump prints.
type dumped struct {
	Name       string
	Elements   int
	Values     []float64
	Statistics struct {
		Min, Max, Mean    float64
		StandardDeviation float64 `json:"standard_deviation"`
		Zeros             int
		Histogram         []struct {
			From, To float64
			Count    int
		}
	}
}

// share preloads a model, reads it in Python and in Go at the same time, and compares
// what dump says with what numpy finds. It has so many tensors, if that is not 0.
func share(t *testing.T, python, path string, tensors int) {
	destination := filepath.Join(t.TempDir(), "shared")
	if code, _, stderr := runIn(context.Background(), "preload", path, destination); code != exitDone {
		t.Fatal(stderr)
	}
	command := exec.Command(python, "testdata/statistics.py", destination)
	command.Stderr = os.Stderr
	input, err := command.StdinPipe()
	noError(t, err)
	output, err := command.StdoutPipe()
	noError(t, err)
	noError(t, command.Start())
	lines := bufio.NewReader(output)
	if line, err := lines.ReadString('\n'); line != "mapped\n" {
		t.Fatalf("Python says %q, %v", line, err)
	}
	file, err := safetensors.Open(destination, shmem.ReadOnly())
	noError(t, err)
	defer file.Close()
	_, stdout, _ := runIn(context.Background(), "info", destination, "--json")
	if holders, err := placeInJSON([]byte(stdout), "files.0.mapped_by.processes"); err != nil || !strings.Contains(holders, "python") {
		t.Errorf("while Python has it mapped it is mapped by %s, %v", holders, err)
	}
	_, err = input.Write([]byte("\n"))
	noError(t, err)

	code, stdout, stderr := runIn(context.Background(), "dump", destination, "--json")
	if code != exitDone {
		t.Fatal(stderr)
	}
	var dump struct{ Tensors []dumped }
	noError(t, json.Unmarshal([]byte(stdout), &dump))
	seen := 0
	for answers := json.NewDecoder(lines); answers.More(); seen++ {
		var numpy found
		noError(t, answers.Decode(&numpy))
		at := slices.IndexFunc(dump.Tensors, func(d dumped) bool { return d.Name == numpy.Name })
		if at < 0 {
			t.Fatalf("dump does not name %q", numpy.Name)
		}
		compareWithNumpy(t, dump.Tensors[at], numpy)
		compareWithGo(t, file, numpy)
	}
	noError(t, command.Wait())
	if seen != len(dump.Tensors) || seen != len(file.Tensors()) || seen == 0 || tensors != 0 && seen != tensors {
		t.Errorf("numpy finds %d tensors, dump %d, Go %d", seen, len(dump.Tensors), len(file.Tensors()))
	}
	checkByHelp(t, python, destination, file.Metadata()["tensorshm.checksum"])
}

func compareWithNumpy(t *testing.T, dump dumped, numpy found) {
	t.Helper()
	s := dump.Statistics
	scale := max(math.Abs(numpy.Mean), numpy.StandardDeviation) // what a mean near zero is rounded by
	if dump.Elements != numpy.Elements || !slices.Equal(dump.Values, numpy.Values) || s.Min != numpy.Min || s.Max != numpy.Max || s.Zeros != numpy.Zeros ||
		math.Abs(s.Mean-numpy.Mean) > 1e-12*scale || math.Abs(s.StandardDeviation-numpy.StandardDeviation) > 1e-12*numpy.StandardDeviation {
		t.Errorf("%s: dump says %+v, numpy %+v", dump.Name, dump, numpy)
	}
	var counts []int
	for i, bin := range s.Histogram {
		counts = append(counts, bin.Count)
		if math.Abs(bin.From-numpy.Edges[i]) > 1e-12*max(math.Abs(numpy.Min), math.Abs(numpy.Max)) {
			t.Errorf("%s: bin %d begins at %v, in numpy at %v", dump.Name, i, bin.From, numpy.Edges[i])
		}
	}
	if !slices.Equal(counts, numpy.Counts) {
		t.Errorf("%s: bins of %v, in numpy %v", dump.Name, counts, numpy.Counts)
	}
}

// compareWithGo reads the pages that Python reads.
func compareWithGo(t *testing.T, file *safetensors.File, numpy found) {
	t.Helper()
	tensor, err := file.Tensor(numpy.Name)
	noError(t, err)
	view, err := tensor.View()
	noError(t, err)
	elements := make([]float32, view.Len())
	_, err = view.ReadFloat32(elements, 0)
	noError(t, err)
	if least, greatest := float64(slices.Min(elements)), float64(slices.Max(elements)); least != numpy.Min || greatest != numpy.Max {
		t.Errorf("%s: from %v to %v in Go, from %v to %v in Python", numpy.Name, least, greatest, numpy.Min, numpy.Max)
	}
}

// checkByHelp runs the lines of Python that the help of preload shows.
func checkByHelp(t *testing.T, python, path, recorded string) {
	t.Helper()
	_, lines, found := strings.Cut(preloadHelp, "In Python:\n\n")
	lines, _, _ = strings.Cut(lines, "\n\n")
	if !found {
		t.Fatal("the help shows no Python")
	}
	script := "import sys\nDST = sys.argv[1]\n" + strings.ReplaceAll("\n"+lines, "\n  ", "\n")
	digest, err := exec.Command(python, "-c", script, path).Output()
	noError(t, err)
	if got := "sha256-of-1MiB-crc32:" + strings.TrimSpace(string(digest)); got != recorded {
		t.Errorf("in Python the checksum is %s, recorded is %s", got, recorded)
	}
}
