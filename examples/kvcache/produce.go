package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"sync/atomic"
	"time"

	"github.com/tensorshm/tensorshm/shmem"
)

// produce makes one sequence after the other in folder until ctx ends, and leaves
// nothing there.
func produce(ctx context.Context, folder string, every time.Duration) (err error) {
	// Only producers open this region, so in use means that one is alive. The others
	// are open in consumers as well.
	turn, err := shmem.Create(filepath.Join(folder, producerName), shmem.U8, 1, shmem.IfUnused())
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, turn.Remove(), turn.Close()) }()
	for ctx.Err() == nil {
		if err := produceSequence(ctx, folder, every); err != nil {
			return err
		}
	}
	return nil
}

func produceSequence(ctx context.Context, folder string, every time.Duration) (err error) {
	s, err := beginSequence(folder)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.end()) }()
	for s.tokens < maxTokens && ctx.Err() == nil {
		seen, err := s.append()
		if err != nil {
			return err
		}
		if _, err := fmt.Println(seen); err != nil {
			return err
		}
		select {
		case <-ctx.Done():
		case <-time.After(every):
		}
	}
	return nil
}

// produced is a sequence in its producer.
type produced struct {
	length, cache, mean *shmem.Storage
	sequence            uint32
	tokens              int
	local               localCache
	localMean           mean
}

// beginSequence makes the regions in the order of the package comment, whatever
// the producer before was killed at.
func beginSequence(folder string) (_ *produced, err error) {
	s := &produced{sequence: rand.Uint32(), local: make(localCache, cacheElems)}
	defer func() {
		if err != nil {
			err = errors.Join(err, s.end())
		}
	}()
	if err := os.Remove(filepath.Join(folder, lengthName)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	if s.cache, err = shmem.Create(filepath.Join(folder, cacheName), shmem.BF16, cacheElems); err != nil {
		return nil, err
	}
	if s.mean, err = shmem.Create(filepath.Join(folder, meanName), shmem.U32, rowWords(meanElems)); err != nil {
		return nil, err
	}
	s.length, err = shmem.Create(filepath.Join(folder, lengthName), shmem.U32, lengthWords)
	return s, err
}

// append stores the next token and publishes it.
func (s *produced) append() (seen step, err error) {
	for place, numbers := range token(s.sequence, s.tokens) {
		if _, err := s.cache.WriteFloat32(numbers, place); err != nil {
			return step{}, err
		}
	}
	s.local.append(s.sequence, s.tokens)
	s.tokens++
	s.localMean.add(s.sequence)
	numbers := s.localMean.numbers()
	if err := s.publish(numbers); err != nil {
		return step{}, err
	}
	attention, err := attend(s.sequence, s.tokens, s.local.read)
	return step{s.sequence, s.tokens, checksum(attention), uint32(s.tokens), checksum(numbers)}, err
}

// publish revises the mean and then says that one more token is there: last, so that
// whoever sees the length sees all of it.
func (s *produced) publish(mean []float32) error {
	row, err := s.mean.AsMutSliceU32()
	if err != nil {
		return err
	}
	words, err := s.length.AsMutSliceU32()
	if err != nil {
		return err
	}
	err = s.mean.Guard(func() error { revisedRow(row).revise(mean); return nil })
	if err != nil {
		return err
	}
	return s.length.Guard(func() error {
		atomic.StoreUint32(&words[sequenceWord], s.sequence)
		atomic.StoreUint32(&words[lengthWord], uint32(s.tokens))
		return nil
	})
}

// end removes the regions, the length first. Consumers keep what they have mapped.
func (s *produced) end() (err error) {
	for _, region := range []*shmem.Storage{s.length, s.cache, s.mean} {
		if region != nil {
			err = errors.Join(err, region.Remove(), region.Close())
		}
	}
	return err
}
