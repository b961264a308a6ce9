//go:build long

package interop

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/tensorshm/tensorshm/shmem"
)

// TestTableHasEveryDTypeOfThePeers asks peers for the dtypes that they have, so
// that none is missing from the rows of the matrix.
func TestTableHasEveryDTypeOfThePeers(t *testing.T) {
	names := map[string]func(shmem.DType) []string{
		"safetensors":    func(d shmem.DType) []string { return []string{d.Names().NumPy, d.Names().Torch} },
		"safetensors.rs": func(d shmem.DType) []string { return []string{d.Names().Safetensors} },
		"fuel":           func(d shmem.DType) []string { return []string{d.String()} },
	}
	asked := 0
	for _, p := range peers {
		namesOf := names[p.name]
		if namesOf == nil {
			continue
		}
		asked++
		t.Run(p.name, func(t *testing.T) {
			command, err := p.command(t)
			if errors.Is(err, errMissing) {
				t.Skip(err)
			}
			noError(t, err)
			process, err := startProcess(append(command, p.argument(shmem.U8)), patience)
			noError(t, err)
			line, err := process.do("dtypes")
			noError(t, process.end(err))
			found := strings.Fields(line)
			if len(found) < 10 {
				t.Fatalf("the peer has only %q", found)
			}
			for _, name := range found {
				if !slices.ContainsFunc(slices.Collect(shmem.DTypes()), func(d shmem.DType) bool {
					return slices.Contains(namesOf(d), name)
				}) {
					t.Errorf("no dtype is the peer's %s", name)
				}
			}
		})
	}
	if asked != len(names) {
		t.Errorf("asked %d peers of %d", asked, len(names))
	}
}
