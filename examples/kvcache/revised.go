package main

import (
	"math"
	"sync/atomic"
)

// revisedRow is a row of numbers that is revised in place, in the words of a
// region: the revision, which is 0 before the first, and two slots. One producer
// revises it; the package comment says how it is read.
type revisedRow []uint32

func rowWords(numbers int) int { return 1 + 2*numbers }

// slot is where a revision is stored: where the one before it is not.
func (r revisedRow) slot(revision uint32) []uint32 {
	half := len(r) / 2
	start := 1 + int(revision%2)*half
	return r[start : start+half]
}

// revise stores the next revision, for the only producer.
func (r revisedRow) revise(numbers []float32) {
	next := atomic.LoadUint32(&r[0]) + 1
	slot := r.slot(next)
	for i, x := range numbers {
		atomic.StoreUint32(&slot[i], math.Float32bits(x))
	}
	atomic.StoreUint32(&r[0], next)
}

// read stores a whole revision in numbers and returns which. It starts over as
// often as the producer publishes one meanwhile.
func (r revisedRow) read(numbers []float32) (revision uint32) {
	for {
		revision = atomic.LoadUint32(&r[0])
		slot := r.slot(revision)
		for i := range numbers {
			numbers[i] = math.Float32frombits(atomic.LoadUint32(&slot[i]))
		}
		if atomic.LoadUint32(&r[0]) == revision {
			return revision
		}
	}
}
