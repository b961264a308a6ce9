//go:build long || exhaustive

package interop

import (
	"errors"
	"testing"
	"time"

	"github.com/tensorshm/tensorshm/shmem"
	"github.com/tensorshm/tensorshm/shmem/minifloat"
)

const (
	natural       = minifloat.Natural
	saturate      = minifloat.Saturate
	nonSaturating = minifloat.NonSaturating
)

// conversions are the formats, each as often as somebody else has it. The
// oracles agree with each other on numbers in range; NaN is compared by its sign.
var conversions = []conversion{
	// numpy and half keep binary16's infinities, and round what is too large to them.
	conversionOf(shmem.F16, &python, natural, minifloat.F16FromFloat32With, minifloat.F16ToFloat32),
	conversionOf(shmem.F16, &rust, natural, minifloat.F16FromFloat32With, minifloat.F16ToFloat32),
	// So do ml_dtypes and half bfloat16's.
	conversionOf(shmem.BF16, &python, natural, minifloat.BF16FromFloat32With, minifloat.BF16.Float32),
	conversionOf(shmem.BF16, &rust, natural, minifloat.BF16FromFloat32With, minifloat.BF16.Float32),
	// ml_dtypes makes NaN of what is too large for a format without infinities, float8 the largest value.
	conversionOf(shmem.F8E4M3, &python, nonSaturating, minifloat.E4M3FromFloat32With, minifloat.E4M3.Float32),
	conversionOf(shmem.F8E4M3, &rust, saturate, minifloat.E4M3FromFloat32With, minifloat.E4M3.Float32).decodes(
		difference{"float8 drops NaN's sign", 0xff, 0xff, 0x7fc00000}),
	// float8 does so in spite of infinities too.
	conversionOf(shmem.F8E5M2, &python, nonSaturating, minifloat.E5M2FromFloat32With, minifloat.E5M2.Float32),
	conversionOf(shmem.F8E5M2, &rust, saturate, minifloat.E5M2FromFloat32With, minifloat.E5M2.Float32).decodes(
		difference{"float8 drops NaN's sign", 0xfd, 0xff, 0x7fc00000}),
	// The one NaN for what is too large, and for infinities.
	conversionOf(shmem.F8E4M3FNUZ, &python, nonSaturating, minifloat.E4M3FNUZFromFloat32With, minifloat.E4M3FNUZ.Float32),
	conversionOf(shmem.F8E5M2FNUZ, &python, nonSaturating, minifloat.E5M2FNUZFromFloat32With, minifloat.E5M2FNUZ.Float32),
	// The largest value for what is too large, in a format without NaN.
	conversionOf(shmem.F6E2M3, &python, nonSaturating, minifloat.E2M3FromFloat32With, minifloat.E2M3.Float32).encodes(nanIsZero(0x20)...),
	conversionOf(shmem.F6E3M2, &python, nonSaturating, minifloat.E3M2FromFloat32With, minifloat.E3M2.Float32).encodes(nanIsZero(0x20)...),
	conversionOf(shmem.F4, &python, nonSaturating, minifloat.E2M1FromFloat32With, minifloat.E2M1.Float32).encodes(nanIsZero(0x08)...),
	// NaN for zero, negative numbers, and what is too large.
	conversionOf(shmem.F8E8M0, &python, nonSaturating, minifloat.E8M0FromFloat32With, minifloat.E8M0.Float32).encodes(
		difference{"ml_dtypes rounds up to 2^-126, which is not the nearest", 0x00400001, 0x005fffff, 0x01}),
}

// nanIsZero is what ml_dtypes gives for NaN where there is none: the zero of the
// other sign. Here it is the largest value.
func nanIsZero(signBit uint32) []difference {
	return []difference{
		{"ml_dtypes turns NaN into -0", 0x7f800001, 0x7fffffff, signBit},
		{"ml_dtypes turns -NaN into 0", 0xff800001, 0xffffffff, 0},
	}
}

// checkConversions compares everything whose oracle can be had.
func checkConversions(t *testing.T, blocks []block) {
	for _, c := range conversions {
		t.Run(c.name(), func(t *testing.T) {
			t.Parallel()
			if _, err := c.oracle.command(); errors.Is(err, errMissing) {
				t.Skip(err)
			}
			start := time.Now()
			if err := c.checkDecode(); err != nil {
				t.Fatal(err)
			}
			if err := c.checkEncode(blocks); err != nil {
				t.Fatal(err)
			}
			count := uint64(0)
			for _, b := range blocks {
				count += b.count
			}
			t.Logf("%s: %d codes and %d float32s as %v under %v, in %v", c.name(), 1<<c.dtype.Bits(), count, c.dtype, c.rule, time.Since(start).Round(time.Second))
		})
	}
}
