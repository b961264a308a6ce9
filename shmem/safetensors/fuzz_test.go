package safetensors_test

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"math"
	"math/big"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"unicode/utf8"

	"github.com/tensorshm/tensorshm/shmem"
	"github.com/tensorshm/tensorshm/shmem/safetensors"
)

// FuzzOpen opens any bytes as a file. What is accepted keeps the rules, and
// describes the same file when it is created anew.
func FuzzOpen(f *testing.F) {
	for _, bad := range badFiles {
		f.Add(bad.file)
	}
	for _, good := range goodFiles {
		f.Add(good.file)
	}
	folder := f.TempDir()
	path, again := filepath.Join(folder, "file"), filepath.Join(folder, "again")
	f.Fuzz(func(t *testing.T, content []byte) {
		noError(t, os.WriteFile(path, content, 0o600))
		before := shmem.ReadStats().OpenRegions
		file, err := safetensors.Open(path)
		if err != nil {
			wantPlainFormatError(t, err, path)
			if file != nil || shmem.ReadStats().OpenRegions != before {
				t.Error("something is open after the error")
			}
			return
		}
		checkTensors(t, file)
		checkViews(t, file, content)
		recreated, err := safetensors.Create(again, specsOf(file), safetensors.Metadata(file.Metadata()))
		noError(t, err)
		checkTensors(t, recreated)
		checkOrder(t, recreated)
		reopened, err := safetensors.Open(again, shmem.ReadOnly())
		noError(t, err)
		if created, opened := describe(recreated), describe(reopened); created != opened {
			t.Errorf("created anew it is %s, opened %s", created, opened)
		}
		if was, is := unordered(specsOf(file)), unordered(specsOf(reopened)); was != is {
			t.Errorf("it held %s, created anew %s", was, is)
		}
		if was, is := file.Metadata(), reopened.Metadata(); !maps.Equal(was, is) || (was == nil) != (is == nil) {
			t.Errorf("the metadata were %q, created anew %q", was, is)
		}
		for _, file := range []*safetensors.File{file, recreated, reopened} {
			noError(t, file.Close())
		}
		if after, err := os.ReadFile(path); !bytes.Equal(after, content) {
			t.Errorf("opening changed the file, %v", err)
		}
	})
}

func wantPlainFormatError(t *testing.T, err error, path string) {
	t.Helper()
	var format *safetensors.FormatError
	if !errors.As(err, &format) || !errors.Is(err, safetensors.ErrFormat) {
		t.Fatalf("gives %v, want a FormatError", err)
	}
	if format.Path != path || format.Detail == "" || format.Rule < safetensors.RuleHeaderLength || format.Rule > safetensors.RuleEnd || len(err.Error()) > longestError+len(path) {
		t.Errorf("the error is %+v", format)
	}
}

// checkViews checks that every tensor with elements has a copy, which is what the
// file holds there, and unless it is misaligned a view.
func checkViews(t *testing.T, file *safetensors.File, content []byte) {
	t.Helper()
	for _, tensor := range file.Tensors() {
		view, viewErr := tensor.View()
		heap, err := tensor.Copy()
		if tensor.Len() == 0 {
			if !errors.Is(viewErr, shmem.ErrZeroLength) || !errors.Is(err, shmem.ErrZeroLength) {
				t.Errorf("%q without elements gives %v and %v", tensor.Name(), viewErr, err)
			}
			continue
		}
		noError(t, err)
		want := content[tensor.Offset():][:tensor.ByteLen()]
		if !bytes.Equal(bytesOf(t, &heap.View), want) {
			t.Errorf("the copy of %q is not what the file holds", tensor.Name())
		}
		if aligned := tensor.Offset()%int64(alignmentOf(tensor.DType())) == 0; aligned != (viewErr == nil) || !aligned && !errors.Is(viewErr, shmem.ErrMisaligned) {
			t.Errorf("%q at byte %d gives %v", tensor.Name(), tensor.Offset(), viewErr)
		}
		if viewErr == nil && !bytes.Equal(bytesOf(t, view), want) {
			t.Errorf("the view of %q is not what the file holds", tensor.Name())
		}
	}
}

func specsOf(file *safetensors.File) (specs []safetensors.TensorSpec) {
	for _, tensor := range file.Tensors() {
		specs = append(specs, safetensors.TensorSpec{Name: tensor.Name(), DType: tensor.DType(), Shape: tensor.Shape()})
	}
	return specs
}

// unordered is a text of specs that is the same in any order of them.
func unordered(specs []safetensors.TensorSpec) string {
	var texts []string
	for _, spec := range specs {
		texts = append(texts, fmt.Sprintf("%q %v %v", spec.Name, spec.DType, spec.Shape))
	}
	slices.Sort(texts)
	return fmt.Sprint(texts)
}

// checkOrder checks that the tensors of a created file stand in the order of
// descending size of an element, packed ones last, and then of the names' bytes.
func checkOrder(t *testing.T, file *safetensors.File) {
	t.Helper()
	tensors := file.Tensors()
	for i := 1; i < len(tensors); i++ {
		a, b := tensors[i-1], tensors[i]
		sizeA, sizeB := a.DType().Bits()/8, b.DType().Bits()/8
		if sizeA < sizeB || sizeA == sizeB && a.Name() >= b.Name() {
			t.Errorf("%q %v stands ahead of %q %v", a.Name(), a.DType(), b.Name(), b.DType())
		}
	}
	if file.DataOffset()%int64(os.Getpagesize()) != 0 {
		t.Errorf("the data begin at byte %d", file.DataOffset())
	}
}

