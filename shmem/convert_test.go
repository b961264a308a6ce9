package shmem_test

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"path/filepath"
	"reflect"
	"slices"
	"sync"
	"testing"

	"github.com/x448/float16"

	"github.com/tensorshm/tensorshm/shmem"
	"github.com/tensorshm/tensorshm/shmem/minifloat"
)

// What holds of the conversions of every dtype of any table: no test here names
// one.

// floatConverter is what View and HostBufferRef have in common here.
type floatConverter interface {
	ReadFloat32(dst []float32, off int) (int, error)
	WriteFloat32(src []float32, off int) (int, error)
}

func floatDTypes() []shmem.DType {
	return slices.DeleteFunc(slices.Collect(shmem.DTypes()), func(d shmem.DType) bool { return !d.IsFloat() || !d.Supported() })
}

// units is a number of elements that any table's dtypes can have as a length.
func units(dtype shmem.DType, n int) int {
	elements, _ := dtype.Unit()
	return n * elements
}

// createRandom makes a region of random bytes.
func createRandom(t *testing.T, dtype shmem.DType, elements int) *shmem.Storage {
	t.Helper()
	storage, err := shmem.Create(filepath.Join(t.TempDir(), "region"), dtype, elements)
	noError(t, err)
	t.Cleanup(func() { storage.Close() })
	memory, err := storage.Bytes()
	noError(t, err)
	rand.NewChaCha8([32]byte{byte(dtype)}).Read(memory)
	return storage
}

// converters are the ways to the elements of a storage.
func converters(t *testing.T, storage *shmem.Storage) map[string]floatConverter {
	t.Helper()
	ref, err := storage.AsHostBufferRef()
	noError(t, err)
	return map[string]floatConverter{"View": &storage.View, "HostBufferRef": ref}
}

// scalarValues converts one element at a time, by what its host type has.
func scalarValues(t *testing.T, v *shmem.View) []float32 {
	t.Helper()
	ref, err := v.AsHostBufferRef()
	noError(t, err)
	var values []float32
	elements := reflect.ValueOf(ref)
	for i := range elements.Len() {
		element := elements.Index(i)
		at := element.Addr().MethodByName("At") // of a packed group
		if !at.IsValid() {
			values = append(values, scalarValue(t, element.Interface()))
			continue
		}
		for k := range ref.Len() / elements.Len() {
			values = append(values, scalarValue(t, at.Call([]reflect.Value{reflect.ValueOf(k)})[0].Interface()))
		}
	}
	return values
}

func scalarValue(t *testing.T, element any) float32 {
	t.Helper()
	switch x := element.(type) {
	case float32:
		return x
	case float64:
		return nearestFloat32(x)
	case float16.Float16:
		return minifloat.F16ToFloat32(x)
	case interface{ Float32() float32 }:
		return x.Float32()
	}
	t.Fatalf("no scalar conversion of %T is known", element)
	return 0
}

func nearestFloat32(x float64) float32 {
	if math.IsNaN(x) {
		return float32(math.NaN())
	}
	nearest, _ := new(big.Float).SetFloat64(x).Float32()
	return nearest
}

func sameFloat(a, b float32) bool {
	return math.Float32bits(a) == math.Float32bits(b) || a != a && b != b
}

// code is element i of memory by the layout that regions promise: the elements
// are one stream of bits.
func code(memory []byte, bits, i int) (code uint64) {
	for k := range bits {
		at := i*bits + k
		code |= uint64(memory[at/8]>>(at%8)&1) << k
	}
	return code
}

func setCode(memory []byte, bits, i int, code uint64) {
	for k := range bits {
		at := i*bits + k
		memory[at/8] = memory[at/8]&^(1<<(at%8)) | byte(code>>k&1)<<(at%8)
	}
}

const untouched = -12345.5 // in a dst, where nothing is stored

var convertedCounts = []int{0, 1, 2, 3, 7, 8, 9, 31, 64, 1000}

