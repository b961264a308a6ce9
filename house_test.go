package tensorshm_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const module = "github.com/tensorshm/tensorshm/"

// sourceFile is a parsed Go file of the module.
type sourceFile struct {
	path      string // slash-separated
	syntax    *ast.File
	positions *token.FileSet
	generated bool
	test      bool
}

// goFiles parses every Go file below folder.
func goFiles(t *testing.T, folder string) []sourceFile {
	t.Helper()
	var files []sourceFile
	err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || filepath.Ext(path) != ".go" {
			return err
		}
		positions := token.NewFileSet()
		syntax, err := parser.ParseFile(positions, path, nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		files = append(files, sourceFile{filepath.ToSlash(path), syntax, positions, ast.IsGenerated(syntax), strings.HasSuffix(path, "_test.go")})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(files) == 0 {
		t.Fatalf("no Go files below %s", folder)
	}
	return files
}

func TestGeneratedNamesAndHeadersGoTogether(t *testing.T) {
	for _, file := range goFiles(t, ".") {
		if named := strings.HasPrefix(filepath.Base(file.path), "zz_generated_"); named != file.generated {
			t.Errorf("%s: named as generated %t, header says %t", file.path, named, file.generated)
		}
	}
}

// dtypeIdentifiers returns every identifier that the table makes in package
// shmem: the constants, variants and accessors; and the text forms.
func dtypeIdentifiers(t *testing.T) (identifiers, texts map[string]bool) {
	t.Helper()
	identifiers, texts = map[string]bool{}, map[string]bool{}
	for _, file := range goFiles(t, "shmem") {
		if !strings.HasSuffix(file.path, "shmem/zz_generated_dtype.go") {
			continue
		}
		ast.Inspect(file.syntax, func(n ast.Node) bool {
			spec, ok := n.(*ast.ValueSpec)
			if !ok || len(spec.Values) != 1 {
				return true
			}
			if kind, ok := spec.Type.(*ast.Ident); ok && kind.Name == "DType" {
				name := spec.Names[0].Name
				texts[strings.ToLower(name)] = true
				for _, prefix := range []string{"", "HostBufferRef", "HostBuffer", "AsSlice", "AsMutSlice"} {
					identifiers[prefix+name] = true
				}
			}
			return true
		})
	}
	if !identifiers["F32"] || !identifiers["AsMutSliceF4"] || !texts["bf16"] {
		t.Fatal("found no dtypes: the rule below would hold of anything")
	}
	return identifiers, texts
}

func TestHandwrittenCodeOfShmemNamesNoDType(t *testing.T) {
	identifiers, texts := dtypeIdentifiers(t)
	for _, file := range goFiles(t, "shmem") {
		if file.generated || file.test || strings.HasPrefix(file.path, "shmem/minifloat/") {
			continue
		}
		foreign := map[*ast.Ident]bool{} // selectors of other packages, such as atomic.Bool
		imports := map[string]bool{}
		for _, spec := range file.syntax.Imports {
			path, _ := strconv.Unquote(spec.Path.Value)
			if !strings.HasPrefix(path, module) {
				imports[path[strings.LastIndex(path, "/")+1:]] = true
			}
		}
		for _, group := range file.syntax.Comments {
			for _, line := range group.List {
				if !standsAlone(file, line) {
					for _, word := range regexp.MustCompile(`\w+`).FindAllString(line.Text, -1) {
						if identifiers[word] {
							t.Errorf("%v: a comment beside code names %s", file.positions.Position(line.Pos()), word)
						}
					}
				}
			}
		}
		ast.Inspect(file.syntax, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.SelectorExpr:
				if left, ok := n.X.(*ast.Ident); ok && imports[left.Name] {
					foreign[n.Sel] = true
				}
			case *ast.Ident:
				if identifiers[n.Name] && !foreign[n] {
					t.Errorf("%v: %s is a dtype's name", file.positions.Position(n.Pos()), n.Name)
				}
			case *ast.BasicLit:
				if text, err := strconv.Unquote(n.Value); err == nil && n.Kind == token.STRING && (identifiers[text] || texts[text]) {
					t.Errorf("%v: %s is a dtype's name or text", file.positions.Position(n.Pos()), n.Value)
				}
			}
			return true
		})
	}
}

