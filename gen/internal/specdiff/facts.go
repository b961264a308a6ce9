package specdiff

import (
	"fmt"
	"strings"

	"github.com/tensorshm/tensorshm/gen/internal/spec"
)

// facts is what differs about a dtype, the gravest kinds first. It is empty
// exactly where nothing does.
func (c comparison) facts(p pair) []Fact {
	var facts []Fact
	switch {
	case p.before == nil:
		facts = append(facts, Fact{Additive, ruleAdded, "new dtype: " + summary(*p.after)})
	case p.after == nil:
		return append(facts, Fact{Breaking, ruleRemoved, fmt.Sprintf("removed, was %s%s", summary(*p.before), c.reservedAdvice(p.before.Value, p.before))})
	default:
		facts = append(facts, c.identityFacts(p)...)
		facts = append(facts, c.encodingFacts(p)...)
		facts = append(facts, nameFacts(p.before.Names, p.after.Names)...)
		facts = append(facts, proseFacts(p)...)
	}
	return append(facts, c.reuseFacts(*p.after)...)
}

// summary is a dtype in half a line.
func summary(d spec.DType) string {
	host := "no host type"
	if !d.HostType.IsZero() {
		host = "host type " + d.HostType.String()
	}
	return fmt.Sprintf("%s, %s, %s, %s", d.Status, d.Kind, sizeText(d), host)
}

// sizeText is the size and the storage unit.
func sizeText(d spec.DType) string {
	elements, bytes := d.Unit()
	switch {
	case elements == 0:
		return "no size"
	case elements > 1:
		return fmt.Sprintf("size %s (%d elements in %s)", d.Size, elements, plural(bytes, "byte"))
	default:
		return "size " + d.Size.String()
	}
}

func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// identityFacts is about what services store, send and write in Go.
func (c comparison) identityFacts(p pair) []Fact {
	var facts []Fact
	if before, after := p.before.Value, p.after.Value; before != after {
		facts = append(facts, Fact{Breaking, ruleValue, fmt.Sprintf("value %d → %d%s", before, after, c.reservedAdvice(before, nil))})
	}
	if before, after := p.before, p.after; before.Name != after.Name {
		text := fmt.Sprintf("name %s → %s", before.Name, after.Name)
		if before.Text() == after.Text() {
			text += "; the text form stays " + before.Text()
		} else {
			text += fmt.Sprintf(", text form %s → %s%s", before.Text(), after.Text(), c.reservedAdvice(0, before))
		}
		facts = append(facts, Fact{Breaking, ruleName, text})
	}
	return facts
}

// encodingFacts is about what the bits of an element are, and how they are served.
func (c comparison) encodingFacts(p pair) []Fact {
	var facts []Fact
	before, after := p.before, p.after
	add := func(class Class, rule, format string, arguments ...any) {
		facts = append(facts, Fact{class, rule, fmt.Sprintf(format, arguments...)})
	}
	if before.Status != after.Status {
		switch {
		case before.Supported():
			add(Breaking, ruleStatus, "status supported → %s: typed access declines", after.Status)
		case after.Supported():
			add(Additive, ruleStatus, "status %s → supported: typed access is generated", before.Status)
		default:
			add(Behaviour, ruleStatus, "status %s → %s", before.Status, after.Status)
		}
	}
	if before.Kind != after.Kind {
		add(Behaviour, ruleKind, "kind %s → %s", before.Kind, after.Kind)
	}
	if !before.Size.Equal(after.Size) {
		if before.Size.IsZero() {
			add(Additive, ruleSize, "%s given", sizeText(*after))
		} else {
			add(Breaking, ruleSize, "%s → %s", sizeText(*before), strings.TrimPrefix(sizeText(*after), "size "))
		}
	}
	if before.HostType != after.HostType {
		switch {
		case before.HostType.IsZero():
			add(Additive, ruleHostType, "host type %s given", after.HostType)
		case !after.HostType.IsZero():
			add(Breaking, ruleHostType, "host type %s → %s", before.HostType, after.HostType)
		case before.HostType.IsMinifloat() && !declares(c.after, *before):
			add(Breaking, ruleHostType, "host type %s withdrawn, with its declarations", before.HostType)
		default:
			add(Behaviour, ruleHostType, "host type %s withdrawn", before.HostType)
		}
	}
	if before.Format != nil && after.Format != nil && *before.Format != *after.Format {
		add(Breaking, ruleFormat, "format: %s", formatDifference(*before.Format, *after.Format))
	}
	if before.HostType.IsZero() != after.HostType.IsZero() && alignment(*before) != alignment(*after) {
		add(Behaviour, ruleAlignment, "views begin at %s, before at %s", alignmentText(*after), alignmentText(*before))
	}
	return facts
}

func formatDifference(before, after spec.Format) string {
	var parts []string
	for _, key := range []struct {
		name          string
		before, after any
	}{
		{"sign", before.Sign, after.Sign},
		{"exponent", before.Exponent, after.Exponent},
		{"mantissa", before.Mantissa, after.Mantissa},
		{"bias", before.Bias, after.Bias},
		{"inf", before.Inf, after.Inf},
		{"nan", before.NaN, after.NaN},
	} {
		if key.before != key.after {
			parts = append(parts, fmt.Sprintf("%s %v → %v", key.name, key.before, key.after))
		}
	}
	return strings.Join(parts, ", ")
}

// alignment is what byte offsets of views are multiples of, as package emit
// has it: that of the host type, none for packed elements and bare bytes.
func alignment(d spec.DType) int {
	elements, bytes := d.Unit()
	switch {
	case d.HostType.IsZero() || elements > 1:
		return 1
	case d.Kind == spec.KindComplex:
		return bytes / 2
	}
	return bytes
}

func alignmentText(d spec.DType) string {
	if n := alignment(d); n > 1 {
		return fmt.Sprintf("multiples of %d bytes", n)
	}
	return "any byte"
}

// proseFacts is about the sentences that the table holds.
func proseFacts(p pair) []Fact {
	var facts []Fact
	if before, after := p.before.Rationale, p.after.Rationale; before != after && before != "" && after != "" {
		facts = append(facts, Fact{Behaviour, ruleRationale, "rationale " + difference(before, after)})
	}
	if before, after := p.before.Doc, p.after.Doc; before != after {
		facts = append(facts, Fact{Additive, ruleDoc, "doc " + difference(before, after)})
	}
	return facts
}

// difference shows two texts from the first word on that differs.
func difference(before, after string) string {
	a, b := strings.Fields(before), strings.Fields(after)
	same := 0
	for same < min(len(a), len(b))-1 && a[same] == b[same] {
		same++
	}
	return excerpt(a, same) + " → " + excerpt(b, same)
}

// excerpt is the words from one of them on, cut to what fits on a line.
func excerpt(words []string, from int) string {
	const most = 60 // characters
	text := strings.Join(words[from:], " ")
	if characters := []rune(text); len(characters) > most {
		text = string(characters[:most]) + "…"
	}
	if from > 0 {
		text = "…" + text
	}
	return "“" + text + "”"
}
