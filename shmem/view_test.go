package shmem_test

import (
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tensorshm/tensorshm/shmem"
)

// mustCreate makes a region that the test closes at its end.
func mustCreate(t *testing.T, dtype shmem.DType, elements int, options ...shmem.CreateOption) *shmem.Storage {
	t.Helper()
	storage, err := shmem.Create(filepath.Join(t.TempDir(), "region"), dtype, elements, options...)
	noError(t, err)
	t.Cleanup(func() { storage.Close() })
	return storage
}

func TestSliceRefusesWhatLeavesTheView(t *testing.T) {
	for _, test := range []struct {
		dtype            shmem.DType
		elements, off, n int
		want             error
	}{
		{shmem.F32, 8, 0, 8, nil},
		{shmem.F32, 8, 7, 1, nil},
		{shmem.F32, 8, -1, 1, shmem.ErrRange},
		{shmem.F32, 8, 9, 1, shmem.ErrRange},
		{shmem.F32, 8, 9, -1, shmem.ErrRange},
		{shmem.F32, 8, 8, 1, shmem.ErrRange},
		{shmem.F32, 8, 8, 0, shmem.ErrZeroLength},
		{shmem.F32, 8, 0, -1, shmem.ErrInvalidCount},
		{shmem.F32, 8, 0, 0, shmem.ErrZeroLength},
		{shmem.F32, 8, 0, 9, shmem.ErrRange},
		{shmem.F32, 8, 1, math.MaxInt, shmem.ErrRange},
		{shmem.F32, 8, math.MaxInt, math.MaxInt, shmem.ErrRange},
		{shmem.F32, 8, math.MinInt, math.MinInt, shmem.ErrRange},
		{shmem.F4, 8, 2, 4, nil},
		{shmem.F4, 8, 1, 2, shmem.ErrUnit},
		{shmem.F4, 8, 1, 0, shmem.ErrZeroLength},
		{shmem.F4, 8, 0, 9, shmem.ErrUnit},
		{shmem.F4, 8, 9, 9, shmem.ErrRange},
		{shmem.F4, 8, 2, 3, shmem.ErrUnit},
		{shmem.F6E2M3, 8, 4, 4, nil},
		{shmem.F6E2M3, 8, 2, 4, shmem.ErrUnit},
		{shmem.F6E2M3, 8, 4, 8, shmem.ErrRange},
	} {
		storage := mustCreate(t, test.dtype, test.elements)
		part, err := storage.Slice(test.off, test.n)
		if !errors.Is(err, test.want) || (err == nil) != (part != nil) {
			t.Errorf("Slice(%d, %d) of %d %v gives %v, want %v", test.off, test.n, test.elements, test.dtype, err, test.want)
		}
		if err == nil && part.Len() != test.n {
			t.Errorf("Slice(%d, %d) has %d elements", test.off, test.n, part.Len())
		}
	}
}

func TestViewAsChecksRangeAndAlignment(t *testing.T) {
	region, err := shmem.CreateRegion(filepath.Join(t.TempDir(), "region"), 64)
	noError(t, err)
	defer region.Close()
	for _, test := range []struct {
		dtype    shmem.DType
		offset   int64
		elements int
		want     error
	}{
		{shmem.F64, 0, 8, nil},
		{shmem.F64, 56, 1, nil},
		{shmem.U8, 63, 1, nil},
		{shmem.F6E3M2, 1, 4, nil},
		{shmem.F4, 63, 2, nil},
		{shmem.F64, 4, 1, shmem.ErrMisaligned},
		{shmem.F32, 2, 1, shmem.ErrMisaligned},
		{shmem.BF16, 1, 1, shmem.ErrMisaligned},
		{shmem.F64, 0, 9, shmem.ErrRange},
		{shmem.F64, 1, 8, shmem.ErrRange},
		{unusedValue(), -1, -1, shmem.ErrInvalidDType},
		{shmem.U8, 64, 1, shmem.ErrRange},
		{shmem.U8, 65, 1, shmem.ErrRange},
		{shmem.U8, -1, 1, shmem.ErrRange},
		{shmem.U8, math.MaxInt64, 1, shmem.ErrRange},
		{shmem.U8, math.MinInt64, 1, shmem.ErrRange},
		{shmem.U8, 8, math.MaxInt, shmem.ErrRange},
		{shmem.F64, 0, math.MaxInt, shmem.ErrOverflow},
		{shmem.F64, 0, 0, shmem.ErrZeroLength},
		{shmem.F64, 0, -1, shmem.ErrInvalidCount},
		{shmem.F4, 0, 1, shmem.ErrUnit},
		{0, 0, 1, shmem.ErrInvalidDType},
	} {
		view, err := region.ViewAs(test.dtype, test.offset, test.elements)
		if !errors.Is(err, test.want) || (err == nil) != (view != nil) {
			t.Errorf("ViewAs(%v, %d, %d) gives %v, want %v", test.dtype, test.offset, test.elements, err, test.want)
		}
	}
}

