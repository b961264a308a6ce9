package shmem_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/tensorshm/tensorshm/shmem"
)

// dtypeFacts is what the table says of a dtype.
type dtypeFacts struct {
	dtype        shmem.DType
	value        int
	text         string
	bits         int
	unitElements int
	unitBytes    int
	isInt        bool
	isFloat      bool
	status       shmem.Status
	rationale    string
	accessors    accessors // zero unless supported
}

// accessors gives the typed accessors and variants of one dtype in terms of
// bytes. encoding/binary turns elements into bytes and back: it is the oracle for
// the layout, since it knows nothing of ours.
type accessors struct {
	read       func(*shmem.View) ([]byte, error)
	write      func(v *shmem.View, memory []byte) error
	readRef    func(shmem.HostBufferRef) ([]byte, bool)
	readOwned  func(shmem.HostBuffer) ([]byte, bool)
	makeOwned  func(memory []byte) (shmem.HostBuffer, error)
	sliceCosts func(*shmem.View) // calls both accessors
}

func accessorsOf[T any, R interface {
	~[]T
	shmem.HostBufferRef
}, O interface {
	~[]T
	shmem.HostBuffer
}](slice, mutableSlice func(*shmem.View) ([]T, error)) accessors {
	encode := func(elements []T) []byte {
		memory, err := binary.Append(nil, binary.LittleEndian, elements)
		if err != nil {
			panic(err) // a host type of no fixed size
		}
		return memory
	}
	return accessors{
		read: func(v *shmem.View) ([]byte, error) {
			elements, err := slice(v)
			if len(elements) != cap(elements) {
				err = errors.Join(err, errors.New("append would write to the region"))
			}
			return encode(elements), err
		},
		write: func(v *shmem.View, memory []byte) error {
			elements, err := mutableSlice(v)
			if err != nil {
				return err
			}
			_, err = binary.Decode(memory, binary.LittleEndian, elements)
			return err
		},
		readRef:   func(ref shmem.HostBufferRef) ([]byte, bool) { r, ok := ref.(R); return encode(r), ok },
		readOwned: func(owned shmem.HostBuffer) ([]byte, bool) { o, ok := owned.(O); return encode(o), ok },
		makeOwned: func(memory []byte) (shmem.HostBuffer, error) {
			var element T
			elements := make([]T, len(memory)/binary.Size(element))
			_, err := binary.Decode(memory, binary.LittleEndian, elements)
			return O(elements), err
		},
		sliceCosts: func(v *shmem.View) {
			readable, _ := slice(v)
			writable, _ := mutableSlice(v)
			sinkLength += len(readable) + len(writable)
		},
	}
}

var sinkLength int

// elementBytes is random memory for n elements. Wide floats get no top bits,
// so that none is a signaling NaN, which encoding/binary would quieten.
func elementBytes(t *testing.T, facts dtypeFacts, n int) []byte {
	t.Helper()
	size, err := facts.dtype.StorageBytes(n)
	if err != nil {
		t.Fatal(err)
	}
	random := rand.NewChaCha8([32]byte{byte(facts.value)})
	memory := make([]byte, size)
	random.Read(memory)
	if !facts.isInt && facts.bits > 16 {
		for i := range memory {
			memory[i] &= 0x3f
		}
	}
	return memory
}

func TestEveryDTypeOfTheTableIsTested(t *testing.T) {
	i := 0
	for dtype := range shmem.DTypes() {
		if i >= len(tableFacts) || tableFacts[i].dtype != dtype {
			t.Fatalf("DTypes yields %v at place %d, which the tests do not have there", dtype, i)
		}
		i++
	}
	if i != len(tableFacts) {
		t.Errorf("DTypes yields %d dtypes, the tests have %d", i, len(tableFacts))
	}
}

