package main

import (
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

func (p *program) declareEncoders() {
	p.declare(kernel{
		name:      "encodeHalves",
		signature: "func(dst []uint16, src []float32)",
		doc:       "stores the nearest binary16 codes, ties to even. A NaN keeps nothing but its sign.",
		dstBytes:  2 * block, srcBytes: 4 * block,
		prepare: func() func(dst, src operand.Mem, store storing) {
			quieted := p.quietedBeyond(0x7e00)
			return func(dst, src operand.Mem, store storing) {
				for i := range block / 16 {
					first, second := p.YMM(), p.YMM()
					for k, half := range []reg.VecVirtual{first, second} {
						p.VMOVDQU(src.Offset(64*i+32*k), half)
						p.VCVTPS2PH(operand.Imm(toNearestEven), half, half.AsX())
					}
					p.VINSERTI128(operand.Imm(1), second.AsX(), first, first)
					quieted(first)
					store(first, dst.Offset(32*i))
				}
			}
		},
	})
	p.declare(kernel{
		name:      "encodeUpperHalves",
		signature: "func(dst []uint16, src []float32)",
		doc:       "stores the upper halves of float32s, rounded to nearest, ties to even. A NaN keeps nothing but its sign.",
		dstBytes:  2 * block, srcBytes: 4 * block,
		prepare: func() func(dst, src operand.Mem, store storing) {
			quieted := p.quietedBeyond(0x7fc0)
			one := p.held(p.words("ones", 4, 1))
			belowHalf := p.held(p.words("belowHalf", 4, 0x7fff))
			quietNaN := p.held(p.words("quietNaN", 4, 0x7fc0_0000))
			return func(dst, src operand.Mem, store storing) {
				for i := range block / 16 {
					var halves [2]reg.VecVirtual
					for k := range halves {
						number, nans, odd := p.YMM(), p.YMM(), p.YMM()
						p.VMOVDQU(src.Offset(64*i+32*k), number)
						p.VCMPPS(operand.Imm(unordered), number, number, nans)
						p.VPSRLD(operand.Imm(16), number, odd)
						p.VPAND(one, odd, odd)
						p.VPADDD(belowHalf, odd, odd)
						p.VPADDD(number, odd, odd)
						p.VPOR(quietNaN, number, number)
						p.VPBLENDVB(nans, number, odd, odd)
						p.VPSRLD(operand.Imm(16), odd, odd)
						halves[k] = odd
					}
					p.VPACKUSDW(halves[1], halves[0], halves[0])
					p.VPERMQ(operand.Imm(0b11_01_10_00), halves[0], halves[0])
					quieted(halves[0])
					store(halves[0], dst.Offset(32*i))
				}
			}
		},
	})
	p.declare(kernel{
		name:      "encodeBytes",
		signature: "func(dst []uint8, src []float32, factors *[9][8]uint32)",
		doc:       "stores the nearest codes of a byte each: see roundingFactors.",
		dstBytes:  block, srcBytes: 4 * block,
		prepare: p.byteEncoder(p.rounder),
	})
	p.declare(kernel{
		name:      "encodeScales",
		signature: "func(dst []uint8, src []float32)",
		doc:       "stores the nearest powers of two as their exponent fields in a float32, ties to the larger. The largest is 254; zero, negative numbers, infinities and NaN give 255.",
		dstBytes:  block, srcBytes: 4 * block,
		prepare: p.byteEncoder(p.scaleRounder),
	})
	p.declareUnstreamed(kernel{
		name:      "encodeSixBits",
		signature: "func(dst []uint8, src []float32, factors *[9][8]uint32)",
		doc:       "stores the nearest packed codes of 6 bits: see roundingFactors.",
		dstBytes:  block * 6 / 8, srcBytes: 4 * block,
		prepare: p.sixBitEncoder,
	})
	p.declare(kernel{
		name:      "encodeNibbles",
		signature: "func(dst []uint8, src []float32, factors *[9][8]uint32)",
		doc:       "stores the nearest packed codes of 4 bits: see roundingFactors.",
		dstBytes:  block * 4 / 8, srcBytes: 4 * block,
		prepare: p.nibbleEncoder,
	})
}

// unordered is the comparison that is true of NaN alone.
const unordered = 3

// toNearestEven is the rounding that does not depend on the processor's mode.
const toNearestEven = 0

// quietedBeyond returns what makes one NaN of each sign out of words whose NaNs
// are all quiet: as signed numbers the positive ones are too large, and as
// unsigned numbers the negative ones.
func (p *program) quietedBeyond(nan uint32) func(words reg.VecVirtual) {
	positive, negative := p.held(p.words(constantName("quietWord", nan), 2, nan)), p.held(p.words(constantName("quietWord", nan|0x8000), 2, nan|0x8000))
	return func(words reg.VecVirtual) {
		p.VPMINSW(positive, words, words)
		p.VPMINUW(negative, words, words)
	}
}

// byteEncoder prepares what stores a block of codes of a byte each.
func (p *program) byteEncoder(rounder func() func(src operand.Mem) reg.VecVirtual) func() func(dst, src operand.Mem, store storing) {
	return func() func(dst, src operand.Mem, store storing) {
		rounded := rounder()
		return func(dst, src operand.Mem, store storing) { store(p.bytesOfBlock(src, rounded), dst) }
	}
}

// bytesOfBlock is the codes of a block, each made in 4 bytes of a register.
func (p *program) bytesOfBlock(src operand.Mem, rounded func(src operand.Mem) reg.VecVirtual) reg.VecVirtual {
	var pairs [2]reg.VecVirtual
	for i := range pairs {
		first := rounded(src.Offset(64 * i))
		second := rounded(src.Offset(64*i + 32))
		p.VPACKUSDW(second, first, first)
		pairs[i] = first
	}
	p.VPACKUSWB(pairs[1], pairs[0], pairs[0])
	order := p.YMM()
	p.VMOVDQU(p.places("packedOrder", 0, 4, 1, 5, 2, 6, 3, 7), order)
	p.VPERMD(pairs[0], order, order)
	return order
}

// rounder returns what makes eight codes out of eight float32s, by integer
// arithmetic: as format.round and format.encode do, for a format with a sign.
func (p *program) rounder() func(src operand.Mem) reg.VecVirtual {
	const ( // the rows of roundingFactors
		lowest = iota
		shift
		half
		largest
		nan
		unsigned
		signless
		mantissa
		sign
	)
	factors := p.GP64()
	p.Load(p.Param("factors"), factors)
	fraction := p.held(p.words("fraction", 4, 1<<23-1))
	leading := p.held(p.words("leadingOne", 4, 1<<23))
	absolute := p.held(p.words("absolute", 4, 1<<31-1))
	one := p.held(p.words("ones", 4, 1))
	infinity := p.held(p.words("infinity", 4, 0xff<<23))
	mantissaBits, signShift := p.XMM(), p.XMM()
	p.VMOVDQU(p.row(factors, mantissa), mantissaBits)
	p.VMOVDQU(p.row(factors, sign), signShift)
	return func(src operand.Mem) reg.VecVirtual {
		number, magnitude, significand, exponent := p.YMM(), p.YMM(), p.YMM(), p.YMM()
		p.VMOVDQU(src, number)
		p.VPAND(absolute, number, magnitude)
		p.VPXOR(magnitude, number, number) // the sign
		p.VPSRLD(signShift, number, number)
		p.VPAND(fraction, magnitude, significand)
		p.VPOR(leading, significand, significand)
		p.VPSRLD(operand.Imm(23), magnitude, exponent)

		place, distance := p.YMM(), p.YMM()
		p.VPMAXSD(p.row(factors, lowest), exponent, place)
		p.VPSUBD(exponent, place, distance)
		p.VPSUBD(p.row(factors, lowest), place, place)
		p.VPSLLD(mantissaBits, place, place)

		carry, even := p.YMM(), p.YMM()
		p.VMOVDQU(p.row(factors, half), carry)
		p.VPSLLVD(distance, carry, carry)
		p.VPADDD(p.row(factors, shift), distance, distance)
		p.VPSRLVD(distance, significand, even)
		p.VPANDN(one, even, even)
		p.VPADDD(carry, significand, significand)
		p.VPSUBD(even, significand, significand)
		p.VPSRLVD(distance, significand, significand)
		p.VPADDD(place, significand, significand)
		p.VPMINSD(p.row(factors, largest), significand, significand)

		nans, code := p.YMM(), significand
		p.VPCMPGTD(infinity, magnitude, nans)
		p.VMOVDQU(p.row(factors, nan), carry)
		p.VPBLENDVB(nans, carry, code, code)
		p.VPAND(p.row(factors, unsigned), nans, nans)
		p.VPANDN(number, nans, number)
		signed := p.YMM()
		p.VPCMPGTD(p.row(factors, signless), code, signed)
		p.VPAND(signed, number, number)
		p.VPOR(number, code, code)
		return code
	}
}

func (p *program) scaleRounder() func(src operand.Mem) reg.VecVirtual {
	normal := p.held(p.words("leadingOne", 4, 1<<23))
	half := p.held(p.words("halfPlace", 4, 1<<22))
	quarter := p.held(p.words("quarterPlace", 4, 1<<21))
	largest := p.held(p.words("largestScale", 4, 254))
	positive := p.held(p.words("ones", 4, 1))
	finite := p.held(p.words("largestFinite", 4, 0xff<<23-1))
	return func(src operand.Mem) reg.VecVirtual {
		number, code, none, beyond := p.YMM(), p.YMM(), p.YMM(), p.YMM()
		p.VMOVDQU(src, number)
		// Between 0 and the smallest normal a place is half as wide.
		p.VPCMPGTD(number, normal, code)
		p.VPAND(quarter, code, code)
		p.VPSUBD(code, half, code)
		p.VPADDD(number, code, code)
		p.VPSRLD(operand.Imm(23), code, code)
		p.VPMINSD(largest, code, code)
		p.VPCMPGTD(number, positive, none)
		p.VPCMPGTD(finite, number, beyond)
		p.VPOR(beyond, none, none)
		p.VPSRLD(operand.Imm(24), none, none)
		p.VPOR(none, code, code)
		return code
	}
}

func (p *program) sixBitEncoder() func(dst, src operand.Mem, store storing) {
	rounded := p.rounder()
	// Twos of codes become 12 bits, and twos of those 24, of which the upper byte
	// of four is left out.
	pairs, fours := p.words("sixBitPairs", 2, 1|64<<8), p.words("sixBitFours", 4, 1|4096<<16)
	dense := p.pattern("foursToThrees", [16]byte{0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14, 0x80, 0x80, 0x80, 0x80})
	together := p.places("threesTogether", 0, 1, 2, 4, 5, 6, 3, 7)
	return func(dst, src operand.Mem, store storing) {
		codes, order := p.bytesOfBlock(src, rounded), p.YMM()
		p.VPMADDUBSW(pairs, codes, codes)
		p.VPMADDWD(fours, codes, codes)
		p.VPSHUFB(dense, codes, codes)
		p.VMOVDQU(together, order)
		p.VPERMD(codes, order, codes)
		p.VMOVDQU(codes.AsX(), dst)
		p.VEXTRACTI128(operand.Imm(1), codes, codes.AsX())
		p.VMOVQ(codes.AsX(), dst.Offset(16))
	}
}

func (p *program) nibbleEncoder() func(dst, src operand.Mem, store storing) {
	rounded := p.rounder()
	pairs := p.words("nibblePairs", 2, 1|16<<8)
	return func(dst, src operand.Mem, store storing) {
		codes := p.bytesOfBlock(src, rounded)
		p.VPMADDUBSW(pairs, codes, codes)
		p.VPACKUSWB(codes, codes, codes)
		p.VPERMQ(operand.Imm(0b00_00_10_00), codes, codes)
		store(codes.AsX(), dst)
	}
}
