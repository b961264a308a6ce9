package output

import (
	"bytes"
	"fmt"

	"github.com/rogpeppe/go-internal/diff"
)

// maxDiffLines is enough for a review of one dtype; who sees more has to
// generate anyway.
const maxDiffLines = 200

// Unified is the change that brings the file up to date, as a unified diff cut
// to maxDiffLines. It is empty for a file that is missing.
func (d Drift) Unified() string {
	if d.current == nil {
		return ""
	}
	whole := diff.Diff("a/"+d.Path, d.current, "b/"+d.Path, d.wanted)
	lines := bytes.SplitAfter(whole, []byte("\n"))
	if last := len(lines) - 1; len(lines[last]) == 0 {
		lines = lines[:last]
	}
	if len(lines) <= maxDiffLines {
		return string(whole)
	}
	return fmt.Sprintf("%s(%d more lines of the diff of %s)\n",
		bytes.Join(lines[:maxDiffLines], nil), len(lines)-maxDiffLines, d.Path)
}
