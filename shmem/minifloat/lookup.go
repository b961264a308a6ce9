package minifloat

import (
	"encoding/binary"

	"golang.org/x/sys/cpu"
)

var littleEndian = binary.LittleEndian

// lookUpBytes stores the values of the first codes of src in dst.
func (d *decoder) lookUpBytes(dst []float32, src []uint8) {
	values := (*[1 << 8]uint32)(d.values)
	to := reinterpret[uint32](dst)
	for len(to) >= 8 && len(src) >= 8 {
		codes := littleEndian.Uint64(src)
		to[0] = values[uint8(codes)]
		to[1] = values[uint8(codes>>8)]
		to[2] = values[uint8(codes>>16)]
		to[3] = values[uint8(codes>>24)]
		to[4] = values[uint8(codes>>32)]
		to[5] = values[uint8(codes>>40)]
		to[6] = values[uint8(codes>>48)]
		to[7] = values[uint8(codes>>56)]
		to, src = to[8:], src[8:]
	}
	for i, code := range src {
		to[i] = values[code]
	}
}

// lookUpWords is lookUpBytes for codes of two bytes.
func (d *decoder) lookUpWords(dst []float32, src []uint16) {
	done := 0
	switch {
	case cpu.IsBigEndian:
	case d.format.isUpperHalf():
		done = shiftWords(dst, src)
	default:
		done = lookUpFours(dst, src, (*[1 << 16]uint32)(d.values))
	}
	for i, code := range src[done:] {
		dst[done+i] = d.format.decodeFloat32(code)
	}
}

// lookUpPacked is lookUpBytes for packed codes.
func (d *decoder) lookUpPacked(dst []float32, src []byte) {
	width := d.packing.width
	done := 0
	if width <= 8 {
		mask := uint64(1)<<width - 1
		values := (*[1 << 8]uint32)(d.values)
		to, from := reinterpret[uint32](dst), src
		for len(to) >= 8 && len(from) >= 8 { // of which it uses as many bytes as an element has bits
			codes := littleEndian.Uint64(from)
			next := func() uint32 {
				value := values[uint8(codes&mask)]
				codes >>= width
				return value
			}
			to[0], to[1], to[2], to[3] = next(), next(), next(), next()
			to[4], to[5], to[6], to[7] = next(), next(), next(), next()
			to, from = to[8:], from[width:]
		}
		done = len(dst) - len(to)
	}
	for i := done; i < len(dst); i++ {
		dst[i] = d.format.decodeFloat32(d.packing.at(src, i))
	}
}

// lookUpFours converts four codes at a time and returns how many elements it
// has done. Two values make one store, which is most of what there is to gain.
func lookUpFours(dst []float32, src []uint16, values *[1 << 16]uint32) (done int) {
	to, from := reinterpret[byte](dst), reinterpret[byte](src)
	for len(to) >= 16 && len(from) >= 8 {
		codes := littleEndian.Uint64(from)
		littleEndian.PutUint64(to, uint64(values[uint16(codes)])|uint64(values[uint16(codes>>16)])<<32)
		littleEndian.PutUint64(to[8:], uint64(values[uint16(codes>>32)])|uint64(values[codes>>48])<<32)
		to, from = to[16:], from[8:]
	}
	return len(src) - len(from)/2
}

// shiftWords is lookUpFours for codes that are the upper halves of float32s.
func shiftWords(dst []float32, src []uint16) (done int) {
	const each = 1<<48 | 1<<32 | 1<<16 | 1 // one in every code
	to, from := reinterpret[byte](dst), reinterpret[byte](src)
	for len(to) >= 16 && len(from) >= 8 {
		codes := littleEndian.Uint64(from)
		first, second := codes<<16&(0xffff<<16)|codes>>16<<48, codes>>32<<16&(0xffff<<16)|codes>>48<<48
		// A carry into a sign bit, where none was, shows a magnitude beyond infinity.
		if nans := (codes&(each*0x7fff) + each*0x7f) & (each << 15); nans != 0 {
			quiet := nans >> 9
			first |= quiet<<16&(0xffff<<16) | quiet>>16<<48
			second |= quiet>>32<<16&(0xffff<<16) | quiet>>48<<48
		}
		littleEndian.PutUint64(to, first)
		littleEndian.PutUint64(to[8:], second)
		to, from = to[16:], from[8:]
	}
	return len(src) - len(from)/2
}