// FuzzCreate creates files of specs that bytes stand for.
func FuzzCreate(f *testing.F) {
	f.Add([]byte{})
	f.Add([]byte("\x01a\x02\x02\x03\x04"))
	f.Add([]byte("\x01a\x09\x01\x08\x01b\x04\x00\x01c\x0f\x02\x00\xfd"))
	f.Add([]byte("\x00\x02\x01\xff\x0c__metadata__\x02\x00"))
	f.Add([]byte("\x01a\x02\x03\xfd\xfd\x00\x01a\x02\x00"))
	f.Add([]byte("\x01\xff\x02\x00\x01z\x0f\x01\x02\x01y\x0e\x01\x03"))
	path := filepath.Join(f.TempDir(), "file")
	f.Fuzz(func(t *testing.T, content []byte) {
		specs := specsFrom(content)
		file, err := safetensors.Create(path, specs, shmem.Sparse(), shmem.Exclusive())
		if fault := faultOf(specs); fault != nil || err != nil {
			if fault == nil && !mayFail(specs) || fault != nil && !errors.Is(err, fault) || file != nil {
				t.Errorf("%v gives %v, want %v", specs, err, fault)
			}
			if _, err := os.Lstat(path); !errors.Is(err, os.ErrNotExist) {
				t.Errorf("there is a file: %v", err)
				os.Remove(path)
			}
			return
		}
		defer os.Remove(path)
		opened, err := safetensors.Open(path)
		noError(t, err)
		for _, file := range []*safetensors.File{file, opened} {
			checkTensors(t, file)
			checkOrder(t, file)
			if got, want := unordered(specsOf(file)), unordered(specs); got != want {
				t.Errorf("the file holds %s, want %s", got, want)
			}
			for _, tensor := range file.Tensors() {
				if _, err := tensor.View(); err != nil && !(tensor.Len() == 0 && errors.Is(err, shmem.ErrZeroLength)) {
					t.Error(err)
				}
			}
			noError(t, file.Close())
		}
	})
}

// specsFrom reads specs from bytes: for each the length of a name, the name, a
// dtype, a rank and that many dimensions.
func specsFrom(content []byte) (specs []safetensors.TensorSpec) {
	next := func() int {
		if len(content) == 0 {
			return 0
		}
		first := content[0]
		content = content[1:]
		return int(first)
	}
	for len(content) > 0 && len(specs) < 20 {
		length := min(next()%16, len(content))
		spec := safetensors.TensorSpec{Name: string(content[:length]), Shape: []int{}}
		content = content[length:]
		spec.DType = shmem.DType(next())
		for range next() % 4 {
			dimension := next()
			switch dimension {
			case 0xff:
				dimension = -1
			case 0xfe:
				dimension = math.MinInt
			case 0xfd:
				dimension = math.MaxInt
			case 0xfc:
				dimension = math.MaxInt/8 + 1
			}
			spec.Shape = append(spec.Shape, dimension)
		}
		specs = append(specs, spec)
	}
	return specs
}

// faultOf is why no file can be made of specs, worked out beside from the
// documentation; nil where one can.
func faultOf(specs []safetensors.TensorSpec) error {
	names, total := map[string]bool{}, new(big.Int)
	greatest, greatestBits := big.NewInt(math.MaxInt), new(big.Int).SetUint64(math.MaxUint64)
	for _, spec := range specs {
		if !utf8.ValidString(spec.Name) || spec.Name == "__metadata__" || names[spec.Name] {
			return safetensors.ErrFormat
		}
		names[spec.Name] = true
		if _, err := shmem.ParseDType(spec.DType.String()); err != nil {
			return shmem.ErrInvalidDType
		}
		if spec.DType.Names().Safetensors == "" {
			return shmem.ErrUnsupportedDType
		}
		if slices.ContainsFunc(spec.Shape, func(dimension int) bool { return dimension < 0 }) {
			return shmem.ErrInvalidCount
		}
		elements := big.NewInt(1)
		for _, dimension := range spec.Shape {
			if elements.Mul(elements, big.NewInt(int64(dimension))).Cmp(greatestBits) > 0 {
				return shmem.ErrOverflow
			}
		}
		if elements.Cmp(greatest) > 0 {
			return shmem.ErrOverflow
		}
		size := elements.Mul(elements, big.NewInt(int64(spec.DType.Bits())))
		if size.Cmp(greatestBits) > 0 || new(big.Int).Rsh(size, 3).Cmp(greatest) > 0 {
			return shmem.ErrOverflow
		}
		if size.Bit(0)|size.Bit(1)|size.Bit(2) != 0 {
			return shmem.ErrUnit
		}
		total.Add(total, size.Rsh(size, 3))
	}
	if total.Cmp(greatest) > 0 {
		return shmem.ErrOverflow
	}
	return nil
}

// mayFail reports data that a filesystem, or the addresses, need not have room for.
func mayFail(specs []safetensors.TensorSpec) bool {
	total := 0.0
	for _, spec := range specs {
		size := float64(spec.DType.Bits()) / 8
		for _, dimension := range spec.Shape {
			size *= float64(dimension)
		}
		total += size
	}
	return total > 1<<30
}