func TestReadFloat32GivesTheScalarValuesOfAnyRange(t *testing.T) {
	for _, dtype := range floatDTypes() {
		t.Run(dtype.String(), func(t *testing.T) {
			n := units(dtype, 24)
			storage := createRandom(t, dtype, n)
			values := scalarValues(t, &storage.View)
			for name, elements := range converters(t, storage) {
				for off := range n + 1 {
					for _, count := range convertedCounts {
						checkRead(t, fmt.Sprintf("%s from %d on", name, off), elements, values, off, count)
					}
				}
			}
		})
	}
}

// checkRead reads up to count elements and compares them with values.
func checkRead(t *testing.T, name string, elements floatConverter, values []float32, off, count int) {
	t.Helper()
	const margin = 3
	buffer := slices.Repeat([]float32{untouched}, margin+count+margin)
	want := min(count, len(values)-off)
	n, err := elements.ReadFloat32(buffer[margin:margin+count], off)
	if n != want || err != nil {
		t.Fatalf("%s: reading %d elements gives %d, %v; want %d", name, count, n, err, want)
	}
	for i, got := range buffer {
		at, wanted := off+i-margin, float32(untouched)
		if i >= margin && i < margin+want {
			wanted = values[at]
		}
		if !sameFloat(got, wanted) {
			t.Fatalf("%s: of %d elements number %d reads as %v, want %v", name, count, at, got, wanted)
		}
	}
}

func TestReadFloat32OfASubRangeCountsFromItsStart(t *testing.T) {
	for _, dtype := range floatDTypes() {
		storage := createRandom(t, dtype, units(dtype, 24))
		values := scalarValues(t, &storage.View)
		first, n := units(dtype, 7), units(dtype, 11)
		part, err := storage.Slice(first, n)
		noError(t, err)
		ref, err := part.AsHostBufferRef()
		noError(t, err)
		for off := range n + 1 {
			checkRead(t, fmt.Sprintf("%v: a view's part", dtype), part, values[first:first+n], off, n+1)
			checkRead(t, fmt.Sprintf("%v: the HostBufferRef of a part", dtype), ref, values[first:first+n], off, n+1)
		}
	}
}

// writable are numbers that dtype holds as they are, and their codes: those of
// random elements without the NaNs.
func writable(t *testing.T, dtype shmem.DType, n int) (numbers []float32, codes []uint64) {
	t.Helper()
	source := createRandom(t, dtype, units(dtype, 4*n))
	memory, err := source.Bytes()
	noError(t, err)
	for i, x := range scalarValues(t, &source.View) {
		if x != x || len(numbers) == n {
			continue
		}
		numbers = append(numbers, x)
		if dtype.Bits() > 32 {
			codes = append(codes, math.Float64bits(float64(x)))
		} else {
			codes = append(codes, code(memory, dtype.Bits(), i))
		}
	}
	if len(numbers) < n {
		t.Fatalf("%v: only %d of %d numbers", dtype, len(numbers), n)
	}
	return numbers, codes
}

func TestWriteFloat32StoresAnyRangeAndLeavesTheRestAlone(t *testing.T) {
	for _, dtype := range floatDTypes() {
		t.Run(dtype.String(), func(t *testing.T) {
			n := units(dtype, 24)
			storage := createRandom(t, dtype, n)
			memory, err := storage.Bytes()
			noError(t, err)
			before := bytes.Clone(memory)
			numbers, codes := writable(t, dtype, slices.Max(convertedCounts))
			for name, elements := range converters(t, storage) {
				for off := range n + 1 {
					for _, count := range convertedCounts {
						copy(memory, before)
						want := bytes.Clone(before)
						wanted := min(count, n-off)
						for i, code := range codes[:wanted] {
							setCode(want, dtype.Bits(), off+i, code)
						}
						got, err := elements.WriteFloat32(numbers[:count], off)
						if got != wanted || err != nil || !bytes.Equal(memory, want) {
							t.Fatalf("%s: writing %d numbers from %d on gives %d, %v, want %d, and\n% x, want\n% x", name, count, off, got, err, wanted, memory, want)
						}
					}
				}
			}
		})
	}
}

