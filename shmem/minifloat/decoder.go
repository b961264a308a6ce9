package minifloat

// decoder converts slices of one format to float32: whole blocks by a kernel,
// where the processor has what that takes, and the rest by tables.
type decoder struct {
	format  *format
	packing packing
	values  []uint32 // the bits of each code's float32, for every number that an element's Go type holds

	// What kernels need; nil and false where none is used.
	nibbles    *nibbleTables
	sixBits    *sixBitTables
	fourBits   *fourBitTables
	upperBytes bool
	wordKernel bool
	streamFrom int // bytes: see spanOf
}

func newDecoder(f *format, kernels bool) *decoder {
	d := &decoder{format: f, packing: packing{f.width()}}
	if kernels {
		d.streamFrom = lastLevelCache()
	}
	d.wordKernel = kernels && (f.isHalf() || f.isUpperHalf())
	if f.isUpperHalf() {
		return d // shifting is enough
	}
	d.values = make([]uint32, 1<<8)
	if f.width() > 8 {
		d.values = make([]uint32, 1<<16)
	}
	for code := range d.values {
		d.values[code] = narrow(f.decode(uint16(code)))
	}
	d.upperBytes = kernels && f.isUpperByte()
	if kernels && f.width() <= 8 {
		d.nibbles, d.sixBits, d.fourBits = newNibbleTables(f, d.values), newSixBitTables(f, d.values), newFourBitTables(f, d.values)
	}
	return d
}

// bytes stores the values of src in dst, which is as long.
func (d *decoder) bytes(dst []float32, src []uint8) {
	var s span
	if d.nibbles != nil || d.upperBytes {
		s = spanOf(dst, len(dst), 1, 1, d.streamFrom)
		d.lookUpBytes(dst[:s.from], src[:s.from])
		for from, to := range s.pieces {
			d.runBytes(dst[from:to], src[from:to], s.streamed)
		}
	}
	d.lookUpBytes(dst[s.to:], src[s.to:])
}

// words is bytes for codes of two bytes.
func (d *decoder) words(dst []float32, src []uint16) {
	var s span
	if d.wordKernel {
		s = spanOf(dst, len(dst), 1, 1, d.streamFrom)
		d.lookUpWords(dst[:s.from], src[:s.from])
		for from, to := range s.pieces {
			d.runWords(dst[from:to], src[from:to], s.streamed)
		}
	}
	d.lookUpWords(dst[s.to:], src[s.to:])
}

// packed stores the values of src from element first on in dst; src has them.
func (d *decoder) packed(dst []float32, src []byte, first int) {
	i := 0
	for ; i < len(dst) && !d.packing.startsByte(first+i); i++ {
		dst[i] = d.format.decodeFloat32(d.packing.at(src, first+i))
	}
	dst, src = dst[i:], d.packing.from(src, first+i)
	var s span
	if d.sixBits != nil || d.fourBits != nil {
		s = spanOf(dst, len(dst), 1, d.packing.step(), d.streamFrom)
		d.lookUpPacked(dst[:s.from], src)
		for from, to := range s.pieces {
			d.runPacked(dst[from:to], d.packing.from(src, from), s.streamed)
		}
	}
	d.lookUpPacked(dst[s.to:], d.packing.from(src, s.to))
}
