package shmem

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"
	"sync/atomic"
)

// Region is a mapped file: bytes that other processes see as they are
// written. It knows no dtype; ViewAs gives typed windows on it. That of NewHeap
// has no file.
//
// A Region is a handle, so its copies share one state. All methods may be
// called concurrently, Close included. The zero Region and a nil *Region
// answer ErrClosed and zero values. A Region that is never closed stays mapped
// until the process ends: the garbage collector does not unmap it.
type Region struct{ mapping *mapping }

// mapping is the one state behind every copy of a Region, Storage and View.
type mapping struct {
	lifetime lifetime
	memory   []byte // the region's bytes; its addresses stay ours after Close, see quarantine
	file     file
	path     string // absolute; empty on the heap
	writable bool
	heap     bool // ordinary memory of Go's; the file means nothing
	followed bool // the path may be a symlink to the file
	lock     heldLock

	closeOnce sync.Once
	closeErr  error
}

// hasFile reports whether there are a file and a path, which other processes
// can share.
func (m *mapping) hasFile() bool { return !m.heap }

// CreateRegion makes a file of size bytes at path and maps it, as Create does.
// Errors for size: ErrInvalidCount, ErrZeroLength, ErrOverflow.
func CreateRegion(path string, size int64, opts ...CreateOption) (*Region, error) {
	const op = "create"
	bytes, err := regionSize(op, path, size)
	if err != nil {
		return nil, err
	}
	m, err := createMapping(op, path, bytes, newCreateSettings(opts))
	if err != nil {
		return nil, err
	}
	return &Region{m}, nil
}

// OpenRegion maps the whole of an existing regular file, as Open does. An
// empty file is ErrTooSmall, one that is longer than an int can say ErrOverflow.
func OpenRegion(path string, opts ...OpenOption) (*Region, error) {
	m, err := openMapping("open", path, wholeFile, newOpenSettings(opts))
	if err != nil {
		return nil, err
	}
	return &Region{m}, nil
}

// wholeFile asks openMapping for as many bytes as the file has.
const wholeFile = 0

func regionSize(op, path string, size int64) (int, error) {
	fault := ErrOverflow
	switch {
	case size < 0:
		fault = ErrInvalidCount
	case size == 0:
		fault = ErrZeroLength
	case size <= math.MaxInt:
		return int(size), nil
	}
	return 0, &operationError{op: op, path: path, fault: fault, detail: fmt.Sprintf("%d bytes", size)}
}

func createMapping(op, path string, size int, settings createSettings) (*mapping, error) {
	if settings.mode&^fs.ModePerm != 0 {
		return nil, &operationError{op: op, path: path, cause: fs.ErrInvalid, detail: fmt.Sprintf("mode %v has more than permission bits", settings.mode)}
	}
	absolute, err := absolutePath(op, path)
	if err != nil {
		return nil, err
	}
	f, memory, err := createFile(absolute, size, settings)
	if err != nil {
		return nil, onPath(err, op, absolute)
	}
	return countOpened(&mapping{memory: memory, file: f, path: absolute, writable: true}), nil
}

func openMapping(op, path string, size int, settings openSettings) (*mapping, error) {
	absolute, err := absolutePath(op, path)
	if err != nil {
		return nil, err
	}
	f, memory, err := openFile(absolute, size, settings)
	if err != nil {
		return nil, onPath(err, op, absolute)
	}
	return countOpened(&mapping{
		memory: memory, file: f, path: absolute,
		writable: !settings.readOnly, followed: settings.follows(),
	}), nil
}

// absolutePath also refuses what no file can have here, before any system
// call that concerns the file.
func absolutePath(op, path string) (string, error) {
	if path == "" || strings.ContainsRune(path, 0) {
		return "", &operationError{op: op, path: path, cause: fs.ErrInvalid, detail: "empty path or NUL byte in it"}
	}
	if err := checkByteOrder(op, path); err != nil {
		return "", err
	}
	if filepath.IsAbs(path) {
		return path, nil
	}
	if runtime.GOOS == "windows" { // where a path can be relative to a drive, and is cleaned anyway
		absolute, err := filepath.Abs(path)
		if err != nil {
			return "", &operationError{op: op, path: path, cause: err}
		}
		return absolute, nil
	}
	folder, err := os.Getwd()
	if err != nil {
		return "", &operationError{op: op, path: path, cause: err}
	}
	// Not cleaned: a .. behind a symlink leads elsewhere than its text says.
	return folder + string(filepath.Separator) + path, nil
}

