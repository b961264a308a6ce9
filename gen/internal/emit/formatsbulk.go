package emit

import (
	"fmt"

	"github.com/dave/jennifer/jen"

	"github.com/tensorshm/tensorshm/gen/internal/spec"
)

// declareBulk declares what converts slices of t.
func (t elementType) declareBulk(f *jen.File) {
	f.Line()
	comment(f.Group, fmt.Sprintf("%s converts slices of %s.", t.conversionName(), t.name))
	f.Var().Id(t.conversionName()).Op("=").Id("conversionOf").Call(jen.Op("&").Id(t.formatName()))
	codes := "Bytes"
	if t.codeType() == "uint16" {
		codes = "Words"
	}
	narrow := jen.Index().Id(t.name)
	wide := jen.Index().Float32()
	f.Line()
	comment(f.Group, fmt.Sprintf("Decode%s stores the values of src in dst, as Float32 gives them, and returns how many: the lesser length. The slices must not overlap.", t.name))
	f.Func().Id("Decode"+t.name).Params(jen.Id("dst").Add(wide), jen.Id("src").Add(narrow)).Int().Block(
		jen.Return(jen.Id(t.conversionName()).Dot("decode"+codes).Call(jen.Id("dst"), t.units("src", t.codeType()))))
	f.Line()
	comment(f.Group, fmt.Sprintf("Encode%[1]s stores the numbers of src in dst, as %[1]sFromFloat32 converts them, and returns how many: the lesser length. The slices must not overlap.", t.name))
	f.Func().Id("Encode"+t.name).Params(jen.Id("dst").Add(narrow), jen.Id("src").Add(wide)).Int().Block(
		jen.Return(jen.Id(t.conversionName()).Dot("encode"+codes).Call(t.units("dst", t.codeType()), jen.Id("src"))))
}

// declareGroupBulk declares what converts slices of the packed groups of t.
func (t elementType) declareGroupBulk(f *jen.File, d spec.DType) {
	group := d.HostType.Name
	narrow := jen.Index().Id(group)
	wide := jen.Index().Float32()
	first := jen.Id("first").Int()
	const counted = "and returns how many: as many as both sides have, none for a first outside %s. The slices must not overlap."
	f.Line()
	comment(f.Group, fmt.Sprintf("Decode%s stores the values of src from element first on in dst, as Float32 gives them, "+counted, group, "src"))
	f.Func().Id("Decode"+group).Params(jen.Id("dst").Add(wide), jen.Id("src").Add(narrow), first).Int().Block(
		jen.Return(jen.Id(t.conversionName()).Dot("decodePacked").Call(jen.Id("dst"), t.units("src", "byte"), jen.Id("first"))))
	f.Line()
	comment(f.Group, fmt.Sprintf("Encode%s stores the numbers of src in dst from element first on, as %sFromFloat32 converts them, "+counted+" Elements around stay as they are, but share bytes with the first and the last: see Set.", group, t.name, "dst"))
	f.Func().Id("Encode"+group).Params(jen.Id("dst").Add(narrow), jen.Id("src").Add(wide), first).Int().Block(
		jen.Return(jen.Id(t.conversionName()).Dot("encodePacked").Call(t.units("dst", "byte"), jen.Id("src"), jen.Id("first"))))
}

// units is a slice as what its elements are made of.
func (t elementType) units(slice, unit string) *jen.Statement {
	return jen.Id("reinterpret").Types(jen.Id(unit)).Call(jen.Id(slice))
}

func (t elementType) conversionName() string { return "conversion" + t.name }
