//go:build !purego && !race

package minifloat

import (
	"os"

	"golang.org/x/sys/cpu"
)

//go:generate go -C _asm run .

// useKernels is settled at start: see the package comment.
var useKernels = cpu.X86.HasAVX2 && cpu.X86.HasF16C && os.Getenv("TENSORSHM_KERNELS") != "tables"

// A kernel clears the upper halves of the registers that it used at its end. If
// it faults on a page of shared memory, and a caller recovers from that, what is
// deferred here does so: they slow down what others do with the lower halves.

func (d *decoder) runBytes(dst []float32, src []uint8, streamed bool) {
	defer clearUpperHalves()
	switch {
	case d.upperBytes && streamed:
		decodeUpperBytesStreamedAVX2(dst, src)
	case d.upperBytes:
		decodeUpperBytesAVX2(dst, src)
	case streamed:
		decodeBytesStreamedAVX2(dst, src, (*[11][32]uint8)(d.nibbles))
	default:
		decodeBytesAVX2(dst, src, (*[11][32]uint8)(d.nibbles))
	}
}

func (d *decoder) runWords(dst []float32, src []uint16, streamed bool) {
	defer clearUpperHalves()
	switch half := d.format.isHalf(); {
	case half && streamed:
		decodeHalvesStreamedAVX2(dst, src)
	case half:
		decodeHalvesAVX2(dst, src)
	case streamed:
		decodeUpperHalvesStreamedAVX2(dst, src)
	default:
		decodeUpperHalvesAVX2(dst, src)
	}
}

func (d *decoder) runPacked(dst []float32, src []byte, streamed bool) {
	defer clearUpperHalves()
	switch six := d.sixBits != nil; {
	case six && streamed:
		decodeSixBitsStreamedAVX2(dst, src, (*[4][32]uint8)(d.sixBits))
	case six:
		decodeSixBitsAVX2(dst, src, (*[4][32]uint8)(d.sixBits))
	case streamed:
		decodeNibblesStreamedAVX2(dst, src, (*[2][32]uint8)(d.fourBits))
	default:
		decodeNibblesAVX2(dst, src, (*[2][32]uint8)(d.fourBits))
	}
}

func (e *encoder) runBytes(dst []uint8, src []float32, streamed bool) {
	defer clearUpperHalves()
	switch scale := e.scaleKernel; {
	case scale && streamed:
		encodeScalesStreamedAVX2(dst, src)
	case scale:
		encodeScalesAVX2(dst, src)
	case streamed:
		encodeBytesStreamedAVX2(dst, src, (*[9][8]uint32)(e.factors))
	default:
		encodeBytesAVX2(dst, src, (*[9][8]uint32)(e.factors))
	}
}

func (e *encoder) runWords(dst []uint16, src []float32, streamed bool) {
	defer clearUpperHalves()
	switch half := e.format.isHalf(); {
	case half && streamed:
		encodeHalvesStreamedAVX2(dst, src)
	case half:
		encodeHalvesAVX2(dst, src)
	case streamed:
		encodeUpperHalvesStreamedAVX2(dst, src)
	default:
		encodeUpperHalvesAVX2(dst, src)
	}
}

func (e *encoder) runPacked(dst []byte, src []float32, streamed bool) {
	defer clearUpperHalves()
	switch {
	case e.packing.width == 6:
		encodeSixBitsAVX2(dst, src, (*[9][8]uint32)(e.factors))
	case streamed:
		encodeNibblesStreamedAVX2(dst, src, (*[9][8]uint32)(e.factors))
	default:
		encodeNibblesAVX2(dst, src, (*[9][8]uint32)(e.factors))
	}
}

func runNarrow(dst []float32, src []float64, streamed bool) {
	defer clearUpperHalves()
	if streamed {
		narrowDoublesStreamedAVX2(dst, src)
	} else {
		narrowDoublesAVX2(dst, src)
	}
}

func runWiden(dst []float64, src []float32, streamed bool) {
	defer clearUpperHalves()
	if streamed {
		widenSinglesStreamedAVX2(dst, src)
	} else {
		widenSinglesAVX2(dst, src)
	}
}
