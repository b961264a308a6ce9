package spec

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/shopspring/decimal"
)

// The readers take one node each. They report what is wrong with it and then
// answer false; a label says which value it is.

var (
	plainInteger = regexp.MustCompile(`^(0|[1-9][0-9]*)$`)
	plainDecimal = regexp.MustCompile(`^(0|[1-9][0-9]*)(\.[0-9]+)?$`)
	identifier   = regexp.MustCompile(`^[A-Z][A-Za-z0-9_]*$`)
)

// object reads a mapping, whose keys it compares with those known; where is
// the end of a message about an unknown one. A misspelled key counts as given,
// so that it is not reported as missing too.
func (r *reporter) object(label string, n *node, where string, known []string) (map[string]field, bool) {
	if !r.expect(label, n, mappingNode, "a mapping") {
		return nil, false
	}
	fields := map[string]field{}
	for _, f := range n.fields {
		if slices.Contains(known, f.key) {
			fields[f.key] = f
			continue
		}
		meant, fix := nearMiss(f.key, known), ""
		if meant == "" {
			fix = "the keys are " + strings.Join(known, ", ")
		} else if _, ok := fields[meant]; !ok {
			fields[meant] = field{meant, f.at, &node{at: f.value.at}}
		}
		r.add(f.at, ruleUnknownKey, fix, "unknown key %s%s%s", quote(f.key), where, didYouMean(meant))
	}
	return fields, true
}

func (r *reporter) list(label string, n *node, wanted string) ([]*node, bool) {
	if !r.expect(label, n, sequenceNode, wanted) {
		return nil, false
	}
	return n.items, true
}

// expect checks the kind of a node. No value at all is a fault of its own.
func (r *reporter) expect(label string, n *node, kind nodeKind, wanted string) bool {
	switch {
	case n.kind == brokenNode:
		return false
	case n.kind == scalarNode && n.tag == "!!null":
		what := "no value"
		if n.value != "" {
			what = "the value " + n.value + ", which is none"
		}
		r.add(n.at, ruleEmptyValue, "give it one or delete it", "%s has %s", label, what)
		return false
	case n.kind != kind:
		r.add(n.at, ruleWrongType, "", "%s must be %s, not %s", label, wanted, n.describe())
		return false
	}
	return true
}

func (r *reporter) text(label string, n *node) (string, bool) {
	return r.textOf(label, n, "text", "put it in quotes if it is meant as text")
}

func (r *reporter) textOf(label string, n *node, wanted, fix string) (string, bool) {
	if !r.expect(label, n, scalarNode, wanted) {
		return "", false
	}
	if n.tag != "!!str" {
		r.add(n.at, ruleWrongType, fix, "%s must be %s, not %s", label, wanted, n.describe())
		return "", false
	}
	if strings.TrimSpace(n.value) == "" {
		r.add(n.at, ruleEmptyValue, "give it one or delete it", "%s is empty", label)
		return "", false
	}
	return n.value, true
}

// number reads a scalar that is a number to YAML, as it is spelled.
func (r *reporter) number(label string, n *node, wanted string) (string, bool) {
	if !r.expect(label, n, scalarNode, wanted) {
		return "", false
	}
	if n.tag != "!!int" && n.tag != "!!float" {
		fix := ""
		if !n.plain && plainDecimal.MatchString(n.value) {
			fix = "delete the quotes"
		}
		r.add(n.at, ruleWrongType, fix, "%s must be %s, not %s", label, wanted, n.describe())
		return "", false
	}
	return n.value, true
}

func (r *reporter) integer(label string, n *node, lowest, highest int) (int, bool) {
	spelling, ok := r.number(label, n, "an integer")
	if !ok {
		return 0, false
	}
	if !plainInteger.MatchString(spelling) {
		r.add(n.at, ruleNumberSyntax, "write decimal digits alone: no sign, prefix, underscore, point, exponent or leading zero",
			"%s must be a plain integer, not %s", label, clip(spelling))
		return 0, false
	}
	integer, err := strconv.Atoi(spelling)
	if err != nil || integer < lowest || integer > highest {
		r.add(n.at, ruleOutOfRange, "", "%s %s is out of range %d-%d", label, clip(spelling), lowest, highest)
		return 0, false
	}
	return integer, true
}

const maxSizeSpelling = 12 // characters

var (
	maxSize = decimal.NewFromInt(1024) // bytes
	eight   = decimal.NewFromInt(8)
)

func (r *reporter) size(label string, n *node) (decimal.Decimal, bool) {
	spelling, ok := r.number(label, n, "a number of bytes")
	if !ok {
		return decimal.Decimal{}, false
	}
	if len(spelling) > maxSizeSpelling || !plainDecimal.MatchString(spelling) {
		r.add(n.at, ruleSizeSyntax, "write it like 4 or 0.75: no sign, prefix, underscore, exponent or leading zero",
			"%s must be a plain decimal of at most %d characters, not %s", label, maxSizeSpelling, clip(spelling))
		return decimal.Decimal{}, false
	}
	size, err := decimal.NewFromString(spelling)
	if err != nil || !size.IsPositive() || size.GreaterThan(maxSize) {
		r.add(n.at, ruleOutOfRange, "", "%s %s is out of range: it must be above 0 and at most %s", label, spelling, maxSize)
		return decimal.Decimal{}, false
	}
	if bits := size.Mul(eight); !bits.IsInteger() {
		r.add(n.at, ruleSizeBits, "size is in bytes: count 0.125 for each bit",
			"%s %s is not a whole number of bits: 8 × %s = %s bits", label, spelling, size, bits)
		return decimal.Decimal{}, false
	}
	return size, true
}

// boolean reads true or false in this one spelling.
func (r *reporter) boolean(label string, n *node) (value, ok bool) {
	if !r.expect(label, n, scalarNode, "true or false") {
		return false, false
	}
	if n.plain && n.value == "true" {
		return true, true
	}
	if n.plain && n.value == "false" {
		return false, true
	}
	r.add(n.at, ruleWrongType, "", "%s must be true or false, not %s", label, n.describe())
	return false, false
}

// choice reads one of a few words.
func choice[Word ~string](r *reporter, label string, n *node, words ...Word) (Word, bool) {
	known := make([]string, len(words))
	for i, word := range words {
		known[i] = string(word)
	}
	list := "one of " + strings.Join(known, ", ")
	text, ok := r.textOf(label, n, list, "")
	if !ok {
		return "", false
	}
	if slices.Contains(words, Word(text)) {
		return Word(text), true
	}
	r.add(n.at, ruleUnknownChoice, "", "%s %s is not %s%s", label, quote(text), list, didYouMean(nearMiss(text, known)))
	return "", false
}

// name reads an exported Go identifier of ASCII letters.
func (r *reporter) name(label string, n *node) (string, bool) {
	text, ok := r.textOf(label, n, "an identifier", "")
	if !ok {
		return "", false
	}
	if !identifier.MatchString(text) {
		r.add(n.at, ruleNameSyntax, "start with A-Z and go on with letters, digits and underscores",
			"%s %s is not an exported Go identifier of ASCII letters", label, quote(text))
		return "", false
	}
	return text, true
}
