package main

import (
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"

	"github.com/tensorshm/tensorshm/shmem"
)

// headerBytes is where the elements begin: at a page of 4 KiB, which suits every
// dtype and every reader's alignment.
const headerBytes = 4096

// The words of the header, U64 at the start of the region.
const (
	versionWord  = iota
	elementsWord // how many; BF16
	sumWord      // the first of the words of a SHA-256
	headerWords  = sumWord + sha256.Size/8
)

var errChecksum = errors.New("the checksum is not that of the weights")

// weights is an open region of them.
type weights struct {
	*shmem.Region
	header, elements *shmem.View
	version          uint64
	checksum         [headerWords - sumWord]uint64
}

// viewWeights gives the views on a region of count elements.
func viewWeights(region *shmem.Region, count int) (*weights, error) {
	w := &weights{Region: region}
	var err error
	if w.header, err = region.ViewAs(shmem.U64, 0, headerWords); err != nil {
		return nil, err
	}
	w.elements, err = region.ViewAs(shmem.BF16, headerBytes, count)
	return w, err
}

// openWeights opens what path names, and fails unless it is what a preloader made.
func openWeights(path string) (_ *weights, err error) {
	region, err := shmem.OpenRegion(path, shmem.ReadOnly())
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			region.Close()
		}
	}()
	w, err := viewWeights(region, int(max(region.Size()-headerBytes, 0)/2))
	if err != nil {
		return nil, err
	}
	words, err := w.header.AsSliceU64()
	if err != nil {
		return nil, err
	}
	err = w.header.Guard(func() error { // a truncated file is an error here, not a crash
		w.version = words[versionWord]
		if count := words[elementsWord]; count != uint64(w.elements.Len()) {
			return fmt.Errorf("%s holds %d elements, its header says %d", path, w.elements.Len(), count)
		}
		copy(w.checksum[:], words[sumWord:])
		sum, err := w.sum()
		if err == nil && w.checksum != sum {
			err = fmt.Errorf("%s, version %d: %w", path, w.version, errChecksum)
		}
		return err
	})
	return w, err
}

// sum is the checksum of what precedes it in the header, and of the elements.
func (w *weights) sum() (words [headerWords - sumWord]uint64, err error) {
	header, err := w.header.Bytes()
	if err != nil {
		return words, err
	}
	elements, err := w.elements.Bytes()
	if err != nil {
		return words, err
	}
	hash := sha256.New()
	hash.Write(header[:sumWord*8])
	hash.Write(elements)
	_, err = binary.Decode(hash.Sum(nil), binary.LittleEndian, &words)
	return words, err
}

// publishedVersion is the version that path names, 0 for none.
func publishedVersion(path string) (uint64, error) {
	w, err := openWeights(path)
	if errors.Is(err, fs.ErrNotExist) {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	return w.version, w.Close()
}