// standsAlone reports whether nothing but a comment is on its line.
func standsAlone(file sourceFile, comment *ast.Comment) bool {
	line := file.positions.Position(comment.Pos()).Line
	alone := true
	ast.Inspect(file.syntax, func(n ast.Node) bool {
		switch n.(type) {
		case nil, *ast.File, *ast.Comment, *ast.CommentGroup:
			return true
		}
		start, end := file.positions.Position(n.Pos()).Line, file.positions.Position(n.End()).Line
		alone = alone && start != line && (end != line || n.End() > comment.Pos())
		return true
	})
	return alone
}

// calledBy is the name of the generic function that a statement returns the
// result of, or "".
func calledBy(statement ast.Stmt) string {
	if result, ok := statement.(*ast.ReturnStmt); ok && len(result.Results) == 1 {
		if call, ok := result.Results[0].(*ast.CallExpr); ok {
			if instance, ok := call.Fun.(*ast.IndexExpr); ok {
				if name, ok := instance.X.(*ast.Ident); ok {
					return name.Name
				}
			}
		}
	}
	return ""
}

// mayImportUnsafe tells the only handwritten files that may.
func mayImportUnsafe(path string) bool {
	name := filepath.Base(path)
	return path == "shmem/view.go" || path == "shmem/minifloat/bulk.go" ||
		filepath.ToSlash(filepath.Dir(path)) == "shmem" && strings.HasPrefix(name, "file_")
}

func TestUnsafeStaysInItsFiles(t *testing.T) {
	for _, file := range goFiles(t, ".") {
		for _, spec := range file.syntax.Imports {
			if path, _ := strconv.Unquote(spec.Path.Value); path == "unsafe" && !file.generated && !mayImportUnsafe(file.path) {
				t.Errorf("%s imports unsafe", file.path)
			}
		}
	}
}

func TestGeneratedCodeUsesUnsafeForSizesOnly(t *testing.T) {
	for _, file := range goFiles(t, ".") {
		if !file.generated {
			continue
		}
		ast.Inspect(file.syntax, func(n ast.Node) bool {
			if selector, ok := n.(*ast.SelectorExpr); ok {
				if left, ok := selector.X.(*ast.Ident); ok && left.Name == "unsafe" && selector.Sel.Name != "Sizeof" {
					t.Errorf("%v: unsafe.%s", file.positions.Position(n.Pos()), selector.Sel.Name)
				}
			}
			return true
		})
	}
}

func TestGeneratedAccessorsAreOneLiners(t *testing.T) {
	accessors := 0
	for _, file := range goFiles(t, "shmem") {
		if !file.generated || file.test {
			continue
		}
		for _, declaration := range file.syntax.Decls {
			function, ok := declaration.(*ast.FuncDecl)
			if !ok || !strings.HasPrefix(function.Name.Name, "As") || function.Recv == nil {
				continue
			}
			accessors++
			want := map[bool]string{true: "mutableSlice", false: "typedSlice"}[strings.HasPrefix(function.Name.Name, "AsMutSlice")]
			if function.Name.Name == "AsRef" {
				continue // of an owned buffer: a conversion
			}
			if len(function.Body.List) != 1 || calledBy(function.Body.List[0]) != want {
				t.Errorf("%v: %s is not one call of %s", file.positions.Position(function.Pos()), function.Name, want)
			}
		}
	}
	if accessors == 0 {
		t.Error("found no accessors")
	}
}

// conversionCalls are what the generated conversions may call, besides the bulk
// conversions of minifloat.
var conversionCalls = map[string][]string{
	"ReadFloat32":  {"readFloats", "declineRead"},
	"WriteFloat32": {"writeFloats", "declineWrite"},
	"decode":       {"copy"},
	"encode":       {"copy"},
}

func TestGeneratedConversionsAreOneLiners(t *testing.T) {
	found := map[string]int{}
	for _, file := range goFiles(t, "shmem") {
		if !file.generated || file.test {
			continue
		}
		for _, declaration := range file.syntax.Decls {
			function, ok := declaration.(*ast.FuncDecl)
			if !ok || function.Recv == nil || conversionCalls[function.Name.Name] == nil {
				continue
			}
			name := function.Name.Name
			found[name]++
			if len(function.Body.List) != 1 || !isConversionCall(function.Body.List[0], name) {
				t.Errorf("%v: %s is not one call of a conversion", file.positions.Position(function.Pos()), name)
			}
		}
	}
	if len(found) != len(conversionCalls) {
		t.Errorf("found conversions %v only", found)
	}
}

