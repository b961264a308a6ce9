package emit

import (
	"bytes"
	"go/ast"
	"go/build/constraint"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tensorshm/tensorshm/gen/internal/spec"
)

// emitTable is the files of a table.
func emitTable(t *testing.T, table string) map[string][]byte {
	t.Helper()
	s, err := spec.Parse("dtypes.yaml", []byte(table))
	if err != nil {
		t.Fatal(err)
	}
	files, err := Files(s)
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// realTable is the table of the repository.
func realTable(t *testing.T) string {
	t.Helper()
	content, err := os.ReadFile("../../../dtypes.yaml")
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}

// withDType is a table with one more entry at its end.
func withDType(table, entry string) string {
	before, after, found := strings.Cut(table, "\n# Values and names that were once in use")
	if !found {
		panic("the table has no reserved section to stand before")
	}
	return before + entry + "\n# Values and names that were once in use" + after
}

func TestSameTableMakesSameBytes(t *testing.T) {
	first := emitTable(t, realTable(t))
	for range 5 {
		if diff := cmp.Diff(first, emitTable(t, realTable(t))); diff != "" {
			t.Fatal(diff)
		}
	}
}

// Additions that stress the layout: long and short names, wide and packed
// elements, a new element type, a dtype that is not supported.
var additions = map[string]string{
	"integer": `
  - name: OtherU64
    value: 201
    size: 8
    host_type: uint64
    kind: int
    status: supported
    doc: Unsigned integer of 64 bits.
`,
	"long name and complex": `
  - name: AProbeWithAVeryLongNameThatWouldWidenEveryColumn
    value: 202
    size: 16
    host_type: complex128
    kind: complex
    status: supported
    doc: Pair of IEEE 754 binary64.
    names: {numpy: complex128, dlpack: [5, 128, 1]}
`,
	"new packed format": `
  - name: ProbeF3
    value: 203
    size: 0.375
    host_type: minifloat.E1M1x8
    kind: float
    format: {sign: true, exponent: 1, mantissa: 1, bias: 0, inf: none, nan: none}
    status: supported
    doc: Three bits.
`,
	"known format": `
  - name: ProbeF8
    value: 204
    size: 1
    host_type: minifloat.E4M3
    kind: float
    format: {sign: true, exponent: 4, mantissa: 3, bias: 7, inf: none, nan: last}
    status: supported
    doc: Another name for F8E4M3.
`,
	"unshipped": `
  - name: ProbeI4
    value: 205
    size: 0.5
    kind: int
    status: unshipped
    doc: Signed integer of 4 bits.
    rationale: Go has no type of 4 bits.
`,
	"reserved without size": `
  - name: ProbeX
    value: 206
    kind: float
    status: reserved
    doc: A name.
    rationale: Nobody says what it is.
`,
}

func TestAddingADTypeOnlyAddsLines(t *testing.T) {
	before := emitTable(t, realTable(t))
	for name, entry := range additions {
		t.Run(name, func(t *testing.T) {
			for path, content := range emitTable(t, withDType(realTable(t), entry)) {
				if removed := removedLine(before[path], content); removed != "" {
					t.Errorf("%s loses the line %q", path, removed)
				}
			}
		})
	}
}

// removedLine returns the first line of before that after no longer has in
// its place, or "".
func removedLine(before, after []byte) string {
	rest := strings.Split(string(after), "\n")
	for line := range strings.SplitSeq(string(before), "\n") {
		i := slices.Index(rest, line)
		if i < 0 {
			return line
		}
		rest = rest[i+1:]
	}
	return ""
}

const hostileTable = `
dtypes:
  - name: Hostile
    value: 1
    size: 1
    host_type: minifloat.E4M3
    kind: float
    format: {sign: true, exponent: 4, mantissa: 3, bias: 7, inf: none, nan: last}
    status: supported
    doc: TEXT
  - name: Declined
    value: 2
    size: 1
    kind: float
    status: unshipped
    doc: TEXT
    rationale: TEXT
`

// hostileTexts would each become code, or hide the file from the build, if
// they went to jennifer or gofmt as they are.
var hostileTexts = map[string]string{
	"closes a comment":        `"*/ func Injected() {} /*"`,
	"begins a line comment":   `"// x\nfunc Injected() {}"`,
	"begins a block comment":  `"/* x */ func Injected() {}"`,
	"build constraint":        `"//go:build ignore"`,
	"constraint on its line":  `"x\n//go:build ignore\ny"`,
	"old build constraint":    `"` + strings.Repeat("+build ignore ", 40) + `"`,
	"directives":              `"//go:generate rm -rf /\n//go:embed x\n//go:linkname a b\n//line x.go:1"`,
	"export":                  `"//export f"`,
	"quotes and escapes":      "'\"; func Injected() {} // ` \\x00 \\'",
	"markup":                  `"| a | b |\\n<script>x</script> [x](y) **z** ` + "`w`" + `"`,
	"a heading":               `"# Injected"`,
	"a list":                  `"- a\n- b\n1. c"`,
	"a link definition":       `"[DType]: http://example.invalid"`,
	"an indented block":       `"a\n\n\tfunc Injected() {}\n"`,
	"one very long word":      `"` + strings.Repeat("x", 5000) + `"`,
	"letters beyond ASCII":    `"π ≈ 3.14159, naïve, 浮点"`,
	"a generated-code header": `"Code generated by hand. DO NOT EDIT."`,
}

func TestTextOfTheTableNeverBecomesCode(t *testing.T) {
	plain := emitTable(t, strings.ReplaceAll(hostileTable, "TEXT", "Plain words."))
	for name, text := range hostileTexts {
		t.Run(name, func(t *testing.T) {
			for path, content := range emitTable(t, strings.ReplaceAll(hostileTable, "TEXT", text)) {
				switch filepath.Ext(path) {
				case ".h":
					if left := strings.TrimSpace(withoutCComments(string(content))); left != strings.TrimSpace(withoutCComments(string(plain[path]))) {
						t.Errorf("%s: text became code:\n%s", path, left)
					}
					continue
				case ".py":
					if !bytes.Equal(content, plain[path]) {
						t.Errorf("%s: holds text of the table:\n%s", path, content)
					}
					continue
				}
				if !strings.HasSuffix(path, ".go") {
					if strings.Contains(string(content), "<script>") || strings.Count(string(content), "\n|") != strings.Count(string(plain[path]), "\n|") {
						t.Errorf("%s: text became markup:\n%s", path, content)
					}
					continue
				}
				if got, want := shape(t, path, content), shape(t, path, plain[path]); got != want {
					t.Errorf("%s declares\n%s\nbut with plain text\n%s", path, got, want)
				}
			}
		})
	}
}

// withoutCComments is C as a compiler sees it after the comments are gone.
func withoutCComments(source string) string {
	var code strings.Builder
	for {
		before, rest, found := strings.Cut(source, "/*")
		code.WriteString(before)
		if !found {
			return strings.Join(strings.Fields(code.String()), " ")
		}
		_, source, _ = strings.Cut(rest, "*/")
	}
}

// shape is what a Go file declares and imports, and that it has no directive.
func shape(t *testing.T, path string, content []byte) string {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), path, content, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		t.Fatalf("%s does not parse: %v", path, err)
	}
	for _, group := range file.Comments {
		for _, line := range group.List {
			if constraint.IsGoBuild(line.Text) || constraint.IsPlusBuild(line.Text) || !strings.HasPrefix(line.Text, "// ") && line.Text != "//" {
				t.Errorf("%s: the comment %q is a directive", path, line.Text)
			}
		}
	}
	var shape strings.Builder
	for _, declaration := range file.Decls {
		switch declaration := declaration.(type) {
		case *ast.FuncDecl:
			shape.WriteString("func " + declaration.Name.Name + "\n")
		case *ast.GenDecl:
			shape.WriteString(declaration.Tok.String() + "\n")
			for _, s := range declaration.Specs {
				switch s := s.(type) {
				case *ast.ValueSpec:
					shape.WriteString("\t" + s.Names[0].Name + "\n")
				case *ast.TypeSpec:
					shape.WriteString("\t" + s.Name.Name + "\n")
				case *ast.ImportSpec:
					shape.WriteString("\t" + s.Path.Value + "\n")
				}
			}
		}
	}
	return shape.String()
}