func TestWriteFloat32StoresTheNearestElement(t *testing.T) {
	for _, dtype := range floatDTypes() {
		if dtype.Bits() > 16 {
			continue // has every float32
		}
		t.Run(dtype.String(), func(t *testing.T) {
			numbers, nearest := betweenElements(t, dtype)
			storage := createRandom(t, dtype, units(dtype, len(numbers)))
			for name, elements := range converters(t, storage) {
				n, err := elements.WriteFloat32(numbers, 0)
				if n != len(numbers) || err != nil {
					t.Fatalf("%s: WriteFloat32 gives %d, %v; want %d", name, n, err, len(numbers))
				}
				for i, got := range scalarValues(t, &storage.View)[:n] {
					if got != nearest[i] {
						t.Fatalf("%s: %v is stored as %v, want %v", name, numbers[i], got, nearest[i])
					}
				}
				memory, err := storage.Bytes()
				noError(t, err)
				clear(memory)
			}
		})
	}
}

// betweenElements are numbers between each two neighbours among the values of
// dtype, a quarter of the way from either, and which of the two is nearer.
func betweenElements(t *testing.T, dtype shmem.DType) (numbers, nearest []float32) {
	t.Helper()
	all := createRandom(t, dtype, units(dtype, 1<<dtype.Bits()))
	memory, err := all.Bytes()
	noError(t, err)
	for i := range all.Len() {
		setCode(memory, dtype.Bits(), i, uint64(i))
	}
	values := slices.DeleteFunc(scalarValues(t, &all.View), func(x float32) bool { return x-x != 0 })
	slices.Sort(values)
	values = slices.Compact(values)
	for i, high := range values[1:] {
		low := values[i]
		quarter := (float64(high) - float64(low)) / 4
		numbers = append(numbers, float32(float64(low)+quarter), float32(float64(high)-quarter))
		nearest = append(nearest, low, high)
	}
	return numbers, nearest
}

func TestTwoGoroutinesConvertTheHalvesOfARegion(t *testing.T) {
	for _, dtype := range floatDTypes() {
		n := units(dtype, 1000)
		numbers, _ := writable(t, dtype, n)
		storage := createRandom(t, dtype, n)
		for name, elements := range converters(t, storage) {
			memory, err := storage.Bytes()
			noError(t, err)
			clear(memory)
			halves := func(convert func(numbers []float32, off int) (int, error), numbers []float32) {
				var group sync.WaitGroup
				for _, off := range []int{0, n / 2} {
					group.Go(func() {
						if got, err := convert(numbers[off:off+n/2], off); got != n/2 || err != nil {
							t.Errorf("%v: %s: the half from %d on gives %d, %v", dtype, name, off, got, err)
						}
					})
				}
				group.Wait()
			}
			halves(elements.WriteFloat32, numbers)
			got := make([]float32, n)
			halves(elements.ReadFloat32, got)
			if !slices.EqualFunc(got, numbers, sameFloat) {
				t.Errorf("%v: %s: the halves are not the whole that was written", dtype, name)
			}
		}
	}
}

func TestASecondHandleReadsWhatWriteFloat32Stored(t *testing.T) {
	for _, dtype := range floatDTypes() {
		n := units(dtype, 16)
		numbers, _ := writable(t, dtype, n)
		storage := createRandom(t, dtype, n)
		sibling, err := shmem.Open(storage.Path(), dtype, n, shmem.ReadOnly())
		noError(t, err)
		defer sibling.Close()
		for name, elements := range converters(t, storage) {
			_, err := elements.WriteFloat32(numbers, 0)
			noError(t, err)
			got := make([]float32, n)
			if read, err := sibling.ReadFloat32(got, 0); read != n || err != nil || !slices.EqualFunc(got, numbers, sameFloat) {
				t.Errorf("%v: after %s.WriteFloat32 a sibling reads %v, %v; want %v", dtype, name, got[:read], err, numbers)
			}
			slices.Reverse(numbers) // so that the next write changes something
		}
	}
}

