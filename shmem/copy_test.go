package shmem_test

import (
	"bytes"
	"errors"
	"io/fs"
	"math"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/tensorshm/tensorshm/shmem"
)

// piece is the least that one worker copies; larger views have larger ones.
const piece = 64 << 10

// bytesAround surround what is copied, and have to stay as they are.
const bytesAround = 100

var manyWorkers = []int{1, 2, 3, 4, 5, math.MaxInt}

func randomBytes(seed byte, size int) []byte {
	memory := make([]byte, size)
	rand.NewChaCha8([32]byte{seed}).Read(memory)
	return memory
}

// checkCopies copies a part of a storage out and in.
func checkCopies(t *testing.T, storage *shmem.Storage, off, size, workers int) {
	t.Helper()
	memory, err := storage.Bytes()
	noError(t, err)
	part, err := storage.ViewAs(shmem.U8, int64(off), size)
	noError(t, err)

	copy(memory, randomBytes(1, len(memory)))
	want := randomBytes(2, size+2*bytesAround)
	dst := bytes.Clone(want)
	copy(want[bytesAround:], memory[off:off+size])
	if err := part.CopyTo(dst[bytesAround:][:size], workers); err != nil || !bytes.Equal(dst, want) {
		t.Errorf("CopyTo of %d bytes from byte %d on by %d workers gives %v, or other bytes than copy does", size, off, workers, err)
	}
	if !bytes.Equal(memory, randomBytes(1, len(memory))) {
		t.Errorf("CopyTo of %d bytes from byte %d on by %d workers changed the region", size, off, workers)
	}

	src := randomBytes(3, size)
	want = bytes.Clone(memory)
	copy(want[off:], src)
	if err := part.CopyFrom(src, workers); err != nil || !bytes.Equal(memory, want) {
		t.Errorf("CopyFrom of %d bytes to byte %d on by %d workers gives %v, or other bytes than copy does", size, off, workers, err)
	}
	if !bytes.Equal(src, randomBytes(3, size)) {
		t.Errorf("CopyFrom of %d bytes to byte %d on by %d workers changed its source", size, off, workers)
	}
}

func TestCopiesOfAnySizeByAnyWorkersAreThoseOfCopy(t *testing.T) {
	const page = 4096
	for _, off := range []int{bytesAround, page - 1, page, piece} {
		for _, size := range []int{
			1, 3, page - 1, page, page + 1, piece - off%page - 1, piece - off%page, piece - off%page + 1, piece - 1, piece, piece + 1,
			2*piece - 1, 2 * piece, 2*piece + 1, 3*piece + page, 5*piece - 1, 16 * piece, 16*piece + 1, 24*piece + page + 7,
		} {
			storage := mustHeap(t, shmem.U8, off+size+bytesAround)
			for _, workers := range manyWorkers {
				checkCopies(t, storage, off, size, workers)
			}
		}
	}
}

func TestCopiesServeEveryDType(t *testing.T) {
	for _, facts := range tableFacts {
		if facts.bits == 0 {
			continue
		}
		n := facts.unitElements * (2*piece + 5)
		storage := mustHeap(t, facts.dtype, n)
		src := elementBytes(t, facts, n)
		noError(t, storage.CopyFrom(src, 3))
		if facts.accessors.read != nil {
			checkView(t, facts, &storage.View, src)
		}
		part, err := storage.Slice(facts.unitElements, n-2*facts.unitElements)
		noError(t, err)
		dst := make([]byte, part.ByteLen())
		noError(t, part.CopyTo(dst, 3))
		if !bytes.Equal(dst, src[facts.unitBytes:len(src)-facts.unitBytes]) {
			t.Errorf("%v: CopyTo gives other bytes than CopyFrom took", facts.dtype)
		}
	}
}

// copies are both methods, in terms of the bytes outside the region.
var copies = map[string]func(*shmem.View, []byte, int) error{
	"CopyTo":   (*shmem.View).CopyTo,
	"CopyFrom": (*shmem.View).CopyFrom,
}

func TestCopiesRefuseOtherLengthsAndNoWorkers(t *testing.T) {
	const size = 2*piece + 2
	storage := mustHeap(t, shmem.BF16, size/2)
	kept, err := storage.Bytes()
	noError(t, err)
	for name, call := range copies {
		for _, test := range []struct {
			length, workers int
			want            error
			says            string
		}{
			{size, 1, nil, ""},
			{size, 2, nil, ""},
			{size - 1, 2, shmem.ErrRange, "out of range: 131073 bytes for a view of 131074"},
			{size + 1, 2, shmem.ErrRange, "out of range: 131075 bytes for a view of 131074"},
			{0, 1, shmem.ErrRange, "out of range: 0 bytes for a view of 131074"},
			{size, 0, fs.ErrInvalid, "0 workers: invalid argument"},
			{size, -1, fs.ErrInvalid, "-1 workers: invalid argument"},
			{size, math.MinInt, fs.ErrInvalid, "workers: invalid argument"},
			{1, 0, shmem.ErrRange, "1 bytes for a view of 131074"},
		} {
			clear(kept)
			outside := bytes.Repeat([]byte{7}, test.length)
			err := call(&storage.View, outside, test.workers)
			if !errors.Is(err, test.want) || err != nil && !(strings.HasPrefix(err.Error(), "shmem: "+name+": ") && strings.HasSuffix(err.Error(), test.says)) {
				t.Errorf("%s of %d bytes by %d workers gives %v, want %q", name, test.length, test.workers, err, test.says)
			}
			if err != nil && (bytes.Count(outside, []byte{7}) != test.length || bytes.Count(kept, []byte{0}) != size) {
				t.Errorf("%s of %d bytes by %d workers copied something", name, test.length, test.workers)
			}
		}
	}
	noError(t, storage.Close())
	for name, call := range copies {
		wantClosed(t, name+" after Close", call(&storage.View, nil, 0), call(&storage.View, make([]byte, size), 2))
		wantClosed(t, name+" of no region", call(nil, nil, 1), call(&shmem.View{}, nil, 0))
	}
}

