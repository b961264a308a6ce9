package output

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// Orphans returns the files below root that say in their first line that they
// are generated but are none of files, by slash-separated path, sorted. A Go
// file says so by a line comment of header alone, any other file by a line
// that holds it.
//
// It looks neither into .git nor into testdata, where expected outputs may
// stand, nor into folders with a table or a go.mod of their own: what is
// generated there belongs to another table.
func Orphans(root, header string, files map[string][]byte) ([]string, error) {
	var orphans []string
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		switch {
		case errors.Is(err, fs.ErrNotExist): // deleted meanwhile
			return nil
		case err != nil:
			return err
		case entry.IsDir() && path != root && foreign(path):
			return fs.SkipDir
		case !entry.Type().IsRegular():
			return nil
		}
		relative, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		slashed := filepath.ToSlash(relative)
		if _, made := files[slashed]; made {
			return nil
		}
		generated, err := hasHeader(path, header)
		if generated {
			orphans = append(orphans, slashed)
		}
		return err
	})
	return orphans, err
}

// foreign reports whether nothing in a folder can come from the table of root.
func foreign(folder string) bool {
	switch filepath.Base(folder) {
	case ".git", "testdata":
		return true
	}
	for _, name := range []string{TableName, "go.mod"} {
		if _, err := os.Lstat(filepath.Join(folder, name)); err == nil {
			return true
		}
	}
	return false
}

func hasHeader(path, header string) (bool, error) {
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) { // deleted meanwhile
		return false, nil
	}
	if err != nil {
		return false, err
	}
	defer f.Close()
	const room = 64 // for what opens and closes a comment, and the end of the line
	start := make([]byte, len(header)+room)
	n, err := io.ReadFull(f, start)
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return false, err
	}
	first, _, _ := bytes.Cut(start[:n], []byte("\n"))
	if filepath.Ext(path) == ".go" {
		return string(bytes.TrimSuffix(first, []byte("\r"))) == "// "+header, nil
	}
	return bytes.Contains(first, []byte(header)), nil
}
