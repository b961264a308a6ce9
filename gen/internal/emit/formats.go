package emit

import (
	"fmt"
	"strings"

	"github.com/dave/jennifer/jen"
	"github.com/shopspring/decimal"

	"github.com/tensorshm/tensorshm/gen/internal/spec"
)

// formatsFile declares package minifloat's types: each element type once, in
// the order of the table, and its packed group behind it.
func formatsFile(f *jen.File, s *spec.Spec) {
	for _, d := range elementTypes(s) {
		t := elementType{Format: *d.Format, name: d.HostType.Element}
		t.declareType(f, d)
		t.declareConstants(f)
		t.declareEncoding(f)
		t.declareDecoding(f)
		if d.HostType.Group > 1 {
			declareGroup(f, d)
		}
	}
}

// elementTypes returns, for each element type of the table, the first dtype
// that has it. Its width settles how it is packed, so there is one group at most.
func elementTypes(s *spec.Spec) []spec.DType {
	var first []spec.DType
	seen := map[string]bool{"": true}
	for _, d := range s.DTypes {
		if !seen[d.HostType.Element] {
			seen[d.HostType.Element] = true
			first = append(first, d)
		}
	}
	return first
}

// elementType is a type of package minifloat that holds one code.
type elementType struct {
	spec.Format
	name string
}

func (t elementType) declareType(f *jen.File, d spec.DType) {
	f.Line()
	comment(f.Group, strings.Join([]string{
		fmt.Sprintf("%s holds the code of an element of dtype %s:", t.name, d.Name), t.fieldsText(), t.specialsText(), t.zeroText(), t.widthText(),
	}, " "))
	f.Type().Id(t.name).Id(t.codeType())
}

// fieldsText is the parts of a code, from the top.
func (t elementType) fieldsText() string {
	exponent := fmt.Sprintf("%s (bias %d)", plural(t.Exponent, "exponent bit"), t.Bias)
	switch {
	case t.Sign && t.Mantissa > 0:
		return fmt.Sprintf("from the top 1 sign bit, %s and %s.", exponent, plural(t.Mantissa, "mantissa bit"))
	case t.Sign:
		return fmt.Sprintf("from the top 1 sign bit and %s.", exponent)
	case t.Mantissa > 0:
		return fmt.Sprintf("from the top %s and %s.", exponent, plural(t.Mantissa, "mantissa bit"))
	}
	return exponent + " alone."
}

// specialsText is what a code can mean besides a number.
func (t elementType) specialsText() string {
	inEitherSign := ""
	if t.Sign {
		inEitherSign = " in either sign"
	}
	switch t.NaN {
	case spec.NaNIEEE:
		return fmt.Sprintf("An exponent of all ones is infinity with a mantissa of zero, %[1]sInf%[2]s, and NaN with any other.", t.name, inEitherSign)
	case spec.NaNLast:
		return fmt.Sprintf("It has no infinity; its only NaN is %sNaN%s.", t.name, inEitherSign)
	case spec.NaNMinusZero:
		return fmt.Sprintf("It has no infinity and no negative zero: that code is %sNaN, its only NaN.", t.name)
	}
	return "It has neither infinity nor NaN."
}

func (t elementType) zeroText() string {
	if t.HasZero() {
		return ""
	}
	return "It has no zero and no subnormals."
}

// widthText says what the bits of the Go type are that a code leaves over.
func (t elementType) widthText() string {
	if used := plural(t.Bits(), "bit"); t.Bits() != 8 && t.Bits() != 16 {
		return fmt.Sprintf("The code is the low %s; those above are ignored.", strings.TrimPrefix(used, "1 "))
	}
	return ""
}

// codeType is the unsigned integer that holds a code.
func (t elementType) codeType() string {
	if t.Bits() > 8 {
		return "uint16"
	}
	return "uint8"
}

func (t elementType) declareConstants(f *jen.File) {
	f.Line()
	f.Const().DefsFunc(func(g *jen.Group) {
		constant := func(suffix string, code uint64, doc string) {
			comment(g, fmt.Sprintf("%s%s is %s.", t.name, suffix, doc))
			g.Id(t.name + suffix).Id(t.name).Op("=").Id(fmt.Sprintf("0x%0*x", (t.Bits()+3)/4, code))
		}
		finite := func(suffix string, code uint64, doc string) {
			value, _ := t.Value(code)
			constant(suffix, code, fmt.Sprintf("the %s %s, %s", doc, t.name, exactText(value)))
		}
		finite("Max", t.MaxCode(), "largest finite")
		finite("SmallestNormal", t.SmallestNormalCode(), "smallest positive normal")
		finite("SmallestNonzero", t.SmallestNonzeroCode(), "smallest positive")
		if code, ok := t.InfCode(); ok {
			constant("Inf", code, "the positive infinity of "+t.name)
		}
		if code, ok := t.NaNCode(); ok {
			constant("NaN", code, "the NaN that conversions to "+t.name+" give"+t.nanSignText())
		}
	})
}

// nanSignText says what becomes of a NaN's sign.
func (t elementType) nanSignText() string {
	if t.Sign && t.NaN != spec.NaNMinusZero {
		return ", with the sign bit added for a negative one"
	}
	return ""
}

// exactText is a value in full: in decimal, with a power of two before it where
// that is long.
func exactText(value decimal.Decimal) string {
	const short = 40
	text := value.String()
	if len(text) <= short {
		return text
	}
	digits := value.Coefficient().String()
	exponent := len(digits) - 1 + int(value.Exponent())
	return fmt.Sprintf("%s = %s.%se%d", spec.Spell(value), digits[:1], strings.TrimRight(digits[1:], "0"), exponent)
}

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

func (t elementType) declareDecoding(f *jen.File) {
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

// declareGroup declares the byte array that holds a storage unit.
func declareGroup(f *jen.File, d spec.DType) {
	name, element := d.HostType.Name, d.HostType.Element
	elements, size := d.Unit()
	bits := d.Bits()
	f.Line()
	comment(f.Group, fmt.Sprintf("%s is %d elements of %s packed into %s, the first in the least significant bits: element i is bits %d*i to %d*i+%d of the group, read as a little-endian number.",
		name, elements, element, plural(size, "byte"), bits, bits, bits-1))
	f.Type().Id(name).Index(jen.Lit(size)).Byte()
	whole := jen.Id("g").Index(jen.Op(":"))
	f.Line()
	comment(f.Group, fmt.Sprintf("At returns element i, 0 to %d. Any other i panics as an array index out of range does.", elements-1))
	f.Func().Params(jen.Id("g").Id(name)).Id("At").Params(jen.Id("i").Int()).Id(element).Block(
		jen.Return(jen.Id(element).Parens(jen.Id("packedAt").Call(whole, jen.Lit(elements), jen.Lit(bits), jen.Id("i")))))
	f.Line()
	comment(f.Group, fmt.Sprintf("Set stores the low %d bits of x as element i, 0 to %d, and leaves the others alone. Any other i panics as an array index out of range does. Elements share bytes: concurrent calls on one group are a data race.", bits, elements-1))
	f.Func().Params(jen.Id("g").Op("*").Id(name)).Id("Set").Params(jen.Id("i").Int(), jen.Id("x").Id(element)).Block(
		jen.Id("packedSet").Call(whole, jen.Lit(elements), jen.Lit(bits), jen.Id("i"), jen.Id("uint16").Parens(jen.Id("x"))))
}
