package main

import "fmt"

// step is what a process saw: the checksum of the attention over a number of
// tokens, and that of a revision of the mean, which in the consumer may be a
// later one.
type step struct {
	sequence  uint32
	tokens    int
	attention uint32
	revision  uint32
	mean      uint32
}

const stepFormat = "sequence %08x: attention over %2d tokens %08x, mean of %2d keys %08x"

func (s step) String() string {
	return fmt.Sprintf(stepFormat, s.sequence, s.tokens, s.attention, s.revision, s.mean)
}

func parseStep(line string) (s step, err error) {
	_, err = fmt.Sscanf(line, stepFormat, &s.sequence, &s.tokens, &s.attention, &s.revision, &s.mean)
	return s, err
}
