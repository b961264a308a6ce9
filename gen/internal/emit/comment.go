package emit

import (
	"strings"

	"github.com/dave/jennifer/jen"
)

const commentWidth = 80

// comment writes paragraphs as line comments above what follows in g. It is
// the only way to a comment here, because text of the table must never become
// code: jennifer passes a text that begins with // through as it is, and turns
// one with a newline into a block comment without escaping its end.
func comment(g *jen.Group, paragraphs ...string) {
	for i, paragraph := range paragraphs {
		if i > 0 {
			g.Comment("//")
		}
		for _, line := range wrap(paragraph, commentWidth-len("// ")) {
			g.Comment("// " + line)
		}
	}
}

// wrap breaks a paragraph into lines of at most width bytes, where its words
// are that short. No line but the first begins with +: gofmt takes a comment
// line that begins with +build for a build constraint, wherever it stands.
func wrap(paragraph string, width int) []string {
	var lines []string
	for _, word := range strings.Fields(paragraph) {
		last := len(lines) - 1
		if last >= 0 && (len(lines[last])+1+len(word) <= width || word[0] == '+') {
			lines[last] += " " + word
			continue
		}
		lines = append(lines, word)
	}
	return lines
}
