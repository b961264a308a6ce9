package main

import (
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

func (p *program) declareDecoders() {
	p.declare(kernel{
		name:      "decodeHalves",
		signature: "func(dst []float32, src []uint16)",
		doc:       "stores the values of binary16 codes. A NaN becomes quiet and keeps its payload.",
		dstBytes:  4 * block, srcBytes: 2 * block,
		prepare: func() func(dst, src operand.Mem, store storing) {
			return func(dst, src operand.Mem, store storing) {
				for i := range block / 8 {
					values := p.YMM()
					p.VCVTPH2PS(src.Offset(16*i), values)
					store(values, dst.Offset(32*i))
				}
			}
		},
	})
	p.declare(kernel{
		name:      "decodeUpperHalves",
		signature: "func(dst []float32, src []uint16)",
		doc:       "stores the float32s that codes are the upper halves of. A NaN becomes quiet.",
		dstBytes:  4 * block, srcBytes: 2 * block,
		prepare: func() func(dst, src operand.Mem, store storing) {
			quiet := p.held(p.words("quietBit", 4, 1<<22))
			return func(dst, src operand.Mem, store storing) {
				for i := range block / 8 {
					values, nans := p.YMM(), p.YMM()
					p.VPMOVZXWD(src.Offset(16*i), values)
					p.VPSLLD(operand.Imm(16), values, values)
					p.VCMPPS(operand.Imm(unordered), values, values, nans)
					p.VPAND(quiet, nans, nans)
					p.VPOR(nans, values, values)
					store(values, dst.Offset(32*i))
				}
			}
		},
	})
	p.declare(kernel{
		name:      "decodeBytes",
		signature: "func(dst []float32, src []uint8, tables *[11][32]uint8)",
		doc:       "stores the values of codes of a byte each: see nibbleTables.",
		dstBytes:  4 * block, srcBytes: block,
		prepare: p.byteDecoder,
	})
	p.declare(kernel{
		name:      "decodeSixBits",
		signature: "func(dst []float32, src []uint8, tables *[4][32]uint8)",
		doc:       "stores the values of packed codes of 6 bits: see sixBitTables.",
		dstBytes:  4 * block, srcBytes: block * 6 / 8,
		prepare: p.sixBitDecoder,
	})
	p.declare(kernel{
		name:      "decodeNibbles",
		signature: "func(dst []float32, src []uint8, tables *[2][32]uint8)",
		doc:       "stores the values of packed codes of 4 bits: see fourBitTables.",
		dstBytes:  4 * block, srcBytes: block * 4 / 8,
		prepare: p.nibbleDecoder,
	})
}

// unordered is the comparison that is true of NaN alone.
const unordered = 3

// spreadOrder is how the fours of a block's bytes have to lie, so that
// unpacking them, which is done within halves of registers, puts them in order.
var spreadOrder = []byte{0, 2, 4, 6, 1, 3, 5, 7}

// spread stores 32 float32s of which it is given the two upper bytes, in
// spreadOrder; the lower ones are zero.
func (p *program) spread(high, low, zero reg.VecVirtual, dst operand.Mem, store storing) {
	for i := range 2 {
		words, values := p.YMM(), p.YMM()
		if i == 0 {
			p.VPUNPCKLBW(high, low, words)
		} else {
			p.VPUNPCKHBW(high, low, words)
		}
		p.VPUNPCKLWD(words, zero, values)
		store(values, dst.Offset(64*i))
		p.VPUNPCKHWD(words, zero, words)
		store(words, dst.Offset(64*i+32))
	}
}

func (p *program) byteDecoder() func(dst, src operand.Mem, store storing) {
	const (
		upper = iota
		high
		low
		firstHigh
		firstLow
		lastHigh
		lastLow
		codeMask
		firstMask
		lastMask
		lastValue
	)
	tables := p.GP64()
	p.Load(p.Param("tables"), tables)
	var held [codeMask]reg.VecVirtual
	for i := range held {
		held[i] = p.held(p.row(tables, i))
	}
	order := p.places("spreadOrder", spreadOrder...)
	nibble := p.words("lowNibbles", 1, 0x0f)
	zero := p.zero()
	return func(dst, src operand.Mem, store storing) {
		codes, lower, first, last := p.YMM(), p.YMM(), p.YMM(), p.YMM()
		p.VMOVDQU(order, codes)
		p.VPERMD(src, codes, codes)
		p.VPAND(p.row(tables, codeMask), codes, codes)
		p.VPAND(p.row(tables, firstMask), codes, first)
		p.VPCMPEQB(zero, first, first)
		p.VPAND(p.row(tables, lastMask), codes, last)
		p.VPCMPEQB(p.row(tables, lastValue), last, last)
		p.VPAND(nibble, codes, lower)
		p.VPSRLW(operand.Imm(4), codes, codes)
		p.VPAND(nibble, codes, codes)
		chosen := func(table int) reg.VecVirtual {
			result, other := p.YMM(), p.YMM()
			p.VPSHUFB(lower, held[table], result)
			p.VPSHUFB(lower, held[firstHigh+table-high], other)
			p.VPBLENDVB(first, other, result, result)
			p.VPSHUFB(lower, held[lastHigh+table-high], other)
			p.VPBLENDVB(last, other, result, result)
			return result
		}
		highs := chosen(high)
		p.VPSHUFB(codes, held[upper], codes)
		p.VPADDB(codes, highs, highs)
		p.spread(highs, chosen(low), zero, dst, store)
	}
}

func (p *program) sixBitDecoder() func(dst, src operand.Mem, store storing) {
	const (
		firstHigh = iota
		secondHigh
		firstLow
		secondLow
	)
	tables := p.GP64()
	p.Load(p.Param("tables"), tables)
	var held [4]reg.VecVirtual
	for i := range held {
		held[i] = p.held(p.row(tables, i))
	}
	zero := p.zero()
	order := p.held(p.places("spreadOrder", spreadOrder...))
	// Threes of bytes become fours: of the first 12 in one half, of the other 12,
	// which are loaded with 4 before them, in the other.
	var threes [32]byte
	for i := range threes {
		threes[i] = 0x80 // nothing
		if i%4 < 3 {
			threes[i] = byte(i%16/4*3 + i%4 + i/16*4)
		}
	}
	spreading := p.vector("threesToFours", threes)
	element := func(i int) operand.Mem {
		return p.words([]string{"code0", "code1", "code2", "code3"}[i], 4, 0x3f<<(8*i))
	}
	return func(dst, src operand.Mem, store storing) {
		packed, codes, shifted := p.YMM(), p.YMM(), p.YMM()
		p.VMOVDQU(src, packed.AsX())
		p.VINSERTI128(operand.Imm(1), src.Offset(8), packed, packed)
		p.VPSHUFB(spreading, packed, packed)
		p.VPAND(element(0), packed, codes)
		for i := 1; i < 4; i++ {
			p.VPSLLD(operand.Imm(uint64(2*i)), packed, shifted)
			p.VPAND(element(i), shifted, shifted)
			p.VPOR(shifted, codes, codes)
		}
		p.VPERMD(codes, order, codes)
		inSecond, signs := p.YMM(), p.YMM()
		p.VPSLLW(operand.Imm(3), codes, inSecond) // bit 4 of each code on top of its byte
		p.VPSLLW(operand.Imm(2), codes, signs)
		p.VPAND(p.words("topBits", 1, 0x80), signs, signs)
		chosen := func(first, second int) reg.VecVirtual {
			result, other := p.YMM(), p.YMM()
			p.VPSHUFB(codes, held[first], result)
			p.VPSHUFB(codes, held[second], other)
			p.VPBLENDVB(inSecond, other, result, result)
			return result
		}
		highs := chosen(firstHigh, secondHigh)
		p.VPOR(signs, highs, highs)
		p.spread(highs, chosen(firstLow, secondLow), zero, dst, store)
	}
}

func (p *program) nibbleDecoder() func(dst, src operand.Mem, store storing) {
	tables := p.GP64()
	p.Load(p.Param("tables"), tables)
	high, low := p.held(p.row(tables, 0)), p.held(p.row(tables, 1))
	zero := p.zero()
	order := p.held(p.places("spreadOrder", spreadOrder...))
	nibble := p.held(p.words("lowNibbles", 1, 0x0f))
	return func(dst, src operand.Mem, store storing) {
		codes, shifted := p.YMM(), p.YMM()
		p.VPMOVZXBW(src, codes)
		p.VPSLLW(operand.Imm(4), codes, shifted)
		p.VPOR(shifted, codes, codes)
		p.VPAND(nibble, codes, codes)
		p.VPERMD(codes, order, codes)
		highs, lows := p.YMM(), p.YMM()
		p.VPSHUFB(codes, high, highs)
		p.VPSHUFB(codes, low, lows)
		p.spread(highs, lows, zero, dst, store)
	}
}
