package safetensors

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"os"
	"slices"
	"strconv"
	"unicode/utf8"

	"github.com/tensorshm/tensorshm/shmem"
	"github.com/tensorshm/tensorshm/shmem/internal/unpublished"
)

// Create makes a safetensors file at path with these tensors, all elements zero, and
// maps it for reading and writing. The data begin on a page boundary, in the order of
// descending element size and then of the names, so every tensor with elements has a
// view. There may be no tensors at all. The file appears at path in one atomic step,
// its header complete and its elements still zero: the package comment says how to
// publish it filled. All else about it, and what options do, is as with shmem.Create.
// Metadata is an option as well.
//
// A failed Create leaves what was at path untouched. Errors, arguments first, naming
// the tensor: *FormatError for what would be no safetensors file (RuleUTF8 for a name
// or the metadata, RuleDuplicateKey, RuleMetadata for the name __metadata__,
// RuleOverflow, RuleWholeBytes, and RuleHeaderLength for the header in all);
// shmem.ErrInvalidDType; *shmem.UnsupportedDTypeError for a dtype that safetensors has
// no name for; shmem.ErrInvalidCount for a negative dimension; then those of
// shmem.CreateRegion.
func Create(path string, tensors []TensorSpec, opts ...shmem.CreateOption) (*File, error) {
	const op = "create"
	metadata, opts := splitMetadata(opts)
	h, err := layout(op, path, tensors, metadata)
	if err != nil {
		return nil, err
	}
	return h.create(op, path, opts)
}

// create makes the file of a header whose tensors have their places.
func (h header) create(op, path string, opts []shmem.CreateOption) (*File, error) {
	text, failed := h.text(os.Getpagesize())
	if failed != nil {
		return nil, failed.at(op, path)
	}
	data := int64(len(text))
	if data > math.MaxInt-h.dataBytes() {
		return nil, (&FormatError{Rule: RuleOverflow, Detail: fmt.Sprintf("%d bytes of data", h.dataBytes()), Err: shmem.ErrOverflow}).at(op, path)
	}
	region, err := shmem.CreateRegion(path, data+h.dataBytes(), append(slices.Clip(opts), fill(text))...)
	if err != nil {
		return nil, err
	}
	return newFile(region, h, data), nil
}

// fill has a region begin with text from its first moment on.
func fill(text []byte) shmem.CreateOption {
	return unpublished.Fill(func(memory []byte) error {
		copy(memory, text)
		return nil
	}).(shmem.CreateOption)
}

// Metadata has Create store a map of strings, such as {"format": "pt"}, under
// __metadata__; of several the last counts. Keys and values that are not valid UTF-8
// are a *FormatError (RuleUTF8) of Create. shmem.Create takes no notice of it.
func Metadata(metadata map[string]string) shmem.CreateOption {
	return metadataOption{fill(nil), maps.Clone(metadata)}
}

// metadataOption is a shmem.CreateOption by the interface in it.
type metadataOption struct {
	shmem.CreateOption
	metadata map[string]string
}

// splitMetadata returns the metadata and the other options.
func splitMetadata(opts []shmem.CreateOption) (metadata map[string]string, others []shmem.CreateOption) {
	for _, option := range opts {
		if m, ok := option.(metadataOption); ok {
			metadata = m.metadata
		} else {
			others = append(others, option)
		}
	}
	return metadata, others
}

// layout gives every tensor its place.
func layout(op, path string, tensors []TensorSpec, metadata map[string]string) (header, error) {
	h := header{byName: map[string]*Tensor{}, metadata: metadata}
	for key, value := range metadata {
		if !utf8.ValidString(key) || !utf8.ValidString(value) {
			return h, (&FormatError{Rule: RuleUTF8, Detail: "metadata " + quoted(key) + ": " + quoted(value)}).at(op, path)
		}
	}
	for _, spec := range tensors {
		fail := func(failed *FormatError) (header, error) {
			failed.Tensor = spec.Name
			return header{}, failed.at(op, path)
		}
		switch {
		case !utf8.ValidString(spec.Name):
			return fail(&FormatError{Rule: RuleUTF8, Detail: "its name is no UTF-8"})
		case spec.Name == metadataKey:
			return fail(&FormatError{Rule: RuleMetadata, Detail: "its name is that of the metadata"})
		case h.byName[spec.Name] != nil:
			return fail(&FormatError{Rule: RuleDuplicateKey, Detail: "appears twice"})
		}
		if err := checkSpec(spec); err != nil {
			return header{}, &operationError{op: op, path: path, tensor: spec.Name, cause: err}
		}
		elements, bytes, failed := extent(spec.DType, spec.Shape)
		if failed != nil {
			return fail(failed)
		}
		tensor := &Tensor{entry: entry{name: spec.Name, dtype: spec.DType, shape: slices.Clone(spec.Shape), elements: elements, end: bytes}}
		h.tensors = append(h.tensors, tensor)
		h.byName[spec.Name] = tensor
	}
	slices.SortFunc(h.tensors, func(a, b *Tensor) int {
		return cmp.Or(cmp.Compare(b.DType().SizeInBytes(), a.DType().SizeInBytes()), cmp.Compare(a.Name(), b.Name()))
	})
	begin := uint64(0)
	for _, tensor := range h.tensors {
		e := &tensor.entry
		if e.end > math.MaxInt-begin {
			return header{}, (&FormatError{Tensor: e.name, Rule: RuleOverflow, Detail: fmt.Sprintf("%d bytes from byte %d on", e.end, begin), Err: shmem.ErrOverflow}).at(op, path)
		}
		e.begin, e.end = begin, begin+e.end
		begin = e.end
	}
	return h, nil
}

