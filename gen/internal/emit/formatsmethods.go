package emit

import (
	"fmt"

	"github.com/dave/jennifer/jen"

	"github.com/tensorshm/tensorshm/gen/internal/spec"
)

// declareMethods declares what a code answers about itself.
func (t elementType) declareMethods(f *jen.File) {
	code := jen.Id("uint16").Parens(jen.Id("x"))
	format := jen.Id(t.formatName()).Clone
	method := func(name string, params, result, body *jen.Statement, doc string) {
		f.Line()
		comment(f.Group, name+" "+doc)
		f.Func().Params(jen.Id("x").Id(t.name)).Id(name).Params(params).Add(result).Block(jen.Return(body))
	}
	reports := func(name, core, doc string) {
		method(name, nil, jen.Bool(), format().Dot(core).Call(code), "reports "+doc)
	}
	neighbor := func(name, core, doc string) {
		method(name, nil, jen.Id(t.name), jen.Id(t.name).Parens(format().Dot(core).Call(code)), "returns "+doc)
	}
	method("Float32", nil, jen.Float32(), format().Dot("decodeFloat32").Call(code), t.valueText())
	method("Float64", nil, jen.Float64(), format().Dot("decodeFloat64").Call(code), t.valueText())
	reports("IsNaN", "isNaN", t.isNaNText())
	method("IsInf", jen.Id("sign").Int(), jen.Bool(), format().Dot("isInf").Call(code, jen.Id("sign")), "reports "+t.isInfText())
	reports("IsFinite", "isFinite", t.isFiniteText())
	reports("IsZero", "isZero", t.isZeroText())
	reports("IsNormal", "isNormal", t.isNormalText())
	reports("IsSubnormal", "isSubnormal", t.isSubnormalText())
	reports("Signbit", "signbit", t.signbitText())
	neighbor("NextUp", "nextUp", t.nextUpText())
	neighbor("NextDown", "nextDown", t.nextDownText())
	method("String", nil, jen.String(), format().Dot("text").Call(code), t.stringText())
}

func (t elementType) valueText() string {
	exactly := "returns the value of x, always exactly"
	if t.NaN != spec.NaNNone {
		exactly += "; a NaN is quiet"
		if t.nanSignText() != "" {
			exactly += " and keeps its sign"
		}
	}
	return exactly + "."
}

func (t elementType) isNaNText() string {
	if t.NaN == spec.NaNNone {
		return fmt.Sprintf("false: %s has no NaN.", t.name)
	}
	return "whether x is NaN."
}

func (t elementType) isInfText() string {
	switch {
	case t.Inf != spec.InfIEEE:
		return fmt.Sprintf("false for every sign: %s has no infinity.", t.name)
	case !t.Sign:
		return "whether x is infinity and sign is not negative, as there is no negative infinity."
	}
	return "whether x is an infinity: the positive one if sign > 0, the negative one if sign < 0, either if sign == 0."
}

func (t elementType) isFiniteText() string {
	switch {
	case t.Inf == spec.InfIEEE:
		return "whether x is neither infinite nor NaN."
	case t.NaN != spec.NaNNone:
		return fmt.Sprintf("whether x is not NaN: %s has no infinity.", t.name)
	}
	return fmt.Sprintf("true: %s has neither infinity nor NaN.", t.name)
}

func (t elementType) isZeroText() string {
	switch {
	case !t.HasZero():
		return fmt.Sprintf("false: %s has no zero.", t.name)
	case t.hasNegativeZero():
		return "whether x is zero or negative zero."
	}
	return "whether x is zero."
}

func (t elementType) isNormalText() string {
	switch {
	case t.HasZero():
		return fmt.Sprintf("whether x is a normal number: finite, and not below %sSmallestNormal in magnitude.", t.name)
	case t.NaN != spec.NaNNone:
		return fmt.Sprintf("whether x is a normal number, as every %s but NaN is.", t.name)
	}
	return fmt.Sprintf("true: every %s is a normal number.", t.name)
}

func (t elementType) isSubnormalText() string {
	if t.Mantissa == 0 {
		return fmt.Sprintf("false: %s has no subnormals.", t.name)
	}
	return fmt.Sprintf("whether x is a subnormal number: not zero, but below %sSmallestNormal in magnitude.", t.name)
}

func (t elementType) signbitText() string {
	switch {
	case !t.Sign:
		return fmt.Sprintf("false: %s has no sign.", t.name)
	case t.NaN == spec.NaNMinusZero:
		return fmt.Sprintf("whether x is negative, or %sNaN, which is the sign bit alone.", t.name)
	case t.NaN == spec.NaNNone:
		return "whether x is negative or negative zero."
	}
	return "whether x is negative, negative zero, or a NaN with the sign bit set."
}

func (t elementType) hasNegativeZero() bool { return t.Sign && t.NaN != spec.NaNMinusZero }

func (t elementType) nextUpText() string {
	text := fmt.Sprintf("the least %s greater than x, as nextUp of IEEE 754.", t.name)
	zero := "zero"
	if t.hasNegativeZero() {
		zero = "negative zero"
	}
	if t.Sign {
		text += fmt.Sprintf(" The greatest negative number gives %s.", zero)
	}
	greatest := t.name + "Max"
	if t.Inf == spec.InfIEEE {
		greatest = t.name + "Inf"
	}
	return text + t.unmovedText(greatest, "nothing is greater")
}

func (t elementType) nextDownText() string {
	text := fmt.Sprintf("the greatest %s less than x, as nextDown of IEEE 754.", t.name)
	lowest := "Zero"
	if t.hasNegativeZero() {
		text += fmt.Sprintf(" %[1]sSmallestNonzero gives zero, and zero of either sign gives -%[1]sSmallestNonzero.", t.name)
	}
	switch {
	case t.Inf == spec.InfIEEE && t.Sign:
		lowest = "Negative infinity"
	case t.Sign:
		lowest = "-" + t.name + "Max"
	case !t.HasZero():
		lowest = t.name + "SmallestNormal"
	}
	return text + t.unmovedText(lowest, "nothing is less")
}

// unmovedText names what has no neighbor on one side, and NaN.
func (t elementType) unmovedText(last, because string) string {
	if t.NaN == spec.NaNNone {
		return fmt.Sprintf(" %s gives itself, as %s.", last, because)
	}
	return fmt.Sprintf(" %s gives itself, as %s, and so does NaN.", last, because)
}

func (t elementType) stringText() string {
	shortest := "returns the shortest decimal that reads back as the float32 of x"
	switch {
	case t.Inf == spec.InfIEEE && t.Sign:
		shortest += ", or NaN, +Inf or -Inf"
	case t.Inf == spec.InfIEEE:
		shortest += ", or NaN or +Inf"
	case t.NaN != spec.NaNNone:
		shortest += ", or NaN"
	}
	return shortest + "."
}
