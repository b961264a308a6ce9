package spec

import (
	"fmt"
	"strings"
)

// checkTable applies the rules that compare values with one another. Each
// looks only at values that were read, so that one fault is reported once.
func (r *reporter) checkTable(t *table) {
	for _, e := range t.entries {
		r.checkPresence(e)
		r.checkHostType(e)
		r.checkFormat(e)
		r.checkNames(e)
	}
	r.checkDTypeNames(t)
	r.checkValues(t)
	r.checkMinifloats(t.entries)
}

// checkPresence reports the keys that are missing and a rationale too many.
func (r *reporter) checkPresence(e *entry) {
	missing := func(key, who, fix string) {
		if !e.gives(key) {
			r.add(e.at, ruleMissingKey, fix, "%s has no %s, which %s needs", e.label(), quote(key), who)
		}
	}
	missing("name", "every dtype", "add name, its Go identifier")
	missing("value", "every dtype", "add value, an unused number from 1 to 255")
	missing("kind", "every dtype", "add kind: int, float, bool or complex")
	missing("status", "every dtype", "add status: supported, unshipped or reserved")
	missing("doc", "every dtype", "add doc, a sentence that says what it is")
	if !e.has("status") {
		return
	}
	if e.Status != StatusReserved {
		missing("size", fmt.Sprintf("status %s", e.Status), "add size, the bytes of an element")
		if e.has("host_type") && e.HostType.IsMinifloat() {
			missing("format", "a host_type of minifloat", "add format: {sign: true, exponent: 4, mantissa: 3, bias: 7, inf: none, nan: last}, with its own values")
		}
	}
	if e.Status == StatusSupported {
		missing("host_type", "status supported", "add host_type, the Go type of an element, or give another status")
		if e.gives("rationale") {
			r.add(e.given["rationale"].at, ruleUnexpectedRationale, "delete it, or give another status",
				"a supported dtype needs no rationale")
		}
	} else {
		missing("rationale", fmt.Sprintf("status %s", e.Status), "add rationale, a sentence that a user can act on")
	}
}

// checkDTypeNames keeps names, text forms and generated identifiers apart.
func (r *reporter) checkDTypeNames(t *table) {
	reserved := map[string]*reservation{}
	for _, old := range t.reserved {
		reserved[strings.ToLower(old.Name)] = old
	}
	byText := map[string]*entry{}
	taken := newIdentifierSet("shmem", takenInShmem)
	for _, e := range t.entries {
		if !e.has("name") {
			continue
		}
		at := e.valueOf("name")
		if old, ok := reserved[e.Text()]; ok {
			r.add(at, ruleReservedName, "choose another name", "name %s is reserved by %s at line %d",
				quote(e.Name), old.Name, old.at.line)
		}
		if earlier, ok := byText[e.Text()]; ok {
			if earlier.Name == e.Name {
				r.add(at, ruleDuplicateName, "choose another name", "name %s is that of the entry at line %d",
					quote(e.Name), earlier.at.line)
			} else {
				r.add(at, ruleDuplicateText, "choose another name", "name %s has the text form %s, as has %s",
					quote(e.Name), quote(e.Text()), earlier.mention())
			}
			continue
		}
		byText[e.Text()] = e
		generated := shmemIdentifiers(e.Name)
		if identifier, owner, ok := taken.clash(generated); ok {
			r.add(at, ruleNameCollision, "choose another name", "name %s would generate the identifier %s, which %s",
				quote(e.Name), identifier, owner)
		}
		taken.take(generated, e.mention()+" generates")
	}
}

// checkValues keeps values unique, ascending and clear of the reserved ones.
func (r *reporter) checkValues(t *table) {
	fix := nextValue(t)
	reserved := map[int]*reservation{}
	for _, old := range t.reserved {
		reserved[old.Value] = old
	}
	first := map[int]*entry{}
	var before *entry
	for _, e := range t.entries {
		if !e.has("value") {
			continue
		}
		at := e.valueOf("value")
		if old, ok := reserved[e.Value]; ok {
			r.add(at, ruleReservedValue, fix, "value %d is reserved at line %d", e.Value, old.at.line)
		}
		earlier, used := first[e.Value]
		switch {
		case used:
			r.add(at, ruleDuplicateValue, fix, "value %d is that of %s already", e.Value, earlier.mention())
			continue
		case before != nil && e.Value < before.Value:
			r.add(at, ruleValueOrder, "move the entry; values ascend through the table",
				"value %d comes after %d, the value of %s", e.Value, before.Value, before.mention())
		}
		first[e.Value] = e
		before = e
	}
}

// nextValue tells which value a new dtype can take.
func nextValue(t *table) string {
	next := 1
	for _, e := range t.entries {
		next = max(next, e.Value+1)
	}
	for _, e := range t.reserved {
		next = max(next, e.Value+1)
	}
	if next > 255 {
		return "choose a value that was never used"
	}
	return fmt.Sprintf("the next free value is %d", next)
}
