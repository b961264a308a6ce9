//go:build linux || darwin

package shmem

import "golang.org/x/sys/unix"

// fill gives the file its blocks, length, mode and mapping, and what is in it from
// the start.
func (f file) fill(size int, settings createSettings) ([]byte, error) {
	where, err := f.filesystem()
	if err != nil {
		return nil, err
	}
	if err := where.refuse(size, settings.allowNetworkFS); err != nil {
		return nil, err
	}
	if err := f.setLength(int64(size), settings.sparse, where); err != nil {
		return nil, err
	}
	if err := ignoringEINTR(func() error { return kernel.Fchmod(f.descriptor, uint32(settings.mode)) }); err != nil {
		return nil, err
	}
	memory, err := f.mapShared(size, unix.PROT_READ|unix.PROT_WRITE)
	if err != nil {
		return nil, err
	}
	if settings.prefault {
		f.prefault(memory, populateNew, where)
	}
	return memory, settings.fillUnpublished(memory)
}

// writeZeros reserves blocks where the filesystem knows no other way. It must
// only be used on a file that nobody else can see.
func (f file) writeZeros(start, length int64) error {
	zeros := make([]byte, min(length, 1<<20))
	for length > 0 {
		written, err := kernel.Pwrite(f.descriptor, zeros[:min(length, int64(len(zeros)))], start)
		if err == unix.EINTR {
			continue
		}
		if err != nil {
			return err
		}
		start, length = start+int64(written), length-int64(written)
	}
	return nil
}
