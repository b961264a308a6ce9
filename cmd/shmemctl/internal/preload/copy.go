package preload

import (
	"context"
	"os"
	"sync"

	"github.com/tensorshm/tensorshm/cmd/shmemctl/internal/blocks"
	"github.com/tensorshm/tensorshm/cmd/shmemctl/internal/checksum"
)

// pieceBytes is how much is read, summed and written at a time, so that it stays in
// the processor's cache. Stores through the mapping would fault every page in first;
// writing by system calls is faster.
const pieceBytes = 256 << 10

var buffers = sync.Pool{New: func() any { return new([pieceBytes]byte) }}

// copier copies a destination's data.
type copier struct {
	extents []extent
	to      *os.File
	offset  int64 // of the data in the destination
	sums    checksum.Blocks
	copied  func(bytes int64)
}

// block copies n bytes of the data from begin on, and sums them up.
func (c *copier) block(ctx context.Context, begin, n int64) error {
	buffer := buffers.Get().(*[pieceBytes]byte)
	defer buffers.Put(buffer)
	crc := uint32(0)
	for to, end := begin, begin+n; to < end; to += pieceBytes {
		if err := ctx.Err(); err != nil {
			return err
		}
		piece := buffer[:min(pieceBytes, end-to)]
		if err := readAt(c.extents, piece, to); err != nil {
			return err
		}
		crc = checksum.Add(crc, piece)
		if _, err := c.to.WriteAt(piece, c.offset+to); err != nil {
			return err
		}
	}
	c.sums[begin/blocks.Bytes] = crc
	c.copied(n)
	return nil
}
