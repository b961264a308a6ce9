package spec

import (
	"strings"
	"unicode"
)

// sentence reads text for people: one line, every run of white space one
// space, closed as a sentence is.
func (r *reporter) sentence(label string, n *node) (string, bool) {
	text, ok := r.text(label, n)
	if !ok || !r.checkCharacters(label, n) {
		return "", false
	}
	text = strings.Join(strings.Fields(text), " ")
	if !strings.ContainsAny(text[len(text)-1:], ".!?") {
		text += "." // it stands among sentences
	}
	return text, true
}

// checkCharacters refuses characters that a reviewer cannot see, or that make
// him see something else, each of them once.
func (r *reporter) checkCharacters(label string, n *node) bool {
	ok := true
	from := n.at
	reported := map[rune]bool{}
	for _, character := range n.value {
		if !hidden(character) || reported[character] {
			continue
		}
		ok, reported[character] = false, true
		at := n.at
		if !n.escaped {
			// Without escapes the source spells the character out: point at it.
			if found, spelled := r.source.find(character, from); spelled {
				at, from = found, place{found.line, found.column + 1}
			}
		}
		r.add(at, ruleTextCharacter, "delete it", "%s is not allowed in %s", describeCharacter(character), label)
	}
	return ok
}

// hidden reports a character that shows as nothing, or as something else
// wherever it is looked at. Of spaces only those of any width are not.
func hidden(character rune) bool {
	switch character {
	case '\t', '\n':
		return false
	case '\u115f', '\u1160', '\u2800', '\u3164', '\uffa0': // letters and a pattern that are blank
		return true
	}
	return !unicode.IsGraphic(character)
}
