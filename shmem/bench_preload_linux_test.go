//go:build bench

package shmem_test

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/tensorshm/tensorshm/shmem"
	"github.com/tensorshm/tensorshm/shmem/safetensors"
)

// preloadRows are what the program shmemctl costs that copies a model, sums it up and
// publishes it, as a process of its own, against copies that do no more than that.
var preloadRows = []row{
	{"shmemctl preload of 1 GiB", "the fastest plain copy: cp, io.Copy, between mappings by one or two", 1.25, false, preloads(plainCopies...)},
	{"shmemctl preload of 1 GiB", "cp", noGoal, false, preloads(plainCopies[0])},
}

const preloadBytes = 1 << 30

// plainCopy makes a file with the bytes of another.
type plainCopy struct {
	name string
	copy func(from, to string) error
}

var plainCopies = []plainCopy{
	{"cp", func(from, to string) error { return exec.Command("cp", from, to).Run() }},
	{"io.Copy", copyByIO},
	{"between mappings", func(from, to string) error { return copyMapped(from, to, 1) }},
	{"between mappings by two workers", func(from, to string) error { return copyMapped(from, to, 2) }},
}

func copyByIO(from, to string) error {
	source, err := os.Open(from)
	must(err)
	defer source.Close()
	destination, err := os.Create(to)
	must(err)
	_, err = io.Copy(destination, source)
	must(err)
	return destination.Close()
}

func copyMapped(from, to string, workers int) error {
	source, err := shmem.OpenRegion(from, shmem.ReadOnly())
	must(err)
	defer source.Close()
	view, err := source.ViewAs(shmem.U8, 0, int(source.Size()))
	must(err)
	bytes, err := view.Bytes()
	must(err)
	destination, err := shmem.Create(to, shmem.U8, len(bytes))
	must(err)
	must(destination.CopyFrom(bytes, workers))
	return destination.Close()
}

// preloads compares with the copy that is fastest now.
func preloads(copies ...plainCopy) func(*testing.T, string) (side, side, error) {
	return func(t *testing.T, folder string) (ours, theirs side, err error) {
		program, source, err := preloadOf(t, folder)
		if err != nil {
			return nil, nil, err
		}
		destination := filepath.Join(folder, "preloaded")
		fastest, least := plainCopy{}, time.Duration(0)
		for _, plain := range copies {
			spent := medianTime(3, func() {
				os.Remove(destination)
				must(plain.copy(source, destination))
			})
			t.Logf("%s takes %v", plain.name, spent)
			if least == 0 || spent < least {
				fastest, least = plain, spent
			}
		}
		afresh := func(copy func(from, to string) error) side {
			return func(r *run) {
				for range r.times {
					r.untimed(func() { os.Remove(destination) })
					must(copy(source, destination))
				}
			}
		}
		preload := func(from, to string) error { return exec.Command(program, "preload", from, to).Run() }
		return afresh(preload), afresh(fastest.copy), nil
	}
}

// medianTime is the median of times runs.
func medianTime(times int, work func()) time.Duration {
	var spent []time.Duration
	for range times {
		began := time.Now()
		work()
		spent = append(spent, time.Since(began))
	}
	slices.Sort(spent)
	return spent[times/2]
}

// preloadOf builds shmemctl and makes a model.
func preloadOf(t *testing.T, folder string) (program, source string, err error) {
	if err := room(folder, 2*preloadBytes+preloadBytes/8); err != nil {
		return "", "", err
	}
	program = filepath.Join(t.TempDir(), "shmemctl")
	if output, err := exec.Command("go", "build", "-o", program, "../cmd/shmemctl").CombinedOutput(); err != nil {
		return "", "", fmt.Errorf("%w: %s", err, output)
	}
	return program, benchModel(t, folder, "model", preloadBytes), nil
}

// benchModel makes a model of 64 tensors that take so many bytes, none of them zero.
func benchModel(t *testing.T, folder, name string, bytes int) string {
	path := filepath.Join(folder, name)
	var specs []safetensors.TensorSpec
	for i := range 64 {
		specs = append(specs, safetensors.TensorSpec{Name: fmt.Sprintf("layer.%02d.weight", i), DType: shmem.BF16, Shape: []int{bytes / 64 / 2}})
	}
	file, err := safetensors.Create(path, specs)
	must(err)
	t.Cleanup(func() {
		must(file.Remove())
		must(file.Close())
	})
	words, err := file.ViewAs(shmem.U64, file.DataOffset(), bytes/8)
	must(err)
	elements, err := words.AsMutSliceU64()
	must(err)
	for i := range elements {
		elements[i] = uint64(i+1) * 0x9e3779b97f4a7c15
	}
	return path
}

// safetensorsRows show that what a file holds is not looked at when it is opened.
var safetensorsRows = []row{
	{"safetensors.Open and Close of 1 GiB", "the same of 1 MiB in as many tensors", 1.10, false, opensModels},
}

func opensModels(t *testing.T, folder string) (ours, theirs side, err error) {
	if err := room(folder, preloadBytes+preloadBytes/8); err != nil {
		return nil, nil, err
	}
	opened := func(path string) side {
		return repeated(func() error {
			file, err := safetensors.Open(path, shmem.ReadOnly())
			must(err)
			return file.Close()
		})
	}
	return opened(benchModel(t, folder, "large", preloadBytes)), opened(benchModel(t, folder, "small", 1<<20)), nil
}
