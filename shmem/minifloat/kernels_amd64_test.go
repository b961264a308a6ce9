//go:build !purego && !race

package minifloat

import (
	"math"
	"os"
	"os/exec"
	"testing"

	"golang.org/x/sys/cpu"
)

func skipWithoutKernels(t *testing.T) {
	t.Helper()
	if !cpu.X86.HasAVX2 || !cpu.X86.HasF16C {
		t.Skip("the processor has no AVX2 or no F16C")
	}
}

func TestEveryShippedFormatHasKernels(t *testing.T) {
	for _, s := range scalars {
		d, e := newDecoder(s.format, true), newEncoder(s.format, true)
		if d.nibbles == nil && !d.wordKernel {
			t.Errorf("%s decodes without a kernel", s.name)
		}
		if e.factors == nil && !e.scaleKernel && !e.wordKernel {
			t.Errorf("%s encodes without a kernel", s.name)
		}
	}
	for _, g := range groups {
		if d := newDecoder(elementOf(t, g).format, true); d.sixBits == nil && d.fourBits == nil {
			t.Errorf("%s decodes without a kernel", g.name)
		}
	}
	if d, e := newDecoder(&formatF16, true), newEncoder(&formatF16, true); !d.wordKernel || !e.wordKernel {
		t.Error("F16 converts without a kernel")
	}
}

// upperHalvesInUse asks the processor, if it can tell.
func upperHalvesInUse(t *testing.T) bool {
	t.Helper()
	const extendedState, upperHalves = 0xd, 1 << 2
	if features, _, _, _ := cpuid(extendedState, 1); features>>2&1 == 0 {
		t.Skip("the processor does not tell")
	}
	return extendedStateInUse()&upperHalves != 0
}

func TestKernelsLeaveNoUpperHalvesInUse(t *testing.T) {
	skipWithoutKernels(t)
	numbers := make([]float32, 4*kernelBlock)
	for i := range numbers {
		numbers[i] = math.Float32frombits(uint32(i) * 0x9e3779b9)
	}
	packed := make([]byte, len(numbers))
	for _, way := range ways {
		for _, named := range manyFormats() {
			d, e := way.decoder(&named.format), way.encoder(&named.format)
			codes := e.encodeAll(numbers)
			check := func(doing string) {
				if upperHalvesInUse(t) {
					t.Errorf("%s, %s: %s leaves upper halves in use", way.name, named.name, doing)
				}
			}
			check("encoding")
			d.decodeAll(codes)
			check("decoding")
			d.packed(numbers[:64], packed, 0)
			check("decoding packed")
			e.packed(packed, numbers[:64], 0)
			check("encoding packed")
		}
	}
}

// The test runs itself again with each setting of the variable.
func TestVariableSelectsTables(t *testing.T) {
	const asked = "TENSORSHM_TEST_KERNELS"
	if want := os.Getenv(asked); want != "" {
		if got := map[bool]string{true: "kernels", false: "tables"}[useKernels]; got != want {
			t.Errorf("the process uses %s, want %s", got, want)
		}
		return
	}
	best := map[bool]string{true: "kernels", false: "tables"}[cpu.X86.HasAVX2 && cpu.X86.HasF16C]
	for variable, want := range map[string]string{"": best, "tables": "tables", "Tables": best, "kernels": best} {
		again := exec.Command(os.Args[0], "-test.run=^TestVariableSelectsTables$")
		again.Env = append(os.Environ(), "TENSORSHM_KERNELS="+variable, asked+"="+want)
		if output, err := again.CombinedOutput(); err != nil {
			t.Errorf("TENSORSHM_KERNELS=%q: %v\n%s", variable, err, output)
		}
	}
}
