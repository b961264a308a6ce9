//go:build exhaustive

package interop

import (
	"testing"

	"github.com/tensorshm/tensorshm/shmem"
)

// A format that is added to the table needs its lines in conversions.
func TestEveryFloat32ConversionThatAnOracleHasIsCompared(t *testing.T) {
	compared := map[string]bool{}
	for _, c := range conversions {
		compared[c.dtype.String()+c.name()] = true
	}
	for d := range shmem.DTypes() {
		if !d.Supported() || !d.IsFloat() || d.Bits() > 16 {
			continue
		}
		for _, o := range []*oracle{&python, &rust} {
			if name := o.nameIn(d.Names()); name != "" && !compared[d.String()+name] {
				t.Errorf("%v is not compared with %s", d, name)
			}
		}
	}
}

func TestEveryFloat32ConvertsAsNumpyMLDtypesHalfAndFloat8(t *testing.T) {
	for _, o := range []*oracle{&python, &rust} { // before anything takes minutes
		if _, err := o.command(); err != nil {
			t.Fatal(err)
		}
	}
	checkConversions(t, []block{{first: 0, step: 1, count: 1 << 32}})
}
