package safetensors

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/tensorshm/tensorshm/shmem"
)

// File is an open safetensors file: a region whose header was checked.
//
// From Region it has Path, Size, ViewAs, Replaced, Remove, Sync, SyncRange, Lock,
// RLock, TryLock, Unlock and Close. A File is a handle: copies share one region. All
// methods may be called concurrently. The zero File answers shmem.ErrClosed and zero
// values, and a nil *File has no tensors.
type File struct {
	*shmem.Region
	tensors  []*Tensor // by offset
	byName   map[string]*Tensor
	metadata map[string]string
	data     int64 // where they begin, in bytes from the start of the region
}

// Open maps the safetensors file at path and checks it; nothing of its data is read.
// As with shmem.Open the mapping is shared and writable, or without write permission
// under shmem.ReadOnly, which also follows a symlink. Errors: *FormatError, which
// matches ErrFormat, for a file that breaks a rule; *shmem.FaultError for one that is
// truncated meanwhile; those of shmem.OpenRegion.
func Open(path string, opts ...shmem.OpenOption) (*File, error) {
	const op = "open"
	region, err := shmem.OpenRegion(path, opts...)
	if errors.Is(err, shmem.ErrTooSmall) { // an empty file
		_, failed := headerLength(nil, 0)
		return nil, failed.at(op, path)
	}
	if err != nil {
		return nil, err
	}
	file, err := read(op, region)
	if err != nil {
		region.Close()
		return nil, err
	}
	return file, nil
}

// at says where a rule is broken.
func (e *FormatError) at(op, path string) *FormatError {
	e.Op, e.Path = op, path
	return e
}

// read checks a region and gives it its tensors.
func read(op string, region *shmem.Region) (*File, error) {
	prefix, err := copyBytes(region, 0, min(region.Size(), lengthBytes))
	if err != nil {
		return nil, err
	}
	length, failed := headerLength(prefix, region.Size())
	if failed != nil {
		return nil, failed.at(op, region.Path())
	}
	var text []byte
	if length > 0 {
		if text, err = copyBytes(region, lengthBytes, int64(length)); err != nil {
			return nil, err
		}
	}
	h, failed := parseHeader(text)
	if failed == nil {
		failed = h.place(region.Size() - lengthBytes - int64(length))
	}
	if failed != nil {
		return nil, failed.at(op, region.Path())
	}
	return newFile(region, h, lengthBytes+int64(length)), nil
}

// copyBytes copies what other processes may be changing, or truncating.
func copyBytes(region *shmem.Region, offset, length int64) ([]byte, error) {
	view, err := region.ViewAs(byteDType(), offset, int(length))
	if err != nil {
		return nil, err
	}
	bytes := make([]byte, length)
	return bytes, view.CopyTo(bytes, 1)
}

// place sorts the tensors by their place in the data, and checks that these are
// nothing else.
func (h *header) place(dataBytes int64) *FormatError {
	slices.SortStableFunc(h.tensors, func(a, b *Tensor) int {
		return cmp.Or(cmp.Compare(a.entry.begin, b.entry.begin), cmp.Compare(a.entry.end, b.entry.end))
	})
	end := uint64(0)
	for _, tensor := range h.tensors {
		e := &tensor.entry
		if e.begin != end {
			kind := "a hole"
			if e.begin < end {
				kind = "an overlap"
			}
			return &FormatError{Tensor: e.name, Rule: RuleOffsets, Detail: fmt.Sprintf("data_offsets [%d, %d] leave %s, what precedes ends at %d", e.begin, e.end, kind, end)}
		}
		end = e.end
	}
	if end != uint64(dataBytes) {
		failed := &FormatError{Rule: RuleEnd, Detail: fmt.Sprintf("tensors of %d bytes in data of %d", end, dataBytes), Err: shmem.ErrSizeMismatch}
		if end > uint64(dataBytes) {
			failed.Err = shmem.ErrTooSmall
		}
		return failed
	}
	return nil
}

// newFile takes a header that was checked, and data, where they begin.
func newFile(region *shmem.Region, h header, data int64) *File {
	for _, tensor := range h.tensors {
		tensor.region, tensor.offset = region, data+int64(tensor.entry.begin)
	}
	return &File{Region: region, tensors: h.tensors, byName: h.byName, metadata: h.metadata, data: data}
}

// Tensors returns the tensors in the order of their data.
func (f *File) Tensors() []*Tensor {
	if f == nil {
		return nil
	}
	return slices.Clone(f.tensors)
}

// Tensor returns the tensor of a name, or ErrNoTensor.
func (f *File) Tensor(name string) (*Tensor, error) {
	if f == nil {
		f = &File{}
	}
	return find(f.Path(), f.byName, name)
}

// find looks for a tensor of what path names.
func find(path string, byName map[string]*Tensor, name string) (*Tensor, error) {
	tensor := byName[name]
	if tensor == nil {
		return nil, &operationError{op: "find", path: path, tensor: name, cause: ErrNoTensor}
	}
	return tensor, nil
}

// Metadata returns a copy of what the file says of itself under __metadata__, nil
// where it does not.
func (f *File) Metadata() map[string]string {
	if f == nil {
		return nil
	}
	return maps.Clone(f.metadata)
}

// DataOffset returns where the data begin, in bytes from the start of the region.
func (f *File) DataOffset() int64 {
	if f == nil {
		return 0
	}
	return f.data
}
