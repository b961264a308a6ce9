package safetensors

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"unicode/utf8"

	"github.com/tensorshm/tensorshm/shmem"
)

const (
	lengthBytes   = 8 // of the header's length, ahead of it
	longestHeader = 100_000_000
	metadataKey   = "__metadata__"
)

// header is what a file says of itself. Its tensors are checked by themselves, and by
// place against each other.
type header struct {
	tensors  []*Tensor // without a region
	byName   map[string]*Tensor
	metadata map[string]string // nil where there is none
}

// entry is what a header says of a tensor.
type entry struct {
	name       string
	dtype      shmem.DType
	shape      []int
	elements   int
	begin, end uint64 // in bytes from the start of the data
}

// headerLength reads the length of the header of a file of size bytes.
func headerLength(prefix []byte, size int64) (int, *FormatError) {
	if len(prefix) < lengthBytes {
		return 0, &FormatError{Rule: RuleHeaderLength, Detail: fmt.Sprintf("%d bytes, of which the header's length takes %d", size, lengthBytes), Err: shmem.ErrTooSmall}
	}
	length := binary.LittleEndian.Uint64(prefix)
	if length > longestHeader {
		return 0, &FormatError{Rule: RuleHeaderLength, Detail: fmt.Sprintf("a header of %d bytes", length)}
	}
	if int64(length) > size-lengthBytes {
		return 0, &FormatError{Rule: RuleHeaderLength, Detail: fmt.Sprintf("a header of %d bytes in a file of %d", length, size), Err: shmem.ErrTooSmall}
	}
	return int(length), nil
}

// parseHeader reads the text of a header.
func parseHeader(text []byte) (header, *FormatError) {
	w, failed := syntax(text)
	if failed == nil || failed.Rule == RuleJSON {
		failed = cmp.Or(checkEnds(text, failed), failed)
	}
	if failed != nil {
		return header{}, failed
	}
	h := header{byName: map[string]*Tensor{}}
	_, failed = w.object(func(key string) *FormatError {
		if key == metadataKey {
			return h.readMetadata(w)
		}
		return h.readTensor(w, key)
	})
	return h, failed
}

// checkEnds checks what text begins with and what it ends with; invalid is why it
// is no JSON, or nil.
func checkEnds(text []byte, invalid *FormatError) *FormatError {
	if len(text) == 0 {
		return &FormatError{Rule: RuleHeaderStart, Detail: "is empty"}
	}
	if first, _ := utf8.DecodeRune(text); first != '{' {
		return &FormatError{Rule: RuleHeaderStart, Detail: fmt.Sprintf("begins with %q", first)}
	}
	at := len(bytes.TrimRight(text, " ")) - 1
	var syntax *json.SyntaxError
	if invalid != nil && errors.As(invalid.Err, &syntax) {
		at = int(syntax.Offset) - 1
	}
	if invalid == nil && text[at] != '}' || invalid != nil && json.Valid(text[:at]) {
		return &FormatError{Rule: RulePadding, Detail: fmt.Sprintf("byte %d is %q", at, text[at])}
	}
	return nil
}

func (h *header) readMetadata(w *walker) *FormatError {
	if h.metadata != nil {
		return twice(metadataKey)
	}
	values, ok, failed := w.strings()
	if failed == nil && !ok {
		failed = &FormatError{Rule: RuleMetadata, Detail: metadataKey + " holds something else"}
	}
	h.metadata = values
	return failed
}

func (h *header) readTensor(w *walker, name string) *FormatError {
	tensor := &Tensor{entry: entry{name: name}}
	failed := tensor.entry.read(w)
	if h.byName[name] != nil {
		failed = twice(name)
	}
	if failed != nil {
		failed.Tensor = name
		return failed
	}
	h.tensors = append(h.tensors, tensor)
	h.byName[name] = tensor
	return nil
}

const (
	dtypeKey = iota
	shapeKey
	offsetsKey
)

var entryKeys = [...]string{dtypeKey: "dtype", shapeKey: "shape", offsetsKey: "data_offsets"}

func (e *entry) read(w *walker) *FormatError {
	malformed := func(detail string) *FormatError { return &FormatError{Rule: RuleEntry, Detail: detail} }
	var dtype string
	var shape, offsets []uint64
	var seen [len(entryKeys)]bool
	isObject, failed := w.object(func(key string) (failed *FormatError) {
		which := slices.Index(entryKeys[:], key)
		if which < 0 {
			return malformed("has a " + quoted(key))
		}
		if seen[which] {
			return twice(key)
		}
		seen[which] = true
		ok := false
		switch which {
		case dtypeKey:
			dtype, ok, failed = w.string()
		case shapeKey:
			shape, ok = w.numbers()
		case offsetsKey:
			offsets, ok = w.numbers()
			ok = ok && len(offsets) == 2
		}
		if failed == nil && !ok {
			failed = malformed(key + " is of another kind, or no number from 0 to " + strconv.FormatUint(1<<64-1, 10))
		}
		return failed
	})
	switch {
	case failed != nil:
		return failed
	case !isObject:
		return malformed("is no object")
	}
	if missing := slices.Index(seen[:], false); missing >= 0 {
		return malformed("has no " + entryKeys[missing])
	}
	return e.set(dtype, shape, offsets[0], offsets[1])
}

// set checks what an entry says against itself.
func (e *entry) set(dtype string, shape []uint64, begin, end uint64) *FormatError {
	var known bool
	if e.dtype, known = dtypeOfName()[dtype]; !known {
		return &FormatError{Rule: RuleDType, Detail: "dtype " + quoted(dtype)}
	}
	var failed *FormatError
	if e.shape, failed = dimensions(shape); failed != nil {
		return failed
	}
	var bytes uint64
	if e.elements, bytes, failed = extent(e.dtype, e.shape); failed != nil {
		return failed
	}
	e.begin, e.end = begin, end
	if end < begin {
		return &FormatError{Rule: RuleOffsets, Detail: fmt.Sprintf("data_offsets [%d, %d]", begin, end)}
	}
	if end-begin != bytes {
		return &FormatError{Rule: RuleSize, Detail: fmt.Sprintf("data_offsets [%d, %d] are %d bytes, %s %s takes %d", begin, end, end-begin, dtype, shapeText(e.shape), bytes)}
	}
	return nil
}
