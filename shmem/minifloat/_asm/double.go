package main

import "github.com/mmcloughlin/avo/operand"

// declareDoubles declares the kernels between the floats that Go has, which
// round as the processor is set up to, like Go's own conversions.
func (p *program) declareDoubles() {
	p.declare(kernel{
		name:      "narrowDoubles",
		signature: "func(dst []float32, src []float64)",
		doc:       "stores the float32s nearest to float64s.",
		dstBytes:  4 * block, srcBytes: 8 * block,
		prepare: func() func(dst, src operand.Mem, store storing) {
			return func(dst, src operand.Mem, store storing) {
				for i := range block / 8 {
					first, second := p.YMM(), p.YMM()
					p.VCVTPD2PSY(src.Offset(64*i), first.AsX())
					p.VCVTPD2PSY(src.Offset(64*i+32), second.AsX())
					p.VINSERTI128(operand.Imm(1), second.AsX(), first, first)
					store(first, dst.Offset(32*i))
				}
			}
		},
	})
	p.declare(kernel{
		name:      "widenSingles",
		signature: "func(dst []float64, src []float32)",
		doc:       "stores the float64s that float32s are.",
		dstBytes:  8 * block, srcBytes: 4 * block,
		prepare: func() func(dst, src operand.Mem, store storing) {
			return func(dst, src operand.Mem, store storing) {
				for i := range block / 4 {
					values := p.YMM()
					p.VCVTPS2PD(src.Offset(16*i), values)
					store(values, dst.Offset(32*i))
				}
			}
		},
	})
}
