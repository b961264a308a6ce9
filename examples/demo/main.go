// Demo shares a region of every supported dtype between two operating-system
// processes. A producer creates and fills it through the typed accessor, a
// consumer reads it through AsHostBufferRef and writes one element back, and
// the producer sees that. It exits 1 if the two ever disagree.
//
// With WEIGHTS=file.f32 (raw little-endian float32) the producer also loads
// those weights into a region, and the consumer describes them from its own
// mapping.
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"syscall"
)

func main() {
	role := ""
	if len(os.Args) > 1 {
		role = os.Args[1]
	}
	var err error
	switch role {
	case "":
		err = demonstrate()
	case "producer":
		err = serve(os.Stdin, os.Stdout, newProducer())
	case "consumer":
		err = serve(os.Stdin, os.Stdout, newConsumer())
	default:
		err = fmt.Errorf("unknown role %q: run the demo without arguments", role)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "demo:", err)
		os.Exit(1)
	}
}

// demonstrate starts the two processes and leads them through every dtype.
func demonstrate() error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	folder, err := sharedFolder()
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	producer, err := start(ctx, "producer")
	if err != nil {
		return err
	}
	defer producer.stop()
	consumer, err := start(ctx, "consumer")
	if err != nil {
		return err
	}
	defer consumer.stop()
	fmt.Printf("producer is process %d, consumer is process %d, regions are in %s\n\n", producer.id(), consumer.id(), folder)

	pair := pair{producer, consumer, folder}
	identical, supported, err := pair.shareDTypes(os.Stdout)
	if err != nil {
		return err
	}
	if weights := os.Getenv("WEIGHTS"); weights != "" {
		if err := pair.shareWeights(os.Stdout, weights); err != nil {
			return err
		}
	}
	fmt.Printf("\n%d of %d dtypes identical in both processes\n", identical, supported)
	if identical != supported {
		return fmt.Errorf("%d dtypes differ", supported-identical)
	}
	return nil
}

// sharedFolder makes a folder in memory where there is one.
func sharedFolder() (string, error) {
	if folder, err := os.MkdirTemp("/dev/shm", "tensorshm-demo-"); err == nil {
		return folder, nil
	}
	return os.MkdirTemp("", "tensorshm-demo-")
}
