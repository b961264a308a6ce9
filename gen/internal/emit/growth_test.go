package emit

import (
	"fmt"
	"os"
	"runtime"
	"testing"
	"time"

	"github.com/tensorshm/tensorshm/gen/internal/spec"
)

var (
	growthSizes = []int{30, 60, 120, 240}

	// Every doubling of the table may cost this much more: linear growth with
	// room for chance.
	mostPerDoubling = 2.2
)

// grownTable is a table of n dtypes with the first of the real one over and
// over, each under a name and with an element type of its own. It is 15 of them,
// so that every size of growthSizes holds each as often.
func grownTable(tb testing.TB, n int) *spec.Spec {
	tb.Helper()
	const repeated = 15
	source, err := os.ReadFile("../../../dtypes.yaml")
	if err != nil {
		tb.Fatal(err)
	}
	table, err := spec.Parse("dtypes.yaml", source)
	if err != nil {
		tb.Fatal(err)
	}
	grown := &spec.Spec{}
	for i := range n {
		d := table.DTypes[i%repeated]
		copyNumber := fmt.Sprintf("V%03d", i/repeated)
		d.Name += copyNumber
		d.Value = i + 1
		if d.HostType.IsMinifloat() {
			d.HostType.Element += copyNumber
			d.HostType.Name = d.HostType.Element
			if d.HostType.Group > 1 {
				d.HostType.Name += fmt.Sprintf("x%d", d.HostType.Group)
			}
		}
		grown.DTypes = append(grown.DTypes, d)
	}
	return grown
}

func TestMemoryGrowsLinearlyWithTheTable(t *testing.T) {
	var before, after runtime.MemStats
	var allocations, bytes float64
	for _, n := range growthSizes {
		table := grownTable(t, n)
		runtime.ReadMemStats(&before)
		if _, err := Files(table); err != nil {
			t.Fatal(err)
		}
		runtime.ReadMemStats(&after)
		nowAllocations, nowBytes := float64(after.Mallocs-before.Mallocs), float64(after.TotalAlloc-before.TotalAlloc)
		t.Logf("%d dtypes: %.0f allocations, %.1f MB", n, nowAllocations, nowBytes/1e6)
		if n > growthSizes[0] && (nowAllocations > mostPerDoubling*allocations || nowBytes > mostPerDoubling*bytes) {
			t.Errorf("%d dtypes take %.0f allocations and %.0f bytes, half as many take %.0f and %.0f: more than %v times", n, nowAllocations, nowBytes, allocations, bytes, mostPerDoubling)
		}
		allocations, bytes = nowAllocations, nowBytes
	}
}

// BenchmarkFiles reports how much longer a table takes than one half as long,
// and fails at nothing: a busy machine is no fault of the generator.
func BenchmarkFiles(b *testing.B) {
	var half time.Duration
	for _, n := range growthSizes {
		table := grownTable(b, n)
		b.Run(fmt.Sprintf("dtypes=%d", n), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := Files(table); err != nil {
					b.Fatal(err)
				}
			}
			each := b.Elapsed() / time.Duration(b.N)
			if half > 0 {
				b.ReportMetric(float64(each)/float64(half), "x/doubling")
			}
			half = each
		})
	}
}
