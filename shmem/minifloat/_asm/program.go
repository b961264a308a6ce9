package main

import (
	"fmt"
	"strings"

	"github.com/mmcloughlin/avo/attr"
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// program is what the kernels are put together in. Its methods are named for
// the instructions; operands stand in Go's order, the result last.
type program struct {
	*build.Context
	constants map[string]operand.Mem
}

// block is how many elements a turn of a kernel's loop converts.
const block = 32

// suffix says what the processor must have, beside F16C.
const suffix = "AVX2"

// kernel is a function that converts whole blocks, all that its slices hold.
type kernel struct {
	name      string // without the suffix
	signature string
	doc       string // what follows the name
	dstBytes  int    // of a block
	srcBytes  int
	// prepare loads what stays in registers, and returns what converts a block.
	prepare func() func(dst, src operand.Mem, store storing)
}

// storing stores a register's 32 or 16 bytes.
type storing func(from, to operand.Op)

// declare makes the kernel that stores through the cache, and one that stores
// past it: that is faster by the reading of what is overwritten, but leaves
// nothing in the cache.
func (p *program) declare(k kernel) {
	p.declareUnstreamed(k)
	p.function(k, k.name+"Streamed", fmt.Sprintf("is %s, but stores past the cache. Dst is aligned to 32 bytes.", k.name+suffix),
		func(from, to operand.Op) { p.VMOVNTDQ(from, to) }, p.SFENCE)
}

// declareUnstreamed is declare for blocks of dst that are not aligned.
func (p *program) declareUnstreamed(k kernel) {
	p.function(k, k.name, k.doc, func(from, to operand.Op) { p.VMOVDQU(from, to) }, func() {})
}

func (p *program) function(k kernel, name, doc string, store storing, finish func()) {
	name += suffix
	p.Function(name)
	p.Attributes(attr.NOSPLIT)
	p.SignatureExpr(k.signature)
	p.Pragma("noescape")
	p.Doc(wrapped(name + " " + doc)...)
	dst, src, blocks := p.GP64(), p.GP64(), p.GP64()
	p.Load(p.Param("dst").Base(), dst)
	p.Load(p.Param("src").Base(), src)
	longest := "dst"
	if strings.Contains(k.signature, "src []float32") {
		longest = "src"
	}
	p.Load(p.Param(longest).Len(), blocks) // of the one that counts elements
	p.SHRQ(operand.Imm(5), blocks)
	p.JZ(operand.LabelRef("done"))
	convert := k.prepare()
	p.Label("next")
	convert(operand.Mem{Base: dst}, operand.Mem{Base: src}, store)
	p.ADDQ(operand.U32(k.srcBytes), src)
	p.ADDQ(operand.U32(k.dstBytes), dst)
	p.DECQ(blocks)
	p.JNZ(operand.LabelRef("next"))
	finish()
	p.Label("done")
	p.VZEROUPPER()
	p.RET()
}

// wrapped breaks a comment into lines.
func wrapped(text string) []string {
	const width = 76
	var lines []string
	line := ""
	for _, word := range strings.Fields(text) {
		if line != "" && len(line)+1+len(word) > width {
			lines = append(lines, line)
			line = ""
		}
		line = strings.TrimSpace(line + " " + word)
	}
	return append(lines, line)
}

// vector is a constant of 32 bytes.
func (p *program) vector(name string, content [32]byte) operand.Mem {
	if constant, ok := p.constants[name]; ok {
		return constant
	}
	constant := p.StaticGlobal(name)
	p.DataAttributes(attr.RODATA | attr.NOPTR)
	for i := 0; i < len(content); i += 8 {
		var word uint64
		for k := range 8 {
			word |= uint64(content[i+k]) << (8 * k)
		}
		p.AddDatum(i, operand.U64(word))
	}
	if p.constants == nil {
		p.constants = map[string]operand.Mem{}
	}
	p.constants[name] = constant
	return constant
}

// words is a constant of a word in every place: of 1, 2 or 4 bytes.
func (p *program) words(name string, size int, word uint32) operand.Mem {
	var content [32]byte
	for i := range content {
		content[i] = byte(word >> (8 * (i % size)))
	}
	return p.vector(name, content)
}

// pattern is a constant of two halves of the same bytes.
func (p *program) pattern(name string, half [16]byte) operand.Mem {
	var content [32]byte
	copy(content[:], half[:])
	copy(content[16:], half[:])
	return p.vector(name, content)
}

// places is a constant of eight numbers of 4 bytes.
func (p *program) places(name string, numbers ...byte) operand.Mem {
	var content [32]byte
	for i, number := range numbers {
		content[4*i] = number
	}
	return p.vector(name, content)
}

// held is a constant in a register.
func (p *program) held(constant operand.Mem) reg.VecVirtual {
	register := p.YMM()
	p.VMOVDQU(constant, register)
	return register
}

// row is row i of the table of vectors that a kernel is given.
func (p *program) row(table reg.Register, i int) operand.Mem {
	return operand.Mem{Base: table, Disp: 32 * i}
}

// zero is a register of zeros.
func (p *program) zero() reg.VecVirtual {
	register := p.YMM()
	p.VPXOR(register, register, register)
	return register
}
