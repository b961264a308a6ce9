package specdiff

import (
	"fmt"
	"strings"

	"github.com/tensorshm/tensorshm/gen/internal/spec"
)

// reservesValue reports whether a table keeps a value from coming back.
func reservesValue(s *spec.Spec, value int) bool {
	for _, r := range s.Reserved {
		if value != 0 && r.Value == value {
			return true
		}
	}
	return false
}

// reservesName is the same for a name, which stands for its text form.
func reservesName(s *spec.Spec, name string) bool {
	for _, r := range s.Reserved {
		if name != "" && strings.EqualFold(r.Name, name) {
			return true
		}
	}
	return false
}

// holderOf is the dtype that has a value.
func holderOf(s *spec.Spec, value int) (spec.DType, bool) {
	for _, d := range s.DTypes {
		if d.Value == value {
			return d, true
		}
	}
	return spec.DType{}, false
}

// reservedAdvice says whether the table after keeps a value and the name of a
// dtype from coming back, and what to write where it should. A value of 0 and
// a nil dtype are not asked about.
func (c comparison) reservedAdvice(value int, named *spec.DType) string {
	var missing []string
	if _, held := holderOf(c.after, value); value != 0 && !held && !reservesValue(c.after, value) {
		missing = append(missing, fmt.Sprintf("value: %d", value))
	}
	if named != nil && !reservesName(c.after, named.Name) {
		missing = append(missing, "name: "+named.Name)
	}
	if len(missing) > 0 {
		return fmt.Sprintf("; add {%s} to reserved", strings.Join(missing, ", "))
	}
	if value != 0 && !reservesValue(c.after, value) {
		return "" // another dtype holds it: nothing can be reserved
	}
	return "; reserved keeps it from coming back"
}

// reuseFacts is about a value or a name that must not have come back. A checked
// table holds nothing that it reserves, so the dtype did not have it before.
func (c comparison) reuseFacts(d spec.DType) []Fact {
	var facts []Fact
	if reservesValue(c.before, d.Value) {
		facts = append(facts, Fact{Breaking, ruleReused, fmt.Sprintf("value %[1]d was reserved: what was stored as %[1]d is read as %[2]s", d.Value, d.Name)})
	}
	if reservesName(c.before, d.Name) {
		facts = append(facts, Fact{Breaking, ruleReused, fmt.Sprintf("name %s was reserved: what was stored as %s is read as value %d", d.Name, d.Text(), d.Value)})
	}
	return facts
}

// reservations compares what is kept from coming back, however its entries
// are written.
func (c comparison) reservations() []Change {
	var changes []Change
	compare := func(from, to *spec.Spec, class Class, suffix string) {
		for _, r := range from.Reserved {
			var parts []string
			if r.Value != 0 && !reservesValue(to, r.Value) {
				parts = append(parts, fmt.Sprintf("value %d", r.Value))
			}
			if r.Name != "" && !reservesName(to, r.Name) {
				parts = append(parts, "name "+r.Name)
			}
			if len(parts) > 0 {
				changes = append(changes, Change{
					Class:       class,
					Value:       r.Value,
					Facts:       []Fact{{class, ruleReserved, "reserves " + strings.Join(parts, " and ") + suffix}},
					Identifiers: []Identifier{},
				})
			}
		}
	}
	compare(c.before, c.after, Behaviour, " no longer")
	compare(c.after, c.before, Additive, "")
	return changes
}
