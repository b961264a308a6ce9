package minifloat

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

// group is a generated packed type behind functions over its bytes.
type group struct {
	name     string
	elements int
	width    int // bits of an element
	size     int // bytes
	at       func(group []byte, i int) uint16
	set      func(group []byte, i int, x uint16)
	decode   func(dst []float32, packed []byte, first int) int
	encode   func(packed []byte, src []float32, first int) int
}

func groupOf[G any, X code[X]](name string, elements, width int, bytesOf func(*G) []byte, at func(G, int) X, set func(*G, int, X), decode func([]float32, []G, int) int, encode func([]G, []float32, int) int) group {
	var zero G
	return group{
		name:     name,
		elements: elements,
		width:    width,
		size:     len(bytesOf(&zero)),
		at: func(group []byte, i int) uint16 {
			var g G
			copy(bytesOf(&g), group)
			return uint16(at(g, i))
		},
		set: func(group []byte, i int, x uint16) {
			var g G
			copy(bytesOf(&g), group)
			set(&g, i, X(x))
			copy(group, bytesOf(&g))
		},
		decode: func(dst []float32, packed []byte, first int) int {
			return decode(dst, groupsOf(packed, bytesOf), first)
		},
		encode: func(packed []byte, src []float32, first int) int {
			groups := groupsOf(packed, bytesOf)
			n := encode(groups, src, first)
			for i := range groups {
				copy(packed[i*len(bytesOf(&zero)):], bytesOf(&groups[i]))
			}
			return n
		},
	}
}

// groupsOf copies whole groups out of their bytes.
func groupsOf[G any](packed []byte, bytesOf func(*G) []byte) []G {
	var zero G
	groups := make([]G, len(packed)/len(bytesOf(&zero)))
	for i := range groups {
		copy(bytesOf(&groups[i]), packed[i*len(bytesOf(&zero)):])
	}
	return groups
}

// bit returns bit k of a stream that runs from the least significant bit of the
// first byte.
func bit(stream []byte, k int) uint16 { return uint16(stream[k/8]) >> (k % 8) & 1 }

// patterns yields every content of a group of one byte, and samples of longer ones.
func patterns(size int, yield func([]byte)) {
	if size == 1 {
		for b := range 1 << 8 {
			yield([]byte{byte(b)})
		}
		return
	}
	random := rand.New(rand.NewPCG(1, uint64(size)))
	for range 2000 {
		content := make([]byte, size)
		for k := range content {
			content[k] = byte(random.Uint32())
		}
		yield(content)
	}
}

func TestGroupsHaveNoPadding(t *testing.T) {
	for _, g := range groups {
		if g.elements*g.width != 8*g.size {
			t.Errorf("%s: %d elements of %d bits in %d bytes", g.name, g.elements, g.width, g.size)
		}
	}
}

func TestAtReadsTheBitStream(t *testing.T) {
	for _, g := range groups {
		patterns(g.size, func(content []byte) {
			for i := range g.elements {
				var want uint16
				for k := range g.width {
					want |= bit(content, i*g.width+k) << k
				}
				if got := g.at(content, i); got != want {
					t.Fatalf("%s % x: At(%d) = %#x, want %#x", g.name, content, i, got, want)
				}
			}
		})
	}
}

func TestSetWritesItsElementAndNoOther(t *testing.T) {
	for _, g := range groups {
		patterns(g.size, func(before []byte) {
			for i := range g.elements {
				for _, x := range []uint16{0, 1, 0x15, 0x2a, 0xff} {
					after := bytes.Clone(before)
					g.set(after, i, x)
					for k := range 8 * g.size {
						want := bit(before, k)
						if k/g.width == i {
							want = x >> (k % g.width) & 1 // so the bits of x above the width do not count
						}
						if got := bit(after, k); got != want {
							t.Fatalf("%s % x: Set(%d, %#x) makes % x: bit %d is %d", g.name, before, i, x, after, k, got)
						}
					}
				}
			}
		})
	}
}

func TestGroupIndexOutOfRangePanicsAsAnArrayDoes(t *testing.T) {
	panicOf := func(f func()) (text string) {
		defer func() { text = fmt.Sprintf("%T: %[1]v", recover()) }()
		f()
		return ""
	}
	for _, g := range groups {
		for _, i := range []int{math.MinInt, -g.elements, -1, g.elements, g.elements + 1, 1 << 30, math.MaxInt/2 + 1, math.MaxInt} {
			content := bytes.Repeat([]byte{0xa5}, g.size)
			want := panicOf(func() { _ = make([]int, g.elements)[i] })
			if got := panicOf(func() { g.at(content, i) }); got != want {
				t.Errorf("%s: At(%d): %s, want %s", g.name, i, got, want)
			}
			if got := panicOf(func() { g.set(content, i, 1) }); got != want {
				t.Errorf("%s: Set(%d): %s, want %s", g.name, i, got, want)
			}
			if !bytes.Equal(content, bytes.Repeat([]byte{0xa5}, g.size)) {
				t.Errorf("%s: Set(%d) wrote % x", g.name, i, content)
			}
		}
	}
}

func TestPackedCoreServesEveryWidth(t *testing.T) {
	random := rand.New(rand.NewPCG(2, 2))
	for width := 1; width <= 16; width++ {
		n := 8 // fills whole bytes at any width
		content, shadow := make([]byte, width), make([]uint16, n)
		for range 500 {
			i, x := random.IntN(n), uint16(random.Uint32())
			packedSet(content, n, width, i, x)
			shadow[i] = x & (1<<width - 1)
			for k, want := range shadow {
				if got := packedAt(content, n, width, k); got != want {
					t.Fatalf("width %d: element %d is %#x, want %#x", width, k, got, want)
				}
			}
		}
	}
}
