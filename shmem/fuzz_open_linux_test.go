package shmem_test

import (
	"bytes"
	"errors"
	"io/fs"
	"math"
	"math/big"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/tensorshm/tensorshm/shmem"
)

// What FuzzOpen puts at the path that it opens.
const (
	regularFile = iota
	missingFile
	fileSymlink
	danglingSymlink
	circularSymlink
	folderThere
	fifoThere
	kindsOfPath
)

// Bits of the options byte of FuzzOpen.
const (
	withReadOnly = 1 << iota
	withExactSize
	withFollowSymlinks
	withPrefault
)

func openOptions(bits byte) (options []shmem.OpenOption) {
	for bit, option := range map[byte]shmem.OpenOption{withReadOnly: shmem.ReadOnly(), withExactSize: shmem.ExactSize(), withFollowSymlinks: shmem.FollowSymlinks()} {
		if bits&bit != 0 {
			options = append(options, option)
		}
	}
	if bits&withPrefault != 0 {
		options = append(options, shmem.Prefault())
	}
	return options
}

// FuzzOpen opens whatever may stand at a path, with any arguments, and views
// any part of it. The outcome is worked out beside from the documentation.
func FuzzOpen(f *testing.F) {
	path := filepath.Join(f.TempDir(), "region")
	f.Fuzz(func(t *testing.T, kind byte, head []byte, tail uint16, dtype byte, count, offset int64, options byte) {
		defer time.AfterFunc(20*time.Second, func() { panic("Open blocks") }).Stop()
		defer os.Remove(path)
		content := append(bytes.Clone(head), make([]byte, tail)...)
		target := putAtPath(t, kind%kindsOfPath, path, content)
		descriptors, mappings := openDescriptors(t), mappingsOf(t, filepath.Dir(path))

		facts := factsOf(shmem.DType(dtype))
		elements := int(count)
		argumentFault := faultOfArguments(facts, elements)
		fileFault := faultOfPath(kind%kindsOfPath, options)

		storage, err := shmem.Open(path, shmem.DType(dtype), elements, openOptions(options)...)
		wanted := firstFault(argumentFault, fileFault, faultOfSize(facts, elements, len(content), options&withExactSize != 0))
		if !errors.Is(err, wanted) || (err == nil) != (storage != nil) {
			t.Fatalf("Open gives %v, want %v", err, wanted)
		}
		if err == nil {
			wantWindow(t, &storage.View, content, 0, facts, elements, options&withReadOnly == 0)
			noError(t, storage.Close())
		}

		region, err := shmem.OpenRegion(path, openOptions(options)...)
		if len(content) == 0 {
			fileFault = firstFault(fileFault, shmem.ErrTooSmall)
		}
		if !errors.Is(err, fileFault) || (err == nil) != (region != nil) {
			t.Fatalf("OpenRegion gives %v, want %v", err, fileFault)
		}
		if err == nil {
			if region.Size() != int64(len(content)) {
				t.Errorf("OpenRegion maps %d of %d bytes", region.Size(), len(content))
			}
			view, err := region.ViewAs(shmem.DType(dtype), offset, elements)
			wanted := firstFault(argumentFault, faultOfWindow(facts, offset, elements, len(content)))
			if !errors.Is(err, wanted) || (err == nil) != (view != nil) {
				t.Errorf("ViewAs gives %v, want %v", err, wanted)
			}
			if err == nil {
				wantWindow(t, view, content, offset, facts, elements, options&withReadOnly == 0)
			}
			noError(t, region.Close())
		}

		if after := openDescriptors(t); after != descriptors {
			t.Errorf("%d descriptors were open before, %d are after", descriptors, after)
		}
		if after := mappingsOf(t, filepath.Dir(path)); after != mappings {
			t.Errorf("%d mappings before, %d after", mappings, after)
		}
		if after, err := os.ReadFile(target); target != "" && !bytes.Equal(after, content) {
			t.Errorf("the file holds %d bytes that are not what was written, %v", len(after), err)
		}
	})
}

// putAtPath makes something at path, and returns where its content is to be
// read, "" where there is none.
func putAtPath(t *testing.T, kind byte, path string, content []byte) (target string) {
	t.Helper()
	switch kind {
	case regularFile:
		noError(t, os.WriteFile(path, content, 0o600))
		return path
	case fileSymlink:
		target := path + " target"
		noError(t, os.WriteFile(target, content, 0o600))
		noError(t, os.Symlink(target, path))
		return target
	case danglingSymlink:
		noError(t, os.Symlink(path+" missing", path))
	case circularSymlink:
		noError(t, os.Symlink(path, path))
	case folderThere:
		noError(t, os.Mkdir(path, 0o700))
	case fifoThere:
		noError(t, syscall.Mkfifo(path, 0o600))
	}
	return ""
}

