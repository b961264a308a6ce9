package shmem_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/tensorshm/tensorshm/shmem"
)

func mustHeap(t *testing.T, dtype shmem.DType, elements int) *shmem.Storage {
	t.Helper()
	storage, err := shmem.NewHeap(dtype, elements)
	noError(t, err)
	t.Cleanup(func() { storage.Close() })
	return storage
}

func TestEveryDTypeOfASizeLivesOnTheHeap(t *testing.T) {
	for _, facts := range tableFacts {
		if facts.bits == 0 {
			_, err := shmem.NewHeap(facts.dtype, 8)
			wantDeclined(t, err, facts, "new heap")
			continue
		}
		unit, access := facts.unitElements, facts.accessors
		n := 24 * unit
		storage := mustHeap(t, facts.dtype, n)
		shared, err := storage.Bytes()
		noError(t, err)
		want := elementBytes(t, facts, n)
		if !bytes.Equal(shared, make([]byte, len(want))) || len(shared) != cap(shared) || storage.Size() != int64(len(want)) {
			t.Errorf("%v: new memory is % x of %d bytes", facts.dtype, shared, storage.Size())
		}
		if access.read == nil {
			copy(shared, want)
			_, err := storage.ToHostBuffer()
			wantDeclined(t, err, facts, "ToHostBuffer")
			continue
		}
		noError(t, access.write(&storage.View, want))
		checkView(t, facts, &storage.View, want)
		part, err := storage.Slice(2*unit, 3*unit)
		noError(t, err)
		checkView(t, facts, part, want[2*facts.unitBytes:5*facts.unitBytes])
		window, err := storage.ViewAs(facts.dtype, int64(8*facts.unitBytes), unit)
		noError(t, err)
		checkView(t, facts, window, want[8*facts.unitBytes:9*facts.unitBytes])
		owned, err := storage.ToHostBuffer()
		noError(t, err)
		shared[0] ^= 0x15
		checkOwned(t, facts, owned, want)
		want[0] ^= 0x15
		owned, err = storage.IntoHostBuffer()
		noError(t, err)
		checkOwned(t, facts, owned, want)
		_, err = access.read(&storage.View)
		wantClosed(t, "after IntoHostBuffer", err, access.write(&storage.View, nil))
	}
}

func TestConversionsWorkOnTheHeap(t *testing.T) {
	for _, dtype := range floatDTypes() {
		n := units(dtype, 24)
		storage := mustHeap(t, dtype, n)
		numbers, _ := writable(t, dtype, n-2)
		if stored, err := storage.WriteFloat32(numbers, 1); stored != n-2 || err != nil {
			t.Errorf("%v: WriteFloat32 gives %d, %v", dtype, stored, err)
		}
		checkRead(t, dtype.String(), &storage.View, scalarValues(t, &storage.View), 0, n)
	}
}

// Any host type can stand on memory of the heap: ViewAs counts on it.
func TestHeapMemoryIsAlignedForCacheLines(t *testing.T) {
	for size := 1; size < 70_000; size += 1 + size/7 {
		memory, err := mustHeap(t, shmem.U8, size).Bytes()
		noError(t, err)
		if address := reflect.ValueOf(memory).Pointer(); address%64 != 0 || len(memory) != size {
			t.Errorf("%d bytes are at %#x, and %d", size, address, len(memory))
		}
	}
}

