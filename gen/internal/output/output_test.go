package output

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

func TestWriteReplacesNothingUntilEverythingIsOnDisk(t *testing.T) {
	root := t.TempDir()
	first := filepath.Join(root, "a")
	// Behind a link that leads nowhere nothing can be read, nor a folder made.
	if err := errors.Join(os.WriteFile(first, []byte("old"), 0o644), os.Symlink("nowhere", filepath.Join(root, "b"))); err != nil {
		t.Fatal(err)
	}
	files := map[string][]byte{"a": []byte("new"), "b/c": []byte("new")}
	if drifts, err := Check(root, files); len(drifts) != 2 || err != nil {
		t.Fatalf("Check gives %v, %v: the failure must be in writing", drifts, err)
	}
	written, err := Write(root, files)
	if err == nil || len(written) != 0 {
		t.Errorf("Write gives %q, %v", written, err)
	}
	if content, err := os.ReadFile(first); string(content) != "old" {
		t.Errorf("a failed Write leaves %q, %v", content, err)
	}
	if entries, err := os.ReadDir(root); len(entries) != 2 {
		t.Errorf("a failed Write leaves %v, %v", entries, err)
	}
}

// A reader that has the old file open, such as a compiler, keeps it whole.
func TestWriteReplacesAFileInOneStep(t *testing.T) {
	root := t.TempDir()
	path := filepath.Join(root, "a")
	if err := os.WriteFile(path, []byte("old and longer"), 0o644); err != nil {
		t.Fatal(err)
	}
	reader, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close()
	if written, err := Write(root, map[string][]byte{"a": []byte("new")}); err != nil || len(written) != 1 {
		t.Fatalf("Write gives %q, %v", written, err)
	}
	if content, err := io.ReadAll(reader); string(content) != "old and longer" || err != nil {
		t.Errorf("the reader sees %q, %v", content, err)
	}
	if entries, err := os.ReadDir(root); len(entries) != 1 {
		t.Errorf("Write leaves %v, %v", entries, err)
	}
}

func TestWriteGivesModeOfASourceFile(t *testing.T) {
	root := t.TempDir()
	written, err := Write(root, map[string][]byte{"x/y/z.go": []byte("content")})
	if err != nil || !slices.Equal(written, []string{"x/y/z.go"}) {
		t.Fatalf("Write gives %q, %v", written, err)
	}
	if info, err := os.Stat(filepath.Join(root, "x", "y", "z.go")); err != nil || info.Mode() != 0o644 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
}

func TestWriteLeavesWhatIsRightUntouched(t *testing.T) {
	root := t.TempDir()
	path := filepath.Join(root, "a")
	if err := os.WriteFile(path, []byte("right"), 0o644); err != nil {
		t.Fatal(err)
	}
	before, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	if written, err := Write(root, map[string][]byte{"a": []byte("right"), "b": []byte("new")}); err != nil || !slices.Equal(written, []string{"b"}) {
		t.Fatalf("Write gives %q, %v", written, err)
	}
	if after, err := os.Stat(path); err != nil || !os.SameFile(before, after) || after.ModTime() != before.ModTime() {
		t.Error("a file that was right was written again")
	}
}

func TestCheckReportsWhatItCannotRead(t *testing.T) {
	root := t.TempDir()
	if err := os.Mkdir(filepath.Join(root, "a"), 0o755); err != nil {
		t.Fatal(err)
	}
	if drifts, err := Check(root, map[string][]byte{"a": nil}); err == nil {
		t.Errorf("a folder in the place of a file gives %v", drifts)
	}
}

func TestFindRootNamesWhereItLooked(t *testing.T) {
	folder := t.TempDir()
	if root, err := FindRoot(folder); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("FindRoot without a table gives %q, %v", root, err)
	}
}
