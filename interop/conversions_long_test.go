//go:build long

package interop

import "testing"

// sample holds every number halfway between two values of a format with at most
// 10 bits of mantissa, with both neighbours, and a million of any kind.
func sample() []block {
	blocks := []block{{first: 977, step: 4093, count: 1 << 20}}
	for half := uint32(0); half < 1<<16; half += 1 << 12 {
		for _, lower := range []uint32{half, half + 1, half + 1<<12 - 1} {
			blocks = append(blocks, block{first: lower, step: 1 << 16, count: 1 << 16})
		}
	}
	return blocks
}

func TestConvertsAsNumpyMLDtypesHalfAndFloat8(t *testing.T) {
	checkConversions(t, sample())
}
