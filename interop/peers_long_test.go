//go:build long

package interop

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/tensorshm/tensorshm/shmem"
)

var peers = []peer{
	{
		name: "numpy.memmap", command: pythonPeer("region_peer.py", "memmap"), argument: shmem.DType.String,
		exchange: shareRegions, worst: valuesWhereNumpyHasThem,
	},
	{
		name: "shared_memory", command: sharedMemoryPeer, argument: shmem.DType.String, folder: "/dev/shm",
		exchange: shareRegions, worst: valuesWhereNumpyHasThem,
	},
	{
		name: "safetensors", command: pythonPeer("safetensors_peer.py"), argument: shmem.DType.String,
		exchange: shareFiles, worst: inSafetensors(readsOnly),
	},
	{
		name: "safetensors.rs", command: rustPeer("safetensors"), argument: nameInSafetensors,
		exchange: shareFiles, worst: inSafetensors(asCodes),
	},
	{
		name: "fuel", command: rustPeer("fuel"), argument: shmem.DType.String,
		exchange: shareRegions, worst: func(shmem.DType) int { return notApplicable },
	},
	{
		name: "C", command: compileC, argument: shmem.DType.String,
		exchange: shareRegions, worst: func(shmem.DType) int { return asCodes },
	},
}

func valuesWhereNumpyHasThem(dtype shmem.DType) int {
	if dtype.Names().NumPy == "" {
		return asCodes
	}
	return asValues
}

// inSafetensors is worst for the dtypes that the format has.
func inSafetensors(worst int) func(shmem.DType) int {
	return func(dtype shmem.DType) int {
		if dtype.Names().Safetensors == "" {
			return notApplicable
		}
		return worst
	}
}

// nameInSafetensors is one that it does not know, where it has none.
func nameInSafetensors(dtype shmem.DType) string {
	if name := dtype.Names().Safetensors; name != "" {
		return name
	}
	return strings.ToUpper(dtype.String())
}

// pythonPeer runs a program of the folder python, which finds its modules there.
func pythonPeer(program string, arguments ...string) func(*testing.T) ([]string, error) {
	return func(*testing.T) ([]string, error) {
		interpreter, err := virtualPython()
		return append([]string{interpreter, "-B", filepath.Join("python", program)}, arguments...), err
	}
}

func sharedMemoryPeer(t *testing.T) ([]string, error) {
	if runtime.GOOS != "linux" {
		return nil, fmt.Errorf("%w: there is no /dev/shm", errMissing)
	}
	return pythonPeer("region_peer.py", "shared_memory")(t)
}

// compileC makes the peer in C, for the dtypes of the table.
func compileC(t *testing.T) ([]string, error) {
	if _, err := exec.LookPath("gcc"); err != nil {
		return nil, fmt.Errorf("%w: %w", errMissing, err)
	}
	folder := t.TempDir()
	var dtypes strings.Builder
	for dtype := range shmem.DTypes() {
		fmt.Fprintf(&dtypes, "DTYPE(%s, %s)\n", strings.ToUpper(dtype.String()), dtype)
	}
	if err := os.WriteFile(filepath.Join(folder, "region_peer_dtypes.h"), []byte(dtypes.String()), 0o600); err != nil {
		return nil, err
	}
	program := filepath.Join(folder, "region_peer")
	_, err := run("gcc", "-std=gnu17", "-O2", "-Wall", "-Wextra", "-Werror", "-I", "c", "-I", folder,
		"-o", program, filepath.Join("c", "region_peer.c"))
	return []string{program}, err
}

// rustPeer runs a program of the crate rust-peers.
func rustPeer(program string) func(*testing.T) ([]string, error) {
	return func(*testing.T) ([]string, error) {
		folder, err := buildRustPeers()
		return []string{filepath.Join(folder, program)}, err
	}
}

var buildRustPeers = sync.OnceValues(func() (folder string, err error) {
	target, err := buildRust("rust-peers")
	return filepath.Join(target, "debug"), err
})
