// Package emit turns a checked Spec into the files that follow from it. It is
// a pure function: same table, same bytes, and nothing is read or written.
package emit

import (
	"bytes"
	"errors"
	"fmt"
	"go/format"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/tensorshm/tensorshm/gen/internal/spec"
)

// Header is the first line of every generated Go file, without its slashes.
const Header = `Code generated from dtypes.yaml by "go generate ./..."; DO NOT EDIT.`

const (
	modulePath    = "github.com/tensorshm/tensorshm"
	shmemPath     = modulePath + "/shmem"
	minifloatPath = shmemPath + "/minifloat"
	float16Path   = "github.com/x448/float16"
)

// outputs says how each file is made, by its slash-separated path in the module.
var outputs = map[string]func(*spec.Spec) ([]byte, error){
	"shmem/zz_generated_dtype.go":                  goFile(shmemPath, "shmem", dtypeFile),
	"shmem/zz_generated_accessors.go":              goFile(shmemPath, "shmem", accessorsFile),
	"shmem/zz_generated_dtype_test.go":             goFile(shmemPath+"_test", "shmem_test", dtypeTestFile),
	"shmem/minifloat/zz_generated_formats.go":      goFile(minifloatPath, "minifloat", formatsFile),
	"shmem/minifloat/zz_generated_formats_test.go": goFile(minifloatPath, "minifloat", formatsTestFile),
	"examples/demo/zz_generated_fill.go":           goFile("main", "main", fillFile),
	"interop/c/tensorshm.h":                        cHeaderFile,
	"interop/python/tensorshm_dtypes.py":           pythonFile,
	"DTYPES.md":                                    markdownFile,
}

// Files returns every file that follows from the table, by its
// slash-separated path in the module. An error is a fault of the generator: a
// checked table can always be emitted.
func Files(s *spec.Spec) (map[string][]byte, error) {
	files := make(map[string][]byte, len(outputs))
	for path, render := range outputs {
		content, err := render(s)
		if err != nil {
			return nil, fmt.Errorf("emit %s: %w", path, err)
		}
		files[path] = content
	}
	return files, nil
}

// goFile makes a file of package name out of declarations, formatted, and parsed on the way.
func goFile(path, name string, declare func(*jen.File, *spec.Spec)) func(*spec.Spec) ([]byte, error) {
	return func(s *spec.Spec) ([]byte, error) {
		f := jen.NewFilePathName(path, name)
		f.HeaderComment("// " + Header)
		f.ImportName(shmemPath, "shmem")
		f.ImportName(minifloatPath, "minifloat")
		f.ImportName(float16Path, "float16")
		declare(f, s)
		var rendered bytes.Buffer
		if err := f.Render(&rendered); err != nil {
			return nil, firstLine(err)
		}
		return format.Source(groupImports(rendered.Bytes())) // which parses it
	}
}

// firstLine drops the whole source that jennifer appends to a syntax error.
func firstLine(err error) error {
	line, _, _ := strings.Cut(err.Error(), "\n")
	return errors.New(line)
}

// groupImports parts the standard library from the rest, which jennifer sorts
// into one list.
func groupImports(source []byte) []byte {
	const open, end = "\nimport (\n", "\n)\n"
	before, rest, found := bytes.Cut(source, []byte(open))
	if !found {
		return source
	}
	list, after, _ := bytes.Cut(rest, []byte(end))
	var standard, others []string
	for line := range strings.SplitSeq(string(list), "\n") {
		if strings.Contains(line, ".") {
			others = append(others, line)
		} else {
			standard = append(standard, line)
		}
	}
	groups := strings.Join(standard, "\n") + "\n\n" + strings.Join(others, "\n")
	return []byte(string(before) + open + groups + end + string(after))
}
