package minifloat

import (
	"bytes"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"testing"
)

// Buffers of the tests below are filled with these first, and around what is
// converted they have to be left alone.
const (
	canary     = 0xa5
	canaryBits = 0xa5a5a5a5
	margin     = 40 // elements, more than any kernel handles at once
)

// way is a way to convert that this process has.
type way struct {
	name     string
	kernels  bool
	streamed bool // past the cache, whatever the size
}

var ways = waysHere()

func waysHere() []way {
	ways := []way{{name: "tables"}}
	if useKernels {
		ways = append(ways, way{name: "kernels", kernels: true}, way{name: "streaming kernels", kernels: true, streamed: true})
	}
	return ways
}

func (w way) decoder(f *format) *decoder {
	d := newDecoder(f, w.kernels)
	d.streamFrom = w.streamFrom()
	return d
}

func (w way) encoder(f *format) *encoder {
	e := newEncoder(f, w.kernels)
	e.streamFrom = w.streamFrom()
	return e
}

func (w way) streamFrom() int {
	if w.streamed {
		return 0
	}
	return never
}

func floatsOf(bits []uint32) []float32 {
	floats := make([]float32, len(bits))
	for i, b := range bits {
		floats[i] = math.Float32frombits(b)
	}
	return floats
}

func bitsOf(floats []float32) []uint32 {
	bits := make([]uint32, len(floats))
	for i, x := range floats {
		bits[i] = math.Float32bits(x)
	}
	return bits
}

func filled[T any](n int, x T) []T { return slices.Repeat([]T{x}, n) }

// telling are float32s, by their bits, at which conversions go wrong: every
// upper half, with lower halves that decide ties, and NaNs of every kind.
func telling() []float32 {
	var bits []uint32
	for upper := range uint32(1 << 16) {
		for _, lower := range []uint32{0, 1, 0x7fff, 0x8000, 0x8001, 0xffff} {
			bits = append(bits, upper<<16|lower)
		}
	}
	for mantissa := range 23 { // ties of wider mantissas, and their neighbours
		for exponent := range uint32(255) {
			for odd := range uint32(2) {
				tie := exponent<<23 | odd<<(mantissa+1)&0x7fffff | 1<<mantissa
				bits = append(bits, tie, tie-1, tie+1, 1<<31|tie)
			}
		}
	}
	return floatsOf(bits)
}

// decodeAll decodes codes of f as slices of its element type are.
func (d *decoder) decodeAll(codes []uint16) []float32 {
	values := floatsOf(filled(len(codes), uint32(canaryBits)))
	if d.format.width() > 8 {
		d.words(values, codes)
	} else {
		d.bytes(values, retyped[uint8](codes))
	}
	return values
}

// encodeAll is the way back.
func (e *encoder) encodeAll(numbers []float32) []uint16 {
	if e.format.width() > 8 {
		codes := filled[uint16](len(numbers), canary)
		e.words(codes, numbers)
		return codes
	}
	codes := filled[uint8](len(numbers), canary)
	e.bytes(codes, numbers)
	return retyped[uint16](codes)
}

// everyCode is every number that the Go type of f's elements holds.
func everyCode(f *format) []uint16 {
	count := 1 << 8
	if f.width() > 8 {
		count = 1 << 16
	}
	codes := make([]uint16, count)
	for i := range codes {
		codes[i] = uint16(i)
	}
	return codes
}

func checkDecoder(t *testing.T, f *format, d *decoder) {
	t.Helper()
	codes := everyCode(f)
	for i, got := range d.decodeAll(codes) {
		if want := f.decodeFloat32(codes[i]); math.Float32bits(got) != math.Float32bits(want) {
			t.Fatalf("%+v: %#x decodes to %x (%v), want %x (%v)", *f, codes[i], math.Float32bits(got), got, math.Float32bits(want), want)
		}
	}
}

func checkEncoder(t *testing.T, f *format, e *encoder, numbers []float32) {
	t.Helper()
	for i, got := range e.encodeAll(numbers) {
		if want := f.encodeFloat32(numbers[i]); got != want {
			t.Fatalf("%+v: %x (%v) gives %#x, want %#x", *f, math.Float32bits(numbers[i]), numbers[i], got, want)
		}
	}
}

