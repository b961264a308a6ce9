package spec

import "strings"

var (
	formatKeys = []string{"sign", "exponent", "mantissa", "bias", "inf", "nan"}

	infRules = []InfRule{InfNone, InfIEEE}
	nanRules = []NaNRule{NaNNone, NaNIEEE, NaNLast, NaNMinusZero}
)

// formatNode is a Format with the places of its values.
type formatNode struct {
	Format
	at map[string]place
}

func (r *reporter) formatNode(label string, n *node) (*formatNode, bool) {
	fields, ok := r.object(label, n, " in format", formatKeys)
	if !ok {
		return nil, false
	}
	f := &formatNode{at: map[string]place{}}
	all := true
	read := func(key string, decode func(label string, n *node) bool) {
		value, ok := fields[key]
		if !ok {
			r.add(n.at, ruleMissingKey, "the keys are "+strings.Join(formatKeys, ", "), "format has no %s", quote(key))
			all = false
			return
		}
		f.at[key] = value.value.at
		all = decode("format."+key, value.value) && all
	}
	integer := func(key string, to *int, lowest, highest int) {
		read(key, func(label string, n *node) (ok bool) {
			*to, ok = r.integer(label, n, lowest, highest)
			return ok
		})
	}
	read("sign", func(label string, n *node) (ok bool) {
		f.Sign, ok = r.boolean(label, n)
		return ok
	})
	integer("exponent", &f.Exponent, 1, 8)
	integer("mantissa", &f.Mantissa, 0, maxMinifloatBits-1)
	integer("bias", &f.Bias, 0, 255)
	read("inf", func(label string, n *node) (ok bool) {
		f.Inf, ok = choice(r, label, n, infRules...)
		return ok
	})
	read("nan", func(label string, n *node) (ok bool) {
		f.NaN, ok = choice(r, label, n, nanRules...)
		return ok
	})
	return f, all
}

// checkFormat compares the format with the host type and the size, and its
// values with one another.
func (r *reporter) checkFormat(e *entry) {
	unused := !e.gives("host_type") || e.has("host_type") && !e.HostType.IsMinifloat()
	if e.gives("format") && unused {
		r.add(e.given["format"].at, ruleUnexpectedFormat, "delete it", "format belongs to a host_type of minifloat alone")
		return
	}
	if !e.has("format") {
		return
	}
	f := e.format
	if e.has("size") && e.Bits() <= maxMinifloatBits && f.Bits() != e.Bits() {
		r.add(e.valueOf("format"), ruleFormatBits, "sign, exponent and mantissa add up to 8 × size",
			"format has %d bits, but an element of size %s has %d", f.Bits(), e.Size, e.Bits())
	}
	if r.checkSpecials(f) {
		r.checkFinite(f)
	}
}

// checkSpecials reports whether the codes that inf and nan take away exist.
func (r *reporter) checkSpecials(f *formatNode) bool {
	found := len(r.found)
	if (f.Inf == InfIEEE) != (f.NaN == NaNIEEE) {
		r.add(f.at["inf"], ruleFormatSpecials, "write inf: ieee, nan: ieee, or neither",
			"inf: %s and nan: %s do not go together: IEEE 754 has infinities and NaNs under one exponent", f.Inf, f.NaN)
	} else if f.NaN == NaNIEEE && f.Mantissa == 0 {
		r.add(f.at["mantissa"], ruleFormatSpecials, "give the format a mantissa, or another nan",
			"nan: ieee needs a mantissa, which tells a NaN from infinity")
	}
	if f.NaN == NaNMinusZero && !f.Sign {
		r.add(f.at["nan"], ruleFormatSpecials, "write sign: true, or another nan", "nan: minus_zero needs a sign")
	}
	return len(r.found) == found
}

// checkFinite makes sure that the constants of the format exist and that its
// values are exactly float32 values, as conversion promises.
func (r *reporter) checkFinite(f *formatNode) {
	if f.SmallestNormalCode() > f.MaxCode() {
		r.add(f.at["exponent"], ruleFormatNormals, "give it more exponent bits", "the format has no finite normal number")
		return
	}
	const highestFloat32, lowestFloat32 = 127, -149 // powers of two
	if highest := int(f.MaxCode()>>f.Mantissa) - f.Bias; highest > highestFloat32 {
		r.add(f.at["bias"], ruleFormatFloat32, "", "the largest value is at least 2^%d, beyond every float32: at most 2^%d will do",
			highest, highestFloat32)
	}
	if _, lowest := f.significand(f.SmallestNonzeroCode()); lowest < lowestFloat32 {
		r.add(f.at["bias"], ruleFormatFloat32, "", "the smallest value is 2^%d, which no float32 holds: at least 2^%d will do",
			lowest, lowestFloat32)
	}
}
