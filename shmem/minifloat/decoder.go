package minifloat

import (
	"encoding/binary"

	"golang.org/x/sys/cpu"
)

var littleEndian = binary.LittleEndian

// decoder converts slices of one format to float32 by tables.
type decoder struct {
	format  *format
	packing packing
	values  []uint32 // the bits of each code's float32, for every number that an element's Go type holds
}

func newDecoder(f *format) *decoder {
	d := &decoder{format: f, packing: packing{f.width()}}
	if f.isUpperHalf() {
		return d // shifting does it
	}
	d.values = make([]uint32, 1<<8)
	if f.width() > 8 {
		d.values = make([]uint32, 1<<16)
	}
	for code := range d.values {
		d.values[code] = narrow(f.decode(uint16(code)))
	}
	return d
}

// bytes stores the values of src in dst, which is as long.
func (d *decoder) bytes(dst []float32, src []uint8) {
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

// words is bytes for codes of two bytes.
func (d *decoder) words(dst []float32, src []uint16) {
	done := 0
	switch {
	case cpu.IsBigEndian:
	case d.format.isUpperHalf():
		done = shiftWords(dst, src)
	default:
		done = lookUpWords(dst, src, (*[1 << 16]uint32)(d.values))
	}
	for i, code := range src[done:] {
		dst[done+i] = d.format.decodeFloat32(code)
	}
}

// lookUpWords converts four codes at a time and returns how many elements it
// has done. Two values make one store, which is most of what there is to gain.
func lookUpWords(dst []float32, src []uint16, values *[1 << 16]uint32) (done int) {
	to, from := reinterpret[byte](dst), reinterpret[byte](src)
	for len(to) >= 16 && len(from) >= 8 {
		codes := littleEndian.Uint64(from)
		littleEndian.PutUint64(to, uint64(values[uint16(codes)])|uint64(values[uint16(codes>>16)])<<32)
		littleEndian.PutUint64(to[8:], uint64(values[uint16(codes>>32)])|uint64(values[codes>>48])<<32)
		to, from = to[16:], from[8:]
	}
	return len(src) - len(from)/2
}

// shiftWords is lookUpWords for codes that are the upper halves of float32s.
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

// packed stores the values of src from element first on in dst; src has them.
func (d *decoder) packed(dst []float32, src []byte, first int) {
	width := d.packing.width
	i := 0
	for ; i < len(dst) && !d.packing.startsByte(first+i); i++ {
		dst[i] = d.format.decodeFloat32(d.packing.at(src, first+i))
	}
	if width <= 8 {
		to, from := reinterpret[uint32](dst[i:]), d.packing.from(src, first+i)
		mask := uint64(1)<<width - 1
		values := (*[1 << 8]uint32)(d.values)
		for len(to) >= 8 && len(from) >= 8 { // of which it uses as many bytes as an element has bits
			codes := littleEndian.Uint64(from)
			for k := range to[:8] {
				to[k] = values[uint8(codes&mask)]
				codes >>= width
			}
			to, from = to[8:], from[width:]
		}
		i = len(dst) - len(to)
	}
	for ; i < len(dst); i++ {
		dst[i] = d.format.decodeFloat32(d.packing.at(src, first+i))
	}
}
