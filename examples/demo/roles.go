package main

import (
	"crypto/sha256"
	"errors"
	"fmt"

	"github.com/tensorshm/tensorshm/shmem"
)

// shown is how many values of a region the table shows.
const shown = 4

// newProducer returns the steps of the process that owns the regions.
func newProducer() map[string]func(request) (reply, error) {
	var region *shmem.Storage
	return map[string]func(request) (reply, error){
		"create": func(r request) (_ reply, err error) {
			dtype, err := shmem.ParseDType(r.DType)
			if err != nil {
				return reply{}, err
			}
			if region, err = shmem.Create(r.Path, dtype, r.Elements); err != nil {
				return reply{}, err
			}
			if err := fill(&region.View); err != nil {
				return reply{}, err
			}
			return describe(region)
		},
		"load weights": func(r request) (_ reply, err error) {
			region, err = loadWeights(r.Source, r.Path)
			return reply{}, err
		},
		"look again": func(request) (reply, error) { return describe(region) },
		"remove":     func(request) (reply, error) { return reply{}, errors.Join(region.Remove(), region.Close()) },
	}
}

// newConsumer returns the steps of the process that attaches to the regions.
func newConsumer() map[string]func(request) (reply, error) {
	var region *shmem.Storage
	return map[string]func(request) (reply, error){
		"open": func(r request) (_ reply, err error) {
			dtype, err := shmem.ParseDType(r.DType)
			if err != nil {
				return reply{}, err
			}
			if region, err = shmem.Open(r.Path, dtype, r.Elements, shmem.ExactSize()); err != nil {
				return reply{}, err
			}
			return describe(region)
		},
		"write back": func(request) (reply, error) {
			if err := set(&region.View, 0, writtenBack); err != nil {
				return reply{}, err
			}
			return describe(region)
		},
		"summarize weights": func(r request) (reply, error) {
			summary, err := summarizeWeights(r.Path)
			return reply{Weights: summary.String()}, err
		},
		"close": func(request) (reply, error) { return reply{}, region.Close() },
	}
}

// describe reads the whole region through its variant.
func describe(region *shmem.Storage) (answer reply, err error) {
	ref, err := region.AsHostBufferRef()
	if err != nil {
		return reply{}, err
	}
	err = region.Guard(func() error {
		answer.Checksum = fmt.Sprintf("%x", sha256.Sum256(ref.Bytes()))
		for i := range min(shown, ref.Len()) {
			answer.Values = append(answer.Values, text(ref, i))
		}
		return nil
	})
	return answer, err
}

// sample is the number that the demo stores in element i.
func sample(i int) float64 { return 1 + float64(i%23)/2 }

// writtenBack is the index of the sample that the consumer writes over
// element 0: another value than sample(0) for any dtype that tells 1 from 3.5.
const writtenBack = 5

// sampleBit is sample for truth values.
func sampleBit(i int) int { return i % 2 }

// noTypedAccess is the error of a dtype that fill and set do not know.
func noTypedAccess(v *shmem.View) error {
	_, err := v.AsHostBufferRef()
	return err
}
