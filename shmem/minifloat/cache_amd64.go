//go:build !purego && !race

package minifloat

import "sync"

// usualCache is the size of a cache that the processor does not tell.
const usualCache = 32 << 20

// lastLevelCache is the size in bytes of the largest cache. It asks the
// processor once, which takes a virtual machine a while.
var lastLevelCache = sync.OnceValue(func() int {
	largest := 0
	for _, leaf := range []uint32{4, 0x8000_001d} { // of Intel, and of AMD: the same fields
		if highest, _, _, _ := cpuid(leaf&0x8000_0000, 0); highest < leaf {
			continue
		}
		for index := range uint32(8) {
			kind, sizes, sets, _ := cpuid(leaf, index)
			if kind&0x1f == 0 {
				break // no more caches
			}
			ways, partitions, line := sizes>>22+1, sizes>>12&0x3ff+1, sizes&0xfff+1
			largest = max(largest, int(ways)*int(partitions)*int(line)*int(sets+1))
		}
	}
	if largest == 0 {
		return usualCache
	}
	return largest
})
