// Package blocks goes over bytes on several goroutines, block by block.
package blocks

import (
	"context"
	"sync"
	"sync/atomic"

	"github.com/tensorshm/tensorshm/shmem"
)

// Bytes is the size of a block; the last one can be shorter.
const Bytes = 1 << 20

// Each calls work with the offset and the length of every block of size bytes, on as
// many goroutines as workers says, in order as they are taken, and returns the first
// error, after which no block is begun. It stops with ctx, whose error it then returns.
func Each(ctx context.Context, size int64, workers int, work func(off, n int64) error) error {
	count := (size + Bytes - 1) / Bytes
	var next atomic.Int64
	var failed error
	var first sync.Once
	stop := func(err error) {
		first.Do(func() { failed = err })
		next.Store(count)
	}
	var working sync.WaitGroup
	for range min(int64(workers), count) {
		working.Go(func() {
			for {
				if err := ctx.Err(); err != nil {
					stop(err)
				}
				off := (next.Add(1) - 1) * Bytes
				if off >= size {
					return
				}
				if err := work(off, min(Bytes, size-off)); err != nil {
					stop(err)
				}
			}
		})
	}
	working.Wait()
	return failed
}

// Read calls see with n bytes of a region from off on, under its Guard.
func Read(region *shmem.Region, off, n int64, see func([]byte) error) error {
	view, err := region.ViewAs(shmem.U8, off, int(n))
	if err != nil {
		return err
	}
	return view.Guard(func() error {
		bytes, err := view.Bytes()
		if err != nil {
			return err
		}
		return see(bytes)
	})
}
