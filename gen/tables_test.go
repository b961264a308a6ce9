package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/tensorshm/tensorshm/gen/internal/emit"
	"github.com/tensorshm/tensorshm/gen/internal/output"
	"github.com/tensorshm/tensorshm/gen/internal/spec"
)

// everyTable makes the tests build and run the outputs of every table, not
// only of those that a change is most likely to break.
const everyTable = "TENSORSHM_EVERY_TABLE"

// Entries without their values, which tableOf gives them.
const (
	unsignedEntry = `
    size: 2
    host_type: uint16
    kind: int
    status: supported
    doc: Unsigned integer of 16 bits.
`
	boolEntry = `
    size: 1
    host_type: uint8
    kind: bool
    status: supported
    doc: Truth value.
`
	doubleEntry = `
    size: 8
    host_type: float64
    kind: float
    status: supported
    doc: IEEE 754 binary64.
`
	halfEntry = `
    size: 2
    host_type: float16.Float16
    kind: float
    status: supported
    doc: IEEE 754 binary16.
`
	complexEntry = `
    size: 8
    host_type: complex64
    kind: complex
    status: supported
    doc: Pair of IEEE 754 binary32.
`
	wideComplexEntry = `
    size: 16
    host_type: complex128
    kind: complex
    status: supported
    doc: Pair of IEEE 754 binary64.
`
	unshippedEntry = `
    size: 0.5
    kind: int
    status: unshipped
    doc: Signed integer of 4 bits.
    rationale: Go has no type of 4 bits.
`
	reservedEntry = `
    size: 1
    kind: float
    status: reserved
    doc: A name and a size.
    rationale: Nobody says what its bits mean.
`
	unsizedEntry = `
    kind: float
    status: reserved
    doc: A name.
    rationale: Nobody says how large it is.
`
)

// minifloatEntry is a supported narrow float. NAME becomes the dtype's, so that
// entries of one shape have element types of their own.
func minifloatEntry(size, group, format string) string {
	return fmt.Sprintf(`
    size: %s
    host_type: minifloat.NAME%s
    kind: float
    format: {%s}
    status: supported
    doc: A narrow float.
`, size, group, format)
}

var (
	oneBitEntry    = minifloatEntry("0.125", "x8", "sign: false, exponent: 1, mantissa: 0, bias: 0, inf: none, nan: none")
	threeBitEntry  = minifloatEntry("0.375", "x8", "sign: true, exponent: 1, mantissa: 1, bias: 0, inf: none, nan: none")
	fourBitEntry   = minifloatEntry("0.5", "x2", "sign: true, exponent: 2, mantissa: 1, bias: 1, inf: none, nan: none")
	sixBitEntry    = minifloatEntry("0.75", "x4", "sign: true, exponent: 3, mantissa: 2, bias: 3, inf: none, nan: last")
	ieeeEntry      = minifloatEntry("1", "", "sign: true, exponent: 5, mantissa: 2, bias: 15, inf: ieee, nan: ieee")
	scaleEntry     = minifloatEntry("1", "", "sign: false, exponent: 8, mantissa: 0, bias: 127, inf: none, nan: last")
	fnuzEntry      = minifloatEntry("1", "", "sign: true, exponent: 4, mantissa: 3, bias: 8, inf: none, nan: minus_zero")
	wideFNUZEntry  = minifloatEntry("1", "", "sign: true, exponent: 5, mantissa: 2, bias: 16, inf: none, nan: minus_zero")
	twelveBitEntry = minifloatEntry("1.5", "x2", "sign: true, exponent: 5, mantissa: 6, bias: 15, inf: ieee, nan: ieee")
	positiveEntry  = minifloatEntry("1", "", "sign: false, exponent: 5, mantissa: 3, bias: 15, inf: none, nan: last")
	positiveIEEE   = minifloatEntry("1", "", "sign: false, exponent: 4, mantissa: 4, bias: 7, inf: ieee, nan: ieee")
	everyEntry     = []string{unsignedEntry, boolEntry, doubleEntry, halfEntry, complexEntry, wideComplexEntry, unshippedEntry, reservedEntry, unsizedEntry,
		oneBitEntry, threeBitEntry, fourBitEntry, sixBitEntry, ieeeEntry, scaleEntry, fnuzEntry, wideFNUZEntry, twelveBitEntry, positiveEntry, positiveIEEE}
)

// tableOf names the entries T1, T2 and so on.
func tableOf(entries ...string) string {
	var table strings.Builder
	table.WriteString("dtypes:\n")
	for i, entry := range entries {
		name := fmt.Sprintf("T%d", i+1)
		fmt.Fprintf(&table, "  - name: %s\n    value: %d%s", name, i+1, strings.ReplaceAll(entry, "NAME", name))
	}
	return table.String()
}

