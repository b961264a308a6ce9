package safetensors_test

import (
	"path/filepath"
	"slices"
	"testing"

	"github.com/tensorshm/tensorshm/shmem"
	"github.com/tensorshm/tensorshm/shmem/safetensors"
)

// What holds for every table, so it names no dtype.
func TestDTypesWithANameInSafetensorsAreFoundAgain(t *testing.T) {
	var specs []safetensors.TensorSpec
	oneByte := false
	for dtype := range shmem.DTypes() {
		oneByte = oneByte || dtype.SizeInBytes() == 1
		if unit, _ := dtype.Unit(); dtype.Names().Safetensors != "" {
			specs = append(specs, safetensors.TensorSpec{Name: dtype.String(), DType: dtype, Shape: []int{3, unit}})
		}
	}
	path := filepath.Join(t.TempDir(), "model.safetensors")
	created, err := safetensors.Create(path, specs)
	if err != nil {
		t.Fatal(err)
	}
	defer created.Close()
	opened, err := safetensors.Open(path)
	if !oneByte {
		t.Skipf("the table has no dtype of one byte to read files by: %v", err)
	}
	if err != nil {
		t.Fatal(err)
	}
	defer opened.Close()
	if got := len(opened.Tensors()); got != len(specs) {
		t.Errorf("%d tensors, want %d", got, len(specs))
	}
	for _, spec := range specs {
		tensor, err := opened.Tensor(spec.Name)
		if err != nil {
			t.Error(err)
			continue
		}
		view, err := tensor.View()
		if err != nil {
			t.Error(err)
			continue
		}
		if view.DType() != spec.DType || !slices.Equal(tensor.Shape(), spec.Shape) || view.Len() != spec.Shape[0]*spec.Shape[1] {
			t.Errorf("%s is %v %v in a %v", spec.Name, tensor.DType(), tensor.Shape(), view)
		}
	}
}
