// Weights shares read-only weights that are replaced under load. A preloader
// process makes a whole new version aside and publishes it by a rename; a worker
// process for every request opens what the path names then, verifies it, and
// computes.
//
//	go run ./examples/weights                              # both, with a preloader that is killed
//	weights preload [-version N] PATH [FILE.f32]           # publishes a version
//	weights work PATH                                      # one request
//
// # How a version is published
//
// The preloader creates a region under a name that nobody opens, with mode 0444,
// fills it, syncs it, and renames it to PATH. The rename is the publication: it is
// one step, so that PATH always names a whole version, the old or the new one,
// whenever the preloader is killed, and, since the bytes are on the device before
// their name is, also after the machine has crashed. Workers that have the old
// version mapped keep it.
//
// Create under PATH would not do: it publishes the file with nothing in it yet.
//
// The name is the preloader's own, so that two at a time do not fill one file. Of
// them the last to rename wins. Names begin with .tensorshm-, as those do that Create
// itself uses. A preloader that is killed leaves its file, and the next Create in the
// folder, as of the next preloader, removes it: nobody has it open any more, while an
// owner has until it is renamed.
//
// # Where the checksum is
//
// In the region itself, in a header in front of the elements: version, number of
// elements, and a SHA-256 of both and of the elements. A second file could not be
// replaced in the same step, and a worker would meet the old one with the new
// weights. A header takes a Region, which has no dtype, and two views on it.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"syscall"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "weights:", err)
		os.Exit(1)
	}
}

var errUsage = errors.New("usage: weights [preload [-version N] PATH [FILE.f32] | work PATH]")

func run(ctx context.Context, arguments []string) error {
	if len(arguments) == 0 {
		return demonstrate(ctx)
	}
	role := arguments[0]
	flags := flag.NewFlagSet(role, flag.ContinueOnError)
	version := flags.Uint64("version", 0, "for a preloader: `N`, or else one more than the published version")
	if err := flags.Parse(arguments[1:]); err != nil {
		return errUsage
	}
	switch path, source := flags.Arg(0), flags.Arg(1); {
	case role == "preload" && (flags.NArg() == 1 || flags.NArg() == 2):
		return preload(path, source, *version)
	case role == "work" && flags.NArg() == 1:
		return work(path)
	}
	return errUsage
}
