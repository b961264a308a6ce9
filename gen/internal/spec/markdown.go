package spec

import "strings"

// Markdown is text of the table as a page shows it: nothing in it is markup.
func Markdown(text string) string {
	var escaped strings.Builder
	for _, character := range text {
		if strings.ContainsRune("\\`*_{}[]<>#|&~", character) {
			escaped.WriteByte('\\')
		}
		escaped.WriteRune(character)
	}
	return escaped.String()
}