func TestViewsOfOneRegionShareMemory(t *testing.T) {
	region, err := shmem.CreateRegion(filepath.Join(t.TempDir(), "region"), 16)
	noError(t, err)
	defer region.Close()
	words, err := region.ViewAs(shmem.U32, 8, 2)
	noError(t, err)
	elements, err := words.AsMutSliceU32()
	noError(t, err)
	elements[1] = 0x3f800000
	floats, err := region.ViewAs(shmem.F32, 12, 1)
	noError(t, err)
	if got, err := floats.AsSliceF32(); err != nil || got[0] != 1 {
		t.Errorf("the float view reads %v, %v; want 1", got, err)
	}
}

func TestZeroAndNilHandlesAnswerClosed(t *testing.T) {
	var nilView *shmem.View
	var nilRegion *shmem.Region
	views := map[string]*shmem.View{"nil View": nilView, "zero View": {}, "View of a zero Storage": &(&shmem.Storage{}).View}
	for name, v := range views {
		if v.DType() != 0 || v.Len() != 0 || !v.IsEmpty() || v.ByteLen() != 0 || v.Writable() {
			t.Errorf("%s does not answer zero values", name)
		}
		_, bytesErr := v.Bytes()
		_, sliceErr := v.Slice(0, 1)
		_, refErr := v.AsHostBufferRef()
		_, ownedErr := v.ToHostBuffer()
		wantClosed(t, name, bytesErr, sliceErr, refErr, ownedErr, v.Guard(nothing), v.Guard(nil))
		for _, facts := range tableFacts {
			if facts.accessors.read != nil {
				_, readErr := facts.accessors.read(v)
				wantClosed(t, name, readErr, facts.accessors.write(v, nil))
			}
		}
	}
	regions := map[string]*shmem.Region{"nil Region": nilRegion, "zero Region": {}, "Region of a zero Storage": (&shmem.Storage{}).Region}
	for name, r := range regions {
		if r.Path() != "" || r.Size() != 0 {
			t.Errorf("%s does not answer zero values", name)
		}
		_, viewErr := r.ViewAs(shmem.U8, 0, 1)
		_, replacedErr := r.Replaced()
		wantClosed(t, name, viewErr, replacedErr, r.Remove(), r.Sync(), r.Close())
	}
	var storage shmem.Storage
	_, err := storage.IntoHostBuffer()
	wantClosed(t, "zero Storage", storage.Close(), err)
	if text := fmt.Sprint(&storage, storage); !strings.Contains(text, "Storage{") {
		t.Errorf("zero Storage prints as %s", text)
	}
}

func TestErrorOfAnAccessorStaysWhatItWasAfterClose(t *testing.T) {
	storage := mustCreate(t, shmem.F32, 4)
	_, mismatch := storage.AsSliceF64()
	_, mutable := storage.AsMutSliceF64()
	noError(t, storage.Close())
	for _, err := range []error{mismatch, mutable} {
		if !errors.Is(err, shmem.ErrDTypeMismatch) || errors.Is(err, shmem.ErrClosed) || !strings.Contains(err.Error(), storage.Path()) || !strings.Contains(err.Error(), "holds f32, not f64") {
			t.Errorf("after Close the error of before is %v", err)
		}
	}
	_, err := storage.AsSliceF64()
	if want := "shmem: AsSliceF64 " + storage.Path() + ": region is closed"; !errors.Is(err, shmem.ErrClosed) || err.Error() != want {
		t.Errorf("an accessor of a closed region gives %v, want %s", err, want)
	}
}

func TestNoPrintedFormShowsElements(t *testing.T) {
	storage := mustCreate(t, shmem.U32, 4)
	elements, err := storage.AsMutSliceU32()
	noError(t, err)
	for i := range elements {
		elements[i] = 987654321
	}
	part, err := storage.Slice(1, 2)
	noError(t, err)
	for _, format := range []string{"%v", "%+v", "%#v", "%s"} {
		for _, value := range []any{storage, *storage, part, *part, storage.Region} {
			text := fmt.Sprintf(format, value)
			if strings.Contains(text, "987654321") || strings.Contains(text, "0xb1, 0x68") {
				t.Errorf("%s of %T shows elements: %s", format, value, text)
			}
		}
	}
	if got, want := fmt.Sprint(part), "View{u32, 2 elements, 8 bytes}"; got != want {
		t.Errorf("a view prints as %q, want %q", got, want)
	}
	if got, want := fmt.Sprint(storage), "Storage{"+storage.Path()+", u32, 4 elements, 16 bytes}"; got != want {
		t.Errorf("a storage prints as %q, want %q", got, want)
	}
}

func TestCopiesOfHandlesShareOneState(t *testing.T) {
	storage := mustCreate(t, shmem.U8, 4)
	storageCopy, viewCopy, regionCopy := *storage, storage.View, *storage.Region
	noError(t, storageCopy.Close())
	_, bytesErr := storage.Bytes()
	_, viewErr := viewCopy.AsMutSliceU8()
	wantClosed(t, "the other copies", bytesErr, viewErr, regionCopy.Sync())
}
