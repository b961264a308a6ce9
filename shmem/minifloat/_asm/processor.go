package main

import (
	"fmt"

	"github.com/mmcloughlin/avo/attr"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// declareProcessor declares what the processor is asked.
func (p *program) declareProcessor() {
	p.Function("cpuid")
	p.Attributes(attr.NOSPLIT)
	p.SignatureExpr("func(leaf, subleaf uint32) (eax, ebx, ecx, edx uint32)")
	p.Doc("cpuid is the instruction of that name.")
	p.cpuid()
	p.Function("extendedStateInUse")
	p.Attributes(attr.NOSPLIT)
	p.SignatureExpr("func() uint32")
	p.Doc(wrapped("extendedStateInUse returns the lower half of XINUSE, whose bit 2 says whether the upper halves of the YMM registers hold anything. The processor must have XGETBV with ECX = 1.")...)
	p.inUse()
	p.Function("clearUpperHalves")
	p.Attributes(attr.NOSPLIT)
	p.SignatureExpr("func()")
	p.Doc("clearUpperHalves clears those of the YMM registers, as every kernel does.")
	p.VZEROUPPER()
	p.RET()
}

func constantName(name string, number uint32) string { return fmt.Sprintf("%s%x", name, number) }

func (p *program) cpuid() {
	p.Load(p.Param("leaf"), reg.EAX)
	p.Load(p.Param("subleaf"), reg.ECX)
	p.CPUID()
	p.Store(reg.EAX, p.Return("eax"))
	p.Store(reg.EBX, p.Return("ebx"))
	p.Store(reg.ECX, p.Return("ecx"))
	p.Store(reg.EDX, p.Return("edx"))
	p.RET()
}

func (p *program) inUse() {
	p.MOVL(operand.U32(1), reg.ECX)
	p.XGETBV()
	p.Store(reg.EAX, p.ReturnIndex(0))
	p.RET()
}
