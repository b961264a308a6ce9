package safetensors

import (
	"errors"
	"slices"

	"github.com/tensorshm/tensorshm/shmem"
)

// TensorSpec describes a tensor to Create.
type TensorSpec struct {
	Name  string // valid UTF-8, unique in the file, and not "__metadata__"
	DType shmem.DType
	Shape []int // dimensions in elements, row-major; none for a single element
}

// Tensor is a tensor of an open file: its description and its place. It lives as
// long as the file is open. A nil *Tensor answers shmem.ErrClosed and zero values.
type Tensor struct {
	region *shmem.Region
	entry  entry
	offset int64 // in bytes from the start of the region
}

// Name returns the tensor's name.
func (t *Tensor) Name() string {
	if t == nil {
		return ""
	}
	return t.entry.name
}

// DType returns the dtype of the elements.
func (t *Tensor) DType() shmem.DType {
	if t == nil {
		return 0
	}
	return t.entry.dtype
}

// Shape returns a copy of the dimensions, in elements; the last one varies fastest.
// It is empty for a single element.
func (t *Tensor) Shape() []int {
	if t == nil {
		return nil
	}
	return slices.Clone(t.entry.shape)
}

// Len returns the number of elements, the product of the dimensions.
func (t *Tensor) Len() int {
	if t == nil {
		return 0
	}
	return t.entry.elements
}

// ByteLen returns the number of bytes that the elements take.
func (t *Tensor) ByteLen() int {
	if t == nil {
		return 0
	}
	return int(t.entry.end - t.entry.begin)
}

// Offset returns where the elements begin, in bytes from the start of the region,
// which is that of the file.
func (t *Tensor) Offset() int64 {
	if t == nil {
		return 0
	}
	return t.offset
}

// View returns the elements as a view, which aliases the file's pages, is writable
// unless the file was opened ReadOnly, and lives as long as the file is open. Errors:
// shmem.ErrClosed; shmem.ErrZeroLength for a tensor without elements;
// shmem.ErrMisaligned for one that begins where its host type cannot stand, which has
// to be copied.
func (t *Tensor) View() (*shmem.View, error) {
	if t == nil {
		t = &Tensor{}
	}
	view, err := t.region.ViewAs(t.entry.dtype, t.offset, t.entry.elements)
	if err != nil {
		return nil, &operationError{op: "view", tensor: t.entry.name, cause: err}
	}
	return view, nil
}

// Copy returns a copy of the elements in ordinary memory, as of shmem.NewHeap, for
// aligned tensors and others. It is made under a Guard. Errors: shmem.ErrClosed,
// shmem.ErrZeroLength for a tensor without elements, *shmem.FaultError, shmem.ErrNoSpace.
func (t *Tensor) Copy() (*shmem.Storage, error) {
	if t == nil {
		t = &Tensor{}
	}
	storage, err := t.copy()
	if err != nil {
		return nil, &operationError{op: "copy", tensor: t.entry.name, cause: err}
	}
	return storage, nil
}

func (t *Tensor) copy() (*shmem.Storage, error) {
	elements, err := t.region.ViewAs(t.entry.dtype, t.offset, t.entry.elements)
	if errors.Is(err, shmem.ErrMisaligned) {
		elements, err = t.region.ViewAs(byteDType(), t.offset, t.ByteLen())
	}
	if err != nil {
		return nil, err
	}
	storage, err := shmem.NewHeap(t.entry.dtype, t.entry.elements)
	if err != nil {
		return nil, err
	}
	memory, err := storage.Bytes()
	if err == nil {
		err = elements.CopyTo(memory, 1)
	}
	if err != nil {
		return nil, err
	}
	return storage, nil
}
