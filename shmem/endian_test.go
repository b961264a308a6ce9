package shmem_test

import (
	"encoding/binary"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/tensorshm/tensorshm/shmem"
)

func isBigEndian() bool { return binary.NativeEndian.Uint16([]byte{0, 1}) == 1 }

// Elements are little-endian in a region, so a big-endian host must not touch one.
func TestBigEndianHostIsRefused(t *testing.T) {
	if !isBigEndian() {
		t.Skipf("%s is little-endian", runtime.GOARCH)
	}
	folder := t.TempDir()
	path := filepath.Join(folder, "region")
	noError(t, os.WriteFile(path, []byte("keep"), 0o600))
	if _, err := shmem.NewHeap(shmem.U8, 4); !errors.Is(err, errors.ErrUnsupported) {
		t.Errorf("NewHeap gives %v", err)
	}
	for name, call := range map[string]func() error{
		"Create":       func() error { _, err := shmem.Create(path, shmem.U8, 4); return err },
		"CreateRegion": func() error { _, err := shmem.CreateRegion(path, 4); return err },
		"Open":         func() error { _, err := shmem.Open(path, shmem.U8, 4, shmem.ReadOnly()); return err },
		"OpenRegion":   func() error { _, err := shmem.OpenRegion(path); return err },
		"InUse":        func() error { _, err := shmem.InUse(path); return err },
	} {
		err := call()
		if !errors.Is(err, errors.ErrUnsupported) || !strings.Contains(err.Error(), path+": regions are little-endian, "+runtime.GOARCH+" is not") {
			t.Errorf("%s gives %v", name, err)
		}
	}
	content, err := os.ReadFile(path)
	if noError(t, err); string(content) != "keep" {
		t.Errorf("the file holds %q", content)
	}
	entries, err := os.ReadDir(folder)
	if noError(t, err); len(entries) != 1 {
		t.Errorf("%d files in the folder", len(entries))
	}
}