// fillProgram stands in for the demo, which names dtypes of the real table. It
// sends every supported dtype through the generated fill, set and text.
const fillProgram = `package main

import (
	"fmt"
	"log"
	"os"
	"path/filepath"

	"github.com/tensorshm/tensorshm/shmem"
)

func sample(i int) float64 { return float64(i % 2) }

func sampleBit(i int) int { return i % 2 }

func noTypedAccess(v *shmem.View) error { return fmt.Errorf("%v has no typed access", v.DType()) }

func main() {
	for dtype := range shmem.DTypes() {
		if dtype.Supported() {
			if err := share(dtype); err != nil {
				log.Fatalf("%v: %v", dtype, err)
			}
		}
	}
}

func share(dtype shmem.DType) error {
	unit, _ := dtype.Unit()
	path := filepath.Join(os.Args[1], dtype.String())
	producer, err := shmem.Create(path, dtype, 2*unit)
	if err != nil {
		return err
	}
	if err := fill(&producer.View); err != nil {
		return err
	}
	consumer, err := shmem.Open(path, dtype, 2*unit)
	if err != nil {
		return err
	}
	if err := set(&consumer.View, 2*unit-1, 0); err != nil {
		return err
	}
	ref, err := producer.AsHostBufferRef()
	if err != nil {
		return err
	}
	fmt.Println(dtype, text(ref, 0), text(ref, 2*unit-1))
	return nil
}
`

func TestOutputsOfOtherTablesCompileAndRun(t *testing.T) {
	if testing.Short() {
		t.Skip("builds copies of the module")
	}
	many := slices.Repeat(everyEntry, 15)[:255]
	for _, test := range []struct {
		name, table string
		always      bool // in every run, being the most likely to break
	}{
		{"every kind of dtype", tableOf(everyEntry...), true},
		{"nothing supported", tableOf(unshippedEntry, reservedEntry, unsizedEntry), true},
		{"one dtype", tableOf(doubleEntry), false},
		{"one dtype without size", tableOf(unsizedEntry), false},
		{"sub-byte only", tableOf(oneBitEntry, threeBitEntry, fourBitEntry, sixBitEntry), false},
		{"twelve bits packed", tableOf(twelveBitEntry), false},
		{"complex", tableOf(complexEntry, wideComplexEntry), false},
		{"FNUZ", tableOf(fnuzEntry, wideFNUZEntry), false},
		{"255 dtypes", tableOf(many...), false},
	} {
		t.Run(test.name, func(t *testing.T) {
			if !test.always && os.Getenv(everyTable) == "" {
				t.Skipf("runs with %s=1", everyTable)
			}
			compileAndRun(t, test.table)
		})
	}
}

// compileAndRun puts what table makes into a copy of the module, with those of
// its tests that name no dtype.
func compileAndRun(t *testing.T, table string) {
	t.Helper()
	folder := moduleCopy(t, table, "go.mod", "go.sum", "shmem")
	keepTests(t, filepath.Join(folder, "shmem"), "lifecycle_test.go", "emulation_test.go", "convert_test.go", "process_linux_test.go")
	keepTests(t, filepath.Join(folder, "shmem", "safetensors"), "table_test.go")
	keepTests(t, filepath.Join(folder, "shmem", "minifloat"), "formats_test.go", "generated_test.go", "packed_test.go", "reference_test.go")
	writeFile(t, filepath.Join(folder, "examples", "demo", "main.go"), fillProgram)
	parsed, err := spec.Parse("dtypes.yaml", []byte(table))
	if err != nil {
		t.Fatal(err)
	}
	files, err := emit.Files(parsed)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := output.Write(folder, files); err != nil {
		t.Fatal(err)
	}
	shared := goCommand(t, folder, "run", "./examples/demo", t.TempDir())
	goCommand(t, folder, "vet", "./...")
	tests := goCommand(t, folder, "test", "-v", "./...")
	for _, d := range parsed.DTypes {
		step := "TestUnsupportedDTypeIsSharedAsBytesAndDeclinesTypedAccess"
		if d.Supported() {
			step = "TestSupportedDTypeLivesThroughEveryStep"
			if !strings.Contains("\n"+shared, "\n"+d.Text()+" ") {
				t.Errorf("the program shares no %s:\n%s", d.Name, shared)
			}
		}
		if !strings.Contains(tests, "--- PASS: "+step+"/"+d.Text()+" ") {
			t.Errorf("%s passes no %s:\n%s", d.Name, step, tests)
		}
	}
}

// keepTests deletes the handwritten tests of a package but for names.
func keepTests(t *testing.T, folder string, names ...string) {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(folder, "*_test.go"))
	if err != nil {
		t.Fatal(err)
	}
	kept := 0
	for _, path := range paths {
		name := filepath.Base(path)
		switch {
		case slices.Contains(names, name):
			kept++
		case strings.HasPrefix(name, "zz_generated_"): // written anew
		default:
			if err := os.Remove(path); err != nil {
				t.Fatal(err)
			}
		}
	}
	if kept != len(names) {
		t.Fatalf("%s has %d of the tests %q", folder, kept, names)
	}
}
