package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"sync/atomic"
	"time"

	"github.com/tensorshm/tensorshm/shmem"
)

// pause is how long a consumer waits for what is not there yet.
const pause = time.Millisecond

// consume follows one sequence after the other in folder until ctx ends.
func consume(ctx context.Context, folder string) error {
	for ctx.Err() == nil {
		s, err := attach(folder)
		if err == nil {
			err = errors.Join(s.follow(ctx), s.close())
		}
		switch {
		case errors.Is(err, fs.ErrNotExist), errors.Is(err, shmem.ErrReplaced): // between two sequences
			sleep(ctx)
		case err != nil:
			return err
		}
	}
	return nil
}

func sleep(ctx context.Context) {
	select {
	case <-ctx.Done():
	case <-time.After(pause):
	}
}

// consumed is a sequence in a consumer.
type consumed struct {
	length, cache, mean *shmem.Storage
	lengths             []uint32
	row                 revisedRow
}

// attach opens the regions of one producer, in the order of the package comment. It
// fails with fs.ErrNotExist or shmem.ErrReplaced between two sequences.
func attach(folder string) (_ *consumed, err error) {
	s := &consumed{}
	defer func() {
		if err != nil {
			s.close()
		}
	}()
	open := func(name string, dtype shmem.DType, elements int) (*shmem.Storage, error) {
		return shmem.Open(filepath.Join(folder, name), dtype, elements, shmem.ReadOnly(), shmem.ExactSize())
	}
	if s.length, err = open(lengthName, shmem.U32, lengthWords); err != nil {
		return nil, err
	}
	if s.cache, err = open(cacheName, shmem.BF16, cacheElems); err != nil {
		return nil, err
	}
	if s.mean, err = open(meanName, shmem.U32, rowWords(meanElems)); err != nil {
		return nil, err
	}
	if replaced, err := s.length.Replaced(); err != nil {
		return nil, err
	} else if replaced {
		return nil, fmt.Errorf("attach to %s: %w", folder, shmem.ErrReplaced)
	}
	if s.lengths, err = s.length.AsSliceU32(); err != nil {
		return nil, err
	}
	s.row, err = s.mean.AsSliceU32()
	return s, err
}

func (s *consumed) close() (err error) {
	for _, region := range []*shmem.Storage{s.length, s.cache, s.mean} {
		if region != nil {
			err = errors.Join(err, region.Close())
		}
	}
	return err
}

// follow prints a step for every token from the current length on, until the
// sequence is over or ctx ends.
func (s *consumed) follow(ctx context.Context) error {
	for done := -1; ; sleep(ctx) {
		// Asked before the length is loaded: when the sequence is over, what is
		// loaded after that is its last length.
		over, err := s.length.Replaced()
		if err != nil {
			return err
		}
		sequence, tokens, err := s.arrived()
		if err != nil {
			return err
		}
		if done < 0 {
			done = max(tokens-1, 0)
		}
		for ; done < tokens; done++ {
			seen, err := s.attendOver(sequence, done+1)
			if err != nil {
				return err
			}
			if _, err := fmt.Println(seen); err != nil {
				return err
			}
		}
		if over || ctx.Err() != nil {
			return nil
		}
	}
}

// arrived is how many tokens there are to read.
func (s *consumed) arrived() (sequence uint32, tokens int, err error) {
	err = s.length.Guard(func() error {
		tokens = int(atomic.LoadUint32(&s.lengths[lengthWord])) // first: the rest is there as far as it says
		sequence = atomic.LoadUint32(&s.lengths[sequenceWord])
		return nil
	})
	if err == nil && (tokens < 0 || tokens > maxTokens) {
		err = fmt.Errorf("length in %s: %d > %d tokens", s.length.Path(), uint32(tokens), maxTokens)
	}
	return sequence, tokens, err
}

func (s *consumed) attendOver(sequence uint32, tokens int) (seen step, err error) {
	attention, err := attend(sequence, tokens, func(dst []float32, from int) error {
		_, err := s.cache.ReadFloat32(dst, from) // a truncated file is an error here, not a crash
		return err
	})
	if err != nil {
		return step{}, err
	}
	numbers := make([]float32, meanElems)
	var revision uint32
	err = s.mean.Guard(func() error { revision = s.row.read(numbers); return nil })
	return step{sequence, tokens, checksum(attention), revision, checksum(numbers)}, err
}