func TestNewHeapRefusesTheArgumentsThatCreateRefuses(t *testing.T) {
	path := filepath.Join(t.TempDir(), "region")
	refused := 0
	for value := range 256 {
		dtype := shmem.DType(value)
		for _, n := range []int{math.MinInt, -4, -1, 0, 1, 2, 3, 4, 5, 6, math.MaxInt/16 + 1, math.MaxInt/8 + 1, math.MaxInt - 1, math.MaxInt} {
			if size, err := dtype.StorageBytes(n); err == nil && size > 0 {
				continue
			}
			refused++
			_, heapErr := shmem.NewHeap(dtype, n)
			_, createErr := shmem.Create(path, dtype, n)
			if heapErr == nil || createErr == nil {
				t.Fatalf("%d elements of %v give %v on the heap, %v in a file", n, dtype, heapErr, createErr)
			}
			want := strings.Replace(createErr.Error(), "create "+path, "new heap", 1)
			want = strings.Replace(want, "shmem: create", "shmem: new heap", 1) // of a dtype without size, which names no path
			if heapErr.Error() != want {
				t.Errorf("%d elements of %v give %q, want %q", n, dtype, heapErr, want)
			}
			for _, fault := range []error{shmem.ErrInvalidDType, shmem.ErrUnsupportedDType, shmem.ErrInvalidCount, shmem.ErrZeroLength, shmem.ErrUnit, shmem.ErrOverflow} {
				if errors.Is(heapErr, fault) != errors.Is(createErr, fault) {
					t.Errorf("%d elements of %v: %v on the heap is %v only in one of both", n, dtype, heapErr, fault)
				}
			}
		}
	}
	if refused < 256 {
		t.Errorf("%d arguments were refused", refused)
	}
	for _, test := range badArguments {
		if _, err := shmem.NewHeap(test.dtype, test.elements); !errors.Is(err, test.want) || !strings.Contains(err.Error(), test.says) {
			t.Errorf("%s: NewHeap gives %v, want %q", test.name, err, test.says)
		}
	}
}

func TestMoreBytesThanAddressesIsNoSpaceOnTheHeap(t *testing.T) {
	storage, err := shmem.NewHeap(shmem.U8, math.MaxInt)
	if storage != nil || !errors.Is(err, shmem.ErrNoSpace) || !strings.HasPrefix(err.Error(), fmt.Sprintf("shmem: new heap: no space for the region: %d bytes: ", math.MaxInt)) {
		t.Errorf("MaxInt bytes give %v, want ErrNoSpace", err)
	}
}

func TestHeapStorageHasNoFile(t *testing.T) {
	storage := mustHeap(t, shmem.U32, 4)
	if path := storage.Path(); path != "" {
		t.Errorf("Path is %q", path)
	}
	if got, want := fmt.Sprint(storage), "Storage{on the heap, u32, 4 elements, 16 bytes}"; got != want {
		t.Errorf("it prints as %q, want %q", got, want)
	}
	if replaced, err := storage.Replaced(); replaced || err != nil {
		t.Errorf("Replaced gives %t, %v", replaced, err)
	}
	if err := storage.Remove(); !errors.Is(err, errors.ErrUnsupported) || !strings.HasPrefix(err.Error(), "shmem: Remove: there is no file") {
		t.Errorf("Remove gives %v, want errors.ErrUnsupported", err)
	}
	noError(t, storage.Sync())
	for _, test := range []struct {
		off, n int64
		want   error
		says   string
	}{
		{0, 16, nil, ""},
		{16, 0, nil, ""},
		{3, 5, nil, ""},
		{-1, 1, shmem.ErrRange, "out of range: 1 bytes from byte -1 of 16"},
		{17, -1, shmem.ErrRange, "out of range: -1 bytes from byte 17 of 16"},
		{0, -1, shmem.ErrInvalidCount, "negative count: -1 bytes from byte 0 of 16"},
		{1, 16, shmem.ErrRange, "out of range: 16 bytes from byte 1 of 16"},
		{1, math.MaxInt64, shmem.ErrRange, "out of range"},
	} {
		if err := storage.SyncRange(test.off, test.n); !errors.Is(err, test.want) || err != nil && !strings.Contains(err.Error(), "shmem: SyncRange: "+test.says) {
			t.Errorf("SyncRange(%d, %d) gives %v, want %v", test.off, test.n, err, test.want)
		}
	}
	_, err := storage.AsSliceF32()
	if want := "shmem: AsSliceF32: dtype mismatch: the view holds u32, not f32"; err == nil || err.Error() != want {
		t.Errorf("an accessor gives %v, want %s", err, want)
	}
}

