package spec

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// maxSource is far above what 255 entries need; it bounds the work on a file
// that is no table at all.
const maxSource = 1 << 20

// source is the text of the table, cut into lines as the YAML library counts them.
type source struct {
	file  string
	lines []string

	// The line that was asked for last, in characters: an endless line with
	// many faults is decoded once.
	number     int
	characters []rune
}

func newSource(file string, text []byte) *source {
	lines := strings.Split(string(text), "\n")
	for i := range lines {
		lines[i] = strings.TrimSuffix(lines[i], "\r")
	}
	return &source{file: file, lines: lines}
}

// line is the line with this number, from 1, or empty where there is none.
func (s *source) line(number int) []rune {
	if number < 1 || number > len(s.lines) {
		return nil
	}
	if number != s.number {
		s.number, s.characters = number, []rune(s.lines[number-1])
	}
	return s.characters
}

// find is the first place of character at or after from.
func (s *source) find(character rune, from place) (place, bool) {
	for ; from.line <= len(s.lines); from = (place{from.line + 1, 1}) {
		line := s.line(from.line)
		start := min(from.column-1, len(line))
		if i := slices.Index(line[start:], character); i >= 0 {
			return place{from.line, start + i + 1}, true
		}
	}
	return place{}, false
}

// checkSource refuses what is not plain text, one fault a line. Beyond what
// YAML forbids it refuses whatever some readers take for a line break, so that
// the line numbers of the library, of editors and of this package agree.
func (r *reporter) checkSource(text []byte) bool {
	start := place{1, 1}
	if len(text) > maxSource {
		r.add(start, ruleSourceSize, "", "the file has %d bytes; a table has at most %d", len(text), maxSource)
		return false
	}
	for i, line := range bytes.Split(text, []byte("\n")) {
		at := place{i + 1, 0}
		line = bytes.TrimSuffix(line, []byte("\r"))
		for len(line) > 0 {
			at.column++
			character, size := utf8.DecodeRune(line)
			if character == utf8.RuneError && size == 1 {
				r.add(at, ruleSourceEncoding, "save the file as UTF-8", "byte 0x%02X is not UTF-8", line[0])
				break
			}
			if !allowedInSource(character) {
				r.add(at, ruleSourceCharacter, "delete it", "%s is not allowed", describeCharacter(character))
				break
			}
			line = line[size:]
		}
	}
	return len(r.found) == 0
}

func allowedInSource(character rune) bool {
	switch character {
	case '\t':
		return true
	case '\u2028', '\u2029', '\uFEFF', '\uFFFE', '\uFFFF':
		return false
	}
	return ' ' <= character && character <= '~' || character >= '\u00A0'
}

// describeCharacter names a character that must not be printed as it is.
func describeCharacter(character rune) string {
	name, ok := characterNames[character]
	if !ok {
		name = "a control or format character"
	}
	return fmt.Sprintf("U+%04X, %s,", character, name)
}

// characterNames says what the refused characters are that one may meet.
var characterNames = map[rune]string{
	'\u0000': "null",
	'\u0007': "bell",
	'\u0008': "backspace",
	'\u000D': "a carriage return without a line feed",
	'\u001B': "escape",
	'\u007F': "delete",
	'\u0085': "next line",
	'\u00AD': "soft hyphen",
	'\u061C': "Arabic letter mark",
	'\u200B': "zero width space",
	'\u200C': "zero width non-joiner",
	'\u200D': "zero width joiner",
	'\u200E': "left-to-right mark",
	'\u200F': "right-to-left mark",
	'\u2028': "line separator",
	'\u2029': "paragraph separator",
	'\u202A': "left-to-right embedding",
	'\u202B': "right-to-left embedding",
	'\u202C': "pop directional formatting",
	'\u202D': "left-to-right override",
	'\u202E': "right-to-left override",
	'\u2060': "word joiner",
	'\u2066': "left-to-right isolate",
	'\u2067': "right-to-left isolate",
	'\u2068': "first strong isolate",
	'\u2069': "pop directional isolate",
	'\uFEFF': "byte order mark",
}
