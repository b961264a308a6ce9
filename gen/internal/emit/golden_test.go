package emit

import (
	"errors"
	"flag"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "rewrite testdata/golden from what Files makes; read the diff")

const (
	goldenFolder = "testdata/golden"

	// goldenSuffix keeps goldens from being taken for generated files of the
	// module: by go, by gofmt, by reviews that collapse those.
	goldenSuffix = ".golden"
)

func TestFilesAreTheGoldens(t *testing.T) {
	tables, err := filepath.Glob(goldenFolder + "/*/table.yaml")
	if err != nil || len(tables) == 0 {
		t.Fatalf("found no tables: %v", err)
	}
	for _, path := range tables {
		folder := filepath.Dir(path)
		t.Run(filepath.Base(folder), func(t *testing.T) {
			table, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			files := emitTable(t, string(table))
			if *update {
				rewriteGoldens(t, folder, files)
			}
			goldens := readGoldens(t, folder)
			for path := range goldens {
				if files[path] == nil {
					t.Errorf("%s is a golden that the table no longer makes; go test -update deletes it", path)
				}
			}
			for _, path := range slices.Sorted(maps.Keys(files)) {
				if diff := cmp.Diff(goldens[path], string(files[path])); diff != "" {
					t.Errorf("%s changed (-golden +now); go test -update rewrites it:\n%s", path, diff)
				}
			}
		})
	}
}

// readGoldens is the goldens of a folder by the paths that Files has for them.
func readGoldens(t *testing.T, folder string) map[string]string {
	t.Helper()
	goldens := map[string]string{}
	for _, path := range goldenPaths(t, folder) {
		content, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		relative, err := filepath.Rel(folder, path)
		if err != nil {
			t.Fatal(err)
		}
		goldens[strings.TrimSuffix(filepath.ToSlash(relative), goldenSuffix)] = string(content)
	}
	return goldens
}

func rewriteGoldens(t *testing.T, folder string, files map[string][]byte) {
	t.Helper()
	for _, path := range goldenPaths(t, folder) {
		if err := os.Remove(path); err != nil {
			t.Fatal(err)
		}
	}
	for path, content := range files {
		golden := filepath.Join(folder, filepath.FromSlash(path)+goldenSuffix)
		if err := errors.Join(os.MkdirAll(filepath.Dir(golden), 0o755), os.WriteFile(golden, content, 0o644)); err != nil {
			t.Fatal(err)
		}
	}
}

func goldenPaths(t *testing.T, folder string) []string {
	t.Helper()
	var paths []string
	err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() && strings.HasSuffix(path, goldenSuffix) {
			paths = append(paths, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return paths
}