func TestConversionsOutsideTheElementsAreOutOfRange(t *testing.T) {
	for _, dtype := range floatDTypes() {
		n := units(dtype, 3)
		storage := createRandom(t, dtype, n)
		memory, err := storage.Bytes()
		noError(t, err)
		before := bytes.Clone(memory)
		for name, elements := range converters(t, storage) {
			path := map[string]string{"View": " " + storage.Path()}[name]
			for op, convert := range map[string]func([]float32, int) (int, error){"ReadFloat32": elements.ReadFloat32, "WriteFloat32": elements.WriteFloat32} {
				for _, test := range []struct{ off, count int }{{-1, 2}, {-1, 0}, {math.MinInt, 2}, {n + 1, 2}, {n + 1, 0}, {math.MaxInt, 2}} {
					got, err := convert(make([]float32, test.count), test.off)
					want := fmt.Sprintf("shmem: %s%s: out of range: %d elements from element %d of %d", op, path, test.count, test.off, n)
					if got != 0 || !errors.Is(err, shmem.ErrRange) || err.Error() != want {
						t.Errorf("%v: %s gives %d, %v; want %s", dtype, name, got, err, want)
					}
				}
				for _, test := range []struct{ off, count int }{{n, 2}, {n, 0}, {0, 0}} {
					if got, err := convert(make([]float32, test.count), test.off); got != 0 || err != nil {
						t.Errorf("%v: %s.%s of %d elements from %d on gives %d, %v", dtype, name, op, test.count, test.off, got, err)
					}
				}
			}
		}
		if !bytes.Equal(memory, before) {
			t.Errorf("%v: conversions of nothing change the region", dtype)
		}
	}
}

func TestConversionOfWhatIsNoFloatDeclines(t *testing.T) {
	for dtype := range shmem.DTypes() {
		if dtype.Bits() == 0 || slices.Contains(floatDTypes(), dtype) {
			continue
		}
		storage := createRandom(t, dtype, units(dtype, 3))
		readOnly, err := shmem.Open(storage.Path(), dtype, units(dtype, 3), shmem.ReadOnly())
		noError(t, err)
		defer readOnly.Close()
		elements := map[string]floatConverter{" " + storage.Path(): &readOnly.View}
		if ref, err := storage.AsHostBufferRef(); err == nil {
			elements[""] = ref
		}
		for path, elements := range elements {
			for op, convert := range map[string]func([]float32, int) (int, error){"ReadFloat32": elements.ReadFloat32, "WriteFloat32": elements.WriteFloat32} {
				n, err := convert(make([]float32, 2), -1) // which is out of range as well
				if n != 0 {
					t.Errorf("%v: %s converts %d elements", dtype, op, n)
				}
				if dtype.IsFloat() {
					wantDeclined(t, err, dtypeFacts{dtype: dtype, rationale: dtype.Rationale()}, op)
					continue
				}
				want := fmt.Sprintf("shmem: %s%s: dtype mismatch: %v is no float dtype", op, path, dtype)
				if !errors.Is(err, shmem.ErrDTypeMismatch) || err.Error() != want {
					t.Errorf("%T: %s of %v gives %v, want %s", elements, op, dtype, err, want)
				}
			}
		}
		noError(t, readOnly.Close())
		_, readErr := readOnly.ReadFloat32(nil, -1)
		_, writeErr := readOnly.WriteFloat32(nil, -1)
		wantClosed(t, dtype.String(), readErr, writeErr)
	}
}