func TestEveryGoFileIsMarkedGeneratedOnItsFirstLine(t *testing.T) {
	header := regexp.MustCompile(`^// Code generated .* DO NOT EDIT\.$`)
	for path, content := range emitTable(t, realTable(t)) {
		first, _, _ := bytes.Cut(content, []byte("\n"))
		if !strings.HasSuffix(path, ".go") {
			if !bytes.Contains(first, []byte(Header)) {
				t.Errorf("%s begins with %s", path, first)
			}
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, content, parser.ParseComments)
		if err != nil || !ast.IsGenerated(file) || !header.Match(first) {
			t.Errorf("%s begins with %s, %v", path, first, err)
		}
	}
}

func TestEveryExportedIdentifierHasASentenceOfItsOwn(t *testing.T) {
	for path, content := range emitTable(t, realTable(t)) {
		if !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, content, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		check := func(name *ast.Ident, doc *ast.CommentGroup) {
			if text := strings.Join(strings.Fields(doc.Text()), " "); name.IsExported() && (!strings.HasPrefix(text, name.Name+" ") || !strings.HasSuffix(text, ".")) {
				t.Errorf("%s: %s is described as %q", path, name, text)
			}
		}
		for _, declaration := range file.Decls {
			switch declaration := declaration.(type) {
			case *ast.FuncDecl:
				check(declaration.Name, declaration.Doc)
			case *ast.GenDecl:
				for _, s := range declaration.Specs {
					switch s := s.(type) {
					case *ast.TypeSpec:
						check(s.Name, declaration.Doc)
					case *ast.ValueSpec:
						check(s.Names[0], s.Doc)
					}
				}
			}
		}
	}
}

