package shmem

import "golang.org/x/sys/unix"

func (f file) setLength(size int64, sparse bool, where filesystem) error {
	var err error
	if !sparse {
		err = f.reserve(size)
	}
	if err == nil {
		err = ignoringEINTR(func() error { return kernel.Ftruncate(f.descriptor, size) })
	}
	if !sparse && (err == unix.ENOSPC || err == unix.EDQUOT) {
		if now, statErr := f.filesystem(); statErr == nil {
			where = now
		}
		return where.noSpace(size, err)
	}
	return err
}

// reserve allocates blocks behind the end of the empty file, in one piece or else in
// as many as it takes; Ftruncate then makes them the file's. Where the filesystem
// cannot, zeros are written.
func (f file) reserve(size int64) error {
	for _, flags := range []uint32{unix.F_ALLOCATECONTIG | unix.F_ALLOCATEALL, unix.F_ALLOCATEALL} {
		space := unix.Fstore_t{Flags: flags, Posmode: unix.F_PEOFPOSMODE, Length: size}
		err := ignoringEINTR(func() error { return kernel.Preallocate(uintptr(f.descriptor), space) })
		switch {
		case err == nil:
			return nil
		case isUnsupported(err):
			return f.writeZeros(0, size)
		case flags == unix.F_ALLOCATEALL:
			return err
		}
	}
	return nil
}
