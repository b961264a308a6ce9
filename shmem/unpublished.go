package shmem

import (
	"runtime/debug"

	"github.com/tensorshm/tensorshm/shmem/internal/unpublished"
)

func init() {
	unpublished.Fill = func(fill func(memory []byte) error) any {
		return createOption(func(s *createSettings) { s.fill = fill })
	}
}

// fillUnpublished stores what a region holds from its first moment on.
func (s createSettings) fillUnpublished(memory []byte) (err error) {
	if s.fill == nil {
		return nil
	}
	// A store to a Sparse file on a full filesystem faults.
	defer leaveMemory(memory, "create", debug.SetPanicOnFault(true), &err)
	return s.fill(memory)
}
