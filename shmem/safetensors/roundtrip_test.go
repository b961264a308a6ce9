package safetensors_test

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/tensorshm/tensorshm/shmem"
	"github.com/tensorshm/tensorshm/shmem/safetensors"
)

func noError(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func TestCreatedFileIsSeenWholeByWhoOpensIt(t *testing.T) {
	path := filepath.Join(t.TempDir(), "model.safetensors")
	created, err := safetensors.Create(path, []safetensors.TensorSpec{
		{Name: "weight", DType: shmem.F32, Shape: []int{2, 3}},
		{Name: "scale", DType: shmem.F64},
		{Name: "packed", DType: shmem.F6E2M3, Shape: []int{1, 4}},
		{Name: "none", DType: shmem.BF16, Shape: []int{4, 0}},
	}, safetensors.Metadata(map[string]string{"format": "pt"}), shmem.Mode(0o640))
	noError(t, err)
	defer created.Close()
	weight, err := created.Tensor("weight")
	noError(t, err)
	view, err := weight.View()
	noError(t, err)
	elements, err := view.AsMutSliceF32()
	noError(t, err)
	for i := range elements {
		elements[i] = float32(i) / 2
	}

	opened, err := safetensors.Open(path, shmem.ReadOnly())
	noError(t, err)
	defer opened.Close()
	if got := opened.Metadata(); len(got) != 1 || got["format"] != "pt" {
		t.Errorf("metadata is %v", got)
	}
	if opened.DataOffset()%int64(os.Getpagesize()) != 0 {
		t.Errorf("the data begin at byte %d", opened.DataOffset())
	}
	var names []string
	for _, tensor := range opened.Tensors() {
		names = append(names, tensor.Name())
	}
	if want := []string{"scale", "weight", "none", "packed"}; !slices.Equal(names, want) {
		t.Errorf("tensors are %v, want %v", names, want)
	}
	weight, err = opened.Tensor("weight")
	noError(t, err)
	if !slices.Equal(weight.Shape(), []int{2, 3}) || weight.DType() != shmem.F32 || weight.Len() != 6 || weight.ByteLen() != 24 {
		t.Errorf("weight is %v %v, %d elements in %d bytes", weight.DType(), weight.Shape(), weight.Len(), weight.ByteLen())
	}
	view, err = weight.View()
	noError(t, err)
	seen, err := view.AsSliceF32()
	noError(t, err)
	if want := []float32{0, 0.5, 1, 1.5, 2, 2.5}; !slices.Equal(seen, want) {
		t.Errorf("elements are %v, want %v", seen, want)
	}
}
