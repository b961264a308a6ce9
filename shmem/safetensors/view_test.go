package safetensors_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tensorshm/tensorshm/shmem"
	"github.com/tensorshm/tensorshm/shmem/safetensors"
)

// specsOfEveryDType are tensors of each dtype that safetensors has a name for, each
// with the same number of elements.
func specsOfEveryDType(elements int) (specs []safetensors.TensorSpec) {
	for dtype := range shmem.DTypes() {
		if dtype.Names().Safetensors != "" {
			specs = append(specs, safetensors.TensorSpec{Name: "of " + dtype.String(), DType: dtype, Shape: []int{elements / 4, 4}})
		}
	}
	return specs
}

// pattern is size bytes that differ from those of another seed.
func pattern(size, seed int) []byte {
	memory := make([]byte, size)
	for i := range memory {
		memory[i] = byte(i*7 + seed*31 + 1)
	}
	return memory
}

func mustView(t testing.TB, tensor *safetensors.Tensor) *shmem.View {
	t.Helper()
	view, err := tensor.View()
	if err != nil {
		t.Fatal(err)
	}
	return view
}

func bytesOf(t testing.TB, view *shmem.View) []byte {
	t.Helper()
	memory, err := view.Bytes()
	if err != nil {
		t.Fatal(err)
	}
	return memory
}

func TestTensorsOfEveryDTypeAreSharedBetweenCreateAndOpen(t *testing.T) {
	specs := specsOfEveryDType(24)
	if len(specs) != len(formatDTypes) {
		t.Fatalf("%d dtypes, want %d", len(specs), len(formatDTypes))
	}
	path := filepath.Join(t.TempDir(), "file")
	created := mustCreate(t, path, specs...)
	writer, err := safetensors.Open(path)
	noError(t, err)
	defer writer.Close()
	reader, err := safetensors.Open(path, shmem.ReadOnly())
	noError(t, err)
	defer reader.Close()
	for seed, spec := range specs {
		tensors := []*safetensors.Tensor{mustTensor(t, created, spec.Name), mustTensor(t, writer, spec.Name), mustTensor(t, reader, spec.Name)}
		var views []*shmem.View
		for _, tensor := range tensors {
			view := mustView(t, tensor)
			views = append(views, view)
			if view.DType() != spec.DType || view.Len() != 24 || view.ByteLen() != tensor.ByteLen() {
				t.Errorf("%s: the view is %v of %d bytes", spec.Name, view, tensor.ByteLen())
			}
			if ref, err := view.AsHostBufferRef(); err != nil || ref.DType() != spec.DType || ref.Len() != 24 {
				t.Errorf("%s: typed access gives %v, %v", spec.Name, ref, err)
			}
			if memory := bytesOf(t, view); !bytes.Equal(memory, make([]byte, len(memory))) {
				t.Errorf("%s: elements begin as % x", spec.Name, memory)
			}
		}
		for round, by := range []*shmem.View{views[0], views[1]} { // each writes, all see
			want := pattern(by.ByteLen(), 2*seed+round)
			noError(t, by.CopyFrom(want, 1))
			for i, view := range views {
				if got := bytesOf(t, view); !bytes.Equal(got, want) {
					t.Errorf("%s: view %d holds % x, want % x", spec.Name, i, got, want)
				}
				heap, err := tensors[i].Copy()
				noError(t, err)
				if got := bytesOf(t, &heap.View); !bytes.Equal(got, want) || heap.DType() != spec.DType || heap.Len() != 24 || heap.Path() != "" {
					t.Errorf("%s: copy %d is %v with % x, want % x", spec.Name, i, heap, got, want)
				}
			}
		}
		if err := views[2].CopyFrom(pattern(views[2].ByteLen(), 0), 1); !errors.Is(err, shmem.ErrReadOnly) || views[2].Writable() || !views[1].Writable() {
			t.Errorf("%s: writing to a reader's view gives %v", spec.Name, err)
		}
	}
	content, err := os.ReadFile(path)
	noError(t, err)
	for seed, spec := range specs { // no tensor wrote over another
		tensor := mustTensor(t, reader, spec.Name)
		if got := content[tensor.Offset():][:tensor.ByteLen()]; !bytes.Equal(got, pattern(tensor.ByteLen(), 2*seed+1)) {
			t.Errorf("%s: the file holds % x", spec.Name, got)
		}
	}
}

func TestCopyIsIndependentOfTheFile(t *testing.T) {
	file := mustCreate(t, filepath.Join(t.TempDir(), "file"), safetensors.TensorSpec{Name: "a", DType: shmem.U8, Shape: []int{3}})
	view := mustView(t, mustTensor(t, file, "a"))
	noError(t, view.CopyFrom([]byte{1, 2, 3}, 1))
	heap, err := mustTensor(t, file, "a").Copy()
	noError(t, err)
	noError(t, view.CopyFrom([]byte{4, 5, 6}, 1))
	elements, err := heap.AsMutSliceU8()
	noError(t, err)
	elements[0] = 9
	if got := bytesOf(t, view); !bytes.Equal(elements, []byte{9, 2, 3}) || !bytes.Equal(got, []byte{4, 5, 6}) {
		t.Errorf("the copy holds %v, the file %v", elements, got)
	}
	noError(t, file.Close())
	if !bytes.Equal(bytesOf(t, &heap.View), []byte{9, 2, 3}) {
		t.Error("the copy ends with the file")
	}
}

