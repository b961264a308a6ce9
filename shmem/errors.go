package shmem

import (
	"errors"
	"fmt"
	"strings"
)

// The faults of this package. An error names the operation, the path where there
// is one, and the numbers; through errors.Is it matches one of these, or the
// fs or syscall error underneath.
var (
	// ErrInvalidDType reports a DType that the table does not have.
	ErrInvalidDType = errors.New("invalid dtype")
	// ErrZeroLength reports a region, view or concatenation of no elements.
	ErrZeroLength = errors.New("zero-length")
	// ErrInvalidCount reports a negative number of elements or bytes.
	ErrInvalidCount = errors.New("negative count")
	// ErrOverflow reports a size in bytes that an int cannot hold here.
	ErrOverflow = errors.New("size overflow")
	// ErrUnit reports a count or offset in elements that splits a storage unit:
	// see DType.Unit.
	ErrUnit = errors.New("not a multiple of the storage unit")
	// ErrRange reports an offset or end outside a view or a region, or a copy of
	// another length.
	ErrRange = errors.New("out of range")
	// ErrTooSmall reports a file with fewer bytes than were asked for.
	ErrTooSmall = errors.New("file too small")
	// ErrSizeMismatch reports a file that ExactSize found too large.
	ErrSizeMismatch = errors.New("file size mismatch")
	// ErrDTypeMismatch reports a typed access, or a concatenation, of another dtype,
	// or a conversion of one that is no float.
	ErrDTypeMismatch = errors.New("dtype mismatch")
	// ErrUnsupportedDType reports typed access to a dtype that is not supported;
	// *UnsupportedDTypeError holds the reason.
	ErrUnsupportedDType = errors.New("unsupported dtype")
	// ErrReadOnly reports a mutable slice of a region that was opened ReadOnly, or a
	// WriteFloat32 or CopyFrom to one.
	ErrReadOnly = errors.New("read-only region")
	// ErrClosed reports the use of a region that was closed, or never opened.
	ErrClosed = errors.New("region is closed")
	// ErrBusy reports a region that is in use: a Close from inside its own Guard, a
	// Create (IfUnused) where a process has it open, or an Open while such a Create
	// takes more than a second to replace it. On Windows also a Create over a file
	// that is mapped, or a Remove of one, where the system does not do that.
	ErrBusy = errors.New("region is in use")
	// ErrReplaced reports a path that no longer names the region.
	ErrReplaced = errors.New("path no longer names this region")
	// ErrMisaligned reports a byte offset that the dtype's host type cannot stand on.
	ErrMisaligned = errors.New("misaligned offset")
	// ErrNotRegular reports a symlink, FIFO, device, socket or folder where a
	// regular file is needed.
	ErrNotRegular = errors.New("not a regular file")
	// ErrUnsupportedFS reports a network or FUSE filesystem: see AllowNetworkFS; or
	// one that cannot map such a region shared.
	ErrUnsupportedFS = errors.New("filesystem not supported")
	// ErrNoSpace reports a filesystem, or a memory cgroup, or for NewHeap the
	// addresses, that cannot hold the region.
	ErrNoSpace = errors.New("no space for the region")
)

// operationError is a failed operation: what was tried, on what, and why not.
type operationError struct {
	op     string
	path   string // empty where no file is concerned
	fault  error  // one of the package's errors; nil where cause says it all
	detail string // the numbers
	cause  error  // the error underneath, nil where there is none
}

func (e *operationError) Error() string {
	var text strings.Builder
	text.WriteString("shmem: " + e.op)
	if e.path != "" {
		text.WriteString(" " + e.path)
	}
	if e.fault != nil {
		text.WriteString(": " + e.fault.Error())
	}
	if e.detail != "" {
		text.WriteString(": " + e.detail)
	}
	if e.cause != nil {
		text.WriteString(": " + e.cause.Error())
	}
	return text.String()
}

func (e *operationError) Unwrap() []error {
	causes := make([]error, 0, 2)
	for _, err := range []error{e.fault, e.cause} {
		if err != nil {
			causes = append(causes, err)
		}
	}
	return causes
}

// accessError is a typed access that failed, as it was then. What that means is
// worked out when somebody asks, so that making one takes no call.
type accessError struct {
	op      string
	mapping *mapping // nil where there never was a region
	over    bool     // the region was closed
	held    DType
	wanted  DType
}

func (e *accessError) Error() string { return e.Unwrap().Error() }

func (e *accessError) Unwrap() error {
	failed := &operationError{op: e.op}
	if e.mapping != nil {
		failed.path = e.mapping.path
	}
	switch {
	case e.mapping == nil || e.over:
		failed.fault = ErrClosed
	case e.held != e.wanted:
		failed.fault, failed.detail = ErrDTypeMismatch, fmt.Sprintf("the view holds %v, not %v", e.held, e.wanted)
	default:
		failed.fault = ErrReadOnly
	}
	return failed
}

// UnsupportedDTypeError reports typed access to a dtype whose bytes can be
// shared but not read as numbers. It matches ErrUnsupportedDType and
// errors.ErrUnsupported.
type UnsupportedDTypeError struct {
	DType     DType
	Op        string // what declined, such as AsHostBufferRef, or create for a dtype without size
	Rationale string // the table's reason, with what to do instead
}

func (e *UnsupportedDTypeError) Error() string {
	return fmt.Sprintf("shmem: %s: %v %s: %s", e.Op, ErrUnsupportedDType, e.DType, e.Rationale)
}

// Is makes the error match ErrUnsupportedDType and errors.ErrUnsupported.
func (e *UnsupportedDTypeError) Is(target error) bool {
	return target == ErrUnsupportedDType || target == errors.ErrUnsupported
}

// FaultError reports a page of a region that could not be read or written: the
// file was truncated under the mapping, its device failed, or the region is
// ReadOnly and was written to.
type FaultError struct {
	Op     string // the method that was running, such as Guard
	Path   string // empty for a method of a HostBufferRef, which knows no region
	Offset int64  // of the faulting access, in bytes from the start of the region, or of the HostBufferRef
	Err    error  // the runtime's own error
}

func (e *FaultError) Error() string {
	where := e.Op
	if e.Path != "" {
		where += " " + e.Path
	}
	return fmt.Sprintf("shmem: %s: page fault at byte %d (a truncated file, a failed device, or a write to a read-only region): %v", where, e.Offset, e.Err)
}

// Unwrap returns the runtime's own error.
func (e *FaultError) Unwrap() error { return e.Err }