func TestCloseEndsAHeapStorageAndLeavesItsSlices(t *testing.T) {
	storage := mustHeap(t, shmem.U32, 1024)
	elements, err := storage.AsMutSliceU32()
	noError(t, err)
	storageCopy := *storage
	noError(t, storage.Close())
	noError(t, storage.Close())
	noError(t, storageCopy.Close())
	_, bytesErr := storage.Bytes()
	_, sliceErr := storageCopy.Slice(0, 1)
	_, viewErr := storage.ViewAs(shmem.U8, 0, 1)
	_, accessErr := storageCopy.AsMutSliceU32()
	_, refErr := storage.AsHostBufferRef()
	_, ownedErr := storage.ToHostBuffer()
	_, replacedErr := storage.Replaced()
	wantClosed(t, "after Close", bytesErr, sliceErr, viewErr, accessErr, refErr, ownedErr, replacedErr,
		storage.Remove(), storage.Sync(), storage.SyncRange(-1, -1), storage.Guard(nothing))
	for i := range elements {
		if elements[i]++; elements[i] != 1 {
			t.Fatalf("element %d is %d after Close, and a store to it", i, elements[i])
		}
	}
}

func TestGuardsHoldAHeapStorageOpen(t *testing.T) {
	storage := mustHeap(t, shmem.U8, 4)
	noError(t, storage.Guard(func() error {
		if err := storage.Close(); !errors.Is(err, shmem.ErrBusy) {
			t.Errorf("Close inside a Guard gives %v, want ErrBusy", err)
		}
		if owned, err := storage.IntoHostBuffer(); owned != nil || !errors.Is(err, shmem.ErrBusy) {
			t.Errorf("IntoHostBuffer inside a Guard gives %v, %v; want ErrBusy", owned, err)
		}
		return nil
	}))
	entered, leave := make(chan struct{}), make(chan struct{})
	guarded, closed := make(chan error), make(chan error)
	go func() {
		guarded <- storage.Guard(func() error { close(entered); <-leave; return nil })
	}()
	<-entered
	go func() { closed <- storage.Close() }()
	for { // Close has begun when the handle says so
		if _, err := storage.Bytes(); errors.Is(err, shmem.ErrClosed) {
			break
		}
		time.Sleep(time.Millisecond)
	}
	select {
	case <-closed:
		t.Error("Close returned while a Guard was running")
	case <-time.After(10 * time.Millisecond):
	}
	close(leave)
	noError(t, <-guarded)
	noError(t, <-closed)
}

func TestStatsDoNotCountTheHeap(t *testing.T) {
	before := shmem.ReadStats()
	storage := mustHeap(t, shmem.U8, 1<<20)
	if during := shmem.ReadStats(); during != before {
		t.Errorf("from %+v to %+v with a storage on the heap", before, during)
	}
	noError(t, storage.Close())
	if after := shmem.ReadStats(); after != before {
		t.Errorf("from %+v to %+v after it is closed", before, after)
	}
}

func TestAccessorsOfTheHeapDoNotAllocate(t *testing.T) {
	storage := mustHeap(t, shmem.F32, 16)
	for name, call := range map[string]func(){
		"AsMutSlice":      func() { elements, _ := storage.AsMutSliceF32(); sinkLength += len(elements) },
		"AsHostBufferRef": func() { sinkRef, _ = storage.AsHostBufferRef() },
		"Guard":           func() { sinkError = storage.Guard(nothing) },
	} {
		if allocations := testing.AllocsPerRun(100, call); allocations != 0 {
			t.Errorf("%s allocates %v times", name, allocations)
		}
	}
}

func TestLockOfTheHeapExcludesItsOtherHandles(t *testing.T) {
	storage := mustHeap(t, shmem.U8, 1)
	other := *storage
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Millisecond)
	defer cancel()
	noError(t, storage.Lock(context.Background()))
	if err := other.RLock(ctx); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("RLock of a locked storage gives %v", err)
	}
	noError(t, other.Unlock())
	noError(t, storage.RLock(context.Background()))
	if locked, err := other.TryLock(); locked || err != nil {
		t.Errorf("TryLock beside an RLock gives %t, %v", locked, err)
	}
	noError(t, storage.Unlock())
}
