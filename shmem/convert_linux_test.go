package shmem_test

import (
	"errors"
	"os"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/tensorshm/tensorshm/shmem"
)

// wantFault checks for a FaultError of op on an access between two bytes.
func wantFault(t *testing.T, name string, n int, err error, op, path string, from, to int) {
	t.Helper()
	var fault *shmem.FaultError
	if n != 0 || !errors.As(err, &fault) || fault.Op != op || fault.Path != path || fault.Offset < int64(from) || fault.Offset >= int64(to) {
		t.Errorf("%s gives %d, %#v; want a FaultError of %s %s from byte %d to %d", name, n, err, op, path, from, to)
		return
	}
	where := "shmem: " + op
	if path != "" {
		where += " " + path
	}
	var runtimeError runtime.Error
	if !errors.As(err, &runtimeError) || !strings.HasPrefix(err.Error(), where+": page fault at byte ") {
		t.Errorf("%s: %v does not name %s, or not hold the runtime's error", name, err, where)
	}
	if debug.SetPanicOnFault(false) {
		t.Errorf("%s leaves faults panicking", name)
	}
}

func TestTruncationUnderAConversionIsAFaultError(t *testing.T) {
	skipIfEmulated(t, emulatedFaults)
	const page, size, start, count = 4096, 3 * 4096, 6144, 64
	for _, dtype := range floatDTypes() {
		bits := dtype.Bits()
		storage := createRandom(t, dtype, size*8/bits)
		part, err := storage.Slice(start*8/bits, (size-start)*8/bits)
		noError(t, err)
		ref, err := part.AsHostBufferRef()
		noError(t, err)
		noError(t, os.Truncate(storage.Path(), page))
		numbers := make([]float32, count)
		caught := shmem.ReadStats().FaultsCaught
		for _, off := range []int{0, 1, 257} {
			first := off * bits / 8
			end := first + count*bits/8 + 1
			n, err := part.ReadFloat32(numbers, off)
			wantFault(t, dtype.String(), n, err, "ReadFloat32", storage.Path(), start+first, start+end)
			n, err = part.WriteFloat32(numbers, off)
			wantFault(t, dtype.String(), n, err, "WriteFloat32", storage.Path(), start+first, start+end)
			n, err = ref.ReadFloat32(numbers, off)
			wantFault(t, dtype.String(), n, err, "ReadFloat32", "", first, end)
			n, err = ref.WriteFloat32(numbers, off)
			wantFault(t, dtype.String(), n, err, "WriteFloat32", "", first, end)
		}
		if got := shmem.ReadStats().FaultsCaught - caught; got != 12 {
			t.Errorf("%v: FaultsCaught grows by %d, want 12", dtype, got)
		}

		across := page*8/bits - count/2
		n, err := storage.ReadFloat32(numbers, across)
		wantFault(t, dtype.String(), n, err, "ReadFloat32", storage.Path(), page, page+count*bits/8)
		if n, err := storage.ReadFloat32(numbers, across-count); n != count || err != nil {
			t.Errorf("%v: before the truncation's page ReadFloat32 gives %d, %v", dtype, n, err)
		}
		noError(t, storage.Close()) // no pin is left behind
	}
}

func TestFaultOfTheNumbersIsReportedWhereItIsInTheRegion(t *testing.T) {
	skipIfEmulated(t, emulatedFaults)
	const page = 4096
	storage := mustCreate(t, shmem.F32, 4*page/4)
	memory, err := storage.AsMutSliceF32()
	noError(t, err)
	lost := memory[3*page/4+2:][:16] // its bytes are 3*page+8 and those after
	part, err := storage.Slice(8, 32)
	noError(t, err)
	ref, err := part.AsHostBufferRef()
	noError(t, err)
	noError(t, os.Truncate(storage.Path(), 2*page))

	n, err := part.ReadFloat32(lost, 0)
	wantFault(t, "ReadFloat32 to the region itself", n, err, "ReadFloat32", storage.Path(), 3*page+8, 3*page+72)
	n, err = part.WriteFloat32(lost, 0)
	wantFault(t, "WriteFloat32 from the region itself", n, err, "WriteFloat32", storage.Path(), 3*page+8, 3*page+72)
	for op, convert := range map[string]func([]float32, int) (int, error){"ReadFloat32": ref.ReadFloat32, "WriteFloat32": ref.WriteFloat32} {
		func() {
			defer func() {
				if _, ok := recover().(runtime.Error); !ok {
					t.Errorf("a fault outside the HostBufferRef does not pass through %s", op)
				}
				if debug.SetPanicOnFault(false) {
					t.Errorf("%s leaves faults panicking", op)
				}
			}()
			n, err := convert(lost, 0)
			t.Errorf("a fault outside the HostBufferRef gives %d, %v", n, err)
		}()
	}
}