// alignmentOf is that of a dtype's host type: a complex number stands where its
// halves can, and packed groups stand anywhere.
func alignmentOf(dtype shmem.DType) int {
	if dtype == shmem.C64 {
		return 4
	}
	return max(dtype.SizeInBytes(), 1)
}

func TestMisalignedTensorsHaveNoViewButACopy(t *testing.T) {
	for _, spec := range specsOfEveryDType(8) {
		alignment, size := alignmentOf(spec.DType), spec.DType.Bits()
		for ahead := range 9 {
			header := headerOf(entryOf("ahead", "U8", fmt.Sprintf("[%d]", ahead), 0, ahead), entryOf("a", spec.DType.Names().Safetensors, "[8]", ahead, ahead+size))
			header += strings.Repeat(" ", (16-(8+len(header))%16)%16)
			content := append(fileOf(header, ahead), pattern(size, ahead)...)
			file, err := safetensors.Open(writeFile(t, content))
			noError(t, err)
			tensor := mustTensor(t, file, "a")
			if tensor.Offset()%16 != int64(ahead%16) {
				t.Fatalf("the tensor begins at byte %d", tensor.Offset())
			}
			view, err := tensor.View()
			if ahead%alignment == 0 {
				if err != nil || !bytes.Equal(bytesOf(t, view), pattern(size, ahead)) {
					t.Errorf("%v at byte %d has no view, %v", spec.DType, ahead, err)
				}
			} else if !errors.Is(err, shmem.ErrMisaligned) || !strings.Contains(err.Error(), `tensor "a"`) || !strings.Contains(err.Error(), file.Path()) {
				t.Errorf("%v at byte %d gives %v, %v, want ErrMisaligned", spec.DType, ahead, view, err)
			}
			heap, err := tensor.Copy()
			noError(t, err)
			if !bytes.Equal(bytesOf(t, &heap.View), pattern(size, ahead)) || heap.DType() != spec.DType || heap.Len() != 8 {
				t.Errorf("%v at byte %d is copied as %v", spec.DType, ahead, heap)
			}
			noError(t, file.Close())
		}
	}
}

// Where the data begin at an odd byte, as other writers may have it.
func TestDataAtAnOddByteAreCopied(t *testing.T) {
	header := headerOf(entryOf("a", "F32", "[2]", 0, 8))
	header += strings.Repeat(" ", 1-len(header)%2)
	file, err := safetensors.Open(writeFile(t, append(fileOf(header, 0), pattern(8, 0)...)))
	noError(t, err)
	defer file.Close()
	if _, err := mustTensor(t, file, "a").View(); !errors.Is(err, shmem.ErrMisaligned) {
		t.Errorf("the data begin at byte %d and a view gives %v", file.DataOffset(), err)
	}
	heap, err := mustTensor(t, file, "a").Copy()
	noError(t, err)
	if !bytes.Equal(bytesOf(t, &heap.View), pattern(8, 0)) {
		t.Error("the copy is another")
	}
}

func TestEveryTensorThatCreateMakesHasAView(t *testing.T) {
	// Of one group each, with names in the order of none of the dtypes.
	var specs []safetensors.TensorSpec
	for dtype := range shmem.DTypes() {
		if dtype.Names().Safetensors != "" {
			elements, _ := dtype.Unit()
			specs = append(specs, safetensors.TensorSpec{Name: fmt.Sprintf("%02d", len(specs)*7%23), DType: dtype, Shape: []int{elements}})
		}
	}
	file := mustCreate(t, filepath.Join(t.TempDir(), "file"), specs...)
	for _, tensor := range file.Tensors() {
		mustView(t, tensor)
	}
	checkTensors(t, file)
}

func TestTensorsWithoutElementsHaveNoView(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	created := mustCreate(t, path, safetensors.TensorSpec{Name: "none", DType: shmem.F32, Shape: []int{2, 0}}, safetensors.TensorSpec{Name: "one", DType: shmem.U8})
	opened, err := safetensors.Open(path)
	noError(t, err)
	defer opened.Close()
	for _, file := range []*safetensors.File{created, opened} {
		none := mustTensor(t, file, "none")
		if view, err := none.View(); !errors.Is(err, shmem.ErrZeroLength) || view != nil {
			t.Errorf("a view gives %v, %v", view, err)
		}
		if heap, err := none.Copy(); !errors.Is(err, shmem.ErrZeroLength) || heap != nil {
			t.Errorf("a copy gives %v, %v", heap, err)
		}
		if none.Len() != 0 || none.ByteLen() != 0 || fmt.Sprint(none.Shape()) != "[2 0]" {
			t.Errorf("it has %d elements in %d bytes, %v", none.Len(), none.ByteLen(), none.Shape())
		}
		one := mustTensor(t, file, "one")
		if mustView(t, one).Len() != 1 || len(one.Shape()) != 0 {
			t.Errorf("a scalar has %d elements, shape %v", one.Len(), one.Shape())
		}
	}
}