// factsOf returns what the table says of a dtype, nil if it says nothing.
func factsOf(dtype shmem.DType) *dtypeFacts {
	for i := range tableFacts {
		if tableFacts[i].dtype == dtype {
			return &tableFacts[i]
		}
	}
	return nil
}

func firstFault(faults ...error) error {
	for _, fault := range faults {
		if fault != nil {
			return fault
		}
	}
	return nil
}

func faultOfArguments(facts *dtypeFacts, elements int) error {
	switch {
	case facts == nil:
		return shmem.ErrInvalidDType
	case facts.bits == 0:
		return shmem.ErrUnsupportedDType
	case elements < 0:
		return shmem.ErrInvalidCount
	case elements == 0:
		return shmem.ErrZeroLength
	case elements%facts.unitElements != 0:
		return shmem.ErrUnit
	case bytesOfElements(facts, elements).Cmp(big.NewInt(math.MaxInt)) > 0:
		return shmem.ErrOverflow
	}
	return nil
}

func bytesOfElements(facts *dtypeFacts, elements int) *big.Int {
	bits := new(big.Int).Mul(big.NewInt(int64(facts.bits)), big.NewInt(int64(elements)))
	return bits.Rsh(bits, 3)
}

// faultOfPath is why a path cannot be opened whatever the file's size.
func faultOfPath(kind, options byte) error {
	follows := options&(withReadOnly|withFollowSymlinks) != 0
	switch kind {
	case missingFile:
		return fs.ErrNotExist
	case folderThere, fifoThere:
		return shmem.ErrNotRegular
	case fileSymlink, danglingSymlink, circularSymlink:
		switch {
		case !follows:
			return shmem.ErrNotRegular
		case kind == danglingSymlink:
			return fs.ErrNotExist
		case kind == circularSymlink:
			return syscall.ELOOP
		}
	}
	return nil
}

// faultOfSize is for arguments that are in order.
func faultOfSize(facts *dtypeFacts, elements, length int, exact bool) error {
	if facts == nil || elements <= 0 {
		return nil
	}
	switch bytesOfElements(facts, elements).Cmp(big.NewInt(int64(length))) {
	case +1:
		return shmem.ErrTooSmall
	case -1:
		if exact {
			return shmem.ErrSizeMismatch
		}
	}
	return nil
}

// faultOfWindow is for arguments that are in order.
func faultOfWindow(facts *dtypeFacts, offset int64, elements, length int) error {
	if facts == nil || elements <= 0 {
		return nil
	}
	end := new(big.Int).Add(big.NewInt(offset), bytesOfElements(facts, elements))
	alignment := int64(facts.unitBytes)
	switch {
	case facts.unitElements > 1: // packed groups are byte arrays
		alignment = 1
	case !facts.isInt && !facts.isFloat && facts.unitBytes > 1: // complex numbers stand where their halves can
		alignment /= 2
	}
	switch {
	case offset < 0, end.Cmp(big.NewInt(int64(length))) > 0:
		return shmem.ErrRange
	case offset%alignment != 0:
		return shmem.ErrMisaligned
	}
	return nil
}

// wantWindow checks that a view is of elements of a file, and of no byte else.
func wantWindow(t *testing.T, view *shmem.View, content []byte, offset int64, facts *dtypeFacts, elements int, writable bool) {
	t.Helper()
	size := elements / facts.unitElements * facts.unitBytes
	want := content[offset : int(offset)+size]
	memory, err := view.Bytes()
	noError(t, err)
	if !bytes.Equal(memory, want) || cap(memory) != len(memory) {
		t.Errorf("the view holds %d bytes of capacity %d, which are not the file's %d", len(memory), cap(memory), len(want))
	}
	if view.DType() != facts.dtype || view.Len() != elements || view.ByteLen() != size || view.Writable() != writable {
		t.Errorf("the view is of %v, writable %t; want %d elements of %v, writable %t", view, view.Writable(), elements, facts.dtype, writable)
	}
	ref, err := view.AsHostBufferRef()
	if facts.status != shmem.StatusSupported {
		if !errors.Is(err, shmem.ErrUnsupportedDType) {
			t.Errorf("AsHostBufferRef gives %v, want ErrUnsupportedDType", err)
		}
		return
	}
	noError(t, err)
	if ref.Len() != elements || !bytes.Equal(ref.Bytes(), want) {
		t.Errorf("AsHostBufferRef gives %T of %d elements that are not the file's %d", ref, ref.Len(), elements)
	}
}
