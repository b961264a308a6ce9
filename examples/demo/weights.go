package main

import (
	"crypto/sha256"
	"fmt"
	"io"
	"os"

	"github.com/tensorshm/tensorshm/shmem"
)

const float32Bytes = 4

// loadWeights reads a file of raw little-endian float32 into a region.
func loadWeights(source, path string) (*shmem.Storage, error) {
	file, err := os.Open(source)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return nil, err
	}
	if info.Size() == 0 || info.Size()%float32Bytes != 0 {
		return nil, fmt.Errorf("%s: %d bytes are no float32 values", source, info.Size())
	}
	region, err := shmem.Create(path, shmem.F32, int(info.Size()/float32Bytes))
	if err != nil {
		return nil, err
	}
	memory, err := region.Bytes()
	if err == nil {
		_, err = io.ReadFull(file, memory) // from the file into the shared pages
	}
	if err != nil {
		region.Close()
		return nil, fmt.Errorf("%s: %w", source, err)
	}
	return region, nil
}

// weightsSummary is what the consumer finds in the weights.
type weightsSummary struct {
	Count    int
	Min, Max float32
	Mean     float64
	SHA256   string
}

func (s weightsSummary) String() string {
	return fmt.Sprintf("count   %d\nmin     %g\nmax     %g\nmean    %g\nsha256  %s", s.Count, s.Min, s.Max, s.Mean, s.SHA256)
}

// summarizeWeights attaches to the whole region, without write permission.
func summarizeWeights(path string) (summary weightsSummary, err error) {
	region, err := shmem.OpenRegion(path, shmem.ReadOnly())
	if err != nil {
		return summary, err
	}
	defer region.Close()
	view, err := region.ViewAs(shmem.F32, 0, int(region.Size()/float32Bytes))
	if err != nil {
		return summary, err
	}
	weights, err := view.AsSliceF32()
	if err != nil {
		return summary, err
	}
	err = view.Guard(func() error {
		lowest, highest, sum := weights[0], weights[0], 0.0
		for _, w := range weights {
			lowest, highest, sum = min(lowest, w), max(highest, w), sum+float64(w)
		}
		memory, err := view.Bytes()
		summary = weightsSummary{len(weights), lowest, highest, sum / float64(len(weights)), fmt.Sprintf("%x", sha256.Sum256(memory))}
		return err
	})
	return summary, err
}
