//go:build long

package interop

import (
	"errors"
	"fmt"
	"slices"
)

// terms are what a peer sees elements as: "values"; or "codes" where it has no
// type that means these values, or "none" where it has nothing, with the reason.
type terms struct{ kind, detail string }

// words are the elements in these terms.
func (t terms) words(e elements) ([]string, error) {
	if t.kind == "codes" {
		return e.codeWords(), nil
	}
	return e.valueWords()
}

// The outcomes of an exchange, each worse than the one before.
const (
	asValues = iota
	asCodes
	readsOnly
	notApplicable
	skipped
	failed
)

// outcomeWords are the outcomes in the matrix.
var outcomeWords = []string{"ok", "codes", "reads", "n/a", "skipped", "FAILED"}

// outcome is a cell of the matrix.
type outcome struct {
	worst   int
	reasons []string
}

// note keeps the worst outcome, and every reason.
func (o *outcome) note(result int, reason string) {
	o.worst = max(o.worst, result)
	if reason != "" && !slices.Contains(o.reasons, reason) {
		o.reasons = append(o.reasons, reason)
	}
}

// see notes how a peer sees the elements. Codes that mean themselves are values.
func (o *outcome) see(seen terms, e elements) error {
	values, err := e.valueWords()
	unknown := errors.Is(err, errNoValues)
	if err != nil && !unknown {
		return err
	}
	switch {
	case seen.kind == "none":
		o.note(notApplicable, seen.detail)
	case seen.kind == "codes" && (unknown || !slices.Equal(values, e.codeWords())):
		o.note(asCodes, seen.detail)
	case seen.kind == "values" && unknown:
		return fmt.Errorf("the peer has values, as %s, where we have none", seen.detail)
	case seen.kind != "codes" && seen.kind != "values":
		return fmt.Errorf("the peer sees %v", seen)
	}
	return nil
}
