package main

import (
	"crypto/rand"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/tensorshm/tensorshm/shmem"
)

// generatedElements is how many weights there are without a file.
const generatedElements = 1 << 20

// chunk is how many are converted at a time.
const chunk = 1 << 14

// temporaryPrefix begins the names of what is not published yet, and is one by which
// every Create tells, and removes, what killed preloaders have left.
const temporaryPrefix = ".tensorshm-weights-"

// preload publishes a version at path: those of source, raw little-endian float32, or
// generated ones. Version 0 is the next one.
func preload(path, source string, version uint64) (err error) {
	if version == 0 {
		// Two preloaders at a time can take the same number; who minds gives it.
		if version, err = publishedVersion(path); err != nil {
			return err
		}
		version++
	}
	numbers, count := generated(version), generatedElements
	if source != "" {
		file, size, err := openSource(source)
		if err != nil {
			return err
		}
		defer file.Close()
		numbers, count = func(dst []float32, _ int) error { return binary.Read(file, binary.LittleEndian, dst) }, size
	}
	temporary := filepath.Join(filepath.Dir(path), temporaryPrefix+rand.Text())
	region, err := shmem.CreateRegion(temporary, headerBytes+2*int64(count), shmem.Mode(0o444), shmem.Exclusive())
	if err != nil {
		return err
	}
	// Open and locked until it has its final name, or another Create takes it for a
	// leftover: macOS tells one by the lock, other systems by who has it open.
	_, _ = region.TryLock()
	defer func() { err = errors.Join(err, region.Close()) }()
	if err = fill(region, numbers, count, version); err == nil {
		err = os.Rename(temporary, path)
	}
	if err != nil {
		return errors.Join(err, region.Remove())
	}
	fmt.Printf("published version %d: %d weights\n", version, count)
	return nil
}

func openSource(source string) (file *os.File, count int, err error) {
	file, err = os.Open(source)
	if err != nil {
		return nil, 0, err
	}
	info, err := file.Stat()
	if err == nil && (info.Size() == 0 || info.Size()%4 != 0) {
		err = fmt.Errorf("%s: %d bytes are no float32 values", source, info.Size())
	}
	if err != nil {
		file.Close()
		return nil, 0, err
	}
	return file, int(info.Size() / 4), nil
}

// generated stores a version's weights from off on, numbers from -1 to 1.
func generated(version uint64) func(dst []float32, off int) error {
	return func(dst []float32, off int) error {
		for i := range dst {
			x := (version<<32 + uint64(off+i)) * 0x9e3779b97f4a7c15
			x = (x ^ x>>29) * 0xbf58476d1ce4e5b9
			dst[i] = float32(int32(x>>32)) / (1 << 31)
		}
		return nil
	}
}

// fill makes the region whole and brings it to its device.
func fill(region *shmem.Region, numbers func(dst []float32, off int) error, count int, version uint64) error {
	w, err := viewWeights(region, count)
	if err != nil {
		return err
	}
	buffer := make([]float32, chunk)
	for off := 0; off < count; {
		part := buffer[:min(chunk, count-off)]
		if err := numbers(part, off); err != nil {
			return fmt.Errorf("weights from %d on: %w", off, err)
		}
		n, err := w.elements.WriteFloat32(part, off) // rounded to bfloat16
		if err != nil {
			return err
		}
		off += n
	}
	words, err := w.header.AsMutSliceU64()
	if err != nil {
		return err
	}
	err = w.header.Guard(func() error {
		words[versionWord], words[elementsWord] = version, uint64(count)
		sum, err := w.sum()
		copy(words[sumWord:], sum[:])
		return err
	})
	if err != nil {
		return err
	}
	return region.Sync() // before the rename, or a crash of the machine could leave the name without the bytes
}
