package shmem

import (
	"context"
	"io/fs"
	"sync"
	"time"
)

// heldLock is what the handles of one mapping hold of its file's lock, which
// the system knows as one holder: they have to exclude each other here.
type heldLock struct {
	mutex   sync.Mutex
	alone   bool
	readers int
}

// Lock locks the region's file for this region alone, and waits until it can or
// ctx ends. It is flock(2), so that programs in any language join in by locking
// the file: fcntl.flock in Python, File::lock in Rust, flock in C. It is advisory:
// no access is refused to those who do not lock. On Windows it is LockFileEx on
// the byte at offset 1<<62 + 1.
//
// Two regions exclude each other whether they are in one process or two. Handles
// of one region share it: what one goroutine has locked, another waits for, and any of
// them may unlock. A lock is not recursive, and cannot be changed from shared to
// exclusive but by unlocking. It ends with Unlock or Close, and however the process
// ends; programs that the process starts do not inherit it.
//
// Where there is no file, as of NewHeap, handles exclude each other all the same.
//
// Those who wait look again every few milliseconds at least; who comes first is
// not promised. Errors: ErrClosed, also where the region is closed meanwhile; that
// of ctx; fs.ErrInvalid for a nil ctx; and others of the system.
func (r *Region) Lock(ctx context.Context) error { return r.lockWithin(ctx, "Lock", false) }

// RLock is Lock, but shared with others that lock so.
func (r *Region) RLock(ctx context.Context) error { return r.lockWithin(ctx, "RLock", true) }

// TryLock is Lock for those who do not wait: it reports whether it has locked.
// Errors: ErrClosed, and others of the system.
func (r *Region) TryLock() (bool, error) {
	const op = "TryLock"
	return r.tryLock(op, false)
}

// Unlock undoes a Lock, an RLock or a TryLock of this region. Errors: ErrClosed,
// as Close has unlocked already; fs.ErrInvalid where there is nothing to undo; and
// others of the system.
func (r *Region) Unlock() error {
	const op = "Unlock"
	m, err := r.pin(op)
	if err != nil {
		return err
	}
	defer m.lifetime.unpin(callPin)
	held := &m.lock
	held.mutex.Lock()
	defer held.mutex.Unlock()
	switch {
	case held.readers > 1:
		held.readers--
		return nil
	case held.readers == 0 && !held.alone:
		return &operationError{op: op, path: m.path, detail: "it is not locked", cause: fs.ErrInvalid}
	}
	if m.hasFile() {
		if err := m.file.unlock(); err != nil {
			return onPath(err, op, m.path)
		}
	}
	held.readers, held.alone = 0, false
	return nil
}

func (r *Region) lockWithin(ctx context.Context, op string, shared bool) error {
	if _, err := r.open(op); err != nil {
		return err
	}
	if ctx == nil {
		return &operationError{op: op, path: r.Path(), detail: "nil context", cause: fs.ErrInvalid}
	}
	var wait backoff
	for {
		if err := ctx.Err(); err != nil {
			return &operationError{op: op, path: r.Path(), cause: err}
		}
		locked, err := r.tryLock(op, shared)
		if locked || err != nil {
			return err
		}
		select {
		case <-ctx.Done():
		case <-time.After(wait.pause()):
		}
	}
}

func (r *Region) tryLock(op string, shared bool) (bool, error) {
	m, err := r.pin(op)
	if err != nil {
		return false, err
	}
	defer m.lifetime.unpin(callPin)
	held := &m.lock
	held.mutex.Lock()
	defer held.mutex.Unlock()
	switch {
	case held.alone, held.readers > 0 && !shared:
		return false, nil
	case held.readers > 0:
		held.readers++
		return true, nil
	}
	locked := true
	if m.hasFile() {
		if locked, err = m.file.tryLock(shared); err != nil {
			return false, onPath(err, op, m.path)
		}
	}
	held.alone = locked && !shared
	if locked && shared {
		held.readers = 1
	}
	return locked, nil
}

// InUse reports whether a process has the region at path open: any process,
// this one included, by Create or Open of this package. Readers in other languages
// are not seen, nor who opened the file by another path that is no link to it. It is
// out of date as soon as it returns; to replace a region only if nobody uses it, see
// IfUnused.
//
// Errors: fs.ErrInvalid for an empty path, fs.ErrNotExist, fs.ErrPermission,
// ErrNotRegular, errors.ErrUnsupported where the filesystem cannot tell, and on macOS,
// and others of the system.
func InUse(path string) (bool, error) {
	const op = "InUse"
	absolute, err := absolutePath(op, path)
	if err != nil {
		return false, err
	}
	used, err := fileInUse(absolute)
	if err != nil {
		return false, onPath(err, op, absolute)
	}
	return used, nil
}
