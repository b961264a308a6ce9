package spec

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// Diagnostic is one fault of a table.
type Diagnostic struct {
	Rule         string // stable id, such as unknown-key
	File         string
	Line, Column int    // from 1; columns count characters
	Message      string // what is wrong, one line
	Fix          string // how to mend it, one line; may be empty

	line, caret string // the part of the source around the place, and what goes below
}

// String is the message with its place and rule, then the line it is about
// with a caret, then the fix.
func (d Diagnostic) String() string {
	var text strings.Builder
	fmt.Fprintf(&text, "%s:%d:%d: %s [%s]", d.File, d.Line, d.Column, d.Message, d.Rule)
	if d.line != "" {
		fmt.Fprintf(&text, "\n%s\n%s", d.line, d.caret)
	}
	if d.Fix != "" {
		fmt.Fprintf(&text, "\nfix: %s", d.Fix)
	}
	return text.String()
}

// Diagnostics is every fault of a table, in the order of the file.
type Diagnostics []Diagnostic

// Error is the text of all of them, one after another.
func (d Diagnostics) Error() string {
	texts := make([]string, len(d))
	for i := range d {
		texts[i] = d[i].String()
	}
	return strings.Join(texts, "\n")
}

// place is a position in the source: line and column from 1, in characters.
type place struct{ line, column int }

// reporter collects the faults of one source.
type reporter struct {
	source *source
	found  Diagnostics
}

func (r *reporter) add(at place, rule, fix, format string, arguments ...any) {
	line, caret := excerpt(r.source.line(at.line), at.column)
	r.found = append(r.found, Diagnostic{
		Rule:    rule,
		File:    r.source.file,
		Line:    at.line,
		Column:  at.column,
		Message: printable(fmt.Sprintf(format, arguments...)),
		Fix:     fix,
		line:    line,
		caret:   caret,
	})
}

// sorted is what was found, by position; faults of one place keep their order.
func (r *reporter) sorted() Diagnostics {
	slices.SortStableFunc(r.found, func(a, b Diagnostic) int {
		if a.Line != b.Line {
			return a.Line - b.Line
		}
		return a.Column - b.Column
	})
	return r.found
}

// maxExcerpt bounds an excerpt, so that many faults on one endless line cost
// no more than as many on short ones.
const maxExcerpt = 160

// excerpt is the part of line around column and a line with a caret below it.
func excerpt(line []rune, column int) (text, caret string) {
	start, end := 0, len(line)
	if end > maxExcerpt {
		start = max(0, min(column-1, end)-maxExcerpt/2)
		end = min(end, start+maxExcerpt)
	}
	window := line[start:end]
	if strings.TrimSpace(string(window)) == "" {
		return "", ""
	}
	var shown, indent strings.Builder
	if start > 0 {
		shown.WriteString("…")
		indent.WriteString(" ")
	}
	for i, character := range window {
		if !unicode.IsGraphic(character) && character != '\t' {
			character = unicode.ReplacementChar
		}
		shown.WriteRune(character)
		if start+i < column-1 {
			indent.WriteString(blank(character))
		}
	}
	if end < len(line) {
		shown.WriteString("…")
	}
	return shown.String(), indent.String() + "^"
}

// blank takes as much room on a terminal as character does.
func blank(character rune) string {
	switch {
	case character == '\t':
		return "\t"
	case character < '\u0300':
		return " "
	case unicode.In(character, unicode.Mn, unicode.Me):
		return "" // combines with the character before it
	case unicode.In(character, unicode.Han, unicode.Hangul, unicode.Hiragana, unicode.Katakana),
		'\u3000' <= character && character <= '\u303F',         // CJK punctuation
		'\uFF01' <= character && character <= '\uFF60',         // full-width forms
		'\U0001F300' <= character && character <= '\U0001FAFF': // pictographs
		return "  "
	default:
		return " "
	}
}

// quote puts text of the table into a message: quoted, and cut if endless.
func quote(text string) string { return strconv.Quote(clip(text)) }

func clip(text string) string {
	const most = 40
	if characters := []rune(text); len(characters) > most {
		return string(characters[:most]) + "…"
	}
	return text
}

// printable keeps a message on one line and free of terminal controls.
func printable(text string) string {
	return strings.Map(func(character rune) rune {
		if unicode.IsGraphic(character) {
			return character
		}
		return unicode.ReplacementChar
	}, text)
}
