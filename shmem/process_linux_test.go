package shmem_test

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/tensorshm/tensorshm/shmem"
)

// siblingFolder makes the test binary the second process of
// TestTwoProcessesShareEveryDType.
const siblingFolder = "TENSORSHM_SIBLING_FOLDER"

func TestTwoProcessesShareEveryDType(t *testing.T) {
	const unitsPerRegion = 16
	if folder := os.Getenv(siblingFolder); folder != "" {
		beSibling(t, folder, unitsPerRegion)
		return
	}
	folder := t.TempDir()
	regions := map[shmem.DType]*shmem.Storage{}
	for _, facts := range tableFacts {
		if facts.bits == 0 {
			continue
		}
		n := unitsPerRegion * facts.unitElements
		storage, err := shmem.Create(filepath.Join(folder, facts.text), facts.dtype, n)
		noError(t, err)
		defer storage.Close()
		memory, err := storage.Bytes()
		noError(t, err)
		copy(memory, elementBytes(t, facts, n))
		regions[facts.dtype] = storage
	}
	sibling := thisBinary("-test.run=^TestTwoProcessesShareEveryDType$", "-test.count=1")
	sibling.Env = append(os.Environ(), siblingFolder+"="+folder)
	if output, err := sibling.CombinedOutput(); err != nil {
		t.Fatalf("the second process: %v\n%s", err, output)
	}
	for _, facts := range tableFacts {
		storage, ok := regions[facts.dtype]
		if !ok {
			continue
		}
		memory, err := storage.Bytes()
		noError(t, err)
		if want := reversed(elementBytes(t, facts, storage.Len())); !bytes.Equal(memory, want) {
			t.Errorf("%v: after the second process wrote, the first reads % x, want % x", facts.dtype, memory, want)
		}
	}
}

// beSibling checks what the first process wrote and writes it back reversed.
func beSibling(t *testing.T, folder string, unitsPerRegion int) {
	for _, facts := range tableFacts {
		if facts.bits == 0 {
			continue
		}
		n := unitsPerRegion * facts.unitElements
		storage, err := shmem.Open(filepath.Join(folder, facts.text), facts.dtype, n)
		noError(t, err)
		memory, err := storage.Bytes()
		noError(t, err)
		want := elementBytes(t, facts, n)
		if !bytes.Equal(memory, want) {
			t.Errorf("%v: the second process reads % x, want % x", facts.dtype, memory, want)
		}
		copy(memory, reversed(want))
		noError(t, storage.Close())
	}
}

func reversed(memory []byte) []byte {
	backwards := make([]byte, len(memory))
	for i, value := range memory {
		backwards[len(memory)-1-i] = value
	}
	return backwards
}
