package main

import (
	"encoding/binary"

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
			zero := p.zero()
			magnitude := p.held(p.words("magnitudeWord", 2, 0x7fff))
			infinity := p.held(p.words("infinityWord", 2, 0x7f80))
			quiet := p.held(p.words("quietWord", 2, 0x0040))
			return func(dst, src operand.Mem, store storing) {
				for i := range block / 16 {
					codes, nans, values := p.YMM(), p.YMM(), p.YMM()
					p.VPERMQ(operand.Imm(0b11_01_10_00), src.Offset(32*i), codes) // since unpacking stays in its half
					p.VPAND(magnitude, codes, nans)
					p.VPCMPGTW(infinity, nans, nans)
					p.VPAND(quiet, nans, nans)
					p.VPOR(nans, codes, codes)
					p.VPUNPCKLWD(codes, zero, values)
					store(values, dst.Offset(64*i))
					p.VPUNPCKHWD(codes, zero, codes)
					store(codes, dst.Offset(64*i+32))
				}
			}
		},
	})
	p.declare(kernel{
		name:      "decodeUpperBytes",
		signature: "func(dst []float32, src []uint8)",
		doc:       "stores the values of the binary16 codes that codes are the upper bytes of. A NaN becomes quiet and keeps its payload.",
		dstBytes:  4 * block, srcBytes: block,
		prepare: func() func(dst, src operand.Mem, store storing) {
			zero := p.zero()
			return func(dst, src operand.Mem, store storing) {
				for i := range block / 8 {
					halves, values := p.XMM(), p.YMM()
					if i%2 == 0 {
						p.VMOVDQU(src.Offset(8*i), halves)
						p.VPUNPCKLBW(halves, zero.AsX(), halves)
					} else {
						p.VMOVDQU(src.Offset(8*i-8), halves)
						p.VPUNPCKHBW(halves, zero.AsX(), halves)
					}
					p.VCVTPH2PS(halves, values)
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
	const ( // the rows of nibbleTables
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
	const ( // the rows of sixBitTables
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
	// Each code is in two bytes of the three that hold four. They are brought into a
	// word, the codes of both registers so that packing puts them in spreadOrder, and
	// a multiplication moves the code to the top of it.
	var places [2][32]byte
	var factors [32]byte
	for i := range 16 {
		group, code := i/8+i%8/4*2, i%4
		for register := range places {
			first := group*3 + code/2 // of the two bytes
			if register == 1 {
				first += 4*3 - 8 // of the bytes from 8 on
			}
			places[register][2*i], places[register][2*i+1] = byte(first), byte(first+1)
		}
		binary.LittleEndian.PutUint16(factors[2*i:], 1<<[]int{10, 4, 6, 0}[code])
	}
	bytesOf := [2]operand.Mem{p.vector("sixBitPlaces", places[0]), p.vector("sixBitPlacesAfter", places[1])}
	toTop := p.vector("sixBitFactors", factors)
	signBits := p.words("topBits", 1, 0x80)
	return func(dst, src operand.Mem, store storing) {
		var words [2]reg.VecVirtual
		for i := range words {
			words[i] = p.YMM()
			p.VBROADCASTI128(src.Offset(8*i), words[i])
			p.VPSHUFB(bytesOf[i], words[i], words[i])
			p.VPMULLW(toTop, words[i], words[i])
			p.VPSRLW(operand.Imm(10), words[i], words[i])
		}
		codes := words[0]
		p.VPACKUSWB(words[1], words[0], codes)
		inSecond, signs := p.YMM(), p.YMM()
		p.VPSLLW(operand.Imm(3), codes, inSecond) // bit 4 of each code on top of its byte
		p.VPSLLW(operand.Imm(2), codes, signs)
		p.VPAND(signBits, signs, signs)
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
