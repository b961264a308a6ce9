package shmem

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

const (
	// reserveChunk bounds one fallocate: on tmpfs a signal undoes the whole call,
	// so a large one might never end.
	reserveChunk = 64 << 20
	// reserveLeast is what fits between the signals of a profiler on any machine.
	reserveLeast = 1 << 20
)

func (f file) setLength(size int64, sparse bool, where filesystem) error {
	if sparse {
		return ignoringEINTR(func() error { return kernel.Ftruncate(f.descriptor, size) })
	}
	// Without these a hopeless reservation in chunks would fill the memory
	// behind a tmpfs before it fails, or have the kernel kill a process for it.
	if size > reserveChunk && where.limited && uint64(size) > where.free {
		return where.noSpace(size, unix.ENOSPC)
	}
	if where.inMemory() {
		if err := cgroupRoom.take(size, os.ReadFile); err != nil {
			return err
		}
	}
	chunk := int64(reserveChunk)
	for start := int64(0); start < size; {
		length := min(chunk, size-start)
		err := f.reserve(start, length)
		switch err {
		case nil:
			start += length
		case unix.EINTR:
			chunk = max(chunk/2, reserveLeast)
		case unix.ENOSPC, unix.EDQUOT, unix.ENOMEM, unix.EFAULT:
			if now, statErr := f.filesystem(); statErr == nil {
				where = now
			}
			return where.noSpace(size, err)
		default:
			return err
		}
	}
	return nil
}

// reserve allocates blocks for a part of the file and lengthens it to hold
// them. A signal may break it off.
func (f file) reserve(start, length int64) error {
	err := kernel.Fallocate(f.descriptor, 0, start, length)
	if errors.Is(err, unix.EOPNOTSUPP) {
		return f.writeZeros(start, length)
	}
	return err
}
