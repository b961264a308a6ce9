package specdiff

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tensorshm/tensorshm/gen/internal/emit"
	"github.com/tensorshm/tensorshm/gen/internal/spec"
)

// variedTable has what the table of the repository may lack: a complex dtype,
// an element type without a supported dtype, one that two dtypes share.
const variedTable = `
dtypes:
  - name: C128
    value: 1
    size: 16
    host_type: complex128
    kind: complex
    status: supported
    doc: Pair of IEEE 754 binary64.
  - name: Half
    value: 2
    size: 2
    host_type: float16.Float16
    kind: float
    status: supported
    doc: IEEE 754 binary16.
  - name: Narrow
    value: 3
    size: 0.375
    host_type: minifloat.E1M1x8
    kind: float
    format: {sign: true, exponent: 1, mantissa: 1, bias: 0, inf: none, nan: none}
    status: unshipped
    doc: Three bits.
    rationale: Nobody needs it.
  - name: Wide
    value: 4
    size: 2
    host_type: minifloat.E5M10
    kind: float
    format: {sign: true, exponent: 5, mantissa: 10, bias: 15, inf: ieee, nan: ieee}
    status: supported
    doc: IEEE 754 binary16.
  - name: WideAgain
    value: 5
    size: 2
    host_type: minifloat.E5M10
    kind: float
    format: {sign: true, exponent: 5, mantissa: 10, bias: 15, inf: ieee, nan: ieee}
    status: supported
    doc: IEEE 754 binary16.
  - name: Bytes8
    value: 6
    size: 8
    kind: int
    status: unshipped
    doc: Eight bytes.
    rationale: Nobody needs it.
  - name: Word
    value: 7
    size: 8
    host_type: int64
    kind: int
    status: unshipped
    doc: Eight bytes.
    rationale: Nobody needs it.
`

// tables are what the model of this package is compared with the generator on.
func tables(t *testing.T) map[string]*spec.Spec {
	t.Helper()
	shipped, err := os.ReadFile("../../../dtypes.yaml")
	if err != nil {
		t.Fatal(err)
	}
	return map[string]*spec.Spec{"shipped": parse(t, shipped), "varied": parse(t, []byte(variedTable))}
}

// What this package says of the Go API is what the generator makes.
func TestDeclarationsAreThoseOfTheGenerator(t *testing.T) {
	for name, table := range tables(t) {
		t.Run(name, func(t *testing.T) {
			var got []string
			for _, d := range declarations(table) {
				got = append(got, d.text)
			}
			slices.Sort(got)
			want := slices.Sorted(slices.Values(generated(t, table)))
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("-generated +declarations:\n%s", diff)
			}
		})
	}
}

// generated lists the exported declarations that depend on the dtypes, except
// methods other than those of View.
func generated(t *testing.T, table *spec.Spec) []string {
	t.Helper()
	var texts []string
	for file, syntax := range goFiles(t, table) {
		pack := path.Base(path.Dir(file))
		for _, declaration := range syntax.Decls {
			switch declaration := declaration.(type) {
			case *ast.FuncDecl:
				name := pack + "." + declaration.Name.Name
				if declaration.Recv != nil {
					receiver := source(t, declaration.Recv.List[0].Type)
					if receiver != "*View" {
						continue
					}
					name = "(*" + pack + ".View)." + declaration.Name.Name
				}
				if declaration.Name.IsExported() {
					texts = append(texts, "func "+name+signature(t, declaration.Type))
				}
			case *ast.GenDecl:
				for _, s := range declaration.Specs {
					switch s := s.(type) {
					case *ast.TypeSpec:
						if s.Name.IsExported() && s.Name.Name != "DType" {
							texts = append(texts, fmt.Sprintf("type %s.%s %s", pack, s.Name, source(t, s.Type)))
						}
					case *ast.ValueSpec:
						if s.Names[0].IsExported() {
							texts = append(texts, fmt.Sprintf("%s %s.%s %s = %s", declaration.Tok, pack, s.Names[0], source(t, s.Type), source(t, s.Values[0])))
						}
					}
				}
			}
		}
	}
	return texts
}

// goFiles parses what the generator makes of a table for the packages that
// services import.
func goFiles(t *testing.T, table *spec.Spec) map[string]*ast.File {
	t.Helper()
	files, err := emit.Files(table)
	if err != nil {
		t.Fatal(err)
	}
	parsed := map[string]*ast.File{}
	for _, path := range slices.Sorted(maps.Keys(files)) {
		if !strings.HasPrefix(path, "shmem/") || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			continue
		}
		parsed[path], err = parser.ParseFile(token.NewFileSet(), path, files[path], parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
	}
	return parsed
}

func source(t *testing.T, node ast.Node) string {
	t.Helper()
	var text bytes.Buffer
	if err := format.Node(&text, token.NewFileSet(), node); err != nil {
		t.Fatal(err)
	}
	return text.String()
}

// signature is the types of the parameters and results.
func signature(t *testing.T, function *ast.FuncType) string {
	t.Helper()
	list := func(fields *ast.FieldList) string {
		var types []string
		for _, field := range fields.List {
			types = append(types, source(t, field.Type))
		}
		return strings.Join(types, ", ")
	}
	results := list(function.Results)
	if len(function.Results.List) > 1 {
		results = "(" + results + ")"
	}
	return "(" + list(function.Params) + ") " + results
}

func TestAlignmentIsThatOfTheGenerator(t *testing.T) {
	for name, table := range tables(t) {
		want := map[string]int{}
		for _, file := range goFiles(t, table) {
			for _, declaration := range file.Decls {
				if function, ok := declaration.(*ast.FuncDecl); ok && function.Name.Name == "alignment" {
					for _, clause := range function.Body.List[0].(*ast.SwitchStmt).Body.List {
						clause := clause.(*ast.CaseClause)
						n, err := strconv.Atoi(source(t, clause.Body[0].(*ast.ReturnStmt).Results[0]))
						if err != nil {
							t.Fatal(err)
						}
						want[source(t, clause.List[0])] = n
					}
				}
			}
		}
		if len(want) == 0 {
			t.Fatalf("%s: found no alignment", name)
		}
		for _, d := range table.DTypes {
			if got := alignment(d); got != max(1, want[d.Name]) {
				t.Errorf("%s: alignment of %s is %d, but %d in the generated code", name, d.Name, got, want[d.Name])
			}
		}
	}
}
