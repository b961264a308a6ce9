package emit

import (
	"fmt"

	"github.com/dave/jennifer/jen"

	"github.com/tensorshm/tensorshm/gen/internal/spec"
)

// fillFile declares how the demo fills, reads and changes a view of each
// supported dtype through its typed accessor.
func fillFile(f *jen.File, s *spec.Spec) {
	supported := supportedOf(s)
	view := jen.Op("*").Qual(shmemPath, "View")
	mutable := func(g *jen.Group, d spec.DType) {
		g.List(jen.Id(sliceName(d)), jen.Err()).Op(":=").Id("v").Dot("AsMutSlice" + d.Name).Call()
	}

	comment(f.Group, "fill writes sample(0), sample(1) and so on to the elements of v.")
	f.Func().Id("fill").Params(jen.Id("v").Add(view)).Error().Block(
		jen.Switch(jen.Id("v").Dot("DType").Call()).BlockFunc(func(g *jen.Group) {
			for _, d := range supported {
				g.Case(jen.Qual(shmemPath, d.Name)).BlockFunc(func(g *jen.Group) {
					mutable(g, d)
					slice := sliceName(d)
					body := jen.Id(slice).Index(jen.Id("i")).Op("=").Add(sampleAs(d, jen.Id("i")))
					if group := d.HostType.Group; group > 1 {
						body = jen.For(jen.Id("j").Op(":=").Range().Lit(group)).Block(
							jen.Id(slice).Index(jen.Id("i")).Dot("Set").Call(jen.Id("j"),
								sampleAs(d, jen.Id("i").Op("*").Lit(group).Op("+").Id("j"))))
					}
					g.For(jen.Id("i").Op(":=").Range().Id(slice)).Block(body)
					g.Return(jen.Err())
				})
			}
		}),
		jen.Return(jen.Id("noTypedAccess").Call(jen.Id("v"))),
	)

	f.Line()
	comment(f.Group, "set writes sample(step) to element i of v.")
	f.Func().Id("set").Params(jen.Id("v").Add(view), jen.List(jen.Id("i"), jen.Id("step")).Int()).Error().Block(
		jen.Switch(jen.Id("v").Dot("DType").Call()).BlockFunc(func(g *jen.Group) {
			for _, d := range supported {
				g.Case(jen.Qual(shmemPath, d.Name)).BlockFunc(func(g *jen.Group) {
					mutable(g, d)
					g.If(jen.Err().Op("!=").Nil()).Block(jen.Return(jen.Err()))
					if group := d.HostType.Group; group > 1 {
						g.Id(sliceName(d)).Index(jen.Id("i").Op("/").Lit(group)).Dot("Set").Call(jen.Id("i").Op("%").Lit(group), sampleAs(d, jen.Id("step")))
					} else {
						g.Id(sliceName(d)).Index(jen.Id("i")).Op("=").Add(sampleAs(d, jen.Id("step")))
					}
					g.Return(jen.Nil())
				})
			}
		}),
		jen.Return(jen.Id("noTypedAccess").Call(jen.Id("v"))),
	)

	f.Line()
	comment(f.Group, "text returns element i of b as a person reads it.")
	body := jen.Null()
	if len(supported) > 0 { // Go refuses a type switch that does not use its variable
		body = jen.Switch(jen.Id("b").Op(":=").Id("b").Assert(jen.Type())).BlockFunc(func(g *jen.Group) {
			for _, d := range supported {
				element := jen.Id("b").Index(jen.Id("i"))
				if group := d.HostType.Group; group > 1 {
					element = jen.Id("b").Index(jen.Id("i").Op("/").Lit(group)).Dot("At").Call(jen.Id("i").Op("%").Lit(group))
				}
				g.Case(jen.Qual(shmemPath, refName(d))).Block(jen.Return(jen.Qual("fmt", "Sprint").Call(element)))
			}
		})
	}
	f.Func().Id("text").Params(jen.Id("b").Qual(shmemPath, "HostBufferRef"), jen.Id("i").Int()).String().Block(
		body,
		jen.Return(jen.Lit("?")),
	)
}

func sliceName(d spec.DType) string {
	if d.HostType.Group > 1 {
		return "groups"
	}
	return "elements"
}

// sampleAs converts the demo's sample of an index to one element.
func sampleAs(d spec.DType, index jen.Code) *jen.Statement {
	sample := jen.Id("sample").Call(index)
	switch {
	case d.Kind == spec.KindBool:
		return jen.Id(d.HostType.Name).Parens(jen.Id("sampleBit").Call(index))
	case d.Kind == spec.KindComplex:
		return jen.Id(d.HostType.Name).Parens(jen.Complex(sample, sample.Clone()))
	case d.HostType.IsMinifloat():
		return jen.Qual(minifloatPath, fmt.Sprintf("%sFromFloat64", d.HostType.Element)).Call(sample)
	case d.HostType.Package == "float16":
		return jen.Qual(float16Path, "Fromfloat32").Call(jen.Float32().Parens(sample))
	}
	return jen.Id(d.HostType.Name).Parens(sample)
}
