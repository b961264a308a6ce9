package specdiff

import (
	"fmt"
	"io"
	"strings"
)

// Text writes a report for a terminal or a commit message.
func Text(w io.Writer, report Report) error {
	var text strings.Builder
	text.WriteString(headline(report) + "\n")
	for _, change := range report.byClass() {
		fmt.Fprintf(&text, "\n%s: %s\n", change.Class, change.subject())
		for _, fact := range change.Facts {
			fmt.Fprintf(&text, "  %s\n", change.marked(fact))
		}
		for _, line := range declarationLines(change.Identifiers) {
			fmt.Fprintf(&text, "  %s\n", line)
		}
		if change.Switches != "" {
			fmt.Fprintf(&text, "  exhaustive switches over HostBufferRef and HostBuffer %s\n", change.Switches)
		}
		if change.Files.State != "" {
			fmt.Fprintf(&text, "  files: %s\n", change.Files.Text)
		}
	}
	_, err := io.WriteString(w, text.String())
	return err
}

// headline is the number of changes of each class that has any.
func headline(report Report) string {
	var parts []string
	for _, class := range classes {
		if n := report.count(class); n > 0 {
			parts = append(parts, plural(n, string(class)+" change"))
		}
	}
	if len(parts) == 0 {
		return "no dtype changes"
	}
	return strings.Join(parts, ", ")
}

// byClass is the changes with the gravest first.
func (r Report) byClass() []Change {
	var sorted []Change
	for _, class := range classes {
		for _, change := range r.Changes {
			if change.Class == class {
				sorted = append(sorted, change)
			}
		}
	}
	return sorted
}

// subject is what a change is about.
func (c Change) subject() string {
	if c.DType == "" {
		return "reserved"
	}
	return fmt.Sprintf("%s (value %d)", c.DType, c.Value)
}

// marked is the text of a fact, with its class where it is less grave than
// the change.
func (c Change) marked(fact Fact) string {
	if fact.Class == c.Class {
		return fact.Text
	}
	return fmt.Sprintf("%s (%s)", fact.Text, fact.Class)
}

// declarationLines shows identifiers as a diff does.
func declarationLines(identifiers []Identifier) []string {
	var lines []string
	for _, identifier := range identifiers {
		if identifier.Before != "" {
			lines = append(lines, "- "+identifier.Before)
		}
		if identifier.After != "" {
			lines = append(lines, "+ "+identifier.After)
		}
	}
	return lines
}
