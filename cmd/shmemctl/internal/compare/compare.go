// Package compare finds where the tensors of two models differ.
package compare

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"sync/atomic"

	"github.com/tensorshm/tensorshm/cmd/shmemctl/internal/blocks"
	"github.com/tensorshm/tensorshm/cmd/shmemctl/internal/shape"
	"github.com/tensorshm/tensorshm/cmd/shmemctl/internal/source"
	"github.com/tensorshm/tensorshm/shmem"
	"github.com/tensorshm/tensorshm/shmem/safetensors"
)

// Difference is the first one found.
type Difference struct {
	Tensor string
	Detail string
}

// Named is a model and what to call it.
type Named struct {
	*source.Source
	Name string
}

// Models compares dtypes, shapes and bytes of all tensors, on as many goroutines as
// workers says, and returns the first difference in the order of a's tensors, or nil.
// Errors: *shmem.FaultError, that of ctx.
func Models(ctx context.Context, a, b Named, workers int) (*Difference, error) {
	for _, tensor := range a.Tensors() {
		other, err := b.Tensor(tensor.Name())
		if err != nil {
			return &Difference{tensor.Name(), "it is only in " + a.Name}, nil
		}
		if difference := describe(tensor, other); difference != "" {
			return &Difference{tensor.Name(), difference}, nil
		}
		at, err := firstDifference(ctx, bytesOf(a.Source, tensor), bytesOf(b.Source, other), int64(tensor.ByteLen()), workers)
		if err != nil {
			return nil, err
		}
		if at >= 0 {
			element := at * 8 / int64(tensor.DType().Bits())
			return &Difference{tensor.Name(), fmt.Sprintf("first at element %d, byte %d of the tensor", element, at)}, nil
		}
	}
	for _, tensor := range b.Tensors() {
		if _, err := a.Tensor(tensor.Name()); err != nil {
			return &Difference{tensor.Name(), "it is only in " + b.Name}, nil
		}
	}
	return nil, nil
}

func describe(a, b *safetensors.Tensor) string {
	switch {
	case a.DType() != b.DType():
		return fmt.Sprintf("%v, not %v", a.DType(), b.DType())
	case !slices.Equal(a.Shape(), b.Shape()):
		return fmt.Sprintf("shape %s, not %s", shape.Text(a.Shape()), shape.Text(b.Shape()))
	}
	return ""
}

// place is where a tensor's bytes are, aligned or not.
type place struct {
	region *shmem.Region
	offset int64
}

func bytesOf(s *source.Source, tensor *safetensors.Tensor) place {
	return place{s.File(tensor).Region, tensor.Offset()}
}

// firstDifference is the number of the first byte that differs, or -1.
func firstDifference(ctx context.Context, a, b place, size int64, workers int) (int64, error) {
	var first atomic.Int64
	first.Store(size)
	err := blocks.Each(ctx, size, workers, func(off, n int64) error {
		if off > first.Load() {
			return nil
		}
		return blocks.Read(a.region, a.offset+off, n, func(some []byte) error {
			return blocks.Read(b.region, b.offset+off, n, func(others []byte) error {
				if bytes.Equal(some, others) {
					return nil
				}
				at := 0
				for at < len(some)-1 && some[at] == others[at] { // who writes to them can make them equal by now
					at++
				}
				for known := first.Load(); off+int64(at) < known && !first.CompareAndSwap(known, off+int64(at)); known = first.Load() {
				}
				return nil
			})
		})
	})
	if first.Load() == size {
		return -1, err
	}
	return first.Load(), err
}
