package shmem

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

func TestNeighbouringReservationsAreGivenBackInOneCall(t *testing.T) {
	page := os.Getpagesize()
	path := filepath.Join(t.TempDir(), "file") // its name is how the pages are found
	if err := os.WriteFile(path, make([]byte, 6*page), 0o600); err != nil {
		t.Fatal(err)
	}
	f, err := openDescriptor(path, unix.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.close()
	memory, err := f.mapShared(6*page, unix.PROT_READ)
	if err != nil {
		t.Fatal(err)
	}
	calls := 0
	restore := InterceptSystemCalls(func(name string) error {
		if name == "Munmap" {
			calls++
		}
		return nil
	})
	// Out of order, not whole pages long, and with a page between that stays.
	err = release([][]byte{memory[4*page : 5*page+1], memory[page : 3*page-7], memory[:page-7]})
	restore()
	if err != nil || calls != 2 {
		t.Errorf("release takes %d calls, %v; want 2", calls, err)
	}
	maps, err := os.ReadFile("/proc/self/maps")
	if err != nil {
		t.Fatal(err)
	}
	left := address(memory[3*page:])
	if strings.Count(string(maps), path) != 1 || !strings.Contains(string(maps), fmt.Sprintf("%x-%x r--s", left, left+uintptr(page))) {
		t.Errorf("what is left is not the page at %x alone:\n%s", left, maps)
	}
	if err := release([][]byte{memory[3*page : 4*page]}); err != nil {
		t.Error(err)
	}
}
