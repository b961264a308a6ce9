// Package output puts generated files on disk, or compares them with what is
// there. It is the only part of the generator that writes.
package output

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
)

// TableName is the file that the generator works from.
const TableName = "dtypes.yaml"

// FindRoot returns the nearest folder from folder upwards that holds the table.
func FindRoot(folder string) (string, error) {
	start, err := filepath.Abs(folder)
	if err != nil {
		return "", err
	}
	for root := start; ; root = filepath.Dir(root) {
		if _, err := os.Stat(filepath.Join(root, TableName)); err == nil {
			return root, nil
		}
		if root == filepath.Dir(root) {
			return "", fmt.Errorf("no %s in %s or a folder above it: %w", TableName, start, fs.ErrNotExist)
		}
	}
}

// Drift is a file that is not what the table makes it.
type Drift struct {
	Path   string // slash-separated, in the module
	Reason string

	current, wanted []byte // current is nil where the file is missing
}

// Check compares files, by slash-separated path, with those below root, and
// returns the ones that differ or are missing, sorted by path.
func Check(root string, files map[string][]byte) ([]Drift, error) {
	var drifts []Drift
	for _, path := range slices.Sorted(maps.Keys(files)) {
		current, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(path)))
		switch {
		case errors.Is(err, fs.ErrNotExist):
			drifts = append(drifts, Drift{Path: path, Reason: "missing", wanted: files[path]})
		case err != nil:
			return nil, err
		case !bytes.Equal(current, files[path]):
			drifts = append(drifts, Drift{Path: path, Reason: "differs from what " + TableName + " makes it", current: current, wanted: files[path]})
		}
	}
	return drifts, nil
}

// Write brings the files below root up to date and returns the paths of those
// it changed. Every new content is on disk under a temporary name before the
// first file is replaced, each by one rename; on error no temporary file stays.
func Write(root string, files map[string][]byte) (written []string, err error) {
	drifts, err := Check(root, files)
	if err != nil {
		return nil, err
	}
	temporaries := make([]string, 0, len(drifts))
	defer func() {
		for _, temporary := range temporaries[len(written):] {
			os.Remove(temporary)
		}
	}()
	for _, drift := range drifts {
		temporary, err := writeTemporary(filepath.Join(root, filepath.FromSlash(drift.Path)), drift.wanted)
		if err != nil {
			return nil, err
		}
		temporaries = append(temporaries, temporary)
	}
	for i, drift := range drifts {
		if err := os.Rename(temporaries[i], filepath.Join(root, filepath.FromSlash(drift.Path))); err != nil {
			return written, err
		}
		written = append(written, drift.Path)
	}
	return written, nil
}

// writeTemporary writes content beside target and returns where.
func writeTemporary(target string, content []byte) (path string, err error) {
	if err := os.MkdirAll(filepath.Dir(target), 0o755); err != nil {
		return "", err
	}
	f, err := os.CreateTemp(filepath.Dir(target), ".generating-*")
	if err != nil {
		return "", err
	}
	_, err = f.Write(content)
	if err = errors.Join(err, f.Chmod(0o644), f.Close()); err != nil {
		os.Remove(f.Name())
		return "", err
	}
	return f.Name(), nil
}
