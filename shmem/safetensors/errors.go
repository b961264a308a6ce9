package safetensors

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

var (
	// ErrFormat reports a file that breaks a rule of the format; *FormatError says
	// which, and where.
	ErrFormat = errors.New("invalid safetensors file")
	// ErrNoTensor reports the name of a tensor that the file or model does not have.
	ErrNoTensor = errors.New("no such tensor")
)

// FormatError reports a file that breaks a rule of the format, or, from Create, one
// that would. It matches ErrFormat.
type FormatError struct {
	Op     string // such as open
	Path   string // of the file
	Tensor string // empty where the rule is not about a tensor
	Rule   Rule   // that is broken
	Detail string // what was found, with its numbers
	Err    error  // what else it matches, such as shmem.ErrOverflow; nil for nothing
}

func (e *FormatError) Error() string {
	var text strings.Builder
	fmt.Fprintf(&text, "safetensors: %s %s: ", e.Op, e.Path)
	if e.Tensor != "" {
		fmt.Fprintf(&text, "tensor %s: ", quoted(e.Tensor))
	}
	text.WriteString(e.Detail)
	if e.Err != nil {
		fmt.Fprintf(&text, ": %v", e.Err)
	}
	fmt.Fprintf(&text, " (rule: %v)", e.Rule)
	return text.String()
}

// Unwrap returns Err.
func (e *FormatError) Unwrap() error { return e.Err }

// Is makes the error match ErrFormat.
func (e *FormatError) Is(target error) bool { return target == ErrFormat }

// longestQuote is how much of a name an error shows, in bytes: a file's names can be
// as long as its header.
const longestQuote = 100

func quoted(name string) string {
	if len(name) <= longestQuote {
		return strconv.Quote(name)
	}
	return fmt.Sprintf("%q and %d bytes more", name[:longestQuote], len(name)-longestQuote)
}

// operationError is what failed besides the format.
type operationError struct {
	op, path, tensor string
	detail           string // empty where cause says it all
	cause            error
}

func (e *operationError) Error() string {
	var text strings.Builder
	text.WriteString("safetensors: " + e.op)
	if e.path != "" {
		text.WriteString(" " + e.path)
	}
	if e.tensor != "" {
		text.WriteString(": tensor " + quoted(e.tensor))
	}
	if e.detail != "" {
		text.WriteString(": " + e.detail)
	}
	fmt.Fprintf(&text, ": %v", e.cause)
	return text.String()
}

func (e *operationError) Unwrap() error { return e.cause }
