package shmem

import (
	"os"

	"golang.org/x/sys/unix"
)

// population is how pages may be brought in.
type population struct {
	advice int
	touch  func(page []byte) // for a kernel that does not know the advice
}

var (
	// populateNew is for a file that nobody else can see: its pages are zero
	// and may be written.
	populateNew = population{unix.MADV_POPULATE_WRITE, store}
	// populateShared must not write, not even what is there already: another
	// process may be writing the same byte.
	populateShared = population{unix.MADV_POPULATE_WRITE, load}
	// populateReadOnly is for a mapping without write permission.
	populateReadOnly = population{unix.MADV_POPULATE_READ, load}
)

// prefault brings the file's pages in. It is a hint: whatever goes wrong, the
// first access brings a page in.
func (f file) prefault(memory []byte, how population, where filesystem) {
	// For pages that are missing and exceed the memory cgroup's limit the kernel
	// would kill a process.
	if where.inMemory() && f.hasHoles() && cgroupRoom.take(int64(len(memory)), os.ReadFile) != nil {
		return
	}
	populateAll(memory, how)
}

// hasHoles reports whether the file has fewer blocks than bytes.
func (f file) hasHoles() bool {
	stat, err := f.stat()
	return err != nil || stat.Blocks*512 < stat.Size
}

func (p population) populate(memory []byte) {
	err := ignoringEINTR(func() error { return kernel.Madvise(memory, p.advice) })
	if err == unix.EINVAL {
		touchPages(memory, p.touch)
	}
}
