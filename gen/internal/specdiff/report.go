// Package specdiff compares two tables: what a change of the table does to the
// Go API, to services at run time and to the regions that they have stored. It
// is a pure function of the two.
package specdiff

// Class is how much a change asks of those who use the package.
type Class string

// The classes, the gravest first.
const (
	Breaking  Class = "breaking"  // code stops compiling, or stored data loses its meaning
	Behaviour Class = "behaviour" // code compiles as before, but something answers differently
	Additive  Class = "additive"  // whatever worked works as before
)

var classes = []Class{Breaking, Behaviour, Additive}

// Report is every change from one table to another. The names of its fields in
// JSON, and those of the types below, are stable.
type Report struct {
	Breaking  int      `json:"breaking"`  // changes of this class
	Behaviour int      `json:"behaviour"` // the same
	Additive  int      `json:"additive"`  // the same
	Changes   []Change `json:"changes"`   // by value, reservations of a name alone last
}

// Change is everything that changes about one dtype, or about one entry of
// reserved.
type Change struct {
	Class       Class        `json:"class"`              // the gravest of its facts
	DType       string       `json:"dtype"`              // the name before the change; "" for a reservation
	Value       int          `json:"value"`              // the value before the change; 0 where a name alone is reserved
	Facts       []Fact       `json:"facts"`              // at least one
	Identifiers []Identifier `json:"identifiers"`        // of the Go API; those that disappear or change come first
	Switches    string       `json:"switches,omitempty"` // what exhaustive switches over the variants do; "" if nothing
	Files       Files        `json:"files,omitzero"`     // not there for a reservation
}

// Fact is one difference between the tables.
type Fact struct {
	Class Class  `json:"class"`
	Rule  string `json:"rule"` // what kind of fact: one of the rules below
	Text  string `json:"text"` // what was and what is, for a person
}

// The rules of facts.
const (
	ruleAdded         = "added"
	ruleRemoved       = "removed"
	ruleValue         = "value"
	ruleName          = "name"
	ruleReused        = "reused" // a value or name that was reserved
	ruleStatus        = "status"
	ruleKind          = "kind"
	ruleSize          = "size" // and the storage unit, which follows from it
	ruleHostType      = "host_type"
	ruleFormat        = "format"
	ruleAlignment     = "alignment"
	ruleEcosystemName = "names"
	ruleRationale     = "rationale"
	ruleDoc           = "doc"
	ruleReserved      = "reserved"
)

// Identifier is an exported identifier that is declared in one of the tables'
// packages alone, or in both but differently. The methods of a type come and
// go with it and are not listed.
type Identifier struct {
	Name   string `json:"name"`   // such as shmem.HostBufferF32
	Before string `json:"before"` // its declaration, "" where there is none
	After  string `json:"after"`  // the same
}

// Files is whether regions stored before the change can be read after it.
type Files struct {
	State FilesState `json:"state"`
	Text  string     `json:"text"` // the same for a person, with the numbers
}

// FilesState is the gravest thing that befalls a stored region.
type FilesState string

// The states.
const (
	FilesAsBefore      FilesState = "as-before"
	FilesNone          FilesState = "none-yet"       // there can be none
	FilesBytesOnly     FilesState = "bytes-only"     // typed access declines
	FilesLengthDiffers FilesState = "length-differs" // as many elements take other bytes
	FilesOtherNumbers  FilesState = "other-numbers"  // the same bytes mean something else
	FilesNoDType       FilesState = "no-dtype"       // what was stored names no dtype any more
)

// count is the number of changes of a class.
func (r Report) count(class Class) int {
	n := 0
	for _, change := range r.Changes {
		if change.Class == class {
			n++
		}
	}
	return n
}

// gravest is the class of a change with these facts.
func gravest(facts []Fact) Class {
	for _, class := range classes {
		for _, fact := range facts {
			if fact.Class == class {
				return class
			}
		}
	}
	return Additive
}
