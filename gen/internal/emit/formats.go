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
		t.declareMethods(f)
		t.declareBulk(f)
		if d.HostType.Group > 1 {
			declareGroup(f, d)
			t.declareGroupBulk(f, d)
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
