package main

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/dustin/go-humanize"
)

// printer prints what a command has to say, as text or as JSON.
type printer struct {
	stdout    *keeper
	stderr    io.Writer
	json      bool
	started   bool   // whether a command runs
	operation string // its name
}

// keeper keeps the first error of a writer: cobra drops those of printing help.
type keeper struct {
	io.Writer
	err error
}

func (k *keeper) Write(bytes []byte) (int, error) {
	n, err := k.Writer.Write(bytes)
	if k.err == nil {
		k.err = err
	}
	return n, err
}

// report is what a command has to say: by its tags, or in text.
type report interface {
	text(w io.Writer)
}

func (p *printer) print(r report) error {
	if p.json {
		return writeJSON(p.stdout, r, "  ")
	}
	var text strings.Builder
	r.text(&text)
	_, err := io.WriteString(p.stdout, text.String())
	return err
}

func writeJSON(w io.Writer, value any, indent string) error {
	var text strings.Builder
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", indent)
	if err := encoder.Encode(value); err != nil {
		return err
	}
	_, err := io.WriteString(w, printableJSON(text.String()))
	return err
}

// table prints rows in columns.
func table(w io.Writer, rows func(row func(cells ...any))) {
	var text strings.Builder
	columns := tabwriter.NewWriter(&text, 0, 0, 2, ' ', 0)
	rows(func(cells ...any) {
		for i, cell := range cells {
			if i > 0 {
				fmt.Fprint(columns, "\t")
			}
			fmt.Fprint(columns, cell)
		}
		fmt.Fprintln(columns)
	})
	columns.Flush()
	for line := range strings.Lines(text.String()) {
		fmt.Fprintln(w, strings.TrimRight(line, " \n"))
	}
}

// size is a number of bytes as people say it, and exactly.
func size(bytes int64) string {
	if bytes < 1024 {
		return fmt.Sprintf("%d bytes", bytes)
	}
	return fmt.Sprintf("%s (%d bytes)", humanize.IBytes(uint64(bytes)), bytes)
}

func counted(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}
