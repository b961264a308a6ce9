package statistics

import (
	"context"
	"math"
	"slices"

	"github.com/tensorshm/tensorshm/shmem"
)

// chunk is how many elements are read at a time: little enough for the cache.
const chunk = 4096

// numbers are the elements of a view as float64s, and as what they are.
type numbers interface {
	// visit calls see with all elements, in order, some at a time.
	visit(ctx context.Context, see func([]float64)) error
	// extremes returns the least and the greatest element where float64s do not
	// hold them, or nil.
	extremes(ctx context.Context) (least, greatest Value, err error)
	// exact is the element that a float64 of visit stands for.
	exact(x float64) Value
	// values returns n elements from off on.
	values(off, n int) ([]Value, error)
}

func numbersOf(view *shmem.View) (numbers, error) {
	ref, err := view.AsHostBufferRef()
	if err != nil {
		return nil, err
	}
	switch elements := ref.(type) {
	case shmem.HostBufferRefF64:
		return doubles{slice[float64]{view, elements}}, nil
	case shmem.HostBufferRefC64:
		return complexes{slice[complex64]{view, elements}}, nil
	case shmem.HostBufferRefBool:
		return truths{slice[uint8]{view, elements}}, nil
	case shmem.HostBufferRefU8:
		return integers[uint8]{slice[uint8]{view, elements}}, nil
	case shmem.HostBufferRefI8:
		return integers[int8]{slice[int8]{view, elements}}, nil
	case shmem.HostBufferRefU16:
		return integers[uint16]{slice[uint16]{view, elements}}, nil
	case shmem.HostBufferRefI16:
		return integers[int16]{slice[int16]{view, elements}}, nil
	case shmem.HostBufferRefU32:
		return integers[uint32]{slice[uint32]{view, elements}}, nil
	case shmem.HostBufferRefI32:
		return integers[int32]{slice[int32]{view, elements}}, nil
	case shmem.HostBufferRefU64:
		return integers[uint64]{slice[uint64]{view, elements}}, nil
	case shmem.HostBufferRefI64:
		return integers[int64]{slice[int64]{view, elements}}, nil
	}
	return floats{view}, nil // or an error of ReadFloat32, for a dtype that is new
}

// floats are those that a float32 holds exactly, packed ones included.
type floats struct{ view *shmem.View }

func (f floats) visit(ctx context.Context, see func([]float64)) error {
	size := min(chunk, f.view.Len()) // models have many small tensors
	narrow, wide := make([]float32, size), make([]float64, size)
	for off := 0; off < f.view.Len(); {
		if err := ctx.Err(); err != nil {
			return err
		}
		n, err := f.view.ReadFloat32(narrow, off)
		if err != nil {
			return err
		}
		for i, x := range narrow[:n] {
			wide[i] = float64(x)
		}
		see(wide[:n])
		off += n
	}
	return nil
}

func (f floats) extremes(context.Context) (least, greatest Value, err error) { return nil, nil, nil }

func (f floats) exact(x float64) Value { return floatValue{x, 32} }

func (f floats) values(off, n int) ([]Value, error) {
	narrow := make([]float32, n)
	if _, err := f.view.ReadFloat32(narrow, off); err != nil {
		return nil, err
	}
	var values []Value
	for _, x := range narrow {
		values = append(values, f.exact(float64(x)))
	}
	return values, nil
}

// slice is elements that stand in the view's memory as they are.
type slice[T any] struct {
	view     *shmem.View
	elements []T
}

// chunks calls see with all elements, in order, some at a time and guarded.
func (s slice[T]) chunks(ctx context.Context, see func([]T)) error {
	for part := range slices.Chunk(s.elements, chunk) {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := s.view.Guard(func() error { see(part); return nil }); err != nil {
			return err
		}
	}
	return nil
}

func (s slice[T]) visitAs(ctx context.Context, number func(T) float64, see func([]float64)) error {
	wide := make([]float64, min(chunk, len(s.elements)))
	return s.chunks(ctx, func(part []T) {
		for i, x := range part {
			wide[i] = number(x)
		}
		see(wide[:len(part)])
	})
}

func (s slice[T]) valuesAs(value func(T) Value, off, n int) (values []Value, err error) {
	err = s.view.Guard(func() error {
		for _, x := range s.elements[off : off+n] {
			values = append(values, value(x))
		}
		return nil
	})
	return values, err
}

type doubles struct{ slice[float64] }

func (d doubles) visit(ctx context.Context, see func([]float64)) error {
	return d.visitAs(ctx, func(x float64) float64 { return x }, see)
}

func (d doubles) extremes(context.Context) (least, greatest Value, err error) { return nil, nil, nil }

func (d doubles) exact(x float64) Value { return floatValue{x, 64} }

func (d doubles) values(off, n int) ([]Value, error) { return d.valuesAs(d.exact, off, n) }

type integer interface {
	~int8 | ~int16 | ~int32 | ~int64 | ~uint8 | ~uint16 | ~uint32 | ~uint64
}

type integers[T integer] struct{ slice[T] }

func (n integers[T]) visit(ctx context.Context, see func([]float64)) error {
	return n.visitAs(ctx, func(x T) float64 { return float64(x) }, see)
}

func (n integers[T]) extremes(ctx context.Context) (least, greatest Value, err error) {
	var lowest, highest T
	first := true
	err = n.chunks(ctx, func(part []T) {
		if first {
			lowest, highest, first = part[0], part[0], false
		}
		lowest, highest = min(lowest, slices.Min(part)), max(highest, slices.Max(part))
	})
	return integerValue(lowest), integerValue(highest), err
}

func (n integers[T]) exact(x float64) Value { return floatValue{x, 64} }

func (n integers[T]) values(off, count int) ([]Value, error) {
	return n.valuesAs(integerValue[T], off, count)
}

// truths are bytes of which every one but 0 is true.
type truths struct{ slice[uint8] }

func (t truths) visit(ctx context.Context, see func([]float64)) error {
	return t.visitAs(ctx, func(x uint8) float64 {
		if x != 0 {
			return 1
		}
		return 0
	}, see)
}

func (t truths) extremes(context.Context) (least, greatest Value, err error) { return nil, nil, nil }

func (t truths) exact(x float64) Value { return truthValue(x != 0) }

func (t truths) values(off, n int) ([]Value, error) {
	return t.valuesAs(func(x uint8) Value { return truthValue(x != 0) }, off, n)
}

// complexes are described by their magnitudes.
type complexes struct{ slice[complex64] }

func (c complexes) visit(ctx context.Context, see func([]float64)) error {
	return c.visitAs(ctx, magnitude, see)
}

func magnitude(z complex64) float64 {
	re, im := float64(real(z)), float64(imag(z))
	if re != re || im != im {
		return math.NaN() // Hypot would let an infinite part win
	}
	return math.Hypot(re, im)
}

func (c complexes) extremes(context.Context) (least, greatest Value, err error) {
	return nil, nil, nil
}

func (c complexes) exact(x float64) Value { return floatValue{x, 64} }

func (c complexes) values(off, n int) ([]Value, error) {
	return c.valuesAs(func(z complex64) Value { return complexValue(z) }, off, n)
}
