package specdiff

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/tensorshm/tensorshm/gen/internal/spec"
)

// Compare returns what changes from the table before to the table after, both
// of which must be checked ones.
func Compare(before, after *spec.Spec) Report {
	c := comparison{before: before, after: after}
	identifiers := c.identifiers()
	changes := []Change{}
	for _, p := range pairUp(before, after) {
		facts := c.facts(p)
		if len(facts) == 0 {
			continue
		}
		changes = append(changes, Change{
			Class:       gravest(facts),
			DType:       p.known().Name,
			Value:       p.known().Value,
			Facts:       facts,
			Identifiers: identifiers.of(p),
			Switches:    switches(p),
			Files:       c.files(p),
		})
	}
	changes = append(changes, c.reservations()...)
	slices.SortStableFunc(changes, func(a, b Change) int {
		return cmp.Compare(orderOf(a.Value), orderOf(b.Value))
	})
	report := Report{Changes: changes}
	report.Breaking = report.count(Breaking)
	report.Behaviour = report.count(Behaviour)
	report.Additive = report.count(Additive)
	return report
}

// orderOf puts what has no value behind everything that has one.
func orderOf(value int) int {
	const behindAll = 256
	if value == 0 {
		return behindAll
	}
	return value
}

// comparison is the two tables, for what needs to look beyond one dtype.
type comparison struct{ before, after *spec.Spec }

// pair is a dtype in both tables. Either may be nil, but not both.
type pair struct{ before, after *spec.DType }

// known is the dtype as those know it who used the table before.
func (p pair) known() *spec.DType {
	if p.before != nil {
		return p.before
	}
	return p.after
}

// pairUp finds each dtype again: by its text form, and what is left by its
// value. So a dtype that took a name and a value from two others counts as the
// one whose name it has.
func pairUp(before, after *spec.Spec) []pair {
	partners := map[*spec.DType]*spec.DType{}
	claimed := map[*spec.DType]bool{}
	claim := func(same func(a, b *spec.DType) bool) {
		for i := range before.DTypes {
			for j := range after.DTypes {
				a, b := &before.DTypes[i], &after.DTypes[j]
				if partners[a] == nil && !claimed[b] && same(a, b) {
					partners[a], claimed[b] = b, true
				}
			}
		}
	}
	claim(func(a, b *spec.DType) bool { return a.Text() == b.Text() })
	claim(func(a, b *spec.DType) bool { return a.Value == b.Value })

	var pairs []pair
	for i := range before.DTypes {
		a := &before.DTypes[i]
		pairs = append(pairs, pair{a, partners[a]})
	}
	for j := range after.DTypes {
		if b := &after.DTypes[j]; !claimed[b] {
			pairs = append(pairs, pair{nil, b})
		}
	}
	return pairs
}

// switches says what a service that handles every variant has to change: its
// exhaustive switches over HostBufferRef and HostBuffer do that.
func switches(p pair) string {
	lost, gained := "", ""
	if p.before != nil && p.before.Supported() {
		lost = p.before.Name
	}
	if p.after != nil && p.after.Supported() {
		gained = p.after.Name
	}
	variants := func(name string) string { return fmt.Sprintf("HostBufferRef%[1]s and HostBuffer%[1]s", name) }
	switch {
	case lost == gained:
		return ""
	case lost == "":
		return "need a case for " + variants(gained)
	case gained == "":
		return "lose the case of " + variants(lost)
	default:
		return "need a case for " + variants(gained) + " instead of " + variants(lost)
	}
}
