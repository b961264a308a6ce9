//go:build !purego && !race

package minifloat

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// pageBeforeNone maps a page of codes, with nothing behind it.
func pageBeforeNone(t *testing.T) []byte {
	t.Helper()
	page := os.Getpagesize()
	memory, err := unix.Mmap(-1, 0, 2*page, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_PRIVATE|unix.MAP_ANON)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { unix.Munmap(memory) })
	if err := unix.Mprotect(memory[page:], unix.PROT_NONE); err != nil {
		t.Fatal(err)
	}
	return memory
}

// fault runs convert and returns the page fault that ended it.
func fault(convert func()) (err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		var ok bool
		if err, ok = recover().(runtime.Error); !ok {
			err = nil
		}
	}()
	convert()
	return nil
}

func TestKernelsThatFaultLeaveNoUpperHalvesInUse(t *testing.T) {
	skipWithoutKernels(t)
	memory := pageBeforeNone(t)
	for _, way := range ways {
		for _, s := range scalars {
			d, e := way.decoder(s.format), way.encoder(s.format)
			if s.format.width() > 8 {
				continue // slices of words cannot be had over these bytes
			}
			values := make([]float32, len(memory))
			for direction, convert := range map[string]func(){
				"decoding": func() { d.bytes(values, memory) },
				"encoding": func() { e.bytes(memory, values) },
			} {
				if err := fault(convert); err == nil {
					t.Errorf("%s, %s: %s does not fault", way.name, s.name, direction)
				}
				if upperHalvesInUse(t) {
					t.Errorf("%s, %s: %s leaves upper halves in use", way.name, s.name, direction)
				}
			}
		}
	}
}

func TestKernelsTouchNoByteBeyondTheCodes(t *testing.T) {
	memory := pageBeforeNone(t)
	page := len(memory) / 2
	values := make([]float32, 8*kernelBlock)
	for _, way := range ways {
		for _, s := range scalars {
			d, e := way.decoder(s.format), way.encoder(s.format)
			width := s.format.width()
			if width > 8 {
				continue
			}
			for n := range 3*kernelBlock + 2 {
				codes := memory[page-n : page]
				if err := fault(func() { d.bytes(values[:n], codes); e.bytes(codes, values[:n]) }); err != nil {
					t.Fatalf("%s, %s: %d codes: %v", way.name, s.name, n, err)
				}
				packed := memory[page-n*width/8 : page]
				elements := len(packed) * 8 / width
				if err := fault(func() { d.packed(values[:elements], packed, 0); e.packed(packed, values[:elements], 0) }); err != nil {
					t.Fatalf("%s, %s: %d packed codes: %v", way.name, s.name, elements, err)
				}
			}
		}
	}
}

func TestCacheIsWhatTheSystemSays(t *testing.T) {
	sizes, err := filepath.Glob("/sys/devices/system/cpu/cpu0/cache/index*/size")
	if err != nil || len(sizes) == 0 {
		t.Skipf("the system does not say: %v", errors.Join(err, os.ErrNotExist))
	}
	largest := 0
	for _, size := range sizes {
		content, err := os.ReadFile(size)
		if err != nil {
			t.Fatal(err)
		}
		kibibytes, err := strconv.Atoi(strings.TrimSuffix(strings.TrimSpace(string(content)), "K"))
		if err != nil {
			t.Fatal(err)
		}
		largest = max(largest, kibibytes<<10)
	}
	if got := lastLevelCache(); got != largest {
		t.Errorf("the cache has %d bytes, the system says %d", got, largest)
	}
}