// checkByteOrder refuses a host whose elements are not laid out as a region's.
func checkByteOrder(op, path string) error {
	if binary.NativeEndian.Uint16([]byte{1, 0}) != 1 {
		return &operationError{op: op, path: path, cause: errors.ErrUnsupported, detail: "regions are little-endian, " + runtime.GOARCH + " is not"}
	}
	return nil
}

// onPath says where a failed file operation happened.
func onPath(err error, op, path string) error {
	failed, ok := err.(*operationError)
	if !ok {
		failed = &operationError{cause: err}
	}
	failed.op, failed.path = op, path
	return failed
}

// Path returns the path that the region was created or opened with, with the
// working folder of then before it if it was relative; none for NewHeap.
func (r *Region) Path() string {
	if r == nil || r.mapping == nil {
		return ""
	}
	return r.mapping.path
}

// Size returns the region's length in bytes, which a larger file can exceed
// when Open asked for fewer elements than it holds.
func (r *Region) Size() int64 {
	if r == nil || r.mapping == nil {
		return 0
	}
	return int64(len(r.mapping.memory))
}

// ViewAs returns a window on elemCount elements of dtype from byteOffset on,
// in bytes from the start of the region. It aliases the region's memory and
// lives as long as the region is open. Errors: ErrClosed; those of
// DType.StorageBytes and ErrZeroLength for the arguments; ErrRange for a window
// that leaves the region; ErrMisaligned for an offset at which dtype's host
// type cannot stand.
func (r *Region) ViewAs(dtype DType, byteOffset int64, elemCount int) (*View, error) {
	const op = "ViewAs"
	m, err := r.open(op)
	if err != nil {
		return nil, err
	}
	size, err := dtype.regionBytes(op, m.path, elemCount)
	if err != nil {
		return nil, err
	}
	fail := func(fault error) (*View, error) {
		return nil, &operationError{op: op, path: m.path, fault: fault,
			detail: fmt.Sprintf("%d bytes of %v at byte %d of %d", size, dtype, byteOffset, len(m.memory))}
	}
	if byteOffset < 0 || byteOffset > int64(len(m.memory)) || size > len(m.memory)-int(byteOffset) {
		return fail(ErrRange)
	}
	if byteOffset%int64(dtype.alignment()) != 0 {
		return fail(ErrMisaligned)
	}
	view := newView(m, dtype, elemCount, int(byteOffset), size)
	return &view, nil
}

// Replaced reports whether the path no longer names this region: another file
// stands there, as after a Create over it, or none. It is false for NewHeap.
func (r *Region) Replaced() (bool, error) {
	const op = "Replaced"
	m, err := r.pin(op)
	if err != nil {
		return false, err
	}
	defer m.lifetime.unpin(callPin)
	if !m.hasFile() {
		return false, nil
	}
	same, err := m.file.isAt(m.path, m.followed)
	if err != nil {
		return false, onPath(err, op, m.path)
	}
	return !same, nil
}

// Remove unlinks the path if it still names this region, and fails with
// ErrReplaced if it does not; a symlink is never removed. Every process that has
// the region mapped keeps it. The check and the unlink are two steps: a Create
// by another process between them loses its name. Without a file, as of NewHeap, it
// is errors.ErrUnsupported.
func (r *Region) Remove() error {
	const op = "Remove"
	m, err := r.pin(op)
	if err != nil {
		return err
	}
	defer m.lifetime.unpin(callPin)
	if !m.hasFile() {
		return &operationError{op: op, detail: "there is no file", cause: errors.ErrUnsupported}
	}
	same, err := m.file.isAt(m.path, false)
	if err == nil && !same {
		err = &operationError{fault: ErrReplaced}
	}
	if err == nil {
		err = unlink(m.path)
	}
	if err != nil {
		return onPath(err, op, m.path)
	}
	return nil
}

// Sync writes the region's pages and the file's metadata to its device, and
// returns when the device has them, which does not include the name in its
// folder. On tmpfs, as in /dev/shm, there is nothing to do, nor without a file.
func (r *Region) Sync() error { return r.syncRange("Sync", 0, r.Size()) }

// SyncRange is Sync for the n bytes from off on, and the file's metadata.
// Errors besides those of Sync: ErrRange for a range that leaves the region,
// ErrInvalidCount.
func (r *Region) SyncRange(off, n int64) error { return r.syncRange("SyncRange", off, n) }

