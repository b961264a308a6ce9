package main

import (
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/tensorshm/tensorshm/gen/internal/emit"
	"github.com/tensorshm/tensorshm/gen/internal/output"
	"github.com/tensorshm/tensorshm/gen/internal/spec"
)

const generateUsage = "go tool gen [-check | -list] [-v]"

// generate writes the files that follow from the table, or checks or lists them.
func generate(args []string, stdout, stderr io.Writer) int {
	fail := func(code int, err error) int {
		fmt.Fprintf(stderr, "gen: %v\n", err)
		return code
	}
	flags := newFlagSet("gen", generateUsage, stderr)
	check := flags.Bool("check", false, "write nothing; fail if a file differs from the table or is an orphan")
	list := flags.Bool("list", false, "write nothing; print the path of each generated file")
	verbose := flags.Bool("v", false, "say how many files were looked at")
	if code, ok := parseFlags(flags, args); !ok {
		return code
	}
	switch {
	case flags.NArg() > 0:
		return fail(exitUsage, fmt.Errorf("unexpected argument %q; usage: %s, or %s", flags.Arg(0), generateUsage, diffUsage))
	case *check && *list:
		return fail(exitUsage, fmt.Errorf("-check and -list exclude each other; usage: %s", generateUsage))
	}

	root, err := output.FindRoot(".")
	if err != nil {
		return fail(exitUsage, err)
	}
	source, err := os.ReadFile(filepath.Join(root, output.TableName))
	if err != nil {
		return fail(exitUsage, err)
	}
	table, err := spec.Parse(output.TableName, source)
	if err != nil {
		fmt.Fprintln(stderr, err)
		return exitInvalidTable
	}
	files, err := emit.Files(table)
	if err != nil {
		return fail(exitFailed, err)
	}
	if !*check && !*list {
		written, err := output.Write(root, files)
		for _, path := range written {
			fmt.Fprintln(stdout, path)
		}
		if err != nil {
			return fail(exitFailed, err)
		}
		if *verbose {
			fmt.Fprintf(stderr, "gen: %d files follow from %s, %d changed\n", len(files), output.TableName, len(written))
		}
		return exitOK
	}

	orphans, err := output.Orphans(root, emit.Header, files)
	if err != nil {
		return fail(exitFailed, err)
	}
	if *list {
		for _, path := range slices.Sorted(slices.Values(slices.AppendSeq(orphans, maps.Keys(files)))) {
			fmt.Fprintln(stdout, path)
		}
		return exitOK
	}
	drifts, err := output.Check(root, files)
	if err != nil {
		return fail(exitFailed, err)
	}
	reportDrift(drifts, orphans, stdout, stderr)
	if *verbose {
		fmt.Fprintf(stderr, "gen: %d files follow from %s, %d differ, %d orphaned\n", len(files), output.TableName, len(drifts), len(orphans))
	}
	if len(drifts)+len(orphans) > 0 {
		return exitFailed
	}
	return exitOK
}

// reportDrift names every file before it shows a diff, so that a long one
// hides none.
func reportDrift(drifts []output.Drift, orphans []string, stdout, stderr io.Writer) {
	for _, drift := range drifts {
		fmt.Fprintf(stderr, "%s: %s; run go generate ./...\n", drift.Path, drift.Reason)
	}
	for _, path := range orphans {
		fmt.Fprintf(stderr, "%s: %s makes no such file; delete it\n", path, output.TableName)
	}
	for _, drift := range drifts {
		fmt.Fprint(stdout, drift.Unified())
	}
}
