package shmem

import (
	"bytes"
	"encoding/binary"
	"sync"

	"golang.org/x/sys/unix"
)

// entryBuffers holds what folders are read into.
var entryBuffers = sync.Pool{New: func() any { return new([8192]byte) }}

// removeLeftovers removes the files that killed creators left in folder, whose
// path ends in a slash, under temporary names. It is a courtesy: whatever goes
// wrong, Create goes on.
func removeLeftovers(folder string) {
	f, err := openDescriptor(folder, unix.O_RDONLY|unix.O_DIRECTORY, 0)
	if err != nil {
		return
	}
	defer f.close()
	buffer := entryBuffers.Get().(*[8192]byte)
	defer entryBuffers.Put(buffer)
	for {
		n, err := kernel.Getdents(f.descriptor, buffer[:])
		if err == unix.EINTR {
			continue
		}
		if err != nil || n <= 0 {
			return
		}
		for name := range entryNames(buffer[:n]) {
			if bytes.HasPrefix(name, []byte(temporaryPrefix)) {
				removeLeftover(folder + string(name))
			}
		}
	}
}

// entryNames yields the names in what getdents64 returns: records of an inode
// and an offset of 8 bytes each, their own length in 2, a type in 1, and a name that
// ends in NUL.
func entryNames(records []byte) func(yield func([]byte) bool) {
	const lengthAt, nameAt = 16, 19
	return func(yield func([]byte) bool) {
		for len(records) > nameAt {
			length := int(binary.NativeEndian.Uint16(records[lengthAt:]))
			if length <= nameAt || length > len(records) {
				return
			}
			name, _, _ := bytes.Cut(records[nameAt:length], []byte{0})
			if !yield(name) {
				return
			}
			records = records[length:]
		}
	}
}
