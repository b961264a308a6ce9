//go:build linux || darwin || windows

package shmem

import (
	"os"
	"runtime"
	"runtime/debug"
	"sync"
)

const (
	prefaultChunk   = 32 << 20 // bytes; what one goroutine takes at a time
	prefaultWorkers = 4        // more wait for each other in the kernel
)

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

// touchPages brings pages in one by one, until the file turns out to be truncated
// meanwhile, or its filesystem full.
func touchPages(memory []byte, touch func(page []byte)) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() { _ = recover() }()
	for start := 0; start < len(memory); start += os.Getpagesize() {
		touch(memory[start:])
	}
}

// store is for pages that nobody else can see, and that are zero.
func store(page []byte) { page[0] = 0 }

// load reads a byte in a way that the compiler keeps.
func load(page []byte) { runtime.KeepAlive(page[0]) }
