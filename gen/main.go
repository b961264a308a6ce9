// Gen turns dtypes.yaml into the files that follow from it: the generated Go
// code of shmem, shmem/minifloat and the demo, and DTYPES.md. It also says what
// a change of the table does to those who use the package.
//
// Usage:
//
//	go tool gen [-check | -list] [-v]
//	go tool gen diff [-format text|markdown|json] [-allow-breaking] OLD NEW
//
// # Generate
//
// It works on the nearest parent folder that holds dtypes.yaml, prints the path
// of each file that it changed, and writes only those. With -v it also says
// how many files it looked at.
//
// With -check it writes nothing. It names each file that differs from the table
// or is missing, and each orphan: a file whose first line has the header of the
// generated files though the table makes no such file. Then it prints the
// change that generating would make, as a unified diff, cut after 200 lines of a
// file. Orphans are looked for in the whole module, except in .git, in folders
// named testdata, and in folders with a go.mod or a dtypes.yaml of their own.
//
// With -list it writes nothing either and prints the path of each generated
// file: those that the table makes, there or not, and the orphans.
//
// # Diff
//
// It compares two tables and classifies each change:
//
//   - additive: whatever worked works as before;
//   - behaviour: code compiles as before, but something answers differently;
//   - breaking: code stops compiling, or stored data loses its meaning.
//
// OLD and NEW are files or git revisions. An existing file is read as it is; of
// a revision, such as HEAD~1 or origin/main, it reads the dtypes.yaml of the
// module's root. For each dtype that changes it says what was and what is, which
// Go identifiers appear and disappear, what exhaustive switches over the
// variants need, and whether stored files stay readable. Facts less grave than
// their change have their class behind them.
//
// -format text, the default, is for terminals and commit messages, markdown for
// pull requests, and json for programs: an object with the numbers of changes,
// breaking, behaviour and additive, and a list, changes, of objects with
//
//	class        the gravest class of its facts
//	dtype        the name before the change; empty for a reservation
//	value        the value before the change; 0 where a name alone is reserved
//	facts        objects with class, rule (what kind of fact) and text
//	identifiers  objects with name, before and after: the Go declarations, empty where there is none
//	switches     what exhaustive switches do; not there if nothing
//	files        an object with text and state: as-before, none-yet, bytes-only,
//	             length-differs, other-numbers or no-dtype; not there for a reservation
//
// # Exit codes
//
// 0 all is well; 1 a file differs or is an orphan, something could not be
// made or written, or there are breaking changes and no -allow-breaking; 2 wrong usage,
// also a file or revision that is not there; 3 a table is invalid, and then
// nothing is written.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
)

const (
	exitOK = iota
	exitFailed
	exitUsage
	exitInvalidTable
)

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

func run(args []string, stdout, stderr io.Writer) int {
	if len(args) > 0 && args[0] == "diff" {
		return diff(args[1:], stdout, stderr)
	}
	return generate(args, stdout, stderr)
}

// newFlagSet is flags of a command, whose usage line it shows with them.
func newFlagSet(name, usage string, stderr io.Writer) *flag.FlagSet {
	flags := flag.NewFlagSet(name, flag.ContinueOnError)
	flags.SetOutput(stderr)
	flags.Usage = func() {
		fmt.Fprintf(stderr, "usage: %s\n", usage)
		flags.PrintDefaults()
	}
	return flags
}

// parseFlags reports whether the command goes on, and how it exits if not.
func parseFlags(flags *flag.FlagSet, args []string) (code int, ok bool) {
	switch err := flags.Parse(args); {
	case errors.Is(err, flag.ErrHelp):
		return exitOK, false
	case err != nil:
		return exitUsage, false
	}
	return exitOK, true
}
