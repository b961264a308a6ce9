// Kvcache shares a KV cache that grows while it is read. A producer process
// appends the keys and values of one token after the other, a consumer process
// attends over what has arrived, and both print the same checksums. Either may be
// killed and started again at any moment.
//
//	go run ./examples/kvcache                 # both, each killed once on the way
//	kvcache produce [-every 10ms] FOLDER      # one of them
//	kvcache consume FOLDER
//
// # How a token is handed over
//
// The cache is a region of bfloat16, of shape [layers, 2, heads, context, head
// size]; how many tokens it holds is an element of a region of its own. The
// producer stores a token, with ordinary stores, and then the new length, with
// atomic.StoreUint32. The consumer loads the length with atomic.LoadUint32, and
// then reads the tokens before it. They are never stored again, so nothing tears.
// Package shmem says, under "What is shared, and when it is seen", why that works
// between processes.
//
// # How a row is revised in place
//
// The mean of the keys changes with every token. It has two slots and a revision
// number, whose lowest bit names the current slot. The producer fills the other
// slot and then publishes the next revision. The slot that a reader is in is
// overwritten only after that, so the reader loads the revision again when it is
// done, and starts over if it has changed. Whoever dies halfway leaves a slot that
// nobody looks at, and so nobody waits for the dead.
//
// All of that takes atomic loads and stores for the words of the slots too. An atomic
// load keeps later accesses behind it, but not earlier loads before it: on
// arm64 an ordinary load of the slot may be done after the revision has been
// loaded again. Nor does an atomic store keep later ordinary stores behind it.
//
// # How a sequence begins, and what a restart finds
//
// A producer creates the region "producer" with shmem.IfUnused and keeps it open: a
// second one gets shmem.ErrBusy, as long as the first one lives. Only then, and in
// this order, it
//
//   - removes the length, so that consumers learn that their sequence is over,
//   - creates the cache and the mean, by which consumers keep what they have mapped,
//   - creates the length.
//
// A consumer opens the length, then the cache and the mean, and then asks whether
// the length has been replaced; none at all counts as that. If not, the
// producer of this length has not been succeeded yet, and so cache and mean are
// of the same producer. If it has, the consumer starts over. It asks again whenever
// it waits for a token.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"syscall"
	"time"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "kvcache:", err)
		os.Exit(1)
	}
}

var errUsage = errors.New("usage: kvcache [produce [-every DURATION] FOLDER | consume FOLDER]")

func run(ctx context.Context, arguments []string) error {
	if len(arguments) == 0 {
		return demonstrate(ctx)
	}
	role := arguments[0]
	flags := flag.NewFlagSet(role, flag.ContinueOnError)
	every := flags.Duration("every", 10*time.Millisecond, "how long a token takes, for a producer")
	if err := flags.Parse(arguments[1:]); err != nil || flags.NArg() != 1 {
		return errUsage
	}
	switch role {
	case "produce":
		return produce(ctx, flags.Arg(0), *every)
	case "consume":
		return consume(ctx, flags.Arg(0))
	}
	return errUsage
}
