//go:build long

package interop

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/tensorshm/tensorshm/shmem"
	"github.com/tensorshm/tensorshm/shmem/minifloat"
)

// readmeBlock is a code block of the README, with the path that it maps replaced.
func readmeBlock(t *testing.T, heading, shown, path string) string {
	t.Helper()
	readme, err := os.ReadFile(filepath.Join("..", "README.md"))
	noError(t, err)
	found := regexp.MustCompile("(?ms)^```" + heading + "\n(.*?)^```$").FindSubmatch(readme)
	if found == nil || !strings.Contains(string(found[1]), shown) {
		t.Fatalf("the README has no block %q that maps %s", heading, shown)
	}
	return strings.ReplaceAll(string(found[1]), shown, path)
}

// keysOfTheReadme is the region that the README's producer fills.
func keysOfTheReadme(t *testing.T) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "kv")
	region, err := shmem.Create(path, shmem.BF16, 1024)
	noError(t, err)
	t.Cleanup(func() { region.Close() })
	keys, err := region.AsMutSliceBF16()
	noError(t, err)
	for i := range keys {
		keys[i] = minifloat.BF16FromFloat32(float32(i) / 4)
	}
	return path
}

const keyOfTheReadme = "key 9 is 2.25\n"

func TestReadmeReadsARegionInNumpy(t *testing.T) {
	interpreter, err := virtualPython()
	if err != nil {
		t.Skip(err)
	}
	program := readmeBlock(t, "python keys", "/dev/shm/kv", keysOfTheReadme(t))
	if got := output(t, interpreter, "-c", program); got != keyOfTheReadme {
		t.Errorf("it prints %q, want %q", got, keyOfTheReadme)
	}
}

func TestReadmeUnpacksF4InNumpy(t *testing.T) {
	interpreter, err := virtualPython()
	if err != nil {
		t.Skip(err)
	}
	path := filepath.Join(t.TempDir(), "weights")
	region, err := shmem.Create(path, shmem.F4, 32)
	noError(t, err)
	defer region.Close()
	groups, err := region.AsMutSliceF4()
	noError(t, err)
	var want strings.Builder
	for i := range region.Len() {
		groups[i/2].Set(i%2, minifloat.E2M1(i*5%16))
		fmt.Fprintf(&want, "%g ", groups[i/2].At(i%2).Float64())
	}
	program := readmeBlock(t, "python weights", "/dev/shm/weights", path) + "\nfor weight in weights:\n    print(f'{float(weight):g} ', end='')\n"
	if got := output(t, interpreter, "-c", program); got != want.String() {
		t.Errorf("it unpacks\n%s, want\n%s", got, want.String())
	}
}

func TestReadmeReadsARegionInC(t *testing.T) {
	needs(t, "gcc")
	folder := t.TempDir()
	file, program := filepath.Join(folder, "keys.c"), filepath.Join(folder, "keys")
	noError(t, os.WriteFile(file, []byte(readmeBlock(t, "c keys", "/dev/shm/kv", keysOfTheReadme(t))), 0o600))
	output(t, "gcc", "-std=c99", "-Wall", "-Wextra", "-Werror", "-I", "c", "-o", program, file)
	if got := output(t, program); got != keyOfTheReadme {
		t.Errorf("it prints %q, want %q", got, keyOfTheReadme)
	}
}
