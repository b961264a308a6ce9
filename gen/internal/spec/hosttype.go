package spec

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// goType is what is known of a host type that no Format describes.
type goType struct {
	name  string
	bits  int
	kinds []Kind
}

var goTypes = []goType{
	{"int8", 8, []Kind{KindInt}},
	{"int16", 16, []Kind{KindInt}},
	{"int32", 32, []Kind{KindInt}},
	{"int64", 64, []Kind{KindInt}},
	{"uint8", 8, []Kind{KindInt, KindBool}},
	{"uint16", 16, []Kind{KindInt}},
	{"uint32", 32, []Kind{KindInt}},
	{"uint64", 64, []Kind{KindInt}},
	{"float32", 32, []Kind{KindFloat}},
	{"float64", 64, []Kind{KindFloat}},
	{"complex64", 64, []Kind{KindComplex}},
	{"complex128", 128, []Kind{KindComplex}},
	{"float16.Float16", 16, []Kind{KindFloat}},
}

func findGoType(name string) (goType, bool) {
	i := slices.IndexFunc(goTypes, func(t goType) bool { return t.name == name })
	if i < 0 {
		return goType{}, false
	}
	return goTypes[i], true
}

// minifloatType matches minifloat.X and minifloat.XxN. A name that ends in x
// and digits is always a group.
var minifloatType = regexp.MustCompile(`^minifloat\.([A-Z][A-Za-z0-9_]*?)(?:x([0-9]+))?$`)

func (r *reporter) hostType(label string, n *node) (HostType, bool) {
	text, ok := r.textOf(label, n, "a Go type", "")
	if !ok {
		return HostType{}, false
	}
	if _, ok := findGoType(text); ok {
		if pack, name, ok := strings.Cut(text, "."); ok {
			return HostType{Package: pack, Name: name, Group: 1}, true
		}
		return HostType{Name: text, Group: 1}, true
	}
	if text == "bool" {
		r.add(n.at, ruleHostTypeBool, "write uint8",
			"%s bool is refused: a peer can store any byte, and a Go bool must hold 0 or 1", label)
		return HostType{}, false
	}
	if match := minifloatType.FindStringSubmatch(text); match != nil {
		host := HostType{Package: "minifloat", Name: match[1], Element: match[1], Group: 1}
		if match[2] == "" {
			return host, true
		}
		group, err := strconv.Atoi(match[2])
		if err == nil && group > 1 && strconv.Itoa(group) == match[2] {
			host.Name, host.Group = match[1]+"x"+match[2], group
			return host, true
		}
	}
	known := make([]string, len(goTypes))
	for i, t := range goTypes {
		known[i] = t.name
	}
	meant := nearMiss(text, known)
	if strings.EqualFold(text, "float16") {
		meant = "float16.Float16" // too far for a near miss, and nearer to float32
	}
	r.add(n.at, ruleUnknownHostType, "use one of "+strings.Join(known, ", ")+", or minifloat.X for 8 and 16 bits, minifloat.XxN for packed groups of N",
		"%s %s is not known%s", label, quote(text), didYouMean(meant))
	return HostType{}, false
}

// maxMinifloatBits is the width of the widest code that minifloat holds.
const maxMinifloatBits = 16

// checkHostType compares the host type with status, kind and size.
func (r *reporter) checkHostType(e *entry) {
	if e.has("status") && e.Status == StatusReserved && e.gives("host_type") {
		r.add(e.given["host_type"].at, ruleReservedHostType, "delete it, or give another status",
			"a reserved dtype has no host_type: nothing says what its bits mean")
		return
	}
	if !e.has("host_type") {
		return
	}
	at := e.valueOf("host_type")
	known, isGo := findGoType(e.HostType.String())
	kinds := known.kinds
	if !isGo {
		kinds = []Kind{KindFloat}
	}
	if e.has("kind") && !slices.Contains(kinds, e.Kind) {
		var fitting []string
		for _, t := range goTypes {
			if slices.Contains(t.kinds, e.Kind) {
				fitting = append(fitting, t.name)
			}
		}
		if e.Kind == KindFloat {
			fitting = append(fitting, "minifloat.X")
		}
		r.add(at, ruleHostTypeKind, "for this kind use "+strings.Join(fitting, ", "),
			"host_type %s does not hold kind %s", e.HostType, e.Kind)
		return // a wrong type has a wrong size as well
	}
	switch {
	case !e.has("size"):
	case isGo && known.bits != e.Bits():
		r.add(at, ruleHostTypeSize, "", "host_type %s has %d bits, but an element of size %s has %d",
			e.HostType, known.bits, e.Size, e.Bits())
	case !isGo:
		r.checkMinifloatSize(e, at)
	}
}

func (r *reporter) checkMinifloatSize(e *entry, at place) {
	bits := e.Bits()
	elements, bytes := e.Unit()
	whole := HostType{Package: e.HostType.Package, Name: e.HostType.Element}
	packed := HostType{Package: e.HostType.Package, Name: e.HostType.Element + "x" + strconv.Itoa(elements)}
	switch {
	case bits > maxMinifloatBits:
		r.add(at, ruleHostTypeSize, "", "a minifloat has at most %d bits, but an element of size %s has %d", maxMinifloatBits, e.Size, bits)
	case bits%8 == 0 && e.HostType.Group != 1:
		r.add(at, ruleHostTypeGroup, "write "+whole.String(), "an element of %d bits fills whole bytes, so it needs no packed group", bits)
	case bits%8 != 0 && e.HostType.Group != elements:
		r.add(at, ruleHostTypeGroup, "write "+packed.String(),
			"elements of %d bits come in packed groups of %d, which fill whole bytes (%d)", bits, elements, bytes)
	}
}

// checkMinifloats compares the dtypes that use minifloat with one another:
// one element type has one format and identifiers of its own.
func (r *reporter) checkMinifloats(entries []*entry) {
	first := map[string]*entry{}
	taken := newIdentifierSet("minifloat", takenInMinifloat)
	for _, e := range entries {
		if !e.has("host_type") || !e.HostType.IsMinifloat() {
			continue
		}
		element := e.HostType.Element
		if earlier, ok := first[element]; ok {
			if earlier.has("format") && e.has("format") && *earlier.Format != *e.Format {
				r.add(e.valueOf("format"), ruleFormatMismatch, "give both the same format, or use another element type",
					"the format of minifloat.%s differs from that of %s", element, earlier.mention())
			}
			continue
		}
		first[element] = e
		at := e.valueOf("host_type")
		generated := minifloatIdentifiers(element, e.HostType.Group)
		if identifier, owner, ok := taken.clash(generated); ok {
			r.add(at, ruleMinifloatCollision, "use another element type",
				"minifloat.%s would generate the identifier %s, which %s", element, identifier, owner)
		}
		taken.take(generated, "minifloat."+element+" of "+e.mention()+" generates")
	}
}