func TestBulkConversionsGiveWhatTheCoreGives(t *testing.T) {
	numbers := telling()
	for _, way := range ways {
		for _, named := range manyFormats() {
			t.Run(way.name+"/"+named.name, func(t *testing.T) {
				t.Parallel()
				f := named.format
				checkDecoder(t, &f, way.decoder(&f))
				checkEncoder(t, &f, way.encoder(&f), numbers)
			})
		}
	}
}

// Formats that the table may get one day take the same ways.
func TestBulkConversionsServeEveryFormat(t *testing.T) {
	random := rand.New(rand.NewPCG(9, 9))
	count, sampled := 0, 8
	if os.Getenv("TENSORSHM_EVERY_FORMAT") != "" {
		sampled = 1
	}
	sweep(func(width int) bool { return width > 1 && width <= 16 }, func(f format) {
		if count++; count%sampled != 0 {
			return
		}
		numbers := make([]float32, 200)
		for i := range numbers {
			numbers[i] = float32(sample(random, f))
		}
		codes := everyCode(&f)
		if width(f) > 8 {
			codes = codes[:1<<width(f)]
		}
		for _, way := range ways {
			for i, got := range way.decoder(&f).decodeAll(codes) {
				if want := f.decodeFloat32(codes[i]); math.Float32bits(got) != math.Float32bits(want) {
					t.Fatalf("%s, %+v: %#x decodes to %v, want %v", way.name, f, codes[i], got, want)
				}
			}
			checkEncoder(t, &f, way.encoder(&f), numbers)
		}
	})
}

func TestBulkConversionsOfEveryLengthAndAlignmentStayInDst(t *testing.T) {
	for _, way := range ways {
		for _, named := range manyFormats() {
			t.Run(way.name+"/"+named.name, func(t *testing.T) {
				t.Parallel()
				random := rand.New(rand.NewPCG(10, 10))
				f := named.format
				d, e := way.decoder(&f), way.encoder(&f)
				for n := range 100 {
					for offset := range 33 {
						checkInPlace(t, random, d, e, n, offset)
					}
				}
			})
		}
	}
}

// checkInPlace converts n elements at offset elements into larger slices.
func checkInPlace(t *testing.T, random *rand.Rand, d *decoder, e *encoder, n, offset int) {
	t.Helper()
	codes, numbers := make([]uint16, offset+n), make([]float32, offset+n)
	for i := range codes {
		codes[i] = uint16(random.Uint32())
		numbers[i] = math.Float32frombits(random.Uint32())
	}
	values := floatsOf(filled(margin+offset+n+margin, uint32(canaryBits)))
	want := bitsOf(values)
	at := margin + offset
	for i, code := range codes[offset:] {
		want[at+i] = math.Float32bits(d.format.decodeFloat32(code))
	}
	d.checked(values[at:at+n], codes, offset)
	if !slices.Equal(bitsOf(values), want) {
		t.Fatalf("decoding %d elements at %d gives %x, want %x", n, offset, bitsOf(values), want)
	}
	stored := filled[uint16](margin+offset+n+margin, canary)
	coded := slices.Clone(stored)
	for i, x := range numbers[offset:] {
		coded[at+i] = e.format.encodeFloat32(x)
	}
	e.checked(stored, at, numbers[offset:])
	if !slices.Equal(stored, coded) {
		t.Fatalf("encoding %d elements at %d gives %x, want %x", n, offset, stored, coded)
	}
}

// checked decodes what lies in codes from offset on, at that alignment.
func (d *decoder) checked(dst []float32, codes []uint16, offset int) {
	if d.format.width() > 8 {
		d.words(dst, codes[offset:])
	} else {
		d.bytes(dst, retyped[uint8](codes)[offset:])
	}
}

// checked encodes to codes from element at on, at that alignment.
func (e *encoder) checked(codes []uint16, at int, src []float32) {
	if e.format.width() > 8 {
		e.words(codes[at:at+len(src)], src)
		return
	}
	stored := retyped[uint8](codes)
	e.bytes(stored[at:at+len(src)], src)
	copy(codes, retyped[uint16](stored))
}

