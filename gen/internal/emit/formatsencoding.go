package emit

import (
	"fmt"

	"github.com/dave/jennifer/jen"

	"github.com/tensorshm/tensorshm/gen/internal/spec"
)

func (t elementType) declareEncoding(f *jen.File) {
	f.Line()
	comment(f.Group, fmt.Sprintf("%s is the format of %s.", t.formatName(), t.name))
	f.Var().Id(t.formatName()).Op("=").Id("format").Values(
		field("sign", jen.Lit(t.Sign)), field("exponent", jen.Lit(t.Exponent)), field("mantissa", jen.Lit(t.Mantissa)), field("bias", jen.Lit(t.Bias)),
		field("inf", jen.Id(map[spec.InfRule]string{spec.InfNone: "infNone", spec.InfIEEE: "infIEEE"}[t.Inf])),
		field("nan", jen.Id(map[spec.NaNRule]string{spec.NaNNone: "nanNone", spec.NaNIEEE: "nanIEEE", spec.NaNLast: "nanLast", spec.NaNMinusZero: "nanMinusZero"}[t.NaN])),
	)
	from32 := t.name + "FromFloat32"
	f.Line()
	comment(f.Group, fmt.Sprintf("%s returns the %s nearest to x, %s", from32, t.name, t.roundingText()))
	f.Func().Id(from32).Params(jen.Id("x").Float32()).Id(t.name).Block(
		jen.Return(jen.Id(t.name).Parens(jen.Id(t.formatName()).Dot("encodeFloat32").Call(jen.Id("x")))))
	f.Line()
	comment(f.Group, fmt.Sprintf("%sFromFloat64 is %s for a float64, rounding it once and never to a float32 first.", t.name, from32))
	f.Func().Id(t.name + "FromFloat64").Params(jen.Id("x").Float64()).Id(t.name).Block(
		jen.Return(jen.Id(t.name).Parens(jen.Id(t.formatName()).Dot("encodeFloat64").Call(jen.Id("x")))))
}

func field(name string, value jen.Code) jen.Code { return jen.Id(name).Op(":").Add(value) }

func (t elementType) formatName() string { return "format" + t.name }

// roundingText says what a conversion to t does with every kind of number.
func (t elementType) roundingText() string {
	name, largest := t.name, t.name+"Max"
	switch {
	case !t.HasZero() && t.NaN == spec.NaNNone:
		return fmt.Sprintf("ties to the larger. Larger numbers, infinity and NaN give %s; smaller positive numbers give %sSmallestNormal, and so do zero and negative ones.", largest, name)
	case !t.HasZero():
		return fmt.Sprintf("ties to the larger. Larger numbers give %s and smaller positive ones %[2]sSmallestNormal. Zero, negative numbers, infinities and NaN give %[2]sNaN.", largest, name)
	case !t.Sign:
		negative := "NaN give " + name + "NaN"
		if t.NaN == spec.NaNNone {
			negative = "negative zero give 0, and NaN gives " + largest
		}
		overflow := fmt.Sprintf("Larger numbers and infinity give %s.", largest)
		if t.Inf == spec.InfIEEE {
			overflow = fmt.Sprintf("Numbers that round beyond %s give %sInf.", largest, name)
		}
		return fmt.Sprintf("ties to even. %s Negative numbers and %s.", overflow, negative)
	}
	overflow := fmt.Sprintf("Numbers beyond the range, infinities included, give %s with their sign.", largest)
	if t.Inf == spec.InfIEEE {
		overflow = fmt.Sprintf("Numbers that round beyond %s give the infinity of their sign.", largest)
	}
	switch t.NaN {
	case spec.NaNNone:
		return fmt.Sprintf("ties to even. %s NaN gives %s, whatever its sign.", overflow, largest)
	case spec.NaNMinusZero:
		return fmt.Sprintf("ties to even. %s Negative numbers that round to zero give 0, and NaN gives %sNaN.", overflow, name)
	}
	return fmt.Sprintf("ties to even. %s NaN gives %sNaN with the sign of x.", overflow, name)
}
