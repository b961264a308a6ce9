package spec

import (
	"fmt"
	"slices"
)

// table is the decoded file with its places, before the checks that need more
// than one value.
type table struct {
	entries  []*entry
	reserved []*reservation
}

// entry is a dtype as far as it could be read.
type entry struct {
	DType
	at     place
	given  map[string]field // keys that the table gives
	read   map[string]bool  // keys among them whose value is right
	format *formatNode
}

type reservation struct {
	Reservation
	at place
}

// has reports whether all these keys were given and read.
func (e *entry) has(keys ...string) bool {
	return !slices.ContainsFunc(keys, func(key string) bool { return !e.read[key] })
}

// gives reports whether the key is there, right or wrong.
func (e *entry) gives(key string) bool { return e.given[key].value != nil }

// valueOf is the place of a key's value. The key must be given.
func (e *entry) valueOf(key string) place { return e.given[key].value.at }

// label names the entry in a message.
func (e *entry) label() string {
	if e.has("name") {
		return e.Name
	}
	return "the entry"
}

// mention names the entry in a message about another one.
func (e *entry) mention() string {
	return fmt.Sprintf("%s at line %d", e.label(), e.at.line)
}

var (
	tableKeys       = []string{"dtypes", "reserved"}
	entryKeys       = []string{"name", "value", "size", "host_type", "kind", "format", "status", "doc", "rationale", "names"}
	reservationKeys = []string{"value", "name"}

	kinds    = []Kind{KindInt, KindFloat, KindBool, KindComplex}
	statuses = []Status{StatusSupported, StatusUnshipped, StatusReserved}
)

func (r *reporter) decodeTable(root *node) *table {
	t := &table{}
	fields, ok := r.object("the table", root, " at the top level", tableKeys)
	if !ok {
		return t
	}
	if f, ok := fields["dtypes"]; !ok {
		r.add(root.at, ruleMissingKey, "start the table with dtypes:", `the table has no "dtypes"`)
	} else if items, ok := r.list("dtypes", f.value, "a sequence of entries"); ok {
		if len(items) == 0 {
			r.add(f.value.at, ruleNoDTypes, "add an entry", "the table has no dtype")
		}
		for _, item := range items {
			if e, ok := r.decodeEntry(item); ok {
				t.entries = append(t.entries, e)
			}
		}
	}
	if f, ok := fields["reserved"]; ok {
		items, _ := r.list("reserved", f.value, "a sequence")
		for _, item := range items {
			if e, ok := r.decodeReservation(item); ok {
				t.reserved = append(t.reserved, e)
			}
		}
	}
	return t
}

func (r *reporter) decodeEntry(n *node) (*entry, bool) {
	given, ok := r.object("an entry of dtypes", n, "", entryKeys)
	if !ok {
		return nil, false
	}
	e := &entry{at: n.at, given: given, read: map[string]bool{}}
	decode(e, "name", &e.Name, r.name)
	decode(e, "value", &e.Value, r.dtypeValue)
	decode(e, "size", &e.Size, r.size)
	decode(e, "host_type", &e.HostType, r.hostType)
	decode(e, "kind", &e.Kind, r.kind)
	decode(e, "format", &e.format, r.formatNode)
	decode(e, "status", &e.Status, r.status)
	decode(e, "doc", &e.Doc, r.sentence)
	decode(e, "rationale", &e.Rationale, r.sentence)
	decode(e, "names", &e.Names, r.names)
	if e.has("format") {
		e.Format = &e.format.Format
	}
	return e, true
}

// decode reads the value of a key, if the entry gives it.
func decode[Value any](e *entry, key string, to *Value, reader func(label string, n *node) (Value, bool)) {
	if e.gives(key) {
		*to, e.read[key] = reader(key, e.given[key].value)
	}
}

func (r *reporter) dtypeValue(label string, n *node) (int, bool) {
	return r.integer(label, n, 1, 255)
}

func (r *reporter) kind(label string, n *node) (Kind, bool) {
	return choice(r, label, n, kinds...)
}

func (r *reporter) status(label string, n *node) (Status, bool) {
	return choice(r, label, n, statuses...)
}

func (r *reporter) decodeReservation(n *node) (*reservation, bool) {
	fields, ok := r.object("an entry of reserved", n, " in reserved", reservationKeys)
	if !ok {
		return nil, false
	}
	e := &reservation{at: n.at}
	value, hasValue := fields["value"]
	if hasValue {
		e.Value, _ = r.dtypeValue("value", value.value)
	}
	name, hasName := fields["name"]
	if hasName {
		e.Name, _ = r.name("name", name.value)
	}
	if !hasValue && !hasName {
		r.add(n.at, ruleEmptyReservation, "write it like {value: 19, name: OLD}; either key alone will do",
			"this entry reserves neither a value nor a name")
	}
	return e, true
}