func TestReadOnlyAndClosedRegionsDeclineConversionsBeforeTheirRange(t *testing.T) {
	for _, dtype := range floatDTypes() {
		n := units(dtype, 3)
		storage := createRandom(t, dtype, n)
		values := scalarValues(t, &storage.View)
		readOnly, err := shmem.Open(storage.Path(), dtype, n, shmem.ReadOnly())
		noError(t, err)
		defer readOnly.Close()
		checkRead(t, dtype.String()+": a read-only view", &readOnly.View, values, 1, n)
		for _, off := range []int{0, n, -1} {
			got, err := readOnly.WriteFloat32(make([]float32, 1), off)
			if want := "shmem: WriteFloat32 " + storage.Path() + ": read-only region"; got != 0 || !errors.Is(err, shmem.ErrReadOnly) || err.Error() != want {
				t.Errorf("%v: WriteFloat32 from %d on gives %d, %v; want %s", dtype, off, got, err, want)
			}
		}
		noError(t, readOnly.Close())
		for _, off := range []int{0, n, -1} {
			read, readErr := readOnly.ReadFloat32(make([]float32, 1), off)
			written, writeErr := readOnly.WriteFloat32(make([]float32, 1), off)
			wantClosed(t, dtype.String(), readErr, writeErr)
			if read != 0 || written != 0 {
				t.Errorf("%v: a closed region converts %d and %d elements", dtype, read, written)
			}
		}
	}
	for name, v := range map[string]*shmem.View{"nil View": nil, "zero View": {}, "View of a zero Storage": &(&shmem.Storage{}).View} {
		_, readErr := v.ReadFloat32(nil, 0)
		_, writeErr := v.WriteFloat32(nil, 0)
		wantClosed(t, name, readErr, writeErr)
	}
}

func TestConversionsWorkOnOwnedBuffersAndEmptyOnes(t *testing.T) {
	for _, dtype := range floatDTypes() {
		storage := createRandom(t, dtype, units(dtype, 5))
		values := scalarValues(t, &storage.View)
		owned, err := storage.IntoHostBuffer()
		noError(t, err)
		ref := owned.AsRef()
		checkRead(t, dtype.String()+": an owned buffer", ref, values, 3, len(values))
		numbers, _ := writable(t, dtype, 2)
		if n, err := ref.WriteFloat32(numbers, 1); n != 2 || err != nil {
			t.Errorf("%v: writing to an owned buffer gives %d, %v", dtype, n, err)
		}
		checkRead(t, dtype.String()+": an owned buffer", ref, slices.Concat(values[:1], numbers, values[3:]), 0, len(values))

		empty := reflect.Zero(reflect.TypeOf(ref)).Interface().(shmem.HostBufferRef)
		read, readErr := empty.ReadFloat32(make([]float32, 1), 0)
		written, writeErr := empty.WriteFloat32(make([]float32, 1), 0)
		_, rangeErr := empty.ReadFloat32(nil, 1)
		if read != 0 || readErr != nil || written != 0 || writeErr != nil || !errors.Is(rangeErr, shmem.ErrRange) {
			t.Errorf("%v: a nil HostBufferRef gives %d, %v; %d, %v; %v", dtype, read, readErr, written, writeErr, rangeErr)
		}
	}
}

func TestConversionsDoNotAllocate(t *testing.T) {
	for _, dtype := range floatDTypes() {
		storage := createRandom(t, dtype, units(dtype, 20))
		part, err := storage.Slice(units(dtype, 3), units(dtype, 9))
		noError(t, err)
		numbers := make([]float32, part.Len())
		elements := converters(t, storage)
		elements["sub-range"] = part
		for name, elements := range elements {
			if allocations := testing.AllocsPerRun(100, func() {
				read, readErr := elements.ReadFloat32(numbers, 1)
				written, writeErr := elements.WriteFloat32(numbers[:read], 0)
				if written == 0 || readErr != nil || writeErr != nil {
					t.Errorf("%v: %s: %v, %v", dtype, name, readErr, writeErr)
				}
			}); allocations != 0 {
				t.Errorf("%v: conversions of a %s allocate %v times", dtype, name, allocations)
			}
		}
	}
}
