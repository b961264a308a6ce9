package minifloat

import (
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"math"
	"math/big"
	"slices"
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

// The generated functions add nothing to the core but their own format.
func TestGeneratedFunctionsAreThoseOfTheirFormat(t *testing.T) {
	for _, s := range scalars {
		f := s.format
		for i := range 1 << width(*f) {
			code := uint16(i)
			value := f.decodeFloat64(code)
			if !same(s.toFloat64(code), value) || !same(float64(s.toFloat32(code)), value) {
				t.Fatalf("%s: %#x is %v and %v, want %v", s.name, code, s.toFloat32(code), s.toFloat64(code), value)
			}
			if s.isNaN(code) != f.isNaN(code) || s.isInf(code, 1) != f.isInf(code, 1) || s.isInf(code, -1) != f.isInf(code, -1) ||
				s.isFinite(code) != f.isFinite(code) || s.isZero(code) != f.isZero(code) || s.isNormal(code) != f.isNormal(code) ||
				s.isSubnormal(code) != f.isSubnormal(code) || s.signbit(code) != f.signbit(code) {
				t.Fatalf("%s: %#x is classified wrongly", s.name, code)
			}
			if s.nextUp(code) != f.nextUp(code) || s.nextDown(code) != f.nextDown(code) {
				t.Fatalf("%s: %#x is between %#x and %#x", s.name, code, s.nextDown(code), s.nextUp(code))
			}
			for _, x := range []float64{1.1 * value, value / 0x1p120} {
				checkGeneratedEncoding(t, s, x)
			}
		}
		checkGeneratedEncoding(t, s, math.Inf(1))
		checkGeneratedEncoding(t, s, math.Inf(-1))
	}
}

func checkGeneratedEncoding(t *testing.T, s scalar, x float64) {
	t.Helper()
	f, single := s.format, float32(x)
	if s.fromFloat64(x) != f.encodeFloat64(x) || s.fromFloat32(single) != f.encodeFloat32(single) {
		t.Fatalf("%s: %v is %#x and %#x", s.name, x, s.fromFloat32(single), s.fromFloat64(x))
	}
	for _, rule := range rules {
		if s.fromFloat64With(x, rule) != f.encodeFloat64With(x, rule) || s.fromFloat32With(single, rule) != f.encodeFloat32With(single, rule) {
			t.Fatalf("%s: %v of %v is %#x and %#x", s.name, rule, x, s.fromFloat32With(single, rule), s.fromFloat64With(x, rule))
		}
	}
	_, declined64 := f.encodeFloat64Checked(x)
	_, declined32 := f.encodeFloat32Checked(single)
	code64, err64 := s.fromFloat64Checked(x)
	code32, err32 := s.fromFloat32Checked(single)
	if (declined64 == nil) != (err64 == nil) || (declined32 == nil) != (err32 == nil) {
		t.Fatalf("%s: %v is declined: %v, %v", s.name, x, err32, err64)
	}
	if err64 == nil && code64 != f.encodeFloat64(x) || err32 == nil && code32 != f.encodeFloat32(single) {
		t.Fatalf("%s: %v checked is %#x and %#x", s.name, x, code32, code64)
	}
	for _, err := range []error{err32, err64} {
		if unrepresentable := new(UnrepresentableError); err != nil && (!errors.As(err, &unrepresentable) || unrepresentable.Format != s.name) {
			t.Fatalf("%s: %v", s.name, err)
		}
	}
}

// docs are the sentences above the generated functions, each on one line.
func docs(t *testing.T) map[string]string {
	t.Helper()
	found := make(map[string]string)
	for _, decl := range generated(t).Decls {
		if decl, ok := decl.(*ast.FuncDecl); ok && decl.Recv == nil {
			found[decl.Name.Name] = strings.Join(strings.Fields(decl.Doc.Text()), " ")
		}
	}
	return found
}

func TestCommentsNameTheRulesThatConvertAsNatural(t *testing.T) {
	all := docs(t)
	for _, s := range scalars {
		r := referenceOf(t, *s.format)
		numbers := slices.Concat(r.values, r.boundaries, []float64{math.Inf(1), math.MaxFloat64})
		for _, x := range slices.Clone(numbers) {
			numbers = append(numbers, -x)
		}
		doc := all[s.name+"FromFloat32With"]
		named, _, ok := strings.Cut(doc, " as "+s.name+"FromFloat32.")
		if !ok {
			t.Errorf("%s: %q names no rules", s.name, doc)
		}
		for _, rule := range rules {
			natural := true
			for _, x := range numbers {
				natural = natural && s.fromFloat64With(x, rule) == s.fromFloat64(x)
			}
			if slices.Contains(strings.FieldsFunc(named, func(r rune) bool { return r == ' ' || r == ',' }), rule.String()) != natural && rule != Floor && rule != Ceil {
				t.Errorf("%s: %v converts as Natural: %v, but %q", s.name, rule, natural, doc)
			}
		}
	}
}

func TestCommentsNameWhatCheckedConversionsDecline(t *testing.T) {
	all := docs(t)
	for _, s := range scalars {
		doc := all[s.name+"FromFloat32Checked"]
		largest := s.toFloat64(s.format.largestFinite())
		for text, x := range map[string]float64{
			" zero,":                 0,
			"negative numbers":       -1,
			"infinit":                math.Inf(1),
			"NaN":                    math.NaN(),
			"positive numbers below": math.SmallestNonzeroFloat64,
			"numbers that round beyond " + s.name + "Max.": 4 * largest,
		} {
			_, err := s.fromFloat64Checked(x)
			if strings.Contains(doc, text) != (err != nil) && (x != -1 || largest >= 1) {
				t.Errorf("%s: %v gives error %v, but %q", s.name, x, err, doc)
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
