package shmem

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/sys/unix"
)

func TestSyncWaitsForPagesAndFileAndReportsEither(t *testing.T) {
	page := os.Getpagesize()
	storage, err := Create(filepath.Join(t.TempDir(), "region"), 1, 3*page)
	if err != nil {
		t.Fatal(err)
	}
	defer storage.Close()
	original := kernel
	defer func() { kernel = original }()
	for _, test := range []struct {
		name        string
		pages, file error
	}{
		{"all is well", nil, nil}, {"pages fail", unix.EIO, nil}, {"the file fails", nil, unix.EIO},
	} {
		var synced []byte
		files := 0
		kernel.Msync = func(memory []byte, flags int) error {
			if flags != unix.MS_SYNC {
				t.Errorf("msync is called with %#x, which does not wait", flags)
			}
			synced = memory
			return test.pages
		}
		kernel.Fsync = func(int) error { files++; return test.file }
		want := test.pages
		if want == nil {
			want = test.file
		}
		if err := storage.SyncRange(int64(page)+10, int64(page)); !errors.Is(err, want) {
			t.Errorf("%s: SyncRange gives %v", test.name, err)
		}
		if from := address(synced) - address(storage.Region.mapping.memory); from != uintptr(page) || len(synced) != 10+page {
			t.Errorf("%s: %d bytes from byte %d are synced, want %d from byte %d", test.name, len(synced), from, 10+page, page)
		}
		if test.pages == nil && files != 1 {
			t.Errorf("%s: the file is synced %d times", test.name, files)
		}
	}
}
