//go:build long || exhaustive

package interop

import (
	"encoding/binary"
	"fmt"
	"io"
	"math"

	"github.com/tensorshm/tensorshm/shmem"
	"github.com/tensorshm/tensorshm/shmem/minifloat"
)

// block is float32s by their bits: the first, the step to the next, how many.
type block struct {
	first, step uint32
	count       uint64
}

func (b block) String() string { return fmt.Sprintf("%d:%d:%d", b.first, b.step, b.count) }

func (b block) at(i int) uint32 { return b.first + uint32(i)*b.step }

// conversion is a format of minifloat, the rule under which an oracle says the
// same of it, and where the oracle says something else.
type conversion struct {
	dtype   shmem.DType
	oracle  *oracle
	rule    minifloat.Rule
	encode  func(codes []uint16, from block)
	decode  func(code uint16) float32
	encoded []difference // by the bits of float32s
	decoded []difference // by codes
}

// difference is a range in which an oracle does not follow the rule, and what
// it gives instead. It has to be one: what an oracle gave up fails the test.
type difference struct {
	why      string
	from, to uint32 // inclusive
	gives    uint32
}

func conversionOf[T ~uint8 | ~uint16](dtype shmem.DType, o *oracle, rule minifloat.Rule, encode func(float32, minifloat.Rule) T, decode func(T) float32) conversion {
	return conversion{
		dtype:  dtype,
		oracle: o,
		rule:   rule,
		encode: func(codes []uint16, from block) {
			for i := range codes {
				codes[i] = uint16(encode(math.Float32frombits(from.at(i)), rule))
			}
		},
		decode: func(code uint16) float32 { return decode(T(code)) },
	}
}

func (c conversion) encodes(differences ...difference) conversion {
	c.encoded = differences
	return c
}

func (c conversion) decodes(differences ...difference) conversion {
	c.decoded = differences
	return c
}

// name is that of the type in the oracle's world.
func (c *conversion) name() string { return c.oracle.nameIn(c.dtype.Names()) }

// size is the bytes in which the oracle writes a code.
func (c *conversion) size() int { return (c.dtype.Bits() + 7) / 8 }

// alike reports whether two float32s are the same, all NaNs of a sign being one.
func alike(a, b uint32) bool {
	x, y := math.Float32frombits(a), math.Float32frombits(b)
	return a == b || x != x && y != y && a>>31 == b>>31
}

// checkDecode compares the values of all codes.
func (c *conversion) checkDecode() error {
	return c.oracle.ask(func(answer io.Reader) error {
		raw := make([]byte, 4<<c.dtype.Bits())
		if _, err := io.ReadFull(answer, raw); err != nil {
			return err
		}
		for code := range uint32(1) << c.dtype.Bits() {
			want := math.Float32bits(c.decode(uint16(code)))
			for _, d := range c.decoded {
				if d.from <= code && code <= d.to {
					if alike(want, d.gives) {
						return fmt.Errorf("%#x decodes to %08x, but there is a difference: %s", code, want, d.why)
					}
					want = d.gives
				}
			}
			if got := binary.LittleEndian.Uint32(raw[4*code:]); !alike(got, want) {
				return fmt.Errorf("%#x decodes to %08x, want %08x", code, got, want)
			}
		}
		return nil
	}, "decode", c.name())
}

// checkEncode compares the codes of all numbers in blocks.
func (c *conversion) checkEncode(blocks []block) error {
	const piece = 1 << 16
	args := []string{"encode", c.name()}
	for _, b := range blocks {
		args = append(args, b.String())
	}
	raw, codes := make([]byte, piece*c.size()), make([]uint16, piece)
	return c.oracle.ask(func(answer io.Reader) error {
		for _, b := range blocks {
			for done := uint64(0); done < b.count; done += piece {
				part := block{b.at(int(done)), b.step, min(piece, b.count-done)}
				raw, codes := raw[:int(part.count)*c.size()], codes[:part.count]
				if _, err := io.ReadFull(answer, raw); err != nil {
					return err
				}
				c.encode(codes, part)
				if err := c.checkCodes(raw, codes, part); err != nil {
					return err
				}
			}
		}
		return nil
	}, args...)
}

// checkCodes compares what the oracle wrote for a block with what the core gives.
func (c *conversion) checkCodes(raw []byte, codes []uint16, from block) error {
	last := from.at(len(codes) - 1)
	for _, d := range c.encoded {
		if d.to < from.first || last < d.from {
			continue
		}
		for i := range codes {
			if bits := from.at(i); d.from <= bits && bits <= d.to {
				if codes[i] == uint16(d.gives) {
					return fmt.Errorf("%08x gives %#x, but there is a difference: %s", bits, codes[i], d.why)
				}
				codes[i] = uint16(d.gives)
			}
		}
	}
	size := c.size() // not asked for four billion times
	for i, want := range codes {
		var got uint16
		if size == 1 {
			got = uint16(raw[i])
		} else {
			got = binary.LittleEndian.Uint16(raw[2*i:])
		}
		if got != want && !c.bothNaN(got, want) {
			bits := from.at(i)
			return fmt.Errorf("%08x (%v) gives %#x, want %#x", bits, math.Float32frombits(bits), got, want)
		}
	}
	return nil
}

// bothNaN reports whether two codes are NaNs of one sign.
func (c *conversion) bothNaN(a, b uint16) bool {
	x, y := c.decode(a), c.decode(b)
	return x != x && y != y && math.Signbit(float64(x)) == math.Signbit(float64(y))
}
