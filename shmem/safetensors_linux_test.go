package shmem_test

import (
	"errors"
	"testing"

	"github.com/tensorshm/tensorshm/shmem"
	"github.com/tensorshm/tensorshm/shmem/safetensors"
)

func TestModelsOnNetworkFilesystemsAreRefusedUnlessAllowed(t *testing.T) {
	const nfs = 0x6969
	folder := t.TempDir()
	shards := [][]safetensors.TensorSpec{{{Name: "a", DType: shmem.U8}}, {{Name: "b", DType: shmem.U8}}}
	local, err := safetensors.CreateModel(folder, shards)
	noError(t, err)
	defer local.Close()
	shmem.OnFilesystem(t, nfs, 1<<20, 1<<20)
	if _, err := safetensors.OpenModel(folder); !errors.Is(err, shmem.ErrUnsupportedFS) {
		t.Errorf("opening gives %v", err)
	}
	empty := t.TempDir()
	if _, err := safetensors.CreateModel(empty, shards); !errors.Is(err, shmem.ErrUnsupportedFS) {
		t.Errorf("creating gives %v", err)
	}
	wantOnly(t, empty)
	opened, err := safetensors.OpenModel(folder, shmem.AllowNetworkFS())
	noError(t, err)
	noError(t, opened.Close())
	created, err := safetensors.CreateModel(empty, shards, shmem.AllowNetworkFS())
	noError(t, err)
	noError(t, created.Close())
}
