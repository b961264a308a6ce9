//go:build long

package interop

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
)

// withoutDownloads makes pip find nothing, however it is set up.
func withoutDownloads(t *testing.T) {
	t.Helper()
	t.Setenv("PIP_CONFIG_FILE", "/dev/null")
	t.Setenv("PIP_NO_INDEX", "1")
	t.Setenv("PIP_FIND_LINKS", "")
}

func TestCompleteVenvIsUsedAsItIs(t *testing.T) {
	interpreter, err := virtualPython()
	if err != nil {
		t.Skip(err)
	}
	withoutDownloads(t)
	again, err := run("sh", filepath.Join("python", "venv.sh"))
	if err != nil || again != interpreter+"\n" {
		t.Errorf("again it is %q, %v, want %s", again, err, interpreter)
	}
}

func TestVenvThatCannotBeFilledIsAnErrorAndNotComplete(t *testing.T) {
	if _, err := virtualPython(); err != nil {
		t.Skip(err)
	}
	withoutDownloads(t)
	folder := filepath.Join(t.TempDir(), "venv")
	if printed, err := run("sh", filepath.Join("python", "venv.sh"), folder); err == nil {
		t.Errorf("without packages it prints %q", printed)
	}
	if _, err := os.Stat(filepath.Join(folder, "installed.txt")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("without packages it is complete: %v", err)
	}
}

func TestVenvTakesNoFolderThatHoldsSomethingElse(t *testing.T) {
	if printed, err := run("sh", filepath.Join("python", "venv.sh"), "c"); err == nil {
		t.Errorf("of a folder with a header it makes %q", printed)
	}
}
