package shmem_test

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/tensorshm/tensorshm/shmem"
	"golang.org/x/sys/unix"
)

// publications are the ways in which a file gets its name, by what the
// filesystem is not able to do.
var publications = []struct {
	name       string
	unnamed    error // what an unnamed file fails with
	noReplace  error // what a rename that must not replace fails with
	throughTmp bool  // the file has a temporary name from the beginning
}{
	{"unnamed", nil, nil, false},
	{"named", syscall.EOPNOTSUPP, nil, true},
	{"named, on a kernel that knows no unnamed files", syscall.EISDIR, nil, true},
	{"named, with links alone", syscall.EINVAL, syscall.EINVAL, true},
	{"named, on a kernel that only renames", syscall.EOPNOTSUPP, syscall.ENOSYS, true},
}

// publishing makes the filesystem seem as one of publications has it, and has
// meanwhile called once, before the first system call of a name.
func publishing(t *testing.T, index int, call string, meanwhile func()) (restore func()) {
	t.Helper()
	publication := publications[index]
	named := func() {}
	if publication.unnamed != nil {
		named = shmem.RefuseUnnamedFiles(publication.unnamed)
	}
	reached := false
	intercepted := shmem.InterceptSystemCalls(func(name string) error {
		if name == call && !reached {
			reached = true
			meanwhile()
		}
		if name == "Renameat2" {
			return publication.noReplace
		}
		return nil
	})
	return func() {
		intercepted()
		named()
		if !reached {
			t.Errorf("%s: Create does not call %s", publication.name, call)
		}
	}
}

func TestWhatComesToStandAtThePathMeanwhileIsKept(t *testing.T) {
	kinds := map[string]func(*testing.T, string){"regular file": func(t *testing.T, path string) { noError(t, os.WriteFile(path, []byte("foreign"), 0o600)) }}
	for name, make := range irregularFiles {
		kinds[name] = make
	}
	for index, publication := range publications {
		for name, make := range kinds {
			for _, exclusive := range []bool{true, false} {
				if !exclusive && name == "regular file" {
					continue // that is replaced
				}
				where := fmt.Sprintf("%s, a %s appears, exclusive %t", publication.name, name, exclusive)
				t.Chdir(t.TempDir()) // socket paths are short
				var foreign fs.FileInfo
				restore := publishing(t, index, "Fchmod", func() {
					make(t, "region")
					var err error
					foreign, err = os.Lstat("region")
					noError(t, err)
				})
				options, want := []shmem.CreateOption{nil}, shmem.ErrNotRegular
				if exclusive {
					options, want = []shmem.CreateOption{shmem.Exclusive()}, fs.ErrExist
				}
				_, err := shmem.Create("region", shmem.U8, 4, options...)
				restore()
				if !errors.Is(err, want) {
					t.Errorf("%s: Create gives %v, want %v", where, err, want)
				}
				if now, err := os.Lstat("region"); err != nil || !os.SameFile(now, foreign) {
					t.Errorf("%s: it is replaced: %v", where, err)
				}
				wantOnly(t, ".", "region")
			}
		}
	}
}

func TestFolderAtTheLastMomentIsNotRegular(t *testing.T) {
	for index, publication := range publications {
		folder := t.TempDir()
		path := filepath.Join(folder, "region")
		noError(t, os.WriteFile(path, []byte("old"), 0o600))
		restore := publishing(t, index, "Rename", func() {
			noError(t, os.Remove(path))
			noError(t, os.Mkdir(path, 0o700))
		})
		_, err := shmem.Create(path, shmem.U8, 4)
		restore()
		if !errors.Is(err, shmem.ErrNotRegular) {
			t.Errorf("%s: Create over a folder that appears before the rename gives %v, want ErrNotRegular", publication.name, err)
		}
		wantOnly(t, folder, "region")
	}
}

func TestNobodyElseMayOpenATemporary(t *testing.T) {
	defer syscall.Umask(syscall.Umask(0))
	for index, publication := range publications {
		if !publication.throughTmp {
			continue
		}
		folder := t.TempDir()
		restore := publishing(t, index, "Fchmod", func() {
			info, err := os.Stat(temporaryIn(t, folder))
			if err != nil || info.Mode() != 0o600 {
				t.Errorf("%s: before it is published a region has mode %v, %v", publication.name, info.Mode(), err)
			}
		})
		storage, err := shmem.Create(filepath.Join(folder, "region"), shmem.U8, 4, shmem.Mode(0o666))
		restore()
		noError(t, err)
		noError(t, storage.Close())
	}
}

// temporaryIn returns the path of the one temporary in a folder.
func temporaryIn(t *testing.T, folder string) string {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(folder, ".tensorshm-*"))
	if err != nil || len(found) != 1 {
		t.Fatalf("the temporaries are %q, %v; want one", found, err)
	}
	return found[0]
}

func TestCreatorWhoseTemporaryIsTakenForALeftoverStartsAgain(t *testing.T) {
	for index, publication := range publications {
		if !publication.throughTmp {
			continue
		}
		for name, take := range map[string]func(temporary string) (taken *os.File){
			"it is removed": func(temporary string) *os.File { noError(t, os.Remove(temporary)); return nil },
			"it is locked": func(temporary string) *os.File {
				taken, err := os.OpenFile(temporary, os.O_RDWR, 0)
				noError(t, err)
				lock := unix.Flock_t{Type: unix.F_WRLCK, Start: 1 << 62, Len: 1}
				noError(t, unix.FcntlFlock(taken.Fd(), unix.F_OFD_SETLK, &lock))
				return taken
			},
		} {
			folder := t.TempDir()
			path := filepath.Join(folder, "region")
			var taken *os.File
			restore := publishing(t, index, "Lock", func() { taken = take(temporaryIn(t, folder)) })
			storage, err := shmem.Create(path, shmem.U8, 4)
			restore()
			noError(t, err)
			if replaced, err := storage.Replaced(); replaced || err != nil {
				t.Errorf("%s, %s: Replaced gives %t, %v", publication.name, name, replaced, err)
			}
			if taken != nil {
				published, err := os.Stat(path)
				noError(t, err)
				if info, err := taken.Stat(); err != nil || os.SameFile(info, published) {
					t.Errorf("%s: a file that somebody is about to remove is published, %v", publication.name, err)
				}
				noError(t, os.Remove(temporaryIn(t, folder)))
				noError(t, taken.Close())
			}
			wantOnly(t, folder, "region")
			noError(t, storage.Close())
		}
	}
}

func TestCreateDoesWithoutLinksOfUnnamedFiles(t *testing.T) {
	for _, failure := range []syscall.Errno{syscall.ENOENT, syscall.EXDEV, syscall.EOPNOTSUPP} { // ENOENT: no /proc
		folder := t.TempDir()
		for range 2 { // where nothing is, and over a region
			descriptors := openDescriptors(t)
			failed := false
			restore := shmem.InterceptSystemCalls(func(name string) error {
				if name == "Linkat" && !failed {
					failed = true
					return failure
				}
				return nil
			})
			storage, err := shmem.Create(filepath.Join(folder, "region"), shmem.U8, 4)
			restore()
			if err != nil || !failed {
				t.Errorf("a link that fails with %v, reached %t, gives %v", failure, failed, err)
				continue
			}
			wantOnly(t, folder, "region")
			noError(t, storage.Close())
			if after := openDescriptors(t); after != descriptors {
				t.Errorf("%v: %d descriptors were open before, %d are after", failure, descriptors, after)
			}
		}
	}
}
