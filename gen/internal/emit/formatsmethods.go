package emit

import (
	"fmt"

	"github.com/dave/jennifer/jen"

	"github.com/tensorshm/tensorshm/gen/internal/spec"
)

func (t elementType) declareMethods(f *jen.File) {
	code := jen.Id("uint16").Parens(jen.Id("x"))
	method := func(name string, params, result *jen.Statement, body *jen.Statement, doc string) {
		f.Line()
		comment(f.Group, doc)
		f.Func().Params(jen.Id("x").Id(t.name)).Id(name).Params(params).Add(result).Block(jen.Return(body))
	}
	format := jen.Id(t.formatName()).Clone
	exactly := "returns the value of x, always exactly"
	if t.NaN != spec.NaNNone {
		exactly += "; a NaN is quiet"
		if t.nanSignText() != "" {
			exactly += " and keeps its sign"
		}
	}
	method("Float32", nil, jen.Float32(), format().Dot("decodeFloat32").Call(code), "Float32 "+exactly+".")
	method("Float64", nil, jen.Float64(), format().Dot("decodeFloat64").Call(code), "Float64 "+exactly+".")

	nan := "IsNaN reports whether x is NaN."
	if t.NaN == spec.NaNNone {
		nan = fmt.Sprintf("IsNaN reports false: %s has no NaN.", t.name)
	}
	method("IsNaN", nil, jen.Bool(), format().Dot("isNaN").Call(code), nan)

	infinity := fmt.Sprintf("IsInf reports false for every sign: %s has no infinity.", t.name)
	switch {
	case t.Inf == spec.InfIEEE && !t.Sign:
		infinity = "IsInf reports whether x is infinity and sign is not negative, as there is no negative infinity."
	case t.Inf == spec.InfIEEE:
		infinity = "IsInf reports whether x is an infinity: the positive one if sign > 0, the negative one if sign < 0, either if sign == 0."
	}
	method("IsInf", jen.Id("sign").Int(), jen.Bool(), format().Dot("isInf").Call(code, jen.Id("sign")), infinity)

	shortest := "String returns the shortest decimal that reads back as the float32 of x"
	switch {
	case t.Inf == spec.InfIEEE:
		shortest += ", or NaN, +Inf or -Inf"
	case t.NaN != spec.NaNNone:
		shortest += ", or NaN"
	}
	method("String", nil, jen.String(), format().Dot("text").Call(code), shortest+".")
}
