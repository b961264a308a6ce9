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
func (s createSettings) fillUnpublished(memory []byte) error {
	if s.fill == nil {
		return nil
	}
	err := fillGuarded(memory, s.fill)
	if _, ok := err.(*FaultError); ok { // nobody can truncate what has no name: the file is Sparse, its filesystem full
		return &operationError{fault: ErrNoSpace, detail: "for what the region begins with", cause: err}
	}
	return err
}

func fillGuarded(memory []byte, fill func(memory []byte) error) (err error) {
	defer leaveMemory(memory, "create", debug.SetPanicOnFault(true), &err)
	return fill(memory)
}
