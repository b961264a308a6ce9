package main

import (
	"fmt"
	"io"

	"github.com/tensorshm/tensorshm/gen/internal/revision"
	"github.com/tensorshm/tensorshm/gen/internal/spec"
	"github.com/tensorshm/tensorshm/gen/internal/specdiff"
)

const diffUsage = "go tool gen diff [-format text|markdown|json] [-allow-breaking] OLD NEW"

var diffFormats = map[string]func(io.Writer, specdiff.Report) error{
	"text":     specdiff.Text,
	"markdown": specdiff.Markdown,
	"json":     specdiff.JSON,
}

// diff says what changes from one table to another.
func diff(args []string, stdout, stderr io.Writer) int {
	fail := func(code int, err error) int {
		fmt.Fprintf(stderr, "gen diff: %v\n", err)
		return code
	}
	flags := newFlagSet("gen diff", diffUsage, stderr)
	format := flags.String("format", "text", "how to write the report: text, markdown or json")
	allowBreaking := flags.Bool("allow-breaking", false, "exit 0 in spite of breaking changes")
	if code, ok := parseFlags(flags, args); !ok {
		return code
	}
	write, ok := diffFormats[*format]
	switch {
	case !ok:
		return fail(exitUsage, fmt.Errorf("-format %q is none of text, markdown, json; usage: %s", *format, diffUsage))
	case flags.NArg() != 2:
		return fail(exitUsage, fmt.Errorf("it takes two arguments behind the flags, OLD and NEW, not %d; usage: %s", flags.NArg(), diffUsage))
	}

	var found [2]revision.Table
	for i := range found {
		var err error
		if found[i], err = revision.Find(flags.Arg(i)); err != nil {
			return fail(exitUsage, err)
		}
	}
	var tables [2]*spec.Spec
	invalid := false
	for i := range found {
		var err error
		if tables[i], err = found[i].Parse(); err != nil {
			fmt.Fprintln(stderr, err)
			invalid = true
		}
	}
	if invalid {
		return exitInvalidTable
	}

	report := specdiff.Compare(tables[0], tables[1])
	if err := write(stdout, report); err != nil {
		return fail(exitFailed, err)
	}
	if report.Breaking > 0 && !*allowBreaking {
		return exitFailed
	}
	return exitOK
}
