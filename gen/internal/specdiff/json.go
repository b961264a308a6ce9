package specdiff

import (
	"encoding/json"
	"io"
)

// JSON writes a report for programs; Report documents its fields.
func JSON(w io.Writer, report Report) error {
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	return encoder.Encode(report)
}
