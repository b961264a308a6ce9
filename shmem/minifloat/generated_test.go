package minifloat

import (
	"go/ast"
	"go/parser"
	"go/token"
	"math/big"
	"strconv"
	"strings"
	"testing"
)

// generated returns the syntax tree of what the generator wrote.
func generated(t *testing.T) *ast.File {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), "zz_generated_formats.go", nil, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	return file
}

// constant is a generated constant: its code, and the sentence above it.
type constant struct {
	code uint16
	doc  string
}

func constants(t *testing.T) map[string]constant {
	t.Helper()
	found := make(map[string]constant)
	for _, decl := range generated(t).Decls {
		decl, ok := decl.(*ast.GenDecl)
		if !ok || decl.Tok != token.CONST {
			continue
		}
		for _, spec := range decl.Specs {
			spec := spec.(*ast.ValueSpec)
			code, err := strconv.ParseUint(spec.Values[0].(*ast.BasicLit).Value, 0, 16)
			if err != nil {
				t.Fatal(err)
			}
			found[spec.Names[0].Name] = constant{uint16(code), strings.TrimSpace(spec.Doc.Text())}
		}
	}
	return found
}

func TestConstantsAreTheCodesTheyAreNamedFor(t *testing.T) {
	all := constants(t)
	for _, s := range scalars {
		r := referenceOf(t, *s.format)
		normal := r.codes[0] // the least that has all bits of precision
		if s.format.sign || s.format.mantissa > 0 {
			lowest := power(1 - s.format.bias)
			for i, value := range r.values {
				if new(big.Rat).SetFloat64(value).Cmp(lowest) >= 0 {
					normal = r.codes[i]
					break
				}
			}
		}
		nonzero := r.codes[0]
		if r.values[0] == 0 {
			nonzero = r.codes[1]
		}
		for name, want := range map[string]uint16{
			"Max":             r.codes[len(r.codes)-1],
			"SmallestNormal":  normal,
			"SmallestNonzero": nonzero,
		} {
			if got, ok := all[s.name+name]; !ok || got.code != want {
				t.Errorf("%s%s is %#x, want %#x", s.name, name, got.code, want)
			}
		}

		nan, ok := all[s.name+"NaN"]
		if ok != (s.format.nan != nanNone) || ok && meaning(*s.format, nan.code).class != notANumber {
			t.Errorf("%sNaN is %#x, %v", s.name, nan.code, ok)
		}
		inf, ok := all[s.name+"Inf"]
		if ok != (s.format.inf != infNone) || ok && meaning(*s.format, inf.code).class != infinite {
			t.Errorf("%sInf is %#x, %v", s.name, inf.code, ok)
		}
	}
}

// A comment ends in the value, or in a power of two, an equals sign and the value.
func TestConstantsCommentsHoldTheExactValue(t *testing.T) {
	all := constants(t)
	for _, s := range scalars {
		for _, name := range []string{"Max", "SmallestNormal", "SmallestNonzero"} {
			c := all[s.name+name]
			_, text, ok := strings.Cut(strings.TrimSuffix(strings.Join(strings.Fields(c.doc), " "), "."), ", ")
			if !ok {
				t.Errorf("%s%s: no value in %q", s.name, name, c.doc)
				continue
			}
			want := meaning(*s.format, c.code).value
			if pow, decimal, ok := strings.Cut(text, " = "); ok {
				exponent, err := strconv.Atoi(strings.TrimPrefix(pow, "2^"))
				if err != nil || power(exponent).Cmp(want) != 0 {
					t.Errorf("%s%s is not %s", s.name, name, pow)
				}
				text = decimal
			}
			if got, ok := new(big.Rat).SetString(text); !ok || got.Cmp(want) != 0 {
				t.Errorf("%s%s is not %s", s.name, name, text)
			}
		}
	}
}

func TestEveryGeneratedTypeIsTested(t *testing.T) {
	tested := make(map[string]bool)
	for _, s := range scalars {
		tested[s.name] = true
	}
	for _, g := range groups {
		tested[g.name] = true
	}
	for _, decl := range generated(t).Decls {
		if decl, ok := decl.(*ast.GenDecl); ok && decl.Tok == token.TYPE {
			for _, spec := range decl.Specs {
				if name := spec.(*ast.TypeSpec).Name.Name; !tested[name] {
					t.Errorf("%s is in no list of zz_generated_formats_test.go", name)
				}
			}
		}
	}
}

func TestEveryExportedIdentifierHasItsOwnSentence(t *testing.T) {
	check := func(name *ast.Ident, doc *ast.CommentGroup) {
		if name.IsExported() && !strings.HasPrefix(doc.Text(), name.Name+" ") {
			t.Errorf("%s: doc is %q", name.Name, doc.Text())
		}
	}
	for _, decl := range generated(t).Decls {
		switch decl := decl.(type) {
		case *ast.FuncDecl:
			check(decl.Name, decl.Doc)
		case *ast.GenDecl:
			for _, spec := range decl.Specs {
				switch spec := spec.(type) {
				case *ast.TypeSpec:
					check(spec.Name, decl.Doc)
				case *ast.ValueSpec:
					check(spec.Names[0], spec.Doc)
				}
			}
		}
	}
}
