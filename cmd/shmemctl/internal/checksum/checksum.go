// Package checksum is the checksum of the data of a preloaded file, which is made
// block by block, in any order, and recorded in the file's metadata.
package checksum

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"hash/crc32"
	"strings"

	"github.com/tensorshm/tensorshm/cmd/shmemctl/internal/blocks"
	"github.com/tensorshm/tensorshm/shmem"
)

// Key is where the metadata of a safetensors file hold the checksum.
const Key = "tensorshm.checksum"

// Algorithm begins the text of a checksum, with a colon behind it.
const Algorithm = "sha256-of-1MiB-crc32"

// Blocks are the CRC-32s, as zlib's crc32 has them, of the blocks of a file's data.
type Blocks []uint32

// BlocksFor has room for the blocks of size bytes.
func BlocksFor(size int64) Blocks { return make(Blocks, (size+blocks.Bytes-1)/blocks.Bytes) }

// Add returns the CRC-32 of the bytes behind others whose CRC-32 is crc, 0 for none.
func Add(crc uint32, bytes []byte) uint32 { return crc32.Update(crc, crc32.IEEETable, bytes) }

// String is the checksum of the whole: the algorithm, and in hexadecimal the SHA-256
// of the blocks' CRC-32s, each in four bytes, big-endian.
func (b Blocks) String() string {
	sums := make([]byte, 0, 4*len(b))
	for _, crc := range b {
		sums = binary.BigEndian.AppendUint32(sums, crc)
	}
	return text(sha256.Sum256(sums))
}

// Of is the checksum of a region's bytes from an offset on, made on as many goroutines
// as workers says. Errors: *shmem.FaultError, that of ctx.
func Of(ctx context.Context, region *shmem.Region, offset int64, workers int) (string, error) {
	size := region.Size() - offset
	sums := BlocksFor(size)
	err := blocks.Each(ctx, size, workers, func(off, n int64) error {
		return blocks.Read(region, offset+off, n, func(bytes []byte) error {
			sums[off/blocks.Bytes] = Add(0, bytes)
			return nil
		})
	})
	return sums.String(), err
}

// Placeholder is a text as long as a checksum, which no other text equals if its
// digits are random.
func Placeholder(random [sha256.Size]byte) string { return text(random) }

func text(digest [sha256.Size]byte) string { return Algorithm + ":" + hex.EncodeToString(digest[:]) }

// Known reports whether a recorded checksum is of this algorithm.
func Known(recorded string) bool { return strings.HasPrefix(recorded, Algorithm+":") }
