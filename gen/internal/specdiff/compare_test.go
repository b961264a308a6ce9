package specdiff

import (
	"bytes"
	"flag"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/tensorshm/tensorshm/gen/internal/spec"
)

var update = flag.Bool("update", false, "rewrite testdata/changes from what the renderers say; read the diff")

func parse(t *testing.T, table []byte) *spec.Spec {
	t.Helper()
	s, err := spec.Parse("dtypes.yaml", table)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

var renderers = map[string]func(io.Writer, Report) error{"text": Text, "markdown": Markdown, "json": JSON}

// cases are the files of testdata/changes, by name. Each holds two tables and
// what the renderers that it names say of them.
func cases(t *testing.T) map[string]*txtar.Archive {
	t.Helper()
	paths, err := filepath.Glob("testdata/changes/*.txtar")
	if err != nil || len(paths) == 0 {
		t.Fatal("no cases", err)
	}
	cases := map[string]*txtar.Archive{}
	for _, path := range paths {
		archive, err := txtar.ParseFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if len(archive.Files) < 3 {
			t.Fatalf("%s needs two tables and a renderer", path)
		}
		cases[path] = archive
	}
	return cases
}

func compareCase(t *testing.T, archive *txtar.Archive) Report {
	t.Helper()
	return Compare(parse(t, archive.Files[0].Data), parse(t, archive.Files[1].Data))
}

func TestChangesReadAsWritten(t *testing.T) {
	for path, archive := range cases(t) {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) {
			report := compareCase(t, archive)
			for i, file := range archive.Files[2:] {
				var got bytes.Buffer
				if err := renderers[file.Name](&got, report); err != nil {
					t.Fatal(err)
				}
				archive.Files[i+2].Data = got.Bytes()
				if diff := cmp.Diff(string(file.Data), got.String()); diff != "" && !*update {
					t.Errorf("%s changed (-want +got); go test -update rewrites it:\n%s", file.Name, diff)
				}
			}
			if *update {
				if err := os.WriteFile(path, txtar.Format(archive), 0o644); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

// constants reads the string constants of report.go whose type or name begins
// with a prefix, so that none can be left out.
func constants(t *testing.T, prefix string) []string {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), "report.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	var values []string
	ast.Inspect(file, func(n ast.Node) bool {
		constant, ok := n.(*ast.ValueSpec)
		if !ok || len(constant.Values) != 1 {
			return true
		}
		kind, _ := constant.Type.(*ast.Ident)
		if literal, ok := constant.Values[0].(*ast.BasicLit); ok && (strings.HasPrefix(constant.Names[0].Name, prefix) || kind != nil && kind.Name == prefix) {
			value, err := strconv.Unquote(literal.Value)
			if err != nil {
				t.Fatal(err)
			}
			values = append(values, value)
		}
		return true
	})
	if len(values) < 3 {
		t.Fatalf("report.go has %q of %s", values, prefix)
	}
	return values
}

func TestEveryClassRuleAndStateHasACase(t *testing.T) {
	reached := map[string]bool{}
	for _, archive := range cases(t) {
		for _, change := range compareCase(t, archive).Changes {
			reached[string(change.Class)] = true
			reached[string(change.Files.State)] = true
			for _, fact := range change.Facts {
				reached[fact.Rule] = true
			}
		}
	}
	for _, prefix := range []string{"Class", "FilesState", "rule"} {
		for _, value := range constants(t, prefix) {
			if !reached[value] {
				t.Errorf("no case reaches %s", value)
			}
		}
	}
}

func TestRenderersReportWhatTheyCannotWrite(t *testing.T) {
	for name, render := range renderers {
		if err := render(brokenWriter{}, Report{}); err == nil {
			t.Errorf("%s hides that nothing was written", name)
		}
	}
}

type brokenWriter struct{}

func (brokenWriter) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }
