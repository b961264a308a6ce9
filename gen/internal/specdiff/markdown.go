package specdiff

import (
	"fmt"
	"io"
	"strings"

	"github.com/tensorshm/tensorshm/gen/internal/spec"
)

// Markdown writes a report for a pull request: a table that shows every change
// at a glance, and the declarations folded away below it.
func Markdown(w io.Writer, report Report) error {
	var page strings.Builder
	page.WriteString("### Dtypes: " + headline(report) + "\n")
	changes := report.byClass()
	if len(changes) > 0 {
		page.WriteString("\n| class | dtype | what changes | Go API | stored files |\n| --- | --- | --- | --- | --- |\n")
		for _, change := range changes {
			page.WriteString("| " + strings.Join(cells(change), " | ") + " |\n")
		}
	}
	var declarations []string
	for _, change := range changes {
		declarations = append(declarations, declarationLines(change.Identifiers)...)
	}
	if len(declarations) > 0 {
		page.WriteString("\n<details><summary>Go declarations</summary>\n\n```diff\n" +
			strings.Join(declarations, "\n") + "\n```\n\n</details>\n")
	}
	_, err := io.WriteString(w, page.String())
	return err
}

const lineBreak = "<br>" // within a cell

func cells(change Change) []string {
	class, dtype := string(change.Class), "reserved"
	if change.Class == Breaking {
		class = "**breaking**"
	}
	if change.DType != "" {
		dtype = fmt.Sprintf("`%s` (%d)", change.DType, change.Value)
	}
	var facts, api []string
	for _, fact := range change.Facts {
		facts = append(facts, spec.Markdown(change.marked(fact)))
	}
	api = append(api, identifierCounts(change.Identifiers)...)
	if change.Switches != "" {
		api = append(api, "exhaustive switches "+spec.Markdown(change.Switches))
	}
	row := []string{class, dtype, strings.Join(facts, lineBreak), strings.Join(api, lineBreak), spec.Markdown(change.Files.Text)}
	for i, cell := range row {
		if cell == "" {
			row[i] = "–"
		}
	}
	return row
}

// identifierCounts is how many identifiers disappear, change and appear.
func identifierCounts(identifiers []Identifier) []string {
	var gone, changed, appear int
	for _, identifier := range identifiers {
		switch {
		case identifier.After == "":
			gone++
		case identifier.Before == "":
			appear++
		default:
			changed++
		}
	}
	var counts []string
	for _, count := range []struct {
		n    int
		verb string
	}{{gone, "disappear"}, {changed, "change"}, {appear, "appear"}} {
		switch {
		case count.n == 1:
			counts = append(counts, "1 identifier "+count.verb+"s")
		case count.n > 1:
			counts = append(counts, fmt.Sprintf("%d identifiers %s", count.n, count.verb))
		}
	}
	return counts
}
