package shmem

import (
	"iter"
	"math"
	"math/bits"
	"strconv"
)

// Status is how far a dtype is served.
type Status uint8

const (
	// StatusSupported is a dtype with typed access.
	StatusSupported Status = 1
	// StatusUnshipped is a dtype whose encoding is settled but which has no
	// typed access yet; its regions are shared as bytes.
	StatusUnshipped Status = 2
	// StatusReserved is a dtype that is known by name only, since nobody has
	// published its encoding; its regions are shared as bytes.
	StatusReserved Status = 3
)

// String returns the status as dtypes.yaml spells it.
func (s Status) String() string {
	switch s {
	case StatusSupported:
		return "supported"
	case StatusUnshipped:
		return "unshipped"
	case StatusReserved:
		return "reserved"
	}
	return "Status(" + strconv.Itoa(int(s)) + ")"
}

// Names is what other ecosystems call a dtype. A zero field means that the
// ecosystem has no name for it.
type Names struct {
	Safetensors string     // dtype token of a safetensors header
	NumPy       string     // attribute of numpy, or of ml_dtypes
	Torch       string     // attribute of torch
	Rust        string     // path of the type in Rust
	ONNX        int        // TensorProto.DataType
	DLPack      DLPackType // DLDataType of DLPack 1.1
}

// DLPackType is a DLPack DLDataType; the zero DLPackType means no name.
type DLPackType struct{ Code, Bits, Lanes int }

// DTypes yields every dtype of the table in declared order, supported or not.
func DTypes() iter.Seq[DType] {
	return func(yield func(DType) bool) {
		for _, d := range declaredDTypes {
			if !yield(d) {
				return
			}
		}
	}
}

// ParseDType returns the dtype of a text form, which is the lower-case name;
// any other text is ErrInvalidDType.
func ParseDType(text string) (DType, error) {
	if d := dtypeOfText(text); d != 0 {
		return d, nil
	}
	return 0, &operationError{op: "ParseDType", fault: ErrInvalidDType, detail: strconv.Quote(text)}
}

// MarshalText returns the text form; a DType that the table does not have is
// ErrInvalidDType.
func (d DType) MarshalText() ([]byte, error) {
	if !d.valid() {
		return nil, &operationError{op: "MarshalText", fault: ErrInvalidDType, detail: d.String()}
	}
	return []byte(d.String()), nil
}

// UnmarshalText sets d to the dtype of a text form, as ParseDType does. On
// error d keeps its value.
func (d *DType) UnmarshalText(text []byte) error {
	parsed, err := ParseDType(string(text))
	if err == nil {
		*d = parsed
	}
	return err
}

// SizeInBytes is the size of an element, 0 where elements do not fill whole
// bytes: use StorageBytes for those.
func (d DType) SizeInBytes() int {
	if width := d.Bits(); width%8 == 0 {
		return width / 8
	}
	return 0
}

// Unit is the storage unit, the smallest group of elements that fills whole
// bytes: 1 element for most dtypes, 4 elements in 3 bytes for 6-bit ones. Counts
// and offsets in elements are multiples of it. It is 0, 0 for a dtype without size.
func (d DType) Unit() (elements, bytes int) {
	width := d.Bits()
	if width == 0 {
		return 0, 0
	}
	shared := min(bits.TrailingZeros(uint(width)), 3)
	return 8 >> shared, width >> shared
}

// StorageBytes is the size in bytes of elemCount elements, 0 for none. It
// returns ErrInvalidDType, *UnsupportedDTypeError for a dtype without size,
// ErrInvalidCount, ErrUnit or ErrOverflow.
func (d DType) StorageBytes(elemCount int) (int, error) {
	return d.storageBytes("StorageBytes", "", elemCount)
}

func (d DType) storageBytes(op, path string, elemCount int) (int, error) {
	if !d.valid() {
		return 0, &operationError{op: op, path: path, fault: ErrInvalidDType, detail: d.String()}
	}
	unitElements, unitBytes := d.Unit()
	if unitElements == 0 {
		return 0, &UnsupportedDTypeError{DType: d, Op: op, Rationale: d.Rationale()}
	}
	fail := func(fault error, reason string) (int, error) {
		detail := strconv.Itoa(elemCount) + " elements of " + d.String() + reason
		return 0, &operationError{op: op, path: path, fault: fault, detail: detail}
	}
	if elemCount < 0 {
		return fail(ErrInvalidCount, "")
	}
	if elemCount%unitElements != 0 {
		return fail(ErrUnit, " come in groups of "+strconv.Itoa(unitElements))
	}
	units := elemCount / unitElements
	if units > math.MaxInt/unitBytes {
		return fail(ErrOverflow, "")
	}
	return units * unitBytes, nil
}

// regionBytes is storageBytes for what has to hold at least one element.
func (d DType) regionBytes(op, path string, elemCount int) (int, error) {
	size, err := d.storageBytes(op, path, elemCount)
	if err == nil && size == 0 {
		return 0, &operationError{op: op, path: path, fault: ErrZeroLength, detail: "0 elements of " + d.String()}
	}
	return size, err
}

// Supported reports whether the dtype has typed access.
func (d DType) Supported() bool { return d.Status() == StatusSupported }

// unknown is the String of a value that the table does not have.
func (d DType) unknown() string { return "DType(" + strconv.Itoa(int(d)) + ")" }

func (d DType) valid() bool { return d.Status() != 0 }
