package spec

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"go.yaml.in/yaml/v4"
)

// load reads the one document of the table. It refuses here what YAML can do
// and a table must not, since the library's node loader accepts all of it.
func (r *reporter) load(text []byte) (*node, bool) {
	loader, err := yaml.NewLoader(bytes.NewReader(text))
	if err != nil {
		r.syntaxError(err)
		return nil, false
	}
	document, err := loadDocument(loader)
	if errors.Is(err, io.EOF) {
		r.add(place{1, 1}, ruleNoDocument, "start it with dtypes:", "the file holds no table")
		return nil, false
	}
	if err != nil {
		r.syntaxError(err)
		return nil, false
	}
	second, err := loadDocument(loader)
	switch {
	case errors.Is(err, io.EOF):
	case err != nil:
		r.syntaxError(err)
		return nil, false
	default:
		r.add(place{second.Line, second.Column}, ruleSecondDocument, "keep one table in the file",
			"a second document starts here")
	}
	root := document.Content[0]
	if root.Kind == yaml.ScalarNode && root.ShortTag() == "!!null" {
		r.add(place{document.Line, document.Column}, ruleNoDocument, "start it with dtypes:", "the file holds no table")
		return nil, false
	}
	return r.convert(root), true
}

// loadDocument turns a panic of the library, which would be a fault of its
// own, into an error: no table may take the generator down.
func loadDocument(loader *yaml.Loader) (document *yaml.Node, err error) {
	defer func() {
		if fault := recover(); fault != nil {
			err = fmt.Errorf("the YAML library failed: %v", fault)
		}
	}()
	document = new(yaml.Node)
	if err := loader.Load(document); err != nil {
		return nil, err
	}
	if document.Kind != yaml.DocumentNode || len(document.Content) != 1 {
		return nil, errors.New("the YAML library gave no document")
	}
	return document, nil
}

func (r *reporter) syntaxError(err error) {
	at, message := place{1, 1}, err.Error()
	if fault, ok := errors.AsType[*yaml.LoadError](err); ok {
		message = fault.Message
		if fault.Mark.Line > 0 {
			at = place{fault.Mark.Line, max(1, fault.Mark.Column)}
		}
		if fault.ContextMsg != "" {
			message += fmt.Sprintf(" (%s that starts at %d:%d)", fault.ContextMsg, fault.ContextMark.Line, fault.ContextMark.Column)
		}
	}
	r.add(at, ruleSyntax, "", "not YAML: %s", message)
}

func (r *reporter) convert(from *yaml.Node) *node {
	at := place{from.Line, from.Column}
	if from.Kind == yaml.AliasNode {
		r.add(at, ruleAlias, "write the value out", "alias *%s: a table has no aliases", clip(from.Value))
		return &node{at: at}
	}
	if from.Anchor != "" {
		r.add(at, ruleAnchor, "delete the anchor", "anchor &%s: a table has no anchors", clip(from.Anchor))
	}
	to := &node{at: at}
	switch from.Kind {
	case yaml.ScalarNode:
		const quoted = yaml.SingleQuotedStyle | yaml.DoubleQuotedStyle | yaml.LiteralStyle | yaml.FoldedStyle
		to.kind = scalarNode
		to.tag = from.ShortTag()
		to.value = from.Value
		to.plain = from.Style&quoted == 0
		to.escaped = from.Style&yaml.DoubleQuotedStyle != 0
	case yaml.SequenceNode:
		to.kind = sequenceNode
		for _, item := range from.Content {
			to.items = append(to.items, r.convert(item))
		}
	case yaml.MappingNode:
		to.kind = mappingNode
		to.fields = r.convertFields(from.Content)
	}
	if from.Style&yaml.TaggedStyle != 0 || from.Tag == "!" {
		r.add(at, ruleExplicitTag, "delete the tag", "tag %s: a table has no explicit tags", clip(from.Tag))
		to.kind = brokenNode
	}
	return to
}

// convertFields takes the keys and values of a mapping, in turns.
func (r *reporter) convertFields(content []*yaml.Node) []field {
	var fields []field
	first := map[string]place{}
	for ; len(content) >= 2; content = content[2:] {
		key, value := r.convert(content[0]), r.convert(content[1])
		if value.kind == scalarNode && value.plain && value.value == "" {
			value.at = key.at // the library places nothing somewhere behind the colon
		}
		switch {
		case key.kind == brokenNode:
		case key.kind == scalarNode && key.tag == "!!merge":
			r.add(key.at, ruleMergeKey, "write the keys out", "a table has no merge keys")
		case key.kind != scalarNode || key.tag != "!!str":
			r.add(key.at, ruleKeyType, "", "a key must be text, not %s", key.describe())
		default:
			if earlier, ok := first[key.value]; ok {
				r.add(key.at, ruleDuplicateKey, "keep one of them", "key %s was given at %d:%d already",
					quote(key.value), earlier.line, earlier.column)
				continue
			}
			first[key.value] = key.at
			fields = append(fields, field{key.value, key.at, value})
		}
	}
	return fields
}
