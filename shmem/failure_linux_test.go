package shmem_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/tensorshm/tensorshm/shmem"
)

// operations are what a failing system call is injected into, at each of its
// steps. Each works on the path of a region of 4 elements, or on none.
var operations = []struct {
	name     string
	existing bool // a region stands at the path before
	named    bool // the filesystem has no unnamed files
	run      func(path string) error
}{
	{"Create", false, false, create()},
	{"Create over a region", true, false, create()},
	{"Create sparse and prefaulted", false, false, create(shmem.Sparse(), shmem.Prefault())},
	{"Create exclusive", false, false, create(shmem.Exclusive())},
	{"Create if unused", false, false, create(shmem.IfUnused())},
	{"Create if unused over a region", true, false, create(shmem.IfUnused())},
	{"Create without unnamed files", false, true, create()},
	{"Create over a region without unnamed files", true, true, create()},
	{"Create exclusive without unnamed files", false, true, create(shmem.Exclusive())},
	{"Open", true, false, open()},
	{"Open read-only and prefaulted", true, false, open(shmem.ReadOnly(), shmem.Prefault())},
	{"Sync", true, false, withRegion(func(s *shmem.Storage) error { return s.Sync() })},
	{"SyncRange", true, false, withRegion(func(s *shmem.Storage) error { return s.SyncRange(1, 2) })},
	{"Replaced", true, false, withRegion(func(s *shmem.Storage) error { _, err := s.Replaced(); return err })},
	{"InUse", true, false, func(path string) error { _, err := shmem.InUse(path); return err }},
	{"Lock", true, false, withRegion(func(s *shmem.Storage) error { return s.Lock(context.Background()) })},
	{"Unlock", true, false, withRegion(func(s *shmem.Storage) error {
		_, err := s.TryLock()
		return errors.Join(err, s.Unlock())
	})},
	{"Remove", true, false, withRegion(func(s *shmem.Storage) error { return s.Remove() })},
}

func withRegion(use func(*shmem.Storage) error) func(string) error {
	return func(path string) error {
		storage, err := shmem.Open(path, shmem.U8, 4)
		if err != nil {
			return err
		}
		return errors.Join(use(storage), storage.Close())
	}
}

// failing returns an interceptor that lets the call at a step fail, times
// times, and says whether that step was reached.
func failing(step, times int, failure error, named bool) (before func(string) error, reached *bool) {
	calls := 0
	reached = new(bool)
	return func(name string) error {
		if named && name == "Open" && calls == unnamedOpen {
			named = false
			return syscall.EOPNOTSUPP
		}
		calls++
		if calls > step && times > 0 {
			*reached = true
			times--
			return failure
		}
		return nil
	}, reached
}

// unnamedOpen is the number of system calls before the one that opens an
// unnamed file: Lstat of the path, then Open, Getdents twice and Close of the folder.
const unnamedOpen = 5

func TestNothingIsLeftWhicheverSystemCallFails(t *testing.T) {
	skipIfShort(t)
	for _, operation := range operations {
		for _, failure := range []syscall.Errno{syscall.ENOSPC, syscall.ENODEV, syscall.EFAULT, syscall.EINVAL, syscall.ENOMEM, syscall.EIO} {
			failures := 0
			for step := 0; ; step++ {
				where := fmt.Sprintf("%s, step %d fails with %v", operation.name, step, failure)
				err, reached := injectInto(t, where, operation.existing, operation.run, func() (func(string) error, *bool) {
					return failing(step, 1, failure, operation.named)
				})
				if !reached {
					break
				}
				if err != nil {
					failures++
					if !strings.HasPrefix(err.Error(), "shmem: ") || !errors.Is(err, failure) {
						t.Errorf("%s: the error is %q", where, err)
					}
				}
			}
			if failures == 0 {
				t.Errorf("%s never fails with %v", operation.name, failure)
			}
		}
	}
}

func TestInterruptedSystemCallsAreRepeated(t *testing.T) {
	skipIfShort(t)
	for _, operation := range operations {
		for step := 0; ; step++ {
			where := fmt.Sprintf("%s, step %d is interrupted three times", operation.name, step)
			err, reached := injectInto(t, where, operation.existing, operation.run, func() (func(string) error, *bool) {
				return failing(step, 3, syscall.EINTR, operation.named)
			})
			if !reached {
				break
			}
			if err != nil {
				t.Errorf("%s: %v", where, err)
			}
		}
	}
}

func TestUnnamedFileIsLinkedThroughProcWhereItsDescriptorMayNotBe(t *testing.T) {
	links := 0
	restore := shmem.InterceptSystemCalls(func(name string) error {
		switch name {
		case "Linkat":
			if links++; links == 1 {
				return syscall.ENOENT // as before Linux 6.10 without privilege
			}
		case "Rename", "Renameat2":
			t.Error("the file was built under a name")
		}
		return nil
	})
	defer restore()
	noError(t, create(shmem.Exclusive())(filepath.Join(t.TempDir(), "region")))
	if links != 2 {
		t.Errorf("%d links were tried, want 2", links)
	}
}

// injectInto runs an operation under an interceptor and checks what it leaves.
func injectInto(t *testing.T, where string, existing bool, run func(string) error, interceptor func() (func(string) error, *bool)) (err error, reached bool) {
	t.Helper()
	folder := t.TempDir()
	path := filepath.Join(folder, "region")
	old := []byte("old!")
	if existing {
		noError(t, os.WriteFile(path, old, 0o600))
	}
	descriptors, mappings := openDescriptors(t), mappingsOf(t, folder)
	before, wasReached := interceptor()
	restore := shmem.InterceptSystemCalls(before)
	err = run(path)
	restore()

	if after := openDescriptors(t); after != descriptors {
		t.Errorf("%s: %d descriptors were open before, %d are after", where, descriptors, after)
	}
	// A Close that cannot put a reservation in the place of the memory leaves it.
	if after := mappingsOf(t, folder); after != mappings && !(after == mappings+1 && err != nil && strings.Contains(err.Error(), "shmem: close ")) {
		t.Errorf("%s: %d mappings before, %d after", where, mappings, after)
	}
	entries, readErr := os.ReadDir(folder)
	noError(t, readErr)
	for _, entry := range entries {
		if entry.Name() != "region" {
			t.Errorf("%s: leaves %s", where, entry.Name())
		}
	}
	content, readErr := os.ReadFile(path)
	switch {
	case existing && os.IsNotExist(readErr) && strings.HasPrefix(where, "Remove"):
	case existing && !bytes.Equal(content, old) && !bytes.Equal(content, make([]byte, 4)):
		t.Errorf("%s: the path names %q, %v", where, content, readErr)
	case !existing && readErr == nil && !bytes.Equal(content, make([]byte, 4)):
		t.Errorf("%s: the path names %q", where, content)
	}
	return err, *wasReached
}

func openDescriptors(t *testing.T) int {
	t.Helper()
	entries, err := os.ReadDir("/proc/self/fd")
	noError(t, err)
	return len(entries)
}

// mappingsOf counts this process's mappings of files below folder.
func mappingsOf(t *testing.T, folder string) int {
	t.Helper()
	maps, err := os.ReadFile("/proc/self/maps")
	noError(t, err)
	return strings.Count(string(maps), folder)
}
