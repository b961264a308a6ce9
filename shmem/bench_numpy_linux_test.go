//go:build bench

package shmem_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"

	"github.com/tensorshm/tensorshm/shmem"
)

const largeElements = 64 << 20 / 4 // 64 MiB of float32

// numpyRows compare with astype of numpy and ml_dtypes, which makes a new array,
// as a program there does. They keep f6 and f4 in a byte each, ours are packed.
func numpyRows() []row {
	var rows []row
	for _, size := range []struct {
		text     string
		elements int
	}{{"256 KiB", cachedElements}, {"64 MiB", largeElements}} {
		allocatesNever := size.elements == cachedElements // counting calls a hundred times
		for _, n := range slices.Concat(narrowFloats, wideFloats) {
			numpy := n.dtype.Names().NumPy
			decode, encode := fmt.Sprintf("numpy's %s.astype(float32)", numpy), fmt.Sprintf("numpy's float32.astype(%s)", numpy)
			if n.dtype.Bits() < 8 {
				decode, encode = decode+" of a byte each", encode+" to a byte each"
			}
			rows = append(rows,
				row{fmt.Sprintf("Decode %v to %s of f32", n.dtype, size.text), decode, 1, allocatesNever, decodesAgainstNumPy(n.dtype, size.elements, "astype")},
				row{fmt.Sprintf("Encode %v from %s of f32", n.dtype, size.text), encode, 1, allocatesNever, encodesAgainstNumPy(n.dtype, size.elements)},
			)
		}
	}
	return append(rows,
		row{"Decode bf16 to 64 MiB of f32", "numpy's copyto an array that is there", noGoal, false, decodesAgainstNumPy(shmem.BF16, largeElements, "copyto")},
		row{"Decode f16 to 64 MiB of f32", "numpy's copyto an array that is there", noGoal, false, decodesAgainstNumPy(shmem.F16, largeElements, "copyto")},
	)
}

func decodesAgainstNumPy(dtype shmem.DType, elements int, method string) func(*testing.T, string) (side, side, error) {
	return func(t *testing.T, folder string) (side, side, error) {
		p, err := pairOf(t, folder, dtype, elements)
		if err != nil {
			return nil, nil, err
		}
		theirs, err := numPy(t, folder, method, p.codes, p.values, p.decode)
		return p.decode, theirs, err
	}
}

func encodesAgainstNumPy(dtype shmem.DType, elements int) func(*testing.T, string) (side, side, error) {
	return func(t *testing.T, folder string) (side, side, error) {
		p, err := pairOf(t, folder, dtype, elements)
		if err != nil {
			return nil, nil, err
		}
		theirs, err := numPy(t, folder, "astype", p.values, p.codes, p.encode)
		return p.encode, theirs, err
	}
}

// numPy converts between regions like from and to, as ours does.
func numPy(t *testing.T, folder, method string, from, to *shmem.Storage, ours side) (side, error) {
	t.Helper()
	result, err := namedRegion(t, filepath.Join(folder, "theirs"), to.DType(), to.Len())
	if err != nil {
		return nil, err
	}
	p, err := startPeer(t, exec.Command(python(), "testdata/bench/convert.py", method,
		from.DType().Names().NumPy, to.DType().Names().NumPy, from.Path(), result.Path()))
	if err != nil {
		return nil, err
	}
	return p.side, agree(ours, p, to, result)
}

// python is the interpreter that TENSORSHM_PYTHON names, or else python3.
func python() string {
	if named := os.Getenv("TENSORSHM_PYTHON"); named != "" {
		return named
	}
	return "python3"
}
