// Shmemctl looks into regions and safetensors files, copies models to where processes
// share them, and verifies that they are whole.
//
//	shmemctl dtypes                  # what elements there can be
//	shmemctl info PATH               # tensors, shapes, bytes, and who holds them
//	shmemctl dump PATH [TENSOR]      # values, statistics, a histogram
//	shmemctl preload SRC DST         # a model into one region, published whole
//	shmemctl verify PATH             # format and checksum, or that it equals another
//
// Every command prints a JSON object instead of text with --json; shmemctl help COMMAND
// says what is in it. Exit codes: 0 done; 1 the operation failed; 2 wrong usage; 3 a file
// is not what it should be; 130 interrupted.
package main

import (
	"context"
	"io"
	"os"
	"os/signal"
	"slices"
	"syscall"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), interrupts()...)
	context.AfterFunc(ctx, stop) // the second one ends the process, whatever it is doing
	os.Exit(run(ctx, os.Args[1:], os.Stdout, os.Stderr))
}

// interrupts are the signals that end a command, with nothing left behind. Those that
// a caller has it ignore, such as nohup, stay ignored.
func interrupts() []os.Signal {
	return slices.DeleteFunc([]os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP}, signal.Ignored)
}

// run is the program: it prints, and returns its exit code.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	p := &printer{stdout: &keeper{Writer: stdout}, stderr: stderr}
	root := newRootCommand(p)
	args = withDoubleDashes(args)
	root.SetArgs(args)
	err := root.ExecuteContext(ctx)
	if err == nil {
		err = p.stdout.err
	}
	if err == nil {
		return exitDone
	}
	if !p.started { // the flags were not all read
		p.json = p.json || slices.Contains(args, "--json")
	}
	return p.fail(err)
}

// withDoubleDashes has -json mean --json, as it does for programs with the flags of
// Go's own package; otherwise it would be four flags of one letter.
func withDoubleDashes(args []string) []string {
	var spelled []string
	for i, arg := range args {
		switch arg {
		case "--":
			return append(spelled, args[i:]...)
		case "-json", "-json=true", "-json=false":
			arg = "-" + arg
		}
		spelled = append(spelled, arg)
	}
	return spelled
}
