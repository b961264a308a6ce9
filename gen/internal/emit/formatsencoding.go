package emit

import (
	"fmt"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/tensorshm/tensorshm/gen/internal/spec"
)

func (t elementType) declareEncoding(f *jen.File) {
	f.Line()
	comment(f.Group, fmt.Sprintf("%s is the format of %s.", t.formatName(), t.name))
	f.Var().Id(t.formatName()).Op("=").Id("format").Values(
		field("name", jen.Lit(t.name)), field("sign", jen.Lit(t.Sign)), field("exponent", jen.Lit(t.Exponent)), field("mantissa", jen.Lit(t.Mantissa)), field("bias", jen.Lit(t.Bias)),
		field("inf", jen.Id(map[spec.InfRule]string{spec.InfNone: "infNone", spec.InfIEEE: "infIEEE"}[t.Inf])),
		field("nan", jen.Id(map[spec.NaNRule]string{spec.NaNNone: "nanNone", spec.NaNIEEE: "nanIEEE", spec.NaNLast: "nanLast", spec.NaNMinusZero: "nanMinusZero"}[t.NaN])),
	)
	x := jen.Id("x")
	t.declareConversions(f, "", fmt.Sprintf("returns the %s nearest to x, %s", t.name, t.roundingText()),
		func(argument, encode *jen.Statement) *jen.Statement {
			return jen.Params(argument).Id(t.name).Block(jen.Return(jen.Id(t.name).Parens(encode.Call(x))))
		})
	t.declareConversions(f, "With", "converts x by rule. "+t.rulesText(),
		func(argument, encode *jen.Statement) *jen.Statement {
			return jen.Params(argument, jen.Id("rule").Id("Rule")).Id(t.name).Block(jen.Return(jen.Id(t.name).Parens(encode.Call(x, jen.Id("rule")))))
		})
	t.declareConversions(f, "Checked", fmt.Sprintf("is %sFromFloat32, but returns 0 and an *UnrepresentableError for %s.", t.name, enumerated(t.unrepresentable())),
		func(argument, encode *jen.Statement) *jen.Statement {
			return jen.Params(argument).Params(jen.Id(t.name), jen.Error()).Block(
				jen.List(jen.Id("code"), jen.Err()).Op(":=").Add(encode.Call(x)),
				jen.Return(jen.Id(t.name).Parens(jen.Id("code")), jen.Err()))
		})
}

// declareConversions declares the functions from both floats whose names end
// in suffix. Doc is what the one from a float32 does; function makes what
// follows a name, of the parameter x and the method of format to call.
func (t elementType) declareConversions(f *jen.File, suffix, doc string, function func(argument, encode *jen.Statement) *jen.Statement) {
	declare := func(name, method string, argument *jen.Statement, doc string) {
		f.Line()
		comment(f.Group, name+" "+doc)
		f.Func().Id(name).Add(function(argument, jen.Id(t.formatName()).Dot(method)))
	}
	from32 := t.name + "FromFloat32" + suffix
	declare(from32, "encodeFloat32"+suffix, jen.Id("x").Float32(), doc)
	declare(t.name+"FromFloat64"+suffix, "encodeFloat64"+suffix, jen.Id("x").Float64(),
		fmt.Sprintf("is %s for a float64, rounding it once and never to a float32 first.", from32))
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

// rulesText says what each Rule does with numbers.
func (t elementType) rulesText() string {
	natural := []string{"Natural"}
	var others []string
	rule := func(name, differs string) {
		if differs == "" {
			natural = append(natural, name)
		} else {
			others = append(others, name+" gives "+differs+".")
		}
	}
	rule("Saturate", t.saturatingText())
	rule("NonSaturating", t.nonSaturatingText())
	verb := "converts"
	if len(natural) > 1 {
		verb = "convert"
	}
	directed := "Floor rounds towards zero and Ceil away from it"
	if !t.HasZero() {
		directed = "Floor rounds down to a power of two and Ceil up to one"
	}
	return fmt.Sprintf("%s %s as %sFromFloat32. %s", enumerated(natural), verb, t.name,
		strings.Join(append(others, directed+"; out of range both do as Saturate."), " "))
}

// saturatingText says what Saturate gives for numbers where it is not Natural.
func (t elementType) saturatingText() string {
	largest := t.name + "Max"
	switch {
	case t.Sign && t.Inf == spec.InfIEEE:
		return largest + ", with the sign of x, for numbers that round beyond it and for infinities"
	case t.Inf == spec.InfIEEE:
		return largest + " for numbers that round beyond it and for infinity, and 0 for negative ones"
	case t.Sign || t.NaN == spec.NaNNone:
		return ""
	case t.HasZero():
		return "0 for negative numbers"
	}
	return fmt.Sprintf("%sSmallestNormal for zero and negative numbers, and %s for infinity", t.name, largest)
}

// nonSaturatingText says what NonSaturating gives for numbers where it is not
// Natural.
func (t elementType) nonSaturatingText() string {
	if t.Inf == spec.InfIEEE || t.NaN == spec.NaNNone {
		return ""
	}
	sign, infinity := "", "infinities"
	if !t.Sign {
		infinity = "infinity"
	} else if t.NaN != spec.NaNMinusZero {
		sign = ", with the sign of x,"
	}
	return fmt.Sprintf("%[1]sNaN%[2]s for numbers that round beyond %[1]sMax and for %[3]s", t.name, sign, infinity)
}

// unrepresentable lists what the checked conversions decline.
func (t elementType) unrepresentable() []string {
	var declined []string
	if !t.HasZero() {
		declined = append(declined, "zero", fmt.Sprintf("positive numbers below three quarters of %sSmallestNormal", t.name))
	}
	if !t.Sign {
		declined = append(declined, "negative numbers")
	}
	switch {
	case t.Inf == spec.InfIEEE:
	case t.Sign:
		declined = append(declined, "infinities")
	default:
		declined = append(declined, "infinity")
	}
	if t.NaN == spec.NaNNone {
		declined = append(declined, "NaN")
	}
	return append(declined, fmt.Sprintf("numbers that round beyond %sMax", t.name))
}

// enumerated joins items as a sentence does: a, b and c.
func enumerated(items []string) string {
	last := len(items) - 1
	if last == 0 {
		return items[0]
	}
	return strings.Join(items[:last], ", ") + " and " + items[last]
}
