package shmem

import (
	"fmt"
	"io/fs"
	"os"
	"runtime/debug"
	"sync"
	"sync/atomic"
)

// CopyTo copies all of the view's bytes to dst, whatever the dtype, on as many
// goroutines as workers says, the caller's among them; on fewer where there are
// not 64 KiB for each. For a part, take the CopyTo of a Slice.
//
// It runs under a Guard that covers every one of them, and returns when all are
// done; on the caller's goroutine alone it does not allocate. dst must not overlap
// the view, and may hold any part of it after an error. Errors, in this order:
// ErrClosed; ErrRange unless len(dst) is ByteLen(); fs.ErrInvalid for workers below
// 1; *FaultError. A fault outside the region, as in a dst whose file was truncated,
// is a panic of the caller's goroutine, whichever met it.
func (v *View) CopyTo(dst []byte, workers int) error {
	const op = "CopyTo"
	if !v.isOpen() {
		return v.closedError(op)
	}
	if err := v.checkCopy(op, len(dst), workers); err != nil {
		return err
	}
	return v.copyShared(op, dst, v.memory(), workers)
}

// CopyFrom copies src over all of the view's bytes, as CopyTo copies them out.
// Errors are those of CopyTo, with ErrReadOnly after ErrClosed.
func (v *View) CopyFrom(src []byte, workers int) error {
	const op = "CopyFrom"
	if !v.isOpen() {
		return v.closedError(op)
	}
	if !v.mapping.writable {
		return &operationError{op: op, path: v.mapping.path, fault: ErrReadOnly}
	}
	if err := v.checkCopy(op, len(src), workers); err != nil {
		return err
	}
	return v.copyShared(op, v.memory(), src, workers)
}

func (v *View) checkCopy(op string, length, workers int) error {
	if length != v.size {
		return &operationError{op: op, path: v.mapping.path, fault: ErrRange, detail: fmt.Sprintf("%d bytes for a view of %d", length, v.size)}
	}
	if workers < 1 {
		return &operationError{op: op, path: v.mapping.path, detail: fmt.Sprintf("%d workers", workers), cause: fs.ErrInvalid}
	}
	return nil
}

// copyShared copies between the view's memory and as many other bytes.
func (v *View) copyShared(op string, to, from []byte, workers int) error {
	p := piecesOf(v.offset, v.size, workers, os.Getpagesize())
	if workers = min(workers, p.count); workers == 1 {
		return v.guard(op, func() error {
			copy(to, from)
			return nil
		})
	}
	shared := &sharedCopy{to: to, from: from, pieces: p}
	return v.guard(op, func() error {
		shared.run(workers)
		return nil
	})
}

// pieces are the parts of a view that one worker copies at a time. They meet
// where pages of the region do, so that no two workers fault the same one.
type pieces struct {
	ahead  int // bytes of the view's first page that lie ahead of the view
	total  int // bytes from the start of that page to the view's end
	stride int // whole pages
	count  int
}

const (
	smallestPiece   = 64 << 10 // for less a goroutine is not worth its start
	piecesPerWorker = 8        // so that all end together, also where some are slowed down
)

func piecesOf(offset, size, workers, page int) pieces {
	p := pieces{ahead: offset % page, total: offset%page + size}
	workers = min(workers, (p.total-1)/smallestPiece+1)
	p.stride = max(p.total/(workers*piecesPerWorker), smallestPiece)
	p.stride = (p.stride + page - 1) / page * page
	p.count = (p.total-1)/p.stride + 1
	return p
}

// at returns the bounds of piece i within the view.
func (p pieces) at(i int) (from, to int) {
	start := i * p.stride
	return max(start-p.ahead, 0), start + min(p.stride, p.total-start) - p.ahead
}

// sharedCopy is one copy that several goroutines take pieces of, in order.
type sharedCopy struct {
	to, from []byte
	pieces   pieces
	taken    atomic.Int64

	mutex  sync.Mutex
	failed int // the first piece whose copy panicked
	cause  any // with what; nil if none did
}

// run panics on the caller's goroutine, as copy would, with what stopped the
// first piece that did not get through. Every piece ahead of that one was copied,
// since pieces are taken in order and finished by whoever took them.
func (c *sharedCopy) run(workers int) {
	var others sync.WaitGroup
	for range workers - 1 {
		others.Go(c.work)
	}
	c.work()
	others.Wait()
	if c.cause != nil {
		panic(c.cause)
	}
}

// work copies pieces until there are no more, and never panics: that would end
// the process, or on the caller's goroutine leave the others behind.
func (c *sharedCopy) work() {
	piece := 0
	defer c.leave(&piece, debug.SetPanicOnFault(true))
	for piece = c.take(); piece < c.pieces.count; piece = c.take() {
		from, to := c.pieces.at(piece)
		copy(c.to[from:to], c.from[from:to])
	}
}

func (c *sharedCopy) take() int { return int(c.taken.Add(1) - 1) }

// leave has to be deferred directly, or recover would see nothing.
func (c *sharedCopy) leave(piece *int, panicOnFault bool) {
	cause := recover()
	debug.SetPanicOnFault(panicOnFault)
	if cause == nil {
		return
	}
	c.taken.Store(int64(c.pieces.count)) // nobody takes another
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if c.cause == nil || *piece < c.failed {
		c.failed, c.cause = *piece, cause
	}
}
