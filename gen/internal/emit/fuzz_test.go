package emit

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tensorshm/tensorshm/gen/internal/spec"
)

// formatTables are tables of one narrow float each, with a sign or not, a
// mantissa or not, and each rule for infinities and NaNs that goes with them.
func formatTables() []string {
	groups := map[int]string{4: "x2", 5: "x8", 6: "x4", 7: "x8", 8: ""} // by bits
	var tables []string
	for _, sign := range []bool{false, true} {
		for mantissa := range 4 {
			for _, nan := range []spec.NaNRule{spec.NaNNone, spec.NaNIEEE, spec.NaNLast, spec.NaNMinusZero} {
				inf := spec.InfNone
				if nan == spec.NaNIEEE {
					inf = spec.InfIEEE
				}
				if nan == spec.NaNIEEE && mantissa == 0 || nan == spec.NaNMinusZero && !sign {
					continue
				}
				format := spec.Format{Sign: sign, Exponent: 4, Mantissa: mantissa, Bias: 7, Inf: inf, NaN: nan}
				tables = append(tables, fmt.Sprintf(`dtypes:
  - name: X
    value: 1
    size: %v
    host_type: minifloat.M%s
    kind: float
    format: {sign: %t, exponent: 4, mantissa: %d, bias: 7, inf: %s, nan: %s}
    status: supported
    doc: An X.
`, float64(format.Bits())/8, groups[format.Bits()], sign, mantissa, inf, nan))
			}
		}
	}
	return tables
}

// FuzzFiles: whatever a table says, if Parse accepts it, every file is made, Go
// files parse, and they declare what the model says and nothing else. The seeds
// run in every go test.
func FuzzFiles(f *testing.F) {
	add := func(table string) {
		if _, err := spec.Parse("dtypes.yaml", []byte(table)); err != nil {
			f.Fatalf("a seed never reaches Files: %v", err)
		}
		f.Add([]byte(table))
	}
	table, err := os.ReadFile("../../../dtypes.yaml")
	if err != nil {
		f.Fatal(err)
	}
	add(string(table))
	for _, entry := range additions {
		add("dtypes:" + entry)
	}
	for _, text := range hostileTexts {
		add(strings.ReplaceAll(hostileTable, "TEXT", text))
	}
	for _, table := range formatTables() {
		add(table)
	}
	f.Fuzz(func(t *testing.T, table []byte) {
		s, err := spec.Parse("dtypes.yaml", table)
		if err != nil {
			return // FuzzParse holds what Parse refuses
		}
		files, err := Files(s)
		if err != nil {
			t.Fatal(err)
		}
		model := modelDeclarations(s)
		for path, content := range files {
			if len(content) == 0 || bytes.Contains(content, []byte("\r")) || !bytes.HasSuffix(content, []byte("\n")) {
				t.Errorf("%s is no text of whole lines: %q", path, content)
			}
			if !strings.HasSuffix(path, ".go") {
				continue
			}
			if diff := cmp.Diff(model[path], declarations(t, path, content)); diff != "" {
				t.Errorf("%s: declarations of the model (-) and of the file (+):\n%s", path, diff)
			}
			shape(t, path, content) // no directive
		}
		for _, path := range slices.Sorted(maps.Keys(model)) {
			if files[path] == nil {
				t.Errorf("%s is not made", path)
			}
		}
	})
}
