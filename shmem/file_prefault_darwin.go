package shmem

import "golang.org/x/sys/unix"

// population is how a page is brought in.
type population func(page []byte)

// populateNew is for a file that nobody else can see, populateShared must not write,
// not even what is there already: another process may be writing the same byte.
var populateNew, populateShared, populateReadOnly population = store, load, load

// prefault brings the file's pages in. It is a hint: whatever goes wrong, the
// first access brings a page in.
func (f file) prefault(memory []byte, how population, _ filesystem) { populateAll(memory, how) }

// populate has the kernel read ahead, which is all that it offers, and touches
// every page.
func (p population) populate(memory []byte) {
	_ = ignoringEINTR(func() error { return kernel.Madvise(memory, unix.MADV_WILLNEED) })
	touchPages(memory, p)
}
