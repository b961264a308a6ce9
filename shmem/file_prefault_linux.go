package shmem

import (
	"os"
	"runtime"
	"runtime/debug"
	"sync"

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
	populateNew = population{unix.MADV_POPULATE_WRITE, func(page []byte) { page[0] = 0 }}
	// populateShared must not write, not even what is there already: another
	// process may be writing the same byte.
	populateShared = population{unix.MADV_POPULATE_WRITE, load}
	// populateReadOnly is for a mapping without write permission.
	populateReadOnly = population{unix.MADV_POPULATE_READ, load}
)

const (
	prefaultChunk   = 32 << 20 // bytes; what one goroutine takes at a time
	prefaultWorkers = 4        // more wait for each other in the kernel
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

// populateAll works on several goroutines where the pages are many.
func populateAll(memory []byte, how population) {
	chunks := make(chan []byte)
	var workers sync.WaitGroup
	for range min((len(memory)+prefaultChunk-1)/prefaultChunk, prefaultWorkers, runtime.GOMAXPROCS(0)) {
		workers.Go(func() {
			for chunk := range chunks {
				how.populate(chunk)
			}
		})
	}
	for start := 0; start < len(memory); start += prefaultChunk {
		chunks <- memory[start:min(start+prefaultChunk, len(memory))]
	}
	close(chunks)
	workers.Wait()
}

func (p population) populate(memory []byte) {
	err := ignoringEINTR(func() error { return kernel.Madvise(memory, p.advice) })
	if err != unix.EINVAL {
		return
	}
	// The file may be truncated meanwhile, or full.
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() { _ = recover() }()
	for start := 0; start < len(memory); start += unix.Getpagesize() {
		p.touch(memory[start:])
	}
}

// load reads a byte in a way that the compiler keeps.
func load(page []byte) { runtime.KeepAlive(page[0]) }
