package main

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// How much of what a file, or a caller, says is shown in text, in bytes. A header has
// names of up to 100 MB, and columns as wide would not fit in memory.
const (
	longestName = 200
	longestPath = 4096
	longestLine = 16 << 10
)

// printable is a tensor's name, quoted if a terminal could take it for more than that,
// and only the start of a long one.
func printable(name string) string { return plain(name, longestName) }

// printablePath is a path, quoted as a name is.
func printablePath(path string) string { return plain(path, longestPath) }

func plain(text string, longest int) string {
	short, rest := cut(text, longest)
	if quoted := strconv.Quote(short); quoted != `"`+short+`"` || text == "" {
		short = quoted
	}
	return short + rest
}

// quoted is a text in quotes, and only the start of a long one.
func quoted(text string) string {
	short, rest := cut(text, longestName)
	return strconv.Quote(short) + rest
}

// cut returns the start of a text, and what to say of the rest.
func cut(text string, longest int) (start, rest string) {
	if len(text) <= longest {
		return text, ""
	}
	end := longest
	for end > longest-utf8.UTFMax && !utf8.RuneStart(text[end]) {
		end--
	}
	return text[:end], fmt.Sprintf("... and %d bytes more", len(text)-end)
}

// oneLine is an error's text, which can hold paths and names, with escapes for what is
// not printable, line breaks included.
func oneLine(text string) string {
	text, rest := cut(text, longestLine)
	var line strings.Builder
	for len(text) > 0 {
		r, size := utf8.DecodeRuneInString(text)
		if strconv.IsPrint(r) && !(r == utf8.RuneError && size == 1) {
			line.WriteString(text[:size])
		} else {
			escape := strconv.Quote(text[:size])
			line.WriteString(escape[1 : len(escape)-1])
		}
		text = text[size:]
	}
	return line.String() + rest
}

// printableJSON is a JSON text with escapes for what is not printable, which can only
// be in its strings: encoding/json escapes a part of it.
func printableJSON(text string) string {
	acts := func(r rune) bool { return r != '\n' && !strconv.IsPrint(r) }
	if strings.IndexFunc(text, acts) < 0 {
		return text
	}
	var escaped strings.Builder
	for _, r := range text {
		switch {
		case !acts(r):
			escaped.WriteRune(r)
		case r <= 0xffff:
			fmt.Fprintf(&escaped, `\u%04x`, r)
		default:
			high, low := utf16.EncodeRune(r)
			fmt.Fprintf(&escaped, `\u%04x\u%04x`, high, low)
		}
	}
	return escaped.String()
}

// isWord reports a name that a shell takes as it is, wherever it is completed; what
// a file calls its tensors could be a command.
func isWord(name string) bool {
	return name != "" && name[0] != '-' && strings.IndexFunc(name, func(r rune) bool {
		return r == utf8.RuneError || !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("._-/+@%,:", r)
	}) < 0
}
