//go:build long

package interop

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strconv"

	"github.com/tensorshm/tensorshm/shmem"
)

// elements are those of a region, each by its code, the bits that it takes.
type elements struct {
	dtype shmem.DType
	codes []uint64
}

// everyPattern is what is worth sharing: formats of at most 16 bits have every
// code at every position of a storage unit, wider ones the edges of their ranges,
// every kind of NaN, and bits of any kind.
func everyPattern(dtype shmem.DType) elements {
	unit, _ := dtype.Unit()
	bits := dtype.Bits()
	all := elements{dtype: dtype}
	switch {
	case bits <= 16:
		for i := range unit << bits {
			position := i % unit
			all.codes = append(all.codes, uint64(i/unit+5*position)&(1<<bits-1))
		}
	case isComplex(dtype):
		parts := edges(bits / 2)
		for i, real := range parts {
			all.codes = append(all.codes, real|parts[(7*i+3)%len(parts)]<<(bits/2))
		}
	default:
		all.codes = edges(bits)
	}
	return all
}

// isComplex tells what is neither a number line nor a truth value.
func isComplex(dtype shmem.DType) bool { return !dtype.IsInt() && !dtype.IsFloat() && dtype.Bits() > 8 }

// edges are words at the edges of what integers, and floats of IEEE 754, make of
// them, and others.
func edges(bits int) []uint64 {
	all := uint64(math.MaxUint64) >> (64 - bits)
	words := []uint64{0, all}
	for bit := range bits {
		power := uint64(1) << bit
		words = append(words, power, power-1, all&^power, all-power+1)
	}
	mantissa := map[int]int{32: 23, 64: 52}[bits]
	largest := uint64(1)<<(bits-1-mantissa) - 1
	for _, exponent := range []uint64{0, 1, largest / 2, largest - 1, largest} {
		for _, fraction := range []uint64{0, 1, 1 << (mantissa - 1), 1<<(mantissa-1) + 1, 1<<mantissa - 1} {
			positive := exponent<<mantissa | fraction
			words = append(words, positive, 1<<(bits-1)|positive)
		}
	}
	random := rand.New(rand.NewPCG(1, uint64(bits)))
	for range 2000 {
		words = append(words, random.Uint64()&all)
	}
	return words
}

// shuffled are the same elements in an order of their own.
func (e elements) shuffled(seed uint64) elements {
	codes := slices.Clone(e.codes)
	rand.New(rand.NewPCG(seed, 0)).Shuffle(len(codes), func(i, j int) { codes[i], codes[j] = codes[j], codes[i] })
	return elements{e.dtype, codes}
}

func (e elements) reversed() elements {
	codes := slices.Clone(e.codes)
	slices.Reverse(codes)
	return elements{e.dtype, codes}
}

// bytes is the memory of the elements: little-endian is least significant bit
// first, for packed elements and for wide ones.
func (e elements) bytes() []byte {
	bits := e.dtype.Bits()
	memory := make([]byte, len(e.codes)*bits/8)
	for i, code := range e.codes {
		for bit := range bits {
			at := i*bits + bit
			memory[at/8] |= byte(code>>bit&1) << (at % 8)
		}
	}
	return memory
}

// elementsOf reads back what bytes made.
func elementsOf(dtype shmem.DType, memory []byte) elements {
	bits := dtype.Bits()
	codes := make([]uint64, len(memory)*8/bits)
	for i := range codes {
		for bit := range bits {
			at := i*bits + bit
			codes[i] |= uint64(memory[at/8]>>(at%8)&1) << bit
		}
	}
	return elements{dtype, codes}
}

// codeWords are the elements' codes, as peers write them.
func (e elements) codeWords() []string {
	words := make([]string, len(e.codes))
	for i, code := range e.codes {
		words[i] = strconv.FormatUint(code, 10)
	}
	return words
}

// errNoValues is of dtypes whose encoding nobody has settled.
var errNoValues = errors.New("no values")

// valueWords are the elements' values, as this module has them and peers write
// them: python/elements.py says how.
func (e elements) valueWords() ([]string, error) {
	storage, err := shmem.NewHeap(e.dtype, len(e.codes))
	if err != nil {
		return nil, err
	}
	defer storage.Close()
	memory, err := storage.Bytes()
	if err != nil {
		return nil, err
	}
	copy(memory, e.bytes())
	words := make([]string, len(e.codes))
	if e.dtype.IsFloat() && e.dtype.Supported() && e.dtype.Bits() < 64 {
		numbers := make([]float32, len(words))
		if _, err := storage.ReadFloat32(numbers, 0); err != nil {
			return nil, err
		}
		for i, number := range numbers {
			words[i] = floatWord(float64(number))
		}
		return words, nil
	}
	ref, err := storage.AsHostBufferRef()
	if errors.Is(err, shmem.ErrUnsupportedDType) {
		return e.narrowIntegerWords()
	}
	if err != nil {
		return nil, err
	}
	values := reflect.ValueOf(ref)
	for i := range words {
		value := values.Index(i)
		switch {
		case value.CanInt():
			words[i] = strconv.FormatInt(value.Int(), 10)
		case value.CanUint() && e.dtype.IsInt():
			words[i] = strconv.FormatUint(value.Uint(), 10)
		case value.CanUint(): // a truth value
			words[i] = "1"
			if value.Uint() == 0 {
				words[i] = "0"
			}
		case value.CanFloat():
			words[i] = floatWord(value.Float())
		case value.CanComplex():
			words[i] = floatWord(real(value.Complex())) + "," + floatWord(imag(value.Complex()))
		default:
			return nil, fmt.Errorf("no word for %v", value.Type())
		}
	}
	return words, nil
}

// narrowIntegerWords are the values of integers without typed access, of which
// DLPack says whether they have a sign.
func (e elements) narrowIntegerWords() ([]string, error) {
	if !e.dtype.IsInt() {
		return nil, errNoValues
	}
	signed := e.dtype.Names().DLPack.Code == 0
	words := make([]string, len(e.codes))
	for i, code := range e.codes {
		value := int64(code)
		if signed && code>>(e.dtype.Bits()-1) != 0 {
			value -= 1 << e.dtype.Bits()
		}
		words[i] = strconv.FormatInt(value, 10)
	}
	return words, nil
}

func floatWord(number float64) string {
	if math.IsNaN(number) {
		return "nan"
	}
	return fmt.Sprintf("%016x", math.Float64bits(number))
}

// firstDifference describes where two sides disagree, and is nil if nowhere.
func firstDifference[T comparable](what string, got, want []T) error {
	if len(got) != len(want) {
		return fmt.Errorf("%s: %d, want %d", what, len(got), len(want))
	}
	for i := range got {
		if got[i] != want[i] {
			return fmt.Errorf("%s: number %d of %d is %v, want %v", what, i, len(got), got[i], want[i])
		}
	}
	return nil
}
