package shmem

import "sync/atomic"

// Stats is what this process has of regions at one moment. Storages of NewHeap,
// which map nothing, are not counted.
type Stats struct {
	OpenRegions      int64 // created or opened, and not yet closed
	MappedBytes      int64 // in open regions
	QuarantinedBytes int64 // of address space that closed regions keep reserved; they hold no memory
	FaultsCaught     int64 // page faults that came back as a FaultError so far
}

var openRegions, mappedBytes, faultsCaught atomic.Int64

// ReadStats returns the figures of this process. Each is exact; together they
// are not of one instant where regions come and go meanwhile.
func ReadStats() Stats {
	return Stats{
		OpenRegions:      openRegions.Load(),
		MappedBytes:      mappedBytes.Load(),
		QuarantinedBytes: closedRegions.size(),
		FaultsCaught:     faultsCaught.Load(),
	}
}

func countOpened(m *mapping) *mapping {
	openRegions.Add(1)
	mappedBytes.Add(int64(len(m.memory)))
	return m
}

func countClosed(m *mapping) {
	openRegions.Add(-1)
	mappedBytes.Add(-int64(len(m.memory)))
}
