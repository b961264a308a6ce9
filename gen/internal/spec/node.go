package spec

import "fmt"

type nodeKind int

const (
	brokenNode nodeKind = iota // reported already; readers pass over it in silence
	scalarNode
	sequenceNode
	mappingNode
)

// node is a value of the table with its place: YAML without anchors, aliases,
// tags and duplicate keys.
type node struct {
	kind    nodeKind
	at      place
	tag     string // of a scalar: !!str, !!int, …
	value   string // of a scalar, without quotes
	plain   bool   // a scalar in no quotes and no block
	escaped bool   // a scalar in double quotes, whose text may differ from the source
	items   []*node
	fields  []field
}

// field is a key of a mapping with its value.
type field struct {
	key   string
	at    place
	value *node
}

// describe says what a node is, for a reader who expected something else.
func (n *node) describe() string {
	switch {
	case n.kind == sequenceNode:
		return "a sequence"
	case n.kind == mappingNode:
		return "a mapping"
	case n.tag == "!!str":
		return "the text " + quote(n.value)
	case n.tag == "!!int", n.tag == "!!float":
		return "the number " + clip(n.value)
	case n.tag == "!!null":
		return "null"
	case n.tag == "!!bool":
		return "the boolean " + n.value
	case n.tag == "!!timestamp":
		return "the date " + clip(n.value)
	default:
		return fmt.Sprintf("%s %s", n.tag, quote(n.value))
	}
}
