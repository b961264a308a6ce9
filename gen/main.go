// Gen turns dtypes.yaml into the files that follow from it: the generated Go
// code of shmem, shmem/minifloat and the demo, and DTYPES.md.
//
// Usage:
//
//	go tool gen [-check] [-v]
//
// It works on the nearest parent folder that holds dtypes.yaml, prints the path
// of each file that it changed, and writes only those. With -check it writes
// nothing and names each file that differs from the table. With -v it also says
// how many files it looked at.
//
// Exit codes: 0 all is well, 1 a file differs or cannot be made or written, 2 wrong
// usage, 3 the table is invalid; then nothing is written.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/tensorshm/tensorshm/gen/internal/emit"
	"github.com/tensorshm/tensorshm/gen/internal/output"
	"github.com/tensorshm/tensorshm/gen/internal/spec"
)

const (
	exitOK = iota
	exitDrift
	exitUsage
	exitInvalidTable
)

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

func run(args []string, stdout, stderr io.Writer) int {
	flags := flag.NewFlagSet("gen", flag.ContinueOnError)
	flags.SetOutput(stderr)
	check := flags.Bool("check", false, "write nothing; fail if a file differs from the table")
	verbose := flags.Bool("v", false, "say how many files were looked at")
	switch err := flags.Parse(args); {
	case errors.Is(err, flag.ErrHelp):
		return exitOK
	case err != nil:
		return exitUsage
	}
	fail := func(code int, err error) int {
		fmt.Fprintln(stderr, err)
		return code
	}
	if flags.NArg() > 0 {
		return fail(exitUsage, fmt.Errorf("gen: unexpected argument %q; usage: go tool gen [-check] [-v]", flags.Arg(0)))
	}

	root, err := output.FindRoot(".")
	if err != nil {
		return fail(exitUsage, fmt.Errorf("gen: %w", err))
	}
	source, err := os.ReadFile(filepath.Join(root, output.TableName))
	if err != nil {
		return fail(exitUsage, fmt.Errorf("gen: %w", err))
	}
	table, err := spec.Parse(output.TableName, source)
	if err != nil {
		return fail(exitInvalidTable, err)
	}
	files, err := emit.Files(table)
	if err != nil {
		return fail(exitDrift, fmt.Errorf("gen: %w", err))
	}
	report := func(changed int, verb string) {
		if *verbose {
			fmt.Fprintf(stderr, "gen: %d files follow from %s, %d %s\n", len(files), output.TableName, changed, verb)
		}
	}
	if *check {
		drifts, err := output.Check(root, files)
		if err != nil {
			return fail(exitDrift, fmt.Errorf("gen: %w", err))
		}
		for _, drift := range drifts {
			fmt.Fprintf(stderr, "%s: %s; run go generate ./...\n", drift.Path, drift.Reason)
		}
		report(len(drifts), "differ")
		if len(drifts) > 0 {
			return exitDrift
		}
		return exitOK
	}
	written, err := output.Write(root, files)
	for _, path := range written {
		fmt.Fprintln(stdout, path)
	}
	if err != nil {
		return fail(exitDrift, fmt.Errorf("gen: %w", err))
	}
	report(len(written), "changed")
	return exitOK
}
