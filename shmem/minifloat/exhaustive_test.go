//go:build exhaustive

package minifloat

import (
	"bytes"
	"math"
	"testing"
	"time"

	"github.com/x448/float16"
)

// everyFloat32 calls check with all of them, some at a time. Their number is
// no multiple of what a kernel does at once.
func everyFloat32(check func(numbers []float32)) {
	numbers := make([]float32, 1<<16-13)
	for first := uint64(0); first < 1<<32; first += uint64(len(numbers)) {
		numbers = numbers[:min(uint64(len(numbers)), 1<<32-first)]
		for i := range numbers {
			numbers[i] = math.Float32frombits(uint32(first) + uint32(i))
		}
		check(numbers)
	}
}

// exhausted are the formats of elements.
func exhausted() []format {
	all := []format{formatF16}
	for _, s := range scalars {
		all = append(all, *s.format)
	}
	return all
}

// encoded is what numbers become: words in a wide format; or bytes, and packed
// where the format is narrower than they are.
type encoded struct {
	words         []uint16
	bytes, packed []byte
}

func (f *format) roomFor(numbers int) encoded {
	switch width := f.width(); {
	case width > 8:
		return encoded{words: make([]uint16, numbers)}
	case width == 8:
		return encoded{bytes: make([]byte, numbers)}
	default:
		return encoded{bytes: make([]byte, numbers), packed: make([]byte, (numbers+7)/8*width)}
	}
}

// first is the part for fewer numbers.
func (c encoded) first(numbers, width int) encoded {
	if c.words != nil {
		return encoded{words: c.words[:numbers]}
	}
	if c.packed != nil {
		c.packed = c.packed[:(numbers+7)/8*width]
	}
	return encoded{bytes: c.bytes[:numbers], packed: c.packed}
}

// inSlice encodes numbers as a whole.
func (e *encoder) inSlice(to encoded, numbers []float32) {
	if to.words != nil {
		e.words(to.words, numbers)
		return
	}
	e.bytes(to.bytes, numbers)
	if to.packed != nil {
		clear(to.packed) // of which the last block leaves some
		e.packed(to.packed, numbers, 0)
	}
}

// alone encodes one number after the other by the core.
func (f *format) alone(to encoded, numbers []float32) {
	if to.words != nil {
		for i, x := range numbers {
			to.words[i] = f.encodeFloat32(x)
		}
		return
	}
	for i, x := range numbers {
		to.bytes[i] = uint8(f.encodeFloat32(x))
	}
	clear(to.packed)
	if to.packed != nil {
		for i, code := range to.bytes {
			at := i * f.width()
			stream := uint16(code) << (at % 8)
			to.packed[at/8] |= byte(stream)
			if stream > 0xff {
				to.packed[at/8+1] |= byte(stream >> 8)
			}
		}
	}
}

// compare finds the number of which a slice makes something else.
func compare(t *testing.T, way string, got, want encoded, numbers []float32) {
	t.Helper()
	codes, right := reinterpret[byte](got.words), reinterpret[byte](want.words)
	if want.words == nil {
		codes, right = got.bytes, want.bytes
	}
	if !bytes.Equal(codes, right) {
		size := len(right) / len(numbers)
		for i, x := range numbers {
			if got, want := codes[i*size:][:size], right[i*size:][:size]; !bytes.Equal(got, want) {
				t.Fatalf("by %s %08x (%v) gives the bytes %x, want %x", way, math.Float32bits(x), x, got, want)
			}
		}
	}
	if !bytes.Equal(got.packed, want.packed) {
		t.Fatalf("by %s the codes from %08x on are right, but not packed", way, math.Float32bits(numbers[0]))
	}
}

func TestEveryFloat32IsEncodedInASliceAsAlone(t *testing.T) {
	for _, f := range exhausted() {
		t.Run(f.name, func(t *testing.T) {
			t.Parallel()
			start := time.Now()
			var encoders []*encoder
			for _, way := range ways {
				encoders = append(encoders, way.encoder(&f))
			}
			all, one := f.roomFor(1<<16), f.roomFor(1<<16)
			everyFloat32(func(numbers []float32) {
				got, want := all.first(len(numbers), f.width()), one.first(len(numbers), f.width())
				f.alone(want, numbers) // takes longest, and serves every way
				for i, e := range encoders {
					e.inSlice(got, numbers)
					compare(t, ways[i].name, got, want, numbers)
				}
			})
			for _, way := range ways {
				t.Logf("%s: by %s every float32 in slices as alone", f.name, way.name)
			}
			t.Logf("%s: in %v", f.name, time.Since(start).Round(time.Second))
		})
	}
}

func TestEveryFloat32BecomesTheBinary16OfX448(t *testing.T) {
	t.Parallel()
	start := time.Now()
	codes := make([]float16.Float16, 1<<16)
	everyFloat32(func(numbers []float32) {
		EncodeF16(codes, numbers)
		for i, x := range numbers {
			got, want := codes[i], float16.Fromfloat32(x)
			if got != want && !(got.IsNaN() && want.IsNaN() && got.Signbit() == want.Signbit()) { // x448 keeps the payload
				t.Fatalf("%08x (%v) gives %04x, want %04x", math.Float32bits(x), x, got.Bits(), want.Bits())
			}
		}
	})
	t.Logf("F16: every float32 as x448/float16, in %v", time.Since(start).Round(time.Second))
}
