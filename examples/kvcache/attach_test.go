package main

import (
	"errors"
	"io/fs"
	"math/rand/v2"
	"sync/atomic"
	"testing"
	"time"

	"github.com/tensorshm/tensorshm/shmem"
)

// Kills seldom meet the moments between two steps of attach. Here sequences begin and
// end, or are abandoned as by a producer that is killed, as fast as can be.
func TestAttachNeverPairsTheRegionsOfTwoSequences(t *testing.T) {
	needsRegions(t)
	folder := t.TempDir()
	var over atomic.Bool
	began, failed := 0, make(chan error)
	go func() {
		failed <- func() error {
			for ; !over.Load(); began++ {
				s, err := beginSequence(folder)
				if err != nil {
					return err
				}
				for range 1 + rand.IntN(3) {
					if _, err := s.append(); err != nil {
						return err
					}
				}
				if rand.IntN(2) == 0 {
					err = s.end()
				} else {
					err = errors.Join(s.cache.Close(), s.length.Close(), s.mean.Close())
				}
				if err != nil {
					return err
				}
			}
			return nil
		}()
	}()
	attached, between, checked := 0, 0, 0
	for end := time.Now().Add(soak / 3); time.Now().Before(end) && !t.Failed(); {
		s, err := attach(folder)
		if errors.Is(err, fs.ErrNotExist) || errors.Is(err, shmem.ErrReplaced) {
			between++
			continue
		}
		noError(t, err)
		attached++
		for range 3 { // also while the sequence is replaced
			sequence, tokens, err := s.arrived()
			noError(t, err)
			if tokens > 0 {
				seen, err := s.attendOver(sequence, tokens)
				noError(t, err)
				checkStep(t, seen.String())
				checked++
			}
		}
		noError(t, s.close())
	}
	over.Store(true)
	noError(t, <-failed)
	t.Logf("%d sequences, %d attached to, %d times between two, %d steps checked", began, attached, between, checked)
	if attached == 0 || between == 0 || checked == 0 {
		t.Error("that proves nothing")
	}
}
