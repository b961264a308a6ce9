package shmem

import "fmt"

// Storage is a region that holds one dtype from byte 0 on: what Create, Open and
// NewHeap give. A Storage is a handle: its copies share one state.
//
// From Region it has Path, Size, ViewAs, Replaced, Remove, Sync, SyncRange,
// Lock, RLock, TryLock, Unlock and Close; from View DType, Len, IsEmpty, ByteLen,
// Writable, Bytes, Slice, AsHostBufferRef, ToHostBuffer, CopyTo, CopyFrom,
// ReadFloat32, WriteFloat32, Guard, and AsSliceX and AsMutSliceX for every
// supported dtype X.
//
// The zero Storage answers ErrClosed and zero values.
type Storage struct {
	*Region
	View
}

var _ HostStorage = (*Storage)(nil)

// Create makes a file at path that holds elemCount elements of dtype, all
// zero, and maps it for reading and writing. The file is exactly
// dtype.StorageBytes(elemCount) bytes long: little-endian, element 0 at byte 0,
// no header.
//
// The file is built aside and appears at path in one atomic step, complete. Its
// blocks are reserved first (unless Sparse), so that a full disk is ErrNoSpace
// here and not a signal later, and its mode is 0600 (unless Mode) whatever the
// umask. A regular file at path is replaced by a new one: processes that have
// the old one mapped keep it, whole, and learn of it from Replaced. With
// Exclusive anything at path is fs.ErrExist.
//
// Names that begin with .tensorshm- are for files that are not published yet:
// Create removes the caller's own of that name from path's folder once no creator
// holds them.
//
// A failed Create leaves what was at path untouched. Errors, arguments first:
// ErrInvalidDType, *UnsupportedDTypeError for a dtype without size,
// ErrInvalidCount, ErrZeroLength, ErrUnit, ErrOverflow, fs.ErrInvalid for an empty
// path or mode bits that are no permissions; then ErrNotRegular, ErrUnsupportedFS,
// ErrBusy, ErrNoSpace, the fs error of the system call that failed, and
// errors.ErrUnsupported on a platform that is big-endian or has no implementation.
func Create(path string, dtype DType, elemCount int, opts ...CreateOption) (*Storage, error) {
	const op = "create"
	size, err := dtype.regionBytes(op, path, elemCount)
	if err != nil {
		return nil, err
	}
	m, err := createMapping(op, path, size, newCreateSettings(opts))
	if err != nil {
		return nil, err
	}
	return newStorage(m, dtype, elemCount, size), nil
}

// Open maps elemCount elements of dtype from the start of the existing regular
// file at path, which may be larger (unless ExactSize). The file does not say
// which dtype it holds: both sides have to agree. The mapping is shared and
// writable, or without write permission under ReadOnly. A symlink at path is
// followed under ReadOnly or FollowSymlinks only. Open never creates, grows,
// truncates or unlinks a file, and never blocks, but while a Create (IfUnused) is
// replacing the file: for at most a second.
//
// Errors, arguments first, as for Create; then fs.ErrNotExist, fs.ErrPermission,
// ErrNotRegular, ErrTooSmall, ErrSizeMismatch, ErrUnsupportedFS, ErrBusy, and others of the
// system.
func Open(path string, dtype DType, elemCount int, opts ...OpenOption) (*Storage, error) {
	const op = "open"
	size, err := dtype.regionBytes(op, path, elemCount)
	if err != nil {
		return nil, err
	}
	m, err := openMapping(op, path, size, newOpenSettings(opts))
	if err != nil {
		return nil, err
	}
	return newStorage(m, dtype, elemCount, size), nil
}

func newStorage(m *mapping, dtype DType, elements, size int) *Storage {
	return &Storage{Region: &Region{m}, View: newView(m, dtype, elements, 0, size)}
}

// IntoHostBuffer returns an owned copy of the elements, made under a Guard,
// and closes the region. Without a copy the region stays open: ErrClosed, ErrBusy,
// *UnsupportedDTypeError, *FaultError. An error in closing comes with the copy.
func (s *Storage) IntoHostBuffer() (HostBuffer, error) {
	const op = "IntoHostBuffer"
	if s.isOpen() && s.View.mapping.guardedHere() { // before a copy that Close would waste
		return nil, s.View.mapping.busyError(op)
	}
	owned, err := s.copyOut(op)
	if err != nil {
		return nil, err
	}
	return owned, s.Close()
}

// String describes the storage: path, or that it is on the heap, dtype,
// elements and bytes, never the elements.
func (s *Storage) String() string {
	where := s.Path()
	if m := s.View.mapping; m != nil && !m.hasFile() {
		where = "on the heap"
	}
	return fmt.Sprintf("Storage{%s, %v, %d elements, %d bytes}", where, s.dtype, s.elements, s.View.size)
}
