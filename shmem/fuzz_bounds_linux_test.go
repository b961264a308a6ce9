package shmem_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"math/big"
	"path/filepath"
	"testing"

	"github.com/tensorshm/tensorshm/shmem"
)

// FuzzSlice takes sub-ranges of sub-ranges: chain is a row of varints, an
// offset and a count each. Where they lie is worked out in big integers.
func FuzzSlice(f *testing.F) {
	const unitsPerRegion = 60
	regions := map[shmem.DType]*shmem.Storage{}
	for _, facts := range tableFacts {
		if facts.bits == 0 {
			continue
		}
		storage, err := shmem.Create(filepath.Join(f.TempDir(), facts.text), facts.dtype, unitsPerRegion*facts.unitElements)
		if err != nil {
			f.Fatal(err)
		}
		f.Cleanup(func() { storage.Close() })
		regions[facts.dtype] = storage
	}
	f.Fuzz(func(t *testing.T, dtype byte, chain []byte) {
		facts := factsOf(shmem.DType(dtype))
		storage := regions[shmem.DType(dtype)]
		if storage == nil {
			t.Skip("no dtype that a region can hold")
		}
		chain = chain[:min(len(chain), 256)]
		whole, err := storage.Bytes()
		noError(t, err)
		view, start, length := &storage.View, new(big.Int), big.NewInt(int64(storage.Len())) // in elements
		for len(chain) > 0 {
			off, n := nextInt(&chain), nextInt(&chain)
			wanted := faultOfSlice(big.NewInt(int64(off)), big.NewInt(int64(n)), length, big.NewInt(int64(facts.unitElements)))
			part, err := view.Slice(off, n)
			if !errors.Is(err, wanted) || (err == nil) != (part != nil) {
				t.Fatalf("Slice(%d, %d) of %v gives %v, want %v", off, n, view, err, wanted)
			}
			if err != nil {
				continue
			}
			view, start, length = part, start.Add(start, big.NewInt(int64(off))), big.NewInt(int64(n))
		}
		first, size := bytesOfElements(facts, int(start.Int64())).Int64(), bytesOfElements(facts, int(length.Int64())).Int64()
		memory, err := view.Bytes()
		noError(t, err)
		if int64(view.Len()) != length.Int64() || int64(len(memory)) != size || cap(memory) != len(memory) || view.ByteLen() != len(memory) {
			t.Fatalf("the last view is %v, of capacity %d; want %d elements, %d bytes", view, cap(memory), length, size)
		}
		clear(whole)
		for i := range memory {
			memory[i] = 0xff
		}
		if want := bytes.Repeat([]byte{0xff}, int(size)); !bytes.Equal(whole[first:first+size], want) || bytes.Count(whole, []byte{0xff}) != int(size) {
			t.Errorf("what is written to the last view does not lie at byte %d", first)
		}
	})
}

// nextInt takes a varint off a row, 0 where there is none.
func nextInt(row *[]byte) int {
	value, length := binary.Varint(*row)
	if length <= 0 {
		value, length = 0, len(*row)
	}
	*row = (*row)[length:]
	return int(value)
}

// faultOfSlice follows the order that Slice documents.
func faultOfSlice(off, n, length, unit *big.Int) error {
	splits := func(x *big.Int) bool { return new(big.Int).Rem(x, unit).Sign() != 0 }
	switch {
	case off.Sign() < 0, off.Cmp(length) > 0:
		return shmem.ErrRange
	case n.Sign() < 0:
		return shmem.ErrInvalidCount
	case n.Sign() == 0:
		return shmem.ErrZeroLength
	case splits(off), splits(n):
		return shmem.ErrUnit
	case new(big.Int).Add(off, n).Cmp(length) > 0:
		return shmem.ErrRange
	}
	return nil
}

// FuzzSyncRange takes any range of a region that ends inside a page.
func FuzzSyncRange(f *testing.F) {
	const size = 3*4096 + 5
	storage, err := shmem.Create(filepath.Join(f.TempDir(), "region"), shmem.U8, size)
	if err != nil {
		f.Fatal(err)
	}
	f.Cleanup(func() { storage.Close() })
	f.Fuzz(func(t *testing.T, off, n int64) {
		var wanted error
		end := new(big.Int).Add(big.NewInt(off), big.NewInt(n))
		switch {
		case off < 0, off > size:
			wanted = shmem.ErrRange
		case n < 0:
			wanted = shmem.ErrInvalidCount
		case end.Cmp(big.NewInt(size)) > 0:
			wanted = shmem.ErrRange
		}
		if err := storage.SyncRange(off, n); !errors.Is(err, wanted) {
			t.Errorf("SyncRange(%d, %d) of %d bytes gives %v, want %v", off, n, size, err, wanted)
		}
	})
}
