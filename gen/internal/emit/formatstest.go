package emit

import (
	"github.com/dave/jennifer/jen"

	"github.com/tensorshm/tensorshm/gen/internal/spec"
)

// formatsTestFile lists package minifloat's types for its handwritten tests.
func formatsTestFile(f *jen.File, s *spec.Spec) {
	comment(f.Group, "scalars are the generated types that hold one element.")
	f.Var().Id("scalars").Op("=").Index().Id("scalar").Add(list(func(g *jen.Group) {
		for _, d := range elementTypes(s) {
			element := d.HostType.Element
			g.Id("scalarOf").Call(jen.Lit(element), jen.Op("&").Id("format"+element),
				jen.Id(element+"FromFloat32"), jen.Id(element+"FromFloat64"), jen.Id(element+"FromFloat32With"), jen.Id(element+"FromFloat64With"),
				jen.Id(element+"FromFloat32Checked"), jen.Id(element+"FromFloat64Checked"),
				jen.Id("Decode"+element), jen.Id("Encode"+element))
		}
	}))
	f.Line()
	comment(f.Group, "groups are the generated types that hold packed elements.")
	f.Var().Id("groups").Op("=").Index().Id("group").Add(list(func(g *jen.Group) {
		for _, d := range elementTypes(s) {
			if d.HostType.Group == 1 {
				continue
			}
			name := d.HostType.Name
			bytesOf := jen.Func().Params(jen.Id("g").Op("*").Id(name)).Index().Byte().Block(jen.Return(jen.Id("g").Index(jen.Op(":"))))
			g.Id("groupOf").Call(jen.Lit(name), jen.Lit(d.HostType.Group), jen.Lit(d.Bits()), bytesOf,
				jen.Id(name).Dot("At"), jen.Parens(jen.Op("*").Id(name)).Dot("Set"), jen.Id("Decode"+name), jen.Id("Encode"+name))
		}
	}))
}