// checkSpec checks what is not a rule of the format.
func checkSpec(spec TensorSpec) error {
	if _, err := spec.DType.MarshalText(); err != nil {
		return err
	}
	if spec.DType.Names().Safetensors == "" {
		return &shmem.UnsupportedDTypeError{DType: spec.DType, Op: "safetensors", Rationale: "safetensors has no name for it. " + spec.DType.Rationale()}
	}
	for i, dimension := range spec.Shape {
		if dimension < 0 {
			return fmt.Errorf("dimension %d of %s: %w", i, shapeText(spec.Shape), shmem.ErrInvalidCount)
		}
	}
	return nil
}

// dataBytes is the size of the data of tensors that have their places.
func (h *header) dataBytes() int64 {
	if len(h.tensors) == 0 {
		return 0
	}
	return int64(h.tensors[len(h.tensors)-1].entry.end)
}

// text is the header as a file has it, with its length ahead of it and spaces up to
// a multiple of alignment behind it.
func (h *header) text(alignment int) ([]byte, *FormatError) {
	if least := h.namesBytes(); least > longestHeader { // before there is memory for it
		return nil, &FormatError{Rule: RuleHeaderLength, Detail: fmt.Sprintf("a header of more than %d bytes", least)}
	}
	text := make([]byte, lengthBytes, alignment)
	text = append(text, '{')
	separator := ""
	if h.metadata != nil {
		text = append(text, `"`+metadataKey+`":{`...)
		for _, key := range slices.Sorted(maps.Keys(h.metadata)) {
			text = append(text, separator...)
			text = appendString(append(appendString(text, key), ':'), h.metadata[key])
			separator = ","
		}
		text = append(text, '}')
		separator = ","
	}
	for _, tensor := range h.tensors {
		text = append(text, separator...)
		text = tensor.entry.append(text)
		separator = ","
	}
	text = append(text, '}')
	padding := (alignment - len(text)%alignment) % alignment
	text = append(text, bytes.Repeat([]byte{' '}, padding)...)
	length := len(text) - lengthBytes
	if length > longestHeader {
		return nil, &FormatError{Rule: RuleHeaderLength, Detail: fmt.Sprintf("a header of %d bytes", length)}
	}
	binary.LittleEndian.PutUint64(text, uint64(length))
	return text, nil
}

// namesBytes is what names and metadata take, without escapes.
func (h *header) namesBytes() int {
	total := 0
	for key, value := range h.metadata {
		total += len(key) + len(value)
	}
	for _, tensor := range h.tensors {
		total += len(tensor.Name())
	}
	return total
}

func (e *entry) append(text []byte) []byte {
	text = appendString(text, e.name)
	text = append(text, `:{"dtype":`...)
	text = appendString(text, e.dtype.Names().Safetensors)
	text = append(text, `,"shape":[`...)
	for i, dimension := range e.shape {
		if i > 0 {
			text = append(text, ',')
		}
		text = strconv.AppendInt(text, int64(dimension), 10)
	}
	return fmt.Appendf(text, `],"data_offsets":[%d,%d]}`, e.begin, e.end)
}

// appendString appends a string in JSON; it is valid UTF-8, so this cannot fail.
func appendString(text []byte, s string) []byte {
	var literal bytes.Buffer
	encoder := json.NewEncoder(&literal)
	encoder.SetEscapeHTML(false) // as other writers have it
	_ = encoder.Encode(s)
	return append(text, bytes.TrimSuffix(literal.Bytes(), []byte{'\n'})...)
}
