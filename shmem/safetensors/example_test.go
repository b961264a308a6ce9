package safetensors_test

import (
	"fmt"
	"log"
	"os"
	"path/filepath"
	"strings"

	"github.com/tensorshm/tensorshm/shmem"
	"github.com/tensorshm/tensorshm/shmem/safetensors"
)

// A model is written through the views of its file, and says of itself where it
// comes from.
func ExampleCreate() {
	folder, err := os.MkdirTemp("", "example")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(folder)

	model, err := safetensors.Create(filepath.Join(folder, "model.safetensors"), []safetensors.TensorSpec{
		{Name: "bias", DType: shmem.F32, Shape: []int{3}},
		{Name: "mask", DType: shmem.U8, Shape: []int{2, 2}},
		{Name: "steps", DType: shmem.I64}, // a single number
	}, safetensors.Metadata(map[string]string{"format": "pt"}), shmem.Mode(0o644))
	if err != nil {
		log.Fatal(err)
	}
	defer model.Close()

	steps, err := model.Tensor("steps")
	if err != nil {
		log.Fatal(err)
	}
	view, err := steps.View()
	if err != nil {
		log.Fatal(err)
	}
	number, err := view.AsMutSliceI64()
	if err != nil {
		log.Fatal(err)
	}
	number[0] = 1000

	fmt.Println(model.Metadata())
	for _, tensor := range model.Tensors() {
		fmt.Println(tensor.Name(), tensor.DType(), tensor.Shape(), tensor.ByteLen(), "bytes")
	}
	// Output:
	// map[format:pt]
	// steps i64 [] 8 bytes
	// bias f32 [3] 12 bytes
	// mask u8 [2 2] 4 bytes
}

// Weights from anywhere are summed where they lie; those that another program has
// put where no view can stand are copied first.
func ExampleOpen() {
	path := exampleFile()
	defer os.Remove(path)

	model, err := safetensors.Open(path, shmem.ReadOnly())
	if err != nil {
		log.Fatal(err)
	}
	defer model.Close()
	weights, err := model.Tensor("weights")
	if err != nil {
		log.Fatal(err)
	}
	view, err := weights.View()
	if err != nil { // shmem.ErrMisaligned, here
		fmt.Println("copied")
		heap, err := weights.Copy()
		if err != nil {
			log.Fatal(err)
		}
		view = &heap.View
	}

	sum := float32(0)
	err = view.Guard(func() error { // the file may be truncated meanwhile
		elements, err := view.AsSliceF32()
		for _, x := range elements {
			sum += x
		}
		return err
	})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(weights.Shape(), "sum", sum)
	// Output:
	// copied
	// [2 2] sum 10
}

// exampleFile makes a file whose first tensor is of one byte, so that the second is
// not aligned.
func exampleFile() (path string) {
	file, err := os.CreateTemp("", "example*.safetensors")
	if err != nil {
		log.Fatal(err)
	}
	header := `{"flag":{"dtype":"BOOL","shape":[],"data_offsets":[0,1]},"weights":{"dtype":"F32","shape":[2,2],"data_offsets":[1,17]}}`
	header += strings.Repeat(" ", 7-(len(header)+7)%8)
	data := "\x01" + "\x00\x00\x80\x3f" + "\x00\x00\x00\x40" + "\x00\x00\x40\x40" + "\x00\x00\x80\x40" // 1, 2, 3, 4
	if _, err := file.WriteString(string(withLength(uint64(len(header)), header)) + data); err != nil {
		log.Fatal(err)
	}
	if err := file.Close(); err != nil {
		log.Fatal(err)
	}
	return file.Name()
}
