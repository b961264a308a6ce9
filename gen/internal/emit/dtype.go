package emit

import (
	"fmt"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/tensorshm/tensorshm/gen/internal/spec"
)

// dtypeFile declares the enum and the facts of each dtype.
func dtypeFile(f *jen.File, s *spec.Spec) {
	comment(f.Group, "DType is the type of a tensor's elements. Values are part of what services store and send: they never change. The zero DType is invalid.")
	f.Type().Id("DType").Uint8()
	f.Line()
	f.Const().DefsFunc(func(g *jen.Group) {
		for _, d := range s.DTypes {
			comment(g, constantComment(d)...)
			g.Id(d.Name).Id("DType").Op("=").Lit(d.Value)
		}
	})
	f.Line()
	comment(f.Group, "declaredDTypes holds every dtype in the order of the table.")
	f.Var().Id("declaredDTypes").Op("=").Index().Id("DType").Add(list(func(g *jen.Group) {
		for _, d := range s.DTypes {
			g.Id(d.Name)
		}
	}))

	fact(f, s, "String", jen.String(), jen.Id("d").Dot("unknown").Call(), func(d spec.DType) jen.Code { return jen.Lit(d.Text()) },
		"String returns the text form, which is the lower-case name; for a value that the table does not have it is like DType(200).")
	textLookup(f, s)
	fact(f, s, "Bits", jen.Int(), jen.Lit(0), func(d spec.DType) jen.Code { return unless(d.Bits() == 0, jen.Lit(d.Bits())) },
		"Bits returns the width of an element in bits, 0 for a dtype without size.")
	fact(f, s, "IsInt", jen.Bool(), jen.False(), func(d spec.DType) jen.Code { return unless(d.Kind != spec.KindInt, jen.True()) },
		"IsInt reports whether the elements are integers, signed or unsigned.")
	fact(f, s, "IsFloat", jen.Bool(), jen.False(), func(d spec.DType) jen.Code { return unless(d.Kind != spec.KindFloat, jen.True()) },
		"IsFloat reports whether the elements are floating-point numbers.")
	fact(f, s, "Status", jen.Id("Status"), jen.Lit(0), func(d spec.DType) jen.Code { return jen.Id(statusName(d.Status)) },
		"Status returns how far the dtype is served, 0 for an invalid DType.")
	fact(f, s, "Rationale", jen.String(), jen.Lit(""), func(d spec.DType) jen.Code { return unless(d.Supported(), jen.Lit(d.Rationale)) },
		"Rationale returns why typed access to the dtype declines and what to do instead; it is empty for a supported dtype.")
	fact(f, s, "Names", jen.Id("Names"), jen.Id("Names").Values(), func(d spec.DType) jen.Code { return namesLiteral(d.Names) },
		"Names returns what other ecosystems call the dtype.")
}

// constantComment is the sentences above a dtype's constant.
func constantComment(d spec.DType) []string {
	head := fmt.Sprintf("%s is the dtype %s, %s.", d.Name, d.Text(), storageText(d))
	paragraphs := []string{head + " " + d.Doc}
	if !d.Supported() {
		paragraphs = append(paragraphs, fmt.Sprintf("It is %s, so typed access declines. %s", d.Status, d.Rationale))
	}
	return paragraphs
}

// storageText says how many bytes an element takes, or a group of them.
func storageText(d spec.DType) string {
	elements, size := d.Unit()
	switch {
	case elements == 0:
		return "of no settled size"
	case elements == 1:
		return plural(size, "byte") + " per element"
	}
	return fmt.Sprintf("%s per element, %d elements in %s", plural(d.Bits(), "bit"), elements, plural(size, "byte"))
}

func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// fact declares a method of DType that returns value for each dtype that has
// one (it may be nil), and otherwise for the rest.
func fact(f *jen.File, s *spec.Spec, name string, result, otherwise *jen.Statement, value func(spec.DType) jen.Code, doc string) {
	var cases []jen.Code
	for _, d := range s.DTypes {
		if v := value(d); v != nil {
			cases = append(cases, jen.Case(jen.Id(d.Name)).Block(jen.Return(v)))
		}
	}
	body := jen.Null()
	if len(cases) > 0 {
		body = jen.Switch(jen.Id("d")).Block(cases...)
	}
	f.Line()
	comment(f.Group, doc)
	f.Func().Params(jen.Id("d").Id("DType")).Id(name).Params().Add(result).Block(body, jen.Return(otherwise))
}

func textLookup(f *jen.File, s *spec.Spec) {
	f.Line()
	comment(f.Group, "dtypeOfText returns the dtype of a text form, the invalid DType for any other text.")
	f.Func().Id("dtypeOfText").Params(jen.Id("text").String()).Id("DType").Block(
		jen.Switch(jen.Id("text")).BlockFunc(func(g *jen.Group) {
			for _, d := range s.DTypes {
				g.Case(jen.Lit(d.Text())).Block(jen.Return(jen.Id(d.Name)))
			}
		}),
		jen.Return(jen.Lit(0)),
	)
}

func namesLiteral(n spec.Names) jen.Code {
	if n == (spec.Names{}) {
		return nil
	}
	return jen.Id("Names").Add(list(func(g *jen.Group) {
		for _, name := range []struct{ field, text string }{
			{"Safetensors", n.Safetensors}, {"NumPy", n.NumPy}, {"Torch", n.Torch}, {"Rust", n.Rust},
		} {
			if name.text != "" {
				g.Id(name.field).Op(":").Lit(name.text)
			}
		}
		if n.ONNX != 0 {
			g.Id("ONNX").Op(":").Lit(n.ONNX)
		}
		if n.DLPack != (spec.DLPack{}) {
			g.Id("DLPack").Op(":").Id("DLPackType").Values(jen.Lit(n.DLPack.Code), jen.Lit(n.DLPack.Bits), jen.Lit(n.DLPack.Lanes))
		}
	}))
}

func statusName(s spec.Status) string {
	return "Status" + strings.ToUpper(string(s[:1])) + string(s[1:])
}

// list is a composite literal's body with one item per line, in the order given.
func list(items func(*jen.Group)) *jen.Statement {
	return jen.CustomFunc(jen.Options{Open: "{", Close: "}", Separator: ",", Multi: true}, items)
}

// unless is nil where there is nothing to return.
func unless(none bool, value jen.Code) jen.Code {
	if none {
		return nil
	}
	return value
}
