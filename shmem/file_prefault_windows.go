package shmem

// population is how a page is brought in: store for a file that nobody else can see,
// else load, since another process may be writing the same byte.
type population func(page []byte)

func (p population) populate(memory []byte) { touchPages(memory, p) }