// comment is the only way to a comment: what it does for safety must not be
// bypassed.
func TestOnlyTheCommentHelperWritesComments(t *testing.T) {
	paths, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	calls := 0
	for _, path := range paths {
		content, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		n := len(regexp.MustCompile(`\.(Comment|Commentf|PackageComment|CgoPreamble)\(`).FindAll(content, -1))
		if path == "comment.go" {
			calls = n
		} else if n > 0 && !strings.HasSuffix(path, "_test.go") {
			t.Errorf("%s writes a comment itself", path)
		}
	}
	if calls == 0 {
		t.Error("comment.go writes no comment: the test looks for the wrong thing")
	}
}

// Tables of which every part may be missing still make files that parse.
func TestSmallTablesMakeWholeFiles(t *testing.T) {
	for name, table := range map[string]string{
		"one dtype":          "dtypes:" + additions["integer"],
		"packed only":        "dtypes:" + additions["new packed format"],
		"nothing supported":  "dtypes:" + additions["unshipped"],
		"nothing but a name": "dtypes:" + additions["reserved without size"],
		"every kind of addition": "dtypes:" + additions["integer"] + additions["long name and complex"] + additions["new packed format"] +
			additions["known format"] + additions["unshipped"] + additions["reserved without size"],
	} {
		t.Run(name, func(t *testing.T) {
			files := emitTable(t, table)
			if len(files) != len(outputs) {
				t.Errorf("%d files, want %d", len(files), len(outputs))
			}
			for path, content := range files {
				if strings.HasSuffix(path, ".go") {
					shape(t, path, content)
				}
			}
		})
	}
}

func TestWrapBreaksAtSpacesAndNeverBeforeAPlus(t *testing.T) {
	for _, test := range []struct {
		text string
		want []string
	}{
		{"", nil},
		{"a bb ccc", []string{"a bb", "ccc"}},
		{"a  bb\n\tccc", []string{"a bb", "ccc"}},
		{"abcdefgh ij", []string{"abcdefgh", "ij"}},
		{"abcde +build x", []string{"abcde +build", "x"}},
	} {
		if diff := cmp.Diff(test.want, wrap(test.text, 5)); diff != "" {
			t.Errorf("%q:\n%s", test.text, diff)
		}
	}
}
