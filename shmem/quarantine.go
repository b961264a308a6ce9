package shmem

import (
	"math/bits"
	"os"
	"slices"
	"sync"
)

// quarantine keeps the addresses of closed regions reserved, oldest first, so
// that a stale slice faults instead of reading what the kernel would map there
// next. It is bounded: address space is finite too.
type quarantine struct {
	mutex        sync.Mutex
	reservations [][]byte // inaccessible
	bytes        uint64   // in all of them
}

const (
	quarantineRegions = 1024 // at least as many Closes go by before addresses are given back
	quarantineBatch   = 256  // reservations given back at a time, so that most Closes give back none

	quarantineBytes64 = 1 << 40
	quarantineBytes32 = 64 << 20
)

var closedRegions quarantine

// quarantineLimit is how many bytes of addresses may be reserved.
func quarantineLimit() uint64 {
	if bits.UintSize == 32 {
		return quarantineBytes32
	}
	return quarantineBytes64
}

// add takes a reservation and returns the oldest ones if there are now too
// many, for the caller to release. It never returns the one just added.
func (q *quarantine) add(reservation []byte) (evicted [][]byte) {
	q.mutex.Lock()
	defer q.mutex.Unlock()
	evict := 0
	if len(q.reservations) >= quarantineRegions+quarantineBatch {
		evict = quarantineBatch
	}
	q.bytes += reservedBytes(reservation)
	for i, old := range q.reservations {
		if i >= evict && q.bytes <= quarantineLimit() {
			break
		}
		q.bytes -= reservedBytes(old)
		evict = max(evict, i+1)
	}
	if evict > 0 {
		evicted = slices.Clone(q.reservations[:evict])
		q.reservations = slices.Delete(q.reservations, 0, evict)
	}
	q.reservations = append(q.reservations, reservation)
	return evicted
}

// clear takes every reservation, for the caller to release.
func (q *quarantine) clear() (evicted [][]byte) {
	q.mutex.Lock()
	defer q.mutex.Unlock()
	evicted, q.reservations, q.bytes = q.reservations, nil, 0
	return evicted
}

// reservedBytes is the address space that a reservation takes: whole pages.
func reservedBytes(reservation []byte) uint64 {
	page := uint64(os.Getpagesize())
	return (uint64(len(reservation)) + page - 1) / page * page
}

// size is how many bytes are reserved.
func (q *quarantine) size() int64 {
	q.mutex.Lock()
	defer q.mutex.Unlock()
	return int64(q.bytes)
}