func TestConversionLeavesTheGuardAroundItAsItWas(t *testing.T) {
	skipIfEmulated(t, emulatedFaults)
	for _, dtype := range floatDTypes() {
		storage := createRandom(t, dtype, 4096*8*3/dtype.Bits())
		memory, err := storage.Bytes()
		noError(t, err)
		elements := converters(t, storage)
		noError(t, os.Truncate(storage.Path(), 0))
		for name, elements := range elements {
			var fault *shmem.FaultError
			err := storage.Guard(func() error {
				if _, err := elements.ReadFloat32(make([]float32, 1), 0); !errors.As(err, &fault) || fault.Op != "ReadFloat32" {
					t.Errorf("%v: %s.ReadFloat32 inside a Guard gives %v", dtype, name, err)
				}
				sinkByte = memory[5]
				return nil
			})
			if !errors.As(err, &fault) || fault.Op != "Guard" || fault.Offset != 5 {
				t.Errorf("%v: after %s.ReadFloat32 the Guard gives %v, want a FaultError at byte 5", dtype, name, err)
			}
		}
	}
}

func TestWriteFloat32ThroughTheRefOfAReadOnlyRegionIsAFaultError(t *testing.T) {
	for _, dtype := range floatDTypes() {
		storage := createRandom(t, dtype, units(dtype, 8))
		values := scalarValues(t, &storage.View)
		readOnly, err := shmem.Open(storage.Path(), dtype, storage.Len(), shmem.ReadOnly())
		noError(t, err)
		defer readOnly.Close()
		ref, err := readOnly.AsHostBufferRef()
		noError(t, err)
		numbers, _ := writable(t, dtype, 2)
		n, err := ref.WriteFloat32(numbers, 1)
		wantFault(t, dtype.String(), n, err, "WriteFloat32", "", dtype.Bits()/8, 3*dtype.Bits()/8+1)
		checkRead(t, dtype.String()+": what was not written", ref, values, 0, len(values))
	}
}

func TestConversionThroughARefAfterCloseIsAFaultError(t *testing.T) {
	for _, dtype := range floatDTypes() {
		storage := createRandom(t, dtype, units(dtype, 8))
		ref, err := storage.AsHostBufferRef()
		noError(t, err)
		size := storage.ByteLen()
		noError(t, storage.Close())
		n, err := ref.ReadFloat32(make([]float32, 3), 0)
		wantFault(t, dtype.String(), n, err, "ReadFloat32", "", 0, size)
		n, err = ref.WriteFloat32(make([]float32, 3), 0)
		wantFault(t, dtype.String(), n, err, "WriteFloat32", "", 0, size)
	}
}

// A conversion that does not pin its region would fault when Close takes the
// memory away; this one takes far longer than Close does.
func TestCloseWaitsForConversionsAndRefusesNewOnes(t *testing.T) {
	for _, write := range []bool{false, true} {
		for range 10 {
			storage := mustCreate(t, shmem.F4, 4<<20)
			numbers := make([]float32, storage.Len())
			convert := storage.ReadFloat32
			if write {
				convert = storage.WriteFloat32
			}
			started := make(chan struct{})
			var once sync.Once
			var group sync.WaitGroup
			group.Go(func() {
				for {
					n, err := convert(numbers, 0)
					once.Do(func() { close(started) })
					if errors.Is(err, shmem.ErrClosed) && n == 0 {
						return
					}
					if n != len(numbers) || err != nil {
						t.Errorf("beside Close a conversion gives %d, %v", n, err)
						return
					}
				}
			})
			<-started
			time.Sleep(time.Millisecond)
			noError(t, storage.Close())
			group.Wait() // which refusal alone ends
		}
	}
}

// The page behind both the elements and the numbers is gone, so that a
// conversion that touches a byte beyond either one faults.
func TestConversionsTouchNothingBeyondTheirSlices(t *testing.T) {
	const pages = 3 * 4096 // which hold whole units of any dtype
	edge := func(dtype shmem.DType) *shmem.View {
		storage := createRandom(t, dtype, 2*pages*8/dtype.Bits())
		noError(t, os.Truncate(storage.Path(), pages))
		part, err := storage.Slice(0, pages*8/dtype.Bits())
		noError(t, err)
		return part
	}
	numbersView := edge(shmem.F32)
	numbers, err := numbersView.AsMutSliceF32()
	noError(t, err)
	for _, dtype := range floatDTypes() {
		elements := edge(dtype)
		for n := range 100 {
			last := numbers[len(numbers)-n:]
			if got, err := elements.ReadFloat32(last, elements.Len()-n); got != n || err != nil {
				t.Fatalf("%v: reading %d elements gives %d, %v", dtype, n, got, err)
			}
			if got, err := elements.WriteFloat32(last, elements.Len()-n); got != n || err != nil {
				t.Fatalf("%v: writing %d elements gives %d, %v", dtype, n, got, err)
			}
		}
	}
}