// isConversionCall reports whether a statement returns what a conversion of
// method does.
func isConversionCall(statement ast.Stmt, method string) bool {
	result, ok := statement.(*ast.ReturnStmt)
	if !ok || len(result.Results) != 1 {
		return false
	}
	call, ok := result.Results[0].(*ast.CallExpr)
	if !ok {
		return false
	}
	switch function := call.Fun.(type) {
	case *ast.Ident:
		return slices.Contains(conversionCalls[method], function.Name)
	case *ast.SelectorExpr:
		prefix := map[string]string{"decode": "Decode", "encode": "Encode"}[method]
		left, ok := function.X.(*ast.Ident)
		return ok && left.Name == "minifloat" && prefix != "" && strings.HasPrefix(function.Sel.Name, prefix)
	}
	return false
}

// The generator is a pure function of the table: what reads it, makes the files
// and compares tables can reach nothing else. gen/internal/output alone writes,
// and gen/internal/revision alone runs git.
func TestGeneratorReachesNothingButTheTable(t *testing.T) {
	for _, folder := range []string{"gen/internal/spec", "gen/internal/emit", "gen/internal/specdiff"} {
		for _, file := range goFiles(t, folder) {
			if file.test {
				continue
			}
			for _, spec := range file.syntax.Imports {
				switch path, _ := strconv.Unquote(spec.Path.Value); path {
				case "bytes", "cmp", "encoding/json", "errors", "fmt", "io", "iter", "maps", "math", "math/big", "regexp", "slices", "sort", "strconv", "strings", "unicode", "unicode/utf8",
					"go/format", "go/parser", "go/token",
					"github.com/dave/jennifer/jen", "github.com/shopspring/decimal", "go.yaml.in/yaml/v4", module + "gen/internal/spec":
				default:
					t.Errorf("%s imports %s", file.path, path)
				}
			}
		}
	}
}

func TestImportsPointDown(t *testing.T) {
	for _, test := range []struct {
		of      string
		allowed []string // prefixes of what it may depend on besides the standard library
	}{
		{"./shmem", []string{module + "shmem", "golang.org/x/sys/", "github.com/x448/float16"}},
		{"./shmem/safetensors", []string{module + "shmem", "golang.org/x/sys/", "github.com/x448/float16"}},
		{"./shmem/minifloat", []string{module + "shmem/minifloat", "golang.org/x/sys/cpu", "github.com/x448/float16"}},
		{"./gen", []string{module + "gen", "github.com/dave/jennifer/", "github.com/rogpeppe/go-internal/diff", "go.yaml.in/yaml/", "github.com/shopspring/decimal"}},
		{"./cmd/shmemctl", []string{module + "cmd/shmemctl", module + "shmem", "golang.org/x/sys/", "github.com/x448/float16",
			"github.com/spf13/cobra", "github.com/spf13/pflag", "github.com/inconshreveable/mousetrap", "github.com/dustin/go-humanize",
			"github.com/vbauerster/", "github.com/VividCortex/ewma", "github.com/acarl005/stripansi", "github.com/clipperhouse/uax29/", "github.com/mattn/go-runewidth"}},
	} {
		for _, dependency := range dependencies(t, test.of) {
			allowed := false
			for _, prefix := range test.allowed {
				allowed = allowed || strings.HasPrefix(dependency, prefix)
			}
			if !allowed {
				t.Errorf("%s depends on %s", test.of, dependency)
			}
		}
	}
	for _, dependency := range dependencies(t, "./shmem") {
		if dependency == module+"shmem/safetensors" {
			t.Error("shmem depends on safetensors, which stands above it")
		}
	}
}

// dependencies lists what a package depends on outside the standard library,
// itself included.
func dependencies(t *testing.T, of string) []string {
	t.Helper()
	output, err := exec.Command("go", "list", "-deps", "-f", "{{if not .Standard}}{{.ImportPath}}{{end}}", of).Output()
	if err != nil {
		t.Fatal(err)
	}
	list := strings.Fields(string(output))
	if len(list) == 0 {
		t.Fatalf("go list finds no dependencies of %s", of)
	}
	return list
}
