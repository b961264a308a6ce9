package minifloat

import "sync"

// conversion is what converts whole slices of one format. What it needs is made
// at its first use: a program pays for the formats and directions that it has.
type conversion struct {
	decoder func() *decoder
	encoder func() *encoder
}

func conversionOf(f *format) conversion {
	return conversion{
		decoder: sync.OnceValue(func() *decoder { return newDecoder(f, useKernels) }),
		encoder: sync.OnceValue(func() *encoder { return newEncoder(f, useKernels) }),
	}
}

// decodeBytes stores the values of src, codes of a byte each, in dst.
func (c *conversion) decodeBytes(dst []float32, src []uint8) int {
	n := min(len(dst), len(src))
	c.decoder().bytes(dst[:n], src[:n])
	return n
}

// decodeWords is decodeBytes for codes of two bytes.
func (c *conversion) decodeWords(dst []float32, src []uint16) int {
	n := min(len(dst), len(src))
	c.decoder().words(dst[:n], src[:n])
	return n
}

// decodePacked is decodeBytes for packed codes, from element first on. Outside
// the elements of src there is nothing to convert.
func (c *conversion) decodePacked(dst []float32, src []byte, first int) int {
	d := c.decoder()
	n := d.packing.reach(len(src), first, len(dst))
	if n > 0 {
		d.packed(dst[:n], src, first)
	}
	return n
}

// encodeBytes stores the codes of src in dst.
func (c *conversion) encodeBytes(dst []uint8, src []float32) int {
	n := min(len(dst), len(src))
	c.encoder().bytes(dst[:n], src[:n])
	return n
}

// encodeWords is encodeBytes for codes of two bytes.
func (c *conversion) encodeWords(dst []uint16, src []float32) int {
	n := min(len(dst), len(src))
	c.encoder().words(dst[:n], src[:n])
	return n
}

// encodePacked is encodeBytes for packed codes, from element first on.
func (c *conversion) encodePacked(dst []byte, src []float32, first int) int {
	e := c.encoder()
	n := e.packing.reach(len(dst), first, len(src))
	if n > 0 {
		e.packed(dst, src[:n], first)
	}
	return n
}
