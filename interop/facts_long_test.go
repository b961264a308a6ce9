//go:build long

// Package interop proves that peers in other languages agree with shmem.
package interop

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tensorshm/tensorshm/shmem"
)

// counts are numbers of elements, some of which split a unit.
var counts = []int{0, 1, 2, 3, 4, 8, 12, 1000}

// facts is what every peer says of a dtype, a line each.
func facts(d shmem.DType) string {
	elements, _ := d.Unit()
	line := fmt.Sprintf("%d %s %d %d", d, d, d.Bits(), elements)
	for _, count := range counts {
		size, err := d.StorageBytes(count)
		if err != nil {
			size = 0
		}
		line += fmt.Sprintf(" %d", size)
	}
	return line + "\n"
}

// needs skips where a peer's tool is missing.
func needs(t *testing.T, tool string) {
	t.Helper()
	if _, err := exec.LookPath(tool); err != nil {
		t.Skipf("no %s here: %v", tool, err)
	}
}

func output(t *testing.T, name string, args ...string) string {
	t.Helper()
	combined, err := exec.Command(name, args...).CombinedOutput()
	if err != nil {
		t.Fatalf("%s %s: %v\n%s", name, strings.Join(args, " "), err, combined)
	}
	return string(combined)
}

func TestHeaderSaysInCAndInCPlusPlusWhatShmemSays(t *testing.T) {
	for _, compiler := range [][]string{
		{"gcc", "-std=c99", "-pedantic"},
		{"gcc", "-std=gnu17"},
		{"g++", "-x", "c++", "-std=c++11", "-pedantic"},
	} {
		t.Run(strings.Join(compiler, " "), func(t *testing.T) {
			needs(t, compiler[0])
			source := `#include "tensorshm.h"
#include <stdio.h>
int main(void)
{
	size_t counts[] = {` + strings.Trim(strings.ReplaceAll(fmt.Sprint(counts), " ", ", "), "[]") + `};
	tensorshm_dtype dtypes[] = {`
			want := ""
			sizes := ""
			for d := range shmem.DTypes() {
				constant := "TENSORSHM_DTYPE_" + strings.ToUpper(d.String())
				source += constant + ", "
				want += facts(d)
				if _, size := d.Unit(); size > 0 {
					sizes += fmt.Sprintf("\tif (sizeof(tensorshm_%v_t) != %d) return 1;\n", d, size)
				}
			}
			source += `};
	for (size_t i = 0; i < sizeof dtypes / sizeof *dtypes; i++) {
		printf("%d %s %u %u", dtypes[i], tensorshm_dtype_name(dtypes[i]), tensorshm_dtype_bits(dtypes[i]), tensorshm_dtype_unit_elements(dtypes[i]));
		for (size_t j = 0; j < sizeof counts / sizeof *counts; j++)
			printf(" %zu", tensorshm_storage_bytes(dtypes[i], counts[j]));
		printf("\n");
	}
	if (tensorshm_dtype_name(TENSORSHM_NO_DTYPE) != NULL || tensorshm_storage_bytes(TENSORSHM_NO_DTYPE, 4) != 0) return 2;
	if (tensorshm_storage_bytes(TENSORSHM_DTYPE_F64, SIZE_MAX / 8 + 1) != 0) return 3;
` + sizes + `	return 0;
}
`
			folder := t.TempDir()
			file, program := filepath.Join(folder, "facts.c"), filepath.Join(folder, "facts")
			if err := os.WriteFile(file, []byte(source), 0o600); err != nil {
				t.Fatal(err)
			}
			args := append(compiler[1:], "-Wall", "-Wextra", "-Werror", "-I", "c", "-o", program, file)
			output(t, compiler[0], args...)
			if got := output(t, program); got != want {
				t.Errorf("C says\n%s\nGo says\n%s", got, want)
			}
		})
	}
}

func TestPythonModuleSaysWhatShmemSays(t *testing.T) {
	needs(t, "python3")
	script := `
import sys
sys.dont_write_bytecode = True
sys.path.insert(0, "python")
import tensorshm_dtypes
def size(name, count):
    try:
        return tensorshm_dtypes.storage_bytes(name, count)
    except ValueError:
        return 0
for name, d in tensorshm_dtypes.DTYPES.items():
    assert d.name == name
    print(d.value, name, d.bits or 0, d.unit_elements or 0, *(size(name, count) for count in ` + strings.ReplaceAll(fmt.Sprint(counts), " ", ", ") + `))
for name, d in tensorshm_dtypes.DTYPES.items():
    print(name, d.status, d.numpy or "")
`
	want, names := "", ""
	for d := range shmem.DTypes() {
		want += facts(d)
		names += fmt.Sprintf("%v %v %s\n", d, d.Status(), d.Names().NumPy)
	}
	if got := output(t, "python3", "-c", script); got != want+names {
		t.Errorf("Python says\n%s\nGo says\n%s", got, want+names)
	}
}

func TestPythonModuleFindsWhatNumpyAndMlDtypesHave(t *testing.T) {
	interpreter, err := virtualPython()
	if err != nil {
		t.Skip(err)
	}
	got := output(t, interpreter, "-c", `
import sys
sys.dont_write_bytecode = True
sys.path.insert(0, "python")
import tensorshm_dtypes
for name, d in tensorshm_dtypes.DTYPES.items():
    if d.numpy:
        dtype = tensorshm_dtypes.numpy_dtype(name)
        print(name, dtype.name, dtype.itemsize)
`)
	want := ""
	for d := range shmem.DTypes() {
		if name := d.Names().NumPy; name != "" {
			want += fmt.Sprintf("%v %s %d\n", d, name, max(1, d.SizeInBytes())) // ml_dtypes keeps narrow elements in a byte each
		}
	}
	if got != want {
		t.Errorf("numpy says\n%s\nGo says\n%s", got, want)
	}
}
