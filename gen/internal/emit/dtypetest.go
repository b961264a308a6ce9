package emit

import (
	"github.com/dave/jennifer/jen"

	"github.com/tensorshm/tensorshm/gen/internal/spec"
)

// dtypeTestFile declares what the handwritten tests need to know of each
// dtype, so that a dtype is tested as soon as it is in the table.
func dtypeTestFile(f *jen.File, s *spec.Spec) {
	qual := func(name string) *jen.Statement { return jen.Qual(shmemPath, name) }
	comment(f.Group, "tableFacts is what the table says of each dtype, and how a supported one is accessed.")
	f.Var().Id("tableFacts").Op("=").Index().Id("dtypeFacts").Add(list(func(g *jen.Group) {
		for _, d := range s.DTypes {
			elements, size := d.Unit()
			g.Add(list(func(g *jen.Group) {
				g.Id("dtype").Op(":").Add(qual(d.Name))
				g.Id("value").Op(":").Lit(d.Value)
				g.Id("text").Op(":").Lit(d.Text())
				g.Id("bits").Op(":").Lit(d.Bits())
				g.Id("unitElements").Op(":").Lit(elements)
				g.Id("unitBytes").Op(":").Lit(size)
				g.Id("isInt").Op(":").Lit(d.Kind == spec.KindInt)
				g.Id("isFloat").Op(":").Lit(d.Kind == spec.KindFloat)
				g.Id("status").Op(":").Add(qual(statusName(d.Status)))
				g.Id("rationale").Op(":").Lit(d.Rationale)
				if d.Supported() {
					g.Id("accessors").Op(":").Id("accessorsOf").Types(hostType(d), qual(refName(d)), qual(ownedName(d))).Call(
						jen.Parens(jen.Op("*").Add(qual("View"))).Dot("AsSlice"+d.Name),
						jen.Parens(jen.Op("*").Add(qual("View"))).Dot("AsMutSlice"+d.Name),
					)
				}
			}))
		}
	}))
	f.Line()
	comment(f.Group, "A line below stops compiling where a host type is not as many bytes as the table says: run go generate ./... after an edit.")
	for _, d := range supportedOf(s) {
		_, size := d.Unit()
		f.Var().Id("_").Index(jen.Lit(size)).Struct().Op("=").Index(jen.Qual("unsafe", "Sizeof").Call(jen.Op("*").New(hostType(d)))).Struct().Values()
	}
}
