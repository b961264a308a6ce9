package specdiff

import (
	"fmt"

	"github.com/tensorshm/tensorshm/gen/internal/spec"
)

// declaration is an exported identifier that the generator makes of a table.
type declaration struct {
	name  string // such as shmem.HostBufferF32
	text  string // such as type shmem.HostBufferF32 []float32
	owner int    // the value of the dtype that it is made for
}

// declarations lists what a table declares. A type of minifloat, which several
// dtypes may share, is owned by the first of them.
func declarations(s *spec.Spec) []declaration {
	var all []declaration
	shared := map[string]bool{}
	for _, d := range s.DTypes {
		declare := func(keyword, name, rest string) {
			all = append(all, declaration{name, keyword + " " + name + rest, d.Value})
		}
		declare("const", "shmem."+d.Name, fmt.Sprintf(" DType = %d", d.Value))
		if d.Supported() {
			declare("type", "shmem.HostBufferRef"+d.Name, " []"+d.HostType.String())
			declare("type", "shmem.HostBuffer"+d.Name, " []"+d.HostType.String())
			declare("func", "(*shmem.View).AsSlice"+d.Name, fmt.Sprintf("() ([]%s, error)", d.HostType))
			declare("func", "(*shmem.View).AsMutSlice"+d.Name, fmt.Sprintf("() ([]%s, error)", d.HostType))
		}
		if !d.HostType.IsMinifloat() {
			continue
		}
		if element := d.HostType.Element; !shared[element] {
			shared[element] = true
			declareElement(declare, element, *d.Format)
		}
		if group := d.HostType.Name; !shared[group] {
			shared[group] = true
			_, bytes := d.Unit()
			declare("type", "minifloat."+group, fmt.Sprintf(" [%d]byte", bytes))
			declare("func", "minifloat.Decode"+group, fmt.Sprintf("([]float32, []%s, int) int", group))
			declare("func", "minifloat.Encode"+group, fmt.Sprintf("([]%s, []float32, int) int", group))
		}
	}
	return all
}

// declareElement declares the type that holds a code, and what comes with it.
func declareElement(declare func(keyword, name, rest string), element string, format spec.Format) {
	name := "minifloat." + element
	codeType := "uint8"
	if format.Bits() > 8 {
		codeType = "uint16"
	}
	declare("type", name, " "+codeType)
	constant := func(suffix string, code uint64) {
		declare("const", name+suffix, fmt.Sprintf(" %s = 0x%0*x", element, (format.Bits()+3)/4, code))
	}
	constant("Max", format.MaxCode())
	constant("SmallestNormal", format.SmallestNormalCode())
	constant("SmallestNonzero", format.SmallestNonzeroCode())
	if code, ok := format.InfCode(); ok {
		constant("Inf", code)
	}
	if code, ok := format.NaNCode(); ok {
		constant("NaN", code)
	}
	for _, argument := range []struct{ name, kind string }{{"FromFloat32", "float32"}, {"FromFloat64", "float64"}} {
		declare("func", name+argument.name, fmt.Sprintf("(%s) %s", argument.kind, element))
		declare("func", name+argument.name+"With", fmt.Sprintf("(%s, Rule) %s", argument.kind, element))
		declare("func", name+argument.name+"Checked", fmt.Sprintf("(%s) (%s, error)", argument.kind, element))
	}
	declare("func", "minifloat.Decode"+element, fmt.Sprintf("([]float32, []%s) int", element))
	declare("func", "minifloat.Encode"+element, fmt.Sprintf("([]%s, []float32) int", element))
}

// declares reports whether a table makes the same type of minifloat as d does.
func declares(s *spec.Spec, d spec.DType) bool {
	for _, other := range s.DTypes {
		if other.HostType == d.HostType && *other.Format == *d.Format {
			return true
		}
	}
	return false
}

// identifierChanges holds the identifiers that differ, by the value of their
// owners.
type identifierChanges struct {
	gone    map[int][]Identifier // or changed; by the owner before
	appears map[int][]Identifier // by the owner after
}

func (c comparison) identifiers() identifierChanges {
	before, after := declarations(c.before), declarations(c.after)
	textsOf := func(declarations []declaration) map[string]string {
		texts := map[string]string{}
		for _, d := range declarations {
			texts[d.name] = d.text
		}
		return texts
	}
	changes := identifierChanges{map[int][]Identifier{}, map[int][]Identifier{}}
	afterTexts, beforeTexts := textsOf(after), textsOf(before)
	for _, d := range before {
		if text := afterTexts[d.name]; text != d.text {
			changes.gone[d.owner] = append(changes.gone[d.owner], Identifier{d.name, d.text, text})
		}
	}
	for _, d := range after {
		if beforeTexts[d.name] == "" {
			changes.appears[d.owner] = append(changes.appears[d.owner], Identifier{d.name, "", d.text})
		}
	}
	return changes
}

// of is the identifiers of a dtype that disappear or change, then those that
// appear.
func (c identifierChanges) of(p pair) []Identifier {
	identifiers := []Identifier{}
	if p.before != nil {
		identifiers = append(identifiers, c.gone[p.before.Value]...)
	}
	if p.after != nil {
		identifiers = append(identifiers, c.appears[p.after.Value]...)
	}
	return identifiers
}
