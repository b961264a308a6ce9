package shmem_test

import (
	"fmt"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/tensorshm/tensorshm/shmem"
	"golang.org/x/sys/unix"
)

// createIn has leftovers removed from a folder.
func createIn(t *testing.T, folder string) {
	t.Helper()
	storage, err := shmem.Create(filepath.Join(folder, "region"), shmem.U8, 4)
	noError(t, err)
	noError(t, storage.Close())
}

func TestLeftoversAreRemovedHoweverMany(t *testing.T) {
	folder := t.TempDir()
	for i := range 1000 { // more than the kernel lists at once
		noError(t, os.WriteFile(filepath.Join(folder, fmt.Sprintf(".tensorshm-%d", i)), nil, 0o600))
	}
	createIn(t, folder)
	wantOnly(t, folder, "region")
}

func TestWhatIsNoLeftoverOfOursIsKept(t *testing.T) {
	folder := t.TempDir()
	t.Chdir(folder) // socket paths are short
	want := []string{}
	for name, make := range irregularFiles {
		make(t, ".tensorshm-"+name)
		want = append(want, ".tensorshm-"+name)
	}
	if os.Geteuid() == 0 {
		foreign := ".tensorshm-of somebody else"
		noError(t, os.WriteFile(foreign, nil, 0o666))
		noError(t, os.Chown(foreign, 1, 1))
		want = append(want, foreign)
	}
	createIn(t, folder)
	for _, name := range append(want, "region") {
		if _, err := os.Lstat(name); err != nil {
			t.Errorf("%s is gone: %v", name, err)
		}
	}
}

func TestLeftoverThatMayOnlyBeReadIsRemovedOnceNobodyHoldsIt(t *testing.T) {
	folder := t.TempDir()
	leftover := filepath.Join(folder, ".tensorshm-left")
	noError(t, os.WriteFile(leftover, nil, 0o444))
	holder, err := os.Open(leftover)
	noError(t, err)
	lock := unix.Flock_t{Type: unix.F_RDLCK, Start: 1 << 62, Len: 1}
	noError(t, unix.FcntlFlock(holder.Fd(), unix.F_OFD_SETLK, &lock))
	// Privilege opens such a file for writing all the same, so that the kernel
	// has to be told: the folder is opened first, the leftover next.
	createWithoutPrivilege := func() {
		opens := 0
		defer shmem.InterceptSystemCalls(func(name string) error {
			if name == "Open" {
				if opens++; opens == 2 {
					return syscall.EACCES
				}
			}
			return nil
		})()
		createIn(t, folder)
	}
	createWithoutPrivilege()
	wantOnly(t, folder, ".tensorshm-left", "region")
	noError(t, holder.Close())
	createWithoutPrivilege()
	wantOnly(t, folder, "region")
}

func TestLeftoverThatWasPublishedKeepsItsOtherName(t *testing.T) {
	folder := t.TempDir()
	leftover, published := filepath.Join(folder, ".tensorshm-left"), filepath.Join(folder, "published")
	noError(t, os.WriteFile(leftover, []byte("kept"), 0o600))
	noError(t, os.Link(leftover, published))
	createIn(t, folder)
	wantOnly(t, folder, "published", "region")
	if content, err := os.ReadFile(published); string(content) != "kept" {
		t.Errorf("the published name reads %q, %v", content, err)
	}
}