func TestSupportedDTypeLivesThroughEveryStep(t *testing.T) {
	for _, facts := range tableFacts {
		if facts.status != shmem.StatusSupported {
			continue
		}
		t.Run(facts.text, func(t *testing.T) {
			unit, access := facts.unitElements, facts.accessors
			n := 24 * unit
			memory := elementBytes(t, facts, n)
			path := filepath.Join(t.TempDir(), "region")

			producer, err := shmem.Create(path, facts.dtype, n)
			noError(t, err)
			zeros, err := access.read(&producer.View)
			noError(t, err)
			if !bytes.Equal(zeros, make([]byte, len(memory))) {
				t.Error("a new region is not all zero")
			}
			noError(t, access.write(&producer.View, memory))

			onDisk, err := os.ReadFile(path)
			noError(t, err)
			if !bytes.Equal(onDisk, memory) {
				t.Errorf("file holds % x, encoding/binary makes % x", onDisk, memory)
			}

			consumer, err := shmem.Open(path, facts.dtype, n, shmem.ExactSize())
			noError(t, err)
			checkView(t, facts, &consumer.View, memory)

			part, err := consumer.Slice(2*unit, 3*unit)
			noError(t, err)
			checkView(t, facts, part, memory[2*facts.unitBytes:5*facts.unitBytes])
			part, err = part.Slice(unit, unit)
			noError(t, err)
			checkView(t, facts, part, memory[3*facts.unitBytes:4*facts.unitBytes])

			owned, err := consumer.ToHostBuffer()
			noError(t, err)
			changed := bytes.Clone(memory)
			for i := range facts.unitBytes {
				changed[3*facts.unitBytes+i] ^= 0x15
			}
			noError(t, access.write(part, changed[3*facts.unitBytes:4*facts.unitBytes]))
			seen, err := access.read(&producer.View)
			noError(t, err)
			if !bytes.Equal(seen, changed) {
				t.Errorf("after the consumer wrote a sub-range the producer sees % x, want % x", seen, changed)
			}
			checkOwned(t, facts, owned, memory)

			owned, err = consumer.IntoHostBuffer()
			noError(t, err)
			checkOwned(t, facts, owned, changed)
			_, bytesErr := consumer.Bytes()
			_, readErr := access.read(&consumer.View)
			wantClosed(t, "after IntoHostBuffer", bytesErr, readErr, access.write(&consumer.View, nil))
			noError(t, producer.Close())
		})
	}
}

func checkView(t *testing.T, facts dtypeFacts, v *shmem.View, want []byte) {
	t.Helper()
	n := len(want) / facts.unitBytes * facts.unitElements
	if v.DType() != facts.dtype || v.Len() != n || v.IsEmpty() || v.ByteLen() != len(want) || !v.Writable() {
		t.Errorf("view is of %v, %d elements, %d bytes, writable %t; want %v, %d, %d, true", v.DType(), v.Len(), v.ByteLen(), v.Writable(), facts.dtype, n, len(want))
	}
	got, err := facts.accessors.read(v)
	noError(t, err)
	if !bytes.Equal(got, want) {
		t.Errorf("typed slice holds % x, want % x", got, want)
	}
	ref, err := v.AsHostBufferRef()
	noError(t, err)
	got, ok := facts.accessors.readRef(ref)
	if !ok || !bytes.Equal(got, want) {
		t.Errorf("AsHostBufferRef gives %T of % x, want % x", ref, got, want)
	}
	if ref.DType() != facts.dtype || ref.Len() != n || ref.IsEmpty() || !bytes.Equal(ref.Bytes(), want) {
		t.Errorf("variant is of %v, %d elements, bytes % x; want %v, %d, % x", ref.DType(), ref.Len(), ref.Bytes(), facts.dtype, n, want)
	}
}

func checkOwned(t *testing.T, facts dtypeFacts, owned shmem.HostBuffer, want []byte) {
	t.Helper()
	got, ok := facts.accessors.readOwned(owned)
	if !ok || !bytes.Equal(got, want) || !bytes.Equal(owned.Bytes(), want) {
		t.Errorf("owned copy is %T of % x, want % x", owned, got, want)
	}
	n := len(want) / facts.unitBytes * facts.unitElements
	if owned.DType() != facts.dtype || owned.Len() != n || owned.IsEmpty() {
		t.Errorf("owned copy is of %v, %d elements; want %v, %d", owned.DType(), owned.Len(), facts.dtype, n)
	}
	if back, ok := facts.accessors.readRef(owned.AsRef()); !ok || !bytes.Equal(back, want) {
		t.Errorf("AsRef of the owned copy is %T", owned.AsRef())
	}
}