func TestCopyFromRefusesAReadOnlyRegion(t *testing.T) {
	path := filepath.Join(t.TempDir(), "region")
	created, err := shmem.Create(path, shmem.U8, 3*piece)
	if errors.Is(err, errors.ErrUnsupported) {
		t.Skip(err)
	}
	noError(t, err)
	defer created.Close()
	src := randomBytes(1, 3*piece)
	noError(t, created.CopyFrom(src, 2))
	readOnly, err := shmem.Open(path, shmem.U8, 3*piece, shmem.ReadOnly())
	noError(t, err)
	for _, workers := range []int{0, 1, 2} {
		for _, length := range []int{0, 3 * piece} {
			if err := readOnly.CopyFrom(make([]byte, length), workers); !errors.Is(err, shmem.ErrReadOnly) || err.Error() != "shmem: CopyFrom "+path+": read-only region" {
				t.Errorf("CopyFrom of %d bytes by %d workers gives %v, want ErrReadOnly", length, workers, err)
			}
		}
	}
	dst := make([]byte, 3*piece)
	if err := readOnly.CopyTo(dst, 2); err != nil || !bytes.Equal(dst, src) {
		t.Errorf("CopyTo of a read-only region gives %v, or other bytes", err)
	}
	noError(t, readOnly.Close())
	wantClosed(t, "a read-only region", readOnly.CopyFrom(nil, 0))
}

func TestCopiesOnTheCallersGoroutineDoNotAllocate(t *testing.T) {
	large, small := mustHeap(t, shmem.U8, 4*piece), mustHeap(t, shmem.U8, piece)
	outside := make([]byte, 4*piece)
	for name, call := range map[string]func(){
		"CopyTo by one worker":            func() { sinkError = large.CopyTo(outside, 1) },
		"CopyFrom by one worker":          func() { sinkError = large.CopyFrom(outside, 1) },
		"CopyTo of a view of one piece":   func() { sinkError = small.CopyTo(outside[:piece], 4) },
		"CopyFrom of a view of one piece": func() { sinkError = small.CopyFrom(outside[:piece], 4) },
	} {
		if allocations := testing.AllocsPerRun(20, call); allocations != 0 || sinkError != nil {
			t.Errorf("%s allocates %v times and gives %v", name, allocations, sinkError)
		}
	}
}

func TestCopiesWorkInsideAGuardThatKeepsTheRegionOpen(t *testing.T) {
	storage := mustHeap(t, shmem.U8, 4*piece)
	noError(t, storage.Guard(func() error {
		err := storage.CopyFrom(randomBytes(1, 4*piece), 3)
		if err := storage.Close(); !errors.Is(err, shmem.ErrBusy) {
			t.Errorf("Close after a copy inside a Guard gives %v, want ErrBusy", err)
		}
		return err
	}))
	noError(t, storage.Close())
}

func TestCopiesBesideCloseAreWholeOrRefused(t *testing.T) {
	const size = 16 * piece
	for range 10 {
		for name, storage := range backedStorages(t, size) {
			src := bytes.Repeat([]byte{9}, size)
			noError(t, storage.CopyFrom(src, 1))
			var started, group sync.WaitGroup
			for range 3 {
				started.Add(1)
				group.Go(func() {
					dst := make([]byte, size)
					err := storage.CopyTo(dst, 3)
					started.Done()
					for ; err == nil; err = storage.CopyTo(dst, 3) {
						if !bytes.Equal(dst, src) {
							t.Errorf("%s: beside Close CopyTo gives other bytes", name)
						}
						clear(dst)
					}
					if !errors.Is(err, shmem.ErrClosed) || bytes.Count(dst, []byte{0}) != size {
						t.Errorf("%s: beside Close CopyTo gives %v, want ErrClosed and nothing copied", name, err)
					}
				})
			}
			started.Wait()
			noError(t, storage.Close())
			group.Wait() // which refusal alone ends
		}
	}
}

// backedStorages are a storage of a file, where there can be one, and one of the
// heap.
func backedStorages(t *testing.T, size int) map[string]*shmem.Storage {
	t.Helper()
	storages := map[string]*shmem.Storage{"heap": mustHeap(t, shmem.U8, size)}
	mapped, err := shmem.Create(filepath.Join(t.TempDir(), "region"), shmem.U8, size)
	if err == nil {
		t.Cleanup(func() { mapped.Close() })
		storages["file"] = mapped
	} else if !errors.Is(err, errors.ErrUnsupported) {
		t.Fatal(err)
	}
	return storages
}