func (r *Region) syncRange(op string, off, n int64) error {
	m, err := r.pin(op)
	if err != nil {
		return err
	}
	defer m.lifetime.unpin(callPin)
	size := int64(len(m.memory))
	fault := error(nil)
	switch {
	case off < 0 || off > size:
		fault = ErrRange
	case n < 0:
		fault = ErrInvalidCount
	case n > size-off:
		fault = ErrRange
	}
	if fault != nil {
		return &operationError{op: op, path: m.path, fault: fault, detail: fmt.Sprintf("%d bytes from byte %d of %d", n, off, size)}
	}
	if n == 0 || !m.hasFile() {
		return nil
	}
	if err := m.file.sync(m.memory[off : off+n]); err != nil {
		return onPath(err, op, m.path)
	}
	return nil
}

// Close ends the region for every copy of its handles. It waits for the Guards
// of other goroutines, and for their Sync and the like, then puts an inaccessible reservation in the place of
// the memory: a slice that is used after Close faults at once, instead of
// silently reading what is mapped there next. That holds until 1,024 later
// Closes, or 1 TiB of them (64 MiB on 32-bit platforms), or until the process runs
// out of addresses, when these are given back. The file stays. Memory of NewHeap
// stays as well, for the slices that there are.
//
// From inside a Guard of the region Close returns ErrBusy and the region stays
// open. Which goroutine is inside is told by debug.SetPanicOnFault, so a goroutine
// that is inside a Guard of another region, or has set that itself, gets ErrBusy
// as well while any Guard of this one runs. Later Closes return what the first
// did.
func (r *Region) Close() error {
	if r == nil || r.mapping == nil {
		return &operationError{op: "close", fault: ErrClosed}
	}
	m := r.mapping
	if m.guardedHere() {
		return m.busyError("close")
	}
	m.closeOnce.Do(func() {
		m.lifetime.end()
		if !m.hasFile() {
			return
		}
		countClosed(m)
		if err := errors.Join(poison(m.memory), m.file.close()); err != nil {
			m.closeErr = onPath(err, "close", m.path)
		}
	})
	return m.closeErr
}

// open returns the state of an open region, or ErrClosed.
func (r *Region) open(op string) (*mapping, error) {
	if r == nil || r.mapping == nil {
		return nil, &operationError{op: op, fault: ErrClosed}
	}
	if r.mapping.lifetime.over() {
		return nil, &operationError{op: op, path: r.mapping.path, fault: ErrClosed}
	}
	return r.mapping, nil
}

// pin is open for what needs the region to stay so until it unpins.
func (r *Region) pin(op string) (*mapping, error) {
	m, err := r.open(op)
	if err != nil {
		return nil, err
	}
	if !m.lifetime.pin(callPin) {
		return nil, &operationError{op: op, path: m.path, fault: ErrClosed}
	}
	return m, nil
}

// guardedHere reports whether this goroutine seems to be inside a Guard of the
// region: a Guard is what turns its faults into panics.
func (m *mapping) guardedHere() bool {
	if !m.lifetime.guarded() {
		return false
	}
	inGuard := debug.SetPanicOnFault(true)
	debug.SetPanicOnFault(inGuard)
	return inGuard
}

func (m *mapping) busyError(op string) error {
	return &operationError{op: op, path: m.path, fault: ErrBusy, detail: "from inside a Guard, as it seems"}
}

// lifetime counts who needs a mapping to stay, and whether it is over, in one
// word, so that no pin can slip in behind the end.
type lifetime struct {
	state   atomic.Uint64
	drained sync.WaitGroup // done by the last pin to go once the lifetime is over
}

// pin is what a user of the mapping adds to a lifetime's state: Guards and
// other calls are counted apart, since Close asks for Guards alone.
type pin uint64

const (
	callPin  pin = 1 << 0
	guardPin pin = 1 << 31

	lifetimeOver = 1 << 63
	guardPins    = lifetimeOver - uint64(guardPin)
)

func (l *lifetime) over() bool { return l.state.Load()&lifetimeOver != 0 }

func (l *lifetime) guarded() bool { return l.state.Load()&guardPins != 0 }

func (l *lifetime) pin(p pin) bool {
	for {
		state := l.state.Load()
		if state&lifetimeOver != 0 {
			return false
		}
		if l.state.CompareAndSwap(state, state+uint64(p)) {
			return true
		}
	}
}

func (l *lifetime) unpin(p pin) {
	if l.state.Add(-uint64(p)) == lifetimeOver {
		l.drained.Done()
	}
}

// end refuses new pins and returns when the last one is gone.
func (l *lifetime) end() {
	l.drained.Add(1) // before a pin can be the last
	if l.state.Or(lifetimeOver) != 0 {
		l.drained.Wait()
	}
}
