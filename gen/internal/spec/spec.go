// Package spec reads dtypes.yaml into a checked Spec. Everything that is wrong
// with a table is found here, with its place; what leaves this package is true.
package spec

import (
	"strings"

	"github.com/shopspring/decimal"
)

// Spec is a checked table, in declared order.
type Spec struct {
	DTypes   []DType
	Reserved []Reservation
}

// DType is one entry of the table.
type DType struct {
	Name      string
	Value     int             // 1 to 255, ascending through the table
	Size      decimal.Decimal // bytes per element; zero where the table gives none
	HostType  HostType        // the zero HostType where the table gives none
	Kind      Kind
	Format    *Format // set exactly when HostType is one of minifloat's
	Status    Status
	Doc       string // one line of whole sentences
	Rationale string // the same; empty exactly when Status is StatusSupported
	Names     Names
}

// Text is the dtype's text form: the name in lower case.
func (d DType) Text() string { return strings.ToLower(d.Name) }

// Bits is the width of an element in bits, 0 where the table gives no size.
func (d DType) Bits() int {
	return int(d.Size.Mul(decimal.NewFromInt(8)).IntPart())
}

// Unit is the smallest group of elements that fills whole bytes: 4 elements
// in 3 bytes for 6 bits. It is 0, 0 where the table gives no size.
func (d DType) Unit() (elements, bytes int) {
	bits := d.Bits()
	if bits == 0 {
		return 0, 0
	}
	elements, bytes = 8, bits
	for elements%2 == 0 && bytes%2 == 0 {
		elements, bytes = elements/2, bytes/2
	}
	return elements, bytes
}

// Supported reports whether the dtype has typed access.
func (d DType) Supported() bool { return d.Status == StatusSupported }

// Kind is what an element is, whatever its width.
type Kind string

// The kinds; signed and unsigned integers are one.
const (
	KindInt     Kind = "int"
	KindFloat   Kind = "float"
	KindBool    Kind = "bool"
	KindComplex Kind = "complex"
)

// Status is how far the dtype is served.
type Status string

// The statuses.
const (
	StatusSupported Status = "supported" // typed access is generated
	StatusUnshipped Status = "unshipped" // the encoding is settled, typed access declines
	StatusReserved  Status = "reserved"  // the name is known, the encoding is authored nowhere
)

// HostType is the Go type that holds an element, or a packed group of them.
type HostType struct {
	Package string // "" for Go's own types, else float16 or minifloat
	Name    string // float32, Float16, E4M3, E2M1x2
	Element string // minifloat only: the scalar type, E2M1 for E2M1x2
	Group   int    // elements in one value: 1, or N for minifloat.XxN
}

// IsZero reports whether the table gives no host type.
func (h HostType) IsZero() bool { return h.Name == "" }

// IsMinifloat reports whether the type is generated from a Format.
func (h HostType) IsMinifloat() bool { return h.Package == "minifloat" }

// String is the type as the table spells it: minifloat.E2M1x2, float32.
func (h HostType) String() string {
	if h.Package == "" {
		return h.Name
	}
	return h.Package + "." + h.Name
}

// Format is how a narrow float lays out its bits, from the top: sign,
// exponent, mantissa.
type Format struct {
	Sign     bool
	Exponent int // bits
	Mantissa int // bits
	Bias     int
	Inf      InfRule
	NaN      NaNRule
}

// InfRule says which codes are infinities.
type InfRule string

// The infinity rules; ieee is a top exponent with a zero mantissa.
const (
	InfNone InfRule = "none"
	InfIEEE InfRule = "ieee"
)

// NaNRule says which codes are NaN.
type NaNRule string

// The NaN rules.
const (
	NaNNone      NaNRule = "none"
	NaNIEEE      NaNRule = "ieee"       // a top exponent with any mantissa but zero
	NaNLast      NaNRule = "last"       // all ones below the sign
	NaNMinusZero NaNRule = "minus_zero" // the sign alone
)

// Names is what other ecosystems call the dtype; zero means no name.
type Names struct {
	Safetensors string
	NumPy       string // attribute of numpy or ml_dtypes
	Torch       string // attribute of torch
	Rust        string // path
	ONNX        int    // TensorProto.DataType
	DLPack      DLPack
}

// DLPack is a DLDataType; the zero DLPack means no name.
type DLPack struct{ Code, Bits, Lanes int }

// Reservation keeps a value, a name or both from coming back.
type Reservation struct {
	Value int    // 0 where the entry gives none
	Name  string // "" where the entry gives none
}
