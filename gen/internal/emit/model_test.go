package emit

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"testing"

	"github.com/tensorshm/tensorshm/gen/internal/spec"
)

// modelDeclarations is what each Go file must declare for a table, one text a
// declaration, sorted. It is worked out from the Spec alone, without any code
// of the emitters, so that either can be wrong.
func modelDeclarations(s *spec.Spec) map[string][]string {
	enum := []string{
		"type DType", "var declaredDTypes", "func dtypeOfText",
		"func DType.Bits", "func DType.IsFloat", "func DType.IsInt", "func DType.Names", "func DType.Rationale", "func DType.Status", "func DType.String",
	}
	accessors := []string{"func newHostBufferRef", "func DType.alignment"}
	enumTest := []string{"var tableFacts"}
	formats := []string{}
	elements, groups := map[string]bool{}, map[string]bool{}
	for _, d := range s.DTypes {
		enum = append(enum, "const "+d.Name)
		if d.Status == spec.StatusSupported {
			accessors = append(accessors, "func View.AsSlice"+d.Name, "func View.AsMutSlice"+d.Name)
			borrowed, owned := "HostBufferRef"+d.Name, "HostBuffer"+d.Name
			accessors = append(accessors, typeWithMethods(borrowed, "DType", "Len", "IsEmpty", "Bytes", "ToOwned", "ReadFloat32", "WriteFloat32", "hostBufferRef")...)
			if d.Kind == spec.KindFloat {
				accessors = append(accessors, "func "+borrowed+".decode", "func "+borrowed+".encode")
			}
			accessors = append(accessors, typeWithMethods(owned, "DType", "Len", "IsEmpty", "Bytes", "AsRef", "concat")...)
			enumTest = append(enumTest, "var _")
		}
		if d.Format == nil {
			continue
		}
		if element := d.HostType.Element; !elements[element] {
			elements[element] = true
			formats = append(formats, typeWithMethods(element, "Float32", "Float64", "IsNaN", "IsInf", "IsFinite", "IsZero", "IsNormal", "IsSubnormal", "Signbit", "NextUp", "NextDown", "String")...)
			formats = append(formats, "const "+element+"Max", "const "+element+"SmallestNormal", "const "+element+"SmallestNonzero",
				"var format"+element, "func "+element+"FromFloat32", "func "+element+"FromFloat64",
				"func "+element+"FromFloat32With", "func "+element+"FromFloat64With", "func "+element+"FromFloat32Checked", "func "+element+"FromFloat64Checked",
				"var conversion"+element, "func Decode"+element, "func Encode"+element)
			if d.Format.Inf != spec.InfNone {
				formats = append(formats, "const "+element+"Inf")
			}
			if d.Format.NaN != spec.NaNNone {
				formats = append(formats, "const "+element+"NaN")
			}
		}
		if group := d.HostType.Name; group != d.HostType.Element && !groups[group] {
			groups[group] = true
			formats = append(formats, typeWithMethods(group, "At", "Set")...)
			formats = append(formats, "func Decode"+group, "func Encode"+group)
		}
	}
	model := map[string][]string{
		"shmem/zz_generated_dtype.go":                  enum,
		"shmem/zz_generated_accessors.go":              accessors,
		"shmem/zz_generated_dtype_test.go":             enumTest,
		"shmem/minifloat/zz_generated_formats.go":      formats,
		"shmem/minifloat/zz_generated_formats_test.go": {"var scalars", "var groups"},
		"examples/demo/zz_generated_fill.go":           {"func fill", "func set", "func text"},
	}
	for _, declarations := range model {
		slices.Sort(declarations)
	}
	return model
}

func typeWithMethods(name string, methods ...string) []string {
	declarations := []string{"type " + name}
	for _, method := range methods {
		declarations = append(declarations, "func "+name+"."+method)
	}
	return declarations
}

// declarations is what a Go file declares, in the words of modelDeclarations.
func declarations(t *testing.T, path string, content []byte) []string {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), path, content, parser.SkipObjectResolution)
	if err != nil {
		t.Fatalf("%s does not parse: %v", path, err)
	}
	found := []string{}
	for _, declaration := range file.Decls {
		switch declaration := declaration.(type) {
		case *ast.FuncDecl:
			name := declaration.Name.Name
			if declaration.Recv != nil {
				name = receiver(declaration.Recv.List[0].Type) + "." + name
			}
			found = append(found, "func "+name)
		case *ast.GenDecl:
			for _, s := range declaration.Specs {
				switch s := s.(type) {
				case *ast.TypeSpec:
					found = append(found, "type "+s.Name.Name)
				case *ast.ValueSpec:
					for _, name := range s.Names {
						found = append(found, fmt.Sprintf("%v %s", declaration.Tok, name.Name))
					}
				}
			}
		}
	}
	slices.Sort(found)
	return found
}

func receiver(expression ast.Expr) string {
	if pointer, ok := expression.(*ast.StarExpr); ok {
		expression = pointer.X
	}
	return expression.(*ast.Ident).Name
}
