package main

import (
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/tensorshm/tensorshm/shmem"
)

// elements is how many a region of the demo has: whole units of every dtype.
const elements = 4096

// pair is the producer and the consumer at work in one folder.
type pair struct {
	producer, consumer *process
	folder             string
}

// shareDTypes leads both through every supported dtype, prints what they saw,
// and counts the dtypes of which both saw the same.
func (p pair) shareDTypes(output io.Writer) (identical, supported int, err error) {
	table := tabwriter.NewWriter(output, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "dtype\telements\tbytes\tvalues\tproducer's checksum\tconsumer's checksum\twritten back\t")
	var declined []string
	for dtype := range shmem.DTypes() {
		if !dtype.Supported() {
			declined = append(declined, fmt.Sprintf("%v (%v)", dtype, dtype.Status()))
			continue
		}
		supported++
		row, same, err := p.shareDType(dtype)
		if err != nil {
			return 0, 0, err
		}
		if same {
			identical++
		}
		fmt.Fprintln(table, row)
	}
	if err := table.Flush(); err != nil {
		return 0, 0, err
	}
	if len(declined) > 0 {
		fmt.Fprintf(output, "\nshared as bytes only: %s\n", strings.Join(declined, ", "))
	}
	return identical, supported, nil
}

// shareDType returns a row of the table, and whether both processes saw the
// same before and after the consumer wrote.
func (p pair) shareDType(dtype shmem.DType) (row string, same bool, err error) {
	size, err := dtype.StorageBytes(elements)
	if err != nil {
		return "", false, err
	}
	r := request{Path: filepath.Join(p.folder, dtype.String()), DType: dtype.String(), Elements: elements}
	ask := func(to *process, step string) (answer reply) {
		if err == nil {
			r.Step = step
			answer, err = to.ask(r)
		}
		return answer
	}
	created := ask(p.producer, "create")
	opened := ask(p.consumer, "open")
	written := ask(p.consumer, "write back")
	seen := ask(p.producer, "look again")
	ask(p.consumer, "close")
	ask(p.producer, "remove")
	if err != nil {
		return "", false, err
	}
	changed := written.Values[0] != opened.Values[0] && written.Checksum != opened.Checksum
	same = agree(created, opened) && agree(written, seen) && changed
	verdict := fmt.Sprintf("%s, seen as %s", written.Values[0], seen.Values[0])
	if !same {
		verdict += "  MISMATCH"
	}
	row = fmt.Sprintf("%v\t%d\t%d\t%s …\t%.12s\t%.12s\t%s\t", dtype, elements, size, strings.Join(created.Values, " "), created.Checksum, opened.Checksum, verdict)
	return row, same, nil
}

func agree(a, b reply) bool { return a.Checksum == b.Checksum && slices.Equal(a.Values, b.Values) }

// shareWeights has the producer load a file of weights and the consumer
// describe them from its own mapping.
func (p pair) shareWeights(output io.Writer, source string) error {
	r := request{Step: "load weights", Path: filepath.Join(p.folder, "weights"), Source: source}
	if _, err := p.producer.ask(r); err != nil {
		return err
	}
	r.Step = "summarize weights"
	answer, err := p.consumer.ask(r)
	if err != nil {
		return err
	}
	fmt.Fprintf(output, "\nweights of %s as the consumer sees them:\n%s\n", source, answer.Weights)
	r.Step = "remove"
	_, err = p.producer.ask(r)
	return err
}