func TestUnsupportedDTypeIsSharedAsBytesAndDeclinesTypedAccess(t *testing.T) {
	for _, facts := range tableFacts {
		if facts.status == shmem.StatusSupported {
			continue
		}
		t.Run(facts.text, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "region")
			n := 8 * facts.unitElements
			if facts.bits == 0 {
				_, err := shmem.Create(path, facts.dtype, 8)
				wantDeclined(t, err, facts, "create")
				return
			}
			producer, err := shmem.Create(path, facts.dtype, n)
			noError(t, err)
			defer producer.Close()
			memory, err := producer.Bytes()
			noError(t, err)
			copy(memory, elementBytes(t, facts, n))

			consumer, err := shmem.Open(path, facts.dtype, n)
			noError(t, err)
			defer consumer.Close()
			for op, call := range map[string]func() error{
				"AsHostBufferRef": func() error { _, err := consumer.AsHostBufferRef(); return err },
				"ToHostBuffer":    func() error { _, err := consumer.ToHostBuffer(); return err },
				"IntoHostBuffer":  func() error { _, err := consumer.IntoHostBuffer(); return err },
			} {
				wantDeclined(t, call(), facts, op)
			}
			shared, err := consumer.Bytes()
			if err != nil || !bytes.Equal(shared, elementBytes(t, facts, n)) {
				t.Errorf("after a declined IntoHostBuffer Bytes gives % x, %v", shared, err)
			}
			for _, other := range tableFacts {
				if other.accessors.read == nil {
					continue
				}
				if _, err := other.accessors.read(&consumer.View); !errors.Is(err, shmem.ErrDTypeMismatch) {
					t.Errorf("the %v accessor gives %v, want ErrDTypeMismatch", other.dtype, err)
				}
			}
		})
	}
}

func wantDeclined(t *testing.T, err error, facts dtypeFacts, op string) {
	t.Helper()
	var declined *shmem.UnsupportedDTypeError
	if !errors.As(err, &declined) {
		t.Fatalf("%s gives %v, want *UnsupportedDTypeError", op, err)
	}
	want := shmem.UnsupportedDTypeError{DType: facts.dtype, Op: op, Rationale: facts.rationale}
	if *declined != want {
		t.Errorf("%s declines with %+v, want %+v", op, *declined, want)
	}
	if !errors.Is(err, shmem.ErrUnsupportedDType) || !errors.Is(err, errors.ErrUnsupported) {
		t.Errorf("%v matches not both ErrUnsupportedDType and errors.ErrUnsupported", err)
	}
}

func TestAccessorOfAnotherDTypeIsAMismatch(t *testing.T) {
	for _, facts := range tableFacts {
		if facts.bits == 0 {
			continue
		}
		storage, err := shmem.Create(filepath.Join(t.TempDir(), "region"), facts.dtype, facts.unitElements)
		noError(t, err)
		defer storage.Close()
		for _, other := range tableFacts {
			if other.dtype == facts.dtype || other.accessors.read == nil {
				continue
			}
			_, err := other.accessors.read(&storage.View)
			if !errors.Is(err, shmem.ErrDTypeMismatch) {
				t.Errorf("AsSlice of %v on %v gives %v", other.dtype, facts.dtype, err)
			}
			if err := other.accessors.write(&storage.View, nil); !errors.Is(err, shmem.ErrDTypeMismatch) {
				t.Errorf("AsMutSlice of %v on %v gives %v", other.dtype, facts.dtype, err)
			}
		}
	}
}

func TestAccessorsDoNotAllocate(t *testing.T) {
	for _, facts := range tableFacts {
		if facts.accessors.read == nil {
			continue
		}
		storage, err := shmem.Create(filepath.Join(t.TempDir(), "region"), facts.dtype, facts.unitElements)
		noError(t, err)
		defer storage.Close()
		part, err := storage.Slice(0, facts.unitElements)
		noError(t, err)
		var throughInterface shmem.HostStorage = storage
		for name, call := range map[string]func(){
			"AsSlice and AsMutSlice":                  func() { facts.accessors.sliceCosts(&storage.View) },
			"AsSlice and AsMutSlice of a sub-range":   func() { facts.accessors.sliceCosts(part) },
			"AsHostBufferRef":                         func() { sinkRef, _ = storage.AsHostBufferRef() },
			"AsHostBufferRef of a sub-range":          func() { sinkRef, _ = part.AsHostBufferRef() },
			"AsHostBufferRef through the HostStorage": func() { sinkRef, _ = throughInterface.AsHostBufferRef() },
			"Bytes": func() { sinkBytes, _ = storage.Bytes() },
			"Guard": func() { sinkError = storage.Guard(nothing) },
		} {
			if allocations := testing.AllocsPerRun(100, call); allocations != 0 {
				t.Errorf("%v: %s allocates %v times", facts.dtype, name, allocations)
			}
		}
	}
}

var (
	sinkRef   shmem.HostBufferRef
	sinkBytes []byte
	sinkError error
)

func nothing() error { return nil }

func wantClosed(t *testing.T, name string, errs ...error) {
	t.Helper()
	for i, err := range errs {
		if !errors.Is(err, shmem.ErrClosed) {
			t.Errorf("%s: call %d gives %v, want ErrClosed", name, i, err)
		}
	}
}

// skipIfShort leaves out what takes seconds and depends on no dtype.
func skipIfShort(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("takes seconds")
	}
}

func noError(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
