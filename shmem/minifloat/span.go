package minifloat

import "math"

const (
	kernelBlock     = 32 // elements: a kernel converts whole blocks
	kernelAlignment = 32 // bytes, of what a kernel stores past the cache
	// kernelPiece is how many elements a kernel is given at a time: nothing
	// interrupts it, and a garbage collection would have to wait.
	kernelPiece = 1 << 18
)

// span is the part of a conversion that a kernel does, in elements. Tables do
// what comes before and after.
type span struct {
	from, to int
	streamed bool // stored past the cache
}

// spanOf is the span of a conversion of elements to dst, each of whose units
// holds inUnit of them. From streamFrom bytes on it is streamed, if it can start
// where dst is aligned: only multiples of step elements will do.
func spanOf[Unit any](dst []Unit, elements, inUnit, step, streamFrom int) span {
	if elements < kernelBlock {
		return span{}
	}
	all := span{to: elements / kernelBlock * kernelBlock}
	beyond, size := beyondAlignment(dst, kernelAlignment)
	if len(dst) < streamFrom/size {
		return all
	}
	missing := (kernelAlignment - beyond) % kernelAlignment
	from := missing / size * inUnit
	if from%step != 0 || elements-from < kernelBlock {
		return all
	}
	return span{from: from, to: from + (elements-from)/kernelBlock*kernelBlock, streamed: true}
}

// pieces yields the parts of s that a kernel is to do at a time.
func (s span) pieces(yield func(from, to int) bool) {
	for from := s.from; from < s.to; from += kernelPiece {
		if !yield(from, min(from+kernelPiece, s.to)) {
			return
		}
	}
}

// never is a size from which on nothing is streamed.
const never = math.MaxInt