func TestPackedConversionsOfEverySubRangeLeaveTheRestAlone(t *testing.T) {
	const whole = 16 * 8 // elements, a multiple of any group
	for _, way := range ways {
		for _, g := range groups {
			t.Run(way.name+"/"+g.name, func(t *testing.T) {
				t.Parallel()
				random := rand.New(rand.NewPCG(11, 11))
				element := elementOf(t, g)
				d, e := way.decoder(element.format), way.encoder(element.format)
				for first := range 20 {
					for n := range 100 {
						packed := make([]byte, whole*g.width/8)
						for k := range packed {
							packed[k] = byte(random.Uint32())
						}
						offset := random.IntN(8) // so that every alignment comes up
						values := floatsOf(filled(offset+n+margin, uint32(canaryBits)))
						want := bitsOf(values)
						for i := range n {
							place := first + i
							want[offset+i] = math.Float32bits(element.toFloat32(g.at(packed[place/g.elements*g.size:], place%g.elements)))
						}
						d.packed(values[offset:offset+n], packed, first)
						if !slices.Equal(bitsOf(values), want) {
							t.Fatalf("decoding %d elements from %d on gives %x, want %x", n, first, bitsOf(values), want)
						}
						numbers := make([]float32, n)
						stored := bytes.Clone(packed)
						for i := range numbers {
							numbers[i] = float32(random.NormFloat64() * 4)
							place := first + i
							g.set(stored[place/g.elements*g.size:], place%g.elements, element.fromFloat32(numbers[i]))
						}
						e.packed(packed, numbers, first)
						if !bytes.Equal(packed, stored) {
							t.Fatalf("encoding %d elements from %d on gives %x, want %x", n, first, packed, stored)
						}
					}
				}
			})
		}
	}
}

// elementOf is the type that g packs.
func elementOf(t *testing.T, g group) scalar {
	t.Helper()
	for _, s := range scalars {
		if s.format.width() == g.width && g.name[:len(s.name)] == s.name {
			return s
		}
	}
	t.Fatalf("%s packs no type", g.name)
	return scalar{}
}

func TestSliceConversionsTakeTheLesserLength(t *testing.T) {
	for _, s := range scalars {
		for _, test := range []struct{ dst, src, want int }{{0, 0, 0}, {0, 5, 0}, {5, 0, 0}, {3, 70, 3}, {70, 3, 3}, {70, 70, 70}} {
			values := floatsOf(filled(test.dst, uint32(canaryBits)))
			if got := s.decode(values, make([]uint16, test.src)); got != test.want {
				t.Errorf("%s: decodes %d, want %d", s.name, got, test.want)
			}
			for i, x := range values {
				if touched := math.Float32bits(x) != canaryBits; touched != (i < test.want) {
					t.Errorf("%s: value %d of %d touched: %t", s.name, i, test.want, touched)
				}
			}
			codes := filled[uint16](test.dst, canary)
			if got := s.encode(codes, filled[float32](test.src, 1)); got != test.want {
				t.Errorf("%s: encodes %d, want %d", s.name, got, test.want)
			}
			for i, code := range codes {
				if touched := code != canary; touched != (i < test.want) {
					t.Errorf("%s: code %d of %d touched: %t", s.name, i, test.want, touched)
				}
			}
		}
	}
}

func TestPackedConversionsOutsideTheElementsDoNothing(t *testing.T) {
	for _, g := range groups {
		packed := bytes.Repeat([]byte{canary}, 5*g.size)
		total := 5 * g.elements
		for _, test := range []struct{ first, count, want int }{
			{-1, 3, 0}, {math.MinInt, 3, 0}, {total, 3, 0}, {total + 1, 3, 0}, {math.MaxInt, 3, 0},
			{total - 1, 3, 1}, {0, 0, 0}, {1, math.MaxInt16, total - 1},
		} {
			if got := g.decode(make([]float32, test.count), packed, test.first); got != test.want {
				t.Errorf("%s: decodes %d of %d from %d on, want %d", g.name, got, test.count, test.first, test.want)
			}
			if got := g.encode(bytes.Clone(packed), make([]float32, test.count), test.first); got != test.want {
				t.Errorf("%s: encodes %d of %d from %d on, want %d", g.name, got, test.count, test.first, test.want)
			}
		}
	}
}
