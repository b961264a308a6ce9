package emit

import (
	"fmt"

	"github.com/dave/jennifer/jen"

	"github.com/tensorshm/tensorshm/gen/internal/spec"
)

// conversions declares what a borrowed variant has to convert its elements from
// and to float32. The variants of dtypes that are no floats decline.
func conversions(f *jen.File, d spec.DType) {
	numbers := func() *jen.Statement { return jen.Index().Float32() }
	if d.Kind != spec.KindFloat {
		decline := func(name, generic string) {
			f.Line()
			comment(f.Group, fmt.Sprintf("%s returns ErrDTypeMismatch: %s is no float dtype.", name, d.Name))
			f.Func().Params(jen.Id(refName(d))).Id(name).Params(numbers(), jen.Int()).Params(jen.Int(), jen.Error()).Block(
				jen.Return(jen.Id(generic).Call(jen.Id(d.Name))))
		}
		decline("ReadFloat32", "declineRead")
		decline("WriteFloat32", "declineWrite")
		return
	}
	method := func(name, slice string, results []jen.Code, body *jen.Statement, doc string) {
		f.Line()
		comment(f.Group, name+" "+doc)
		f.Func().Params(jen.Id("b").Id(refName(d))).Id(name).Params(jen.Id(slice).Add(numbers()), jen.Id("off").Int()).Params(results...).Block(jen.Return(body))
	}
	count, counted := []jen.Code{jen.Int()}, []jen.Code{jen.Int(), jen.Error()}
	method("ReadFloat32", "dst", counted, jen.Id("readFloats").Call(jen.Id("b"), jen.Id("dst"), jen.Id("off")),
		fmt.Sprintf("stores the values of the %s elements from element off on in dst%s and returns how many. Errors: ErrRange, *FaultError.", d.Name, readRounding(d)))
	method("WriteFloat32", "src", counted, jen.Id("writeFloats").Call(jen.Id("b"), jen.Id("src"), jen.Id("off")),
		fmt.Sprintf("stores the numbers of src in the %s elements from element off on%s and returns how many. Errors: ErrRange, *FaultError.", d.Name, writeRounding(d)))
	method("decode", "dst", count, bulkConversion(d, "Decode", "dst"), "is ReadFloat32 without a guard, for an off that was checked.")
	method("encode", "src", count, bulkConversion(d, "Encode", "src"), "is WriteFloat32 without a guard, for an off that was checked.")
}

func readRounding(d spec.DType) string {
	if d.HostType.Name == "float64" {
		return ", each rounded once, to nearest even,"
	}
	return ""
}

func writeRounding(d spec.DType) string {
	switch {
	case d.HostType.IsMinifloat():
		return fmt.Sprintf(", as minifloat.%sFromFloat32 converts them,", d.HostType.Element)
	case d.HostType.Package == "float16":
		return ", as minifloat.F16FromFloat32 converts them,"
	}
	return ""
}

// bulkConversion is the call that converts the elements of b from element off
// on to numbers or back, by direction Decode or Encode.
func bulkConversion(d spec.DType, direction, numbers string) *jen.Statement {
	packed := d.HostType.Group > 1
	elements := jen.Id("b")
	if !packed {
		elements = elements.Index(jen.Id("off").Op(":"))
	}
	to, from := jen.Id(numbers), elements
	if direction == "Encode" {
		to, from = from, to
	}
	switch {
	case packed:
		return jen.Qual(minifloatPath, direction+d.HostType.Name).Call(to, from, jen.Id("off"))
	case d.HostType.IsMinifloat():
		return jen.Qual(minifloatPath, direction+d.HostType.Name).Call(to, from)
	case d.HostType.Package == "float16":
		return jen.Qual(minifloatPath, direction+"F16").Call(to, from)
	case d.HostType.Name == "float32":
		return jen.Copy(to, from)
	}
	return jen.Qual(minifloatPath, direction+"F64").Call(to, from)
}
