package main

import (
	"math/rand/v2"
	"testing"
	"time"
)

// lifetime is at random: while a process starts, or once it is at work.
func lifetime(start time.Duration) time.Duration {
	if rand.IntN(2) == 0 {
		return rand.N(start)
	}
	return rand.N(2*start + 100*time.Millisecond)
}

func TestKilledAtAnyMomentNothingIsLostOrTorn(t *testing.T) {
	needsRegions(t)
	if testing.Short() {
		t.Skip("takes seconds")
	}
	folder := t.TempDir()
	produce := func() *running { return begin(t, "produce", "-every", "300us", folder) }
	consume := func() *running { return begin(t, "consume", folder) }
	began := time.Now()
	producer, consumer := produce(), consume()
	consumer.waitFor(t, 1)
	start := time.Since(began)
	var producers, consumers []*running
	for end := time.Now().Add(soak); time.Now().Before(end) || len(producers) < 10; {
		time.Sleep(lifetime(start))
		which := rand.IntN(3) // the producer, the consumer or both
		if which != 1 {
			producer.kill(t)
			producers = append(producers, producer)
		}
		if which != 0 {
			consumer.kill(t)
			consumers = append(consumers, consumer)
			consumer = consume()
		}
		if which != 1 {
			producer = produce()
		}
		if t.Failed() {
			t.FailNow()
		}
	}
	t.Logf("%d producers and %d consumers killed", len(producers), len(consumers))
	producer.waitFor(t, 1)
	consumer.waitFor(t, 1)
	producer.stop(t)
	wantEmpty(t, folder)
	producers = append(producers, producer)
	last := lastTokens(t, producers)

	// A consumer that stays prints whatever of a sequence came after its first step.
	inLast, _ := parseStep(producer.lines()[len(producer.lines())-1])
	for deadline := time.Now().Add(20 * time.Second); time.Now().Before(deadline); time.Sleep(time.Millisecond) {
		if lines := consumer.lines(); len(lines) > 0 {
			if seen, _ := parseStep(lines[len(lines)-1]); seen.sequence != inLast.sequence || seen.tokens >= inLast.tokens {
				break
			}
		}
	}
	time.Sleep(10 * pause)
	consumer.stop(t)
	consumers = append(consumers, consumer)

	steps := 0
	for _, consumer := range consumers {
		lines := consumer.lines()
		steps += len(lines)
		before := step{}
		for i, line := range lines {
			seen := checkStep(t, line)
			switch {
			case i > 0 && seen.sequence == before.sequence && seen.tokens != before.tokens+1:
				t.Errorf("lost tokens between\n%s\n%s", before, seen)
			case i > 0 && seen.sequence != before.sequence && before.tokens < last[before.sequence]:
				t.Errorf("lost tokens after\n%s\nof %d", before, last[before.sequence])
			}
			before = seen
		}
		if consumer == consumers[len(consumers)-1] && before.tokens < last[before.sequence] {
			t.Errorf("lost tokens after\n%s\nof %d", before, last[before.sequence])
		}
	}
	if steps < 10 || len(last) < 2 {
		t.Errorf("consumers saw only %d steps, of %d sequences", steps, len(last))
	}
	t.Logf("%d steps of %d sequences seen whole", steps, len(last))
}

// lastTokens is how many tokens of each sequence were announced.
func lastTokens(t *testing.T, producers []*running) map[uint32]int {
	last := map[uint32]int{}
	for _, producer := range producers {
		for _, line := range producer.lines() {
			seen := checkStep(t, line)
			if seen.tokens != last[seen.sequence]+1 {
				t.Errorf("a producer skips to %s", line)
			}
			last[seen.sequence] = seen.tokens
		}
	}
	return last
}
