package spec

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode"

	"github.com/google/go-cmp/cmp"
	"github.com/shopspring/decimal"
)

func TestParseReadsEveryKey(t *testing.T) {
	const table = `
dtypes:
  - name: F4
    value: 7
    size: 0.5
    host_type: minifloat.E2M1x2
    kind: float
    format: {sign: true, exponent: 2, mantissa: 1, bias: 1, inf: none, nan: none}
    status: unshipped
    doc: >-
      Two lines
      are	one.
    rationale: "Nobody asked; */ is text, //go:build too."
    names: {safetensors: F4, numpy: float4_e2m1fn, torch: float4_e2m1fn_x2, onnx: 23, dlpack: [17, 4, 1], rust: 'a::F4'}
  - {name: F16, value: 8, size: 2, host_type: float16.Float16, kind: float, status: supported, doc: Half}
  - name: R
    value: 255
    kind: complex
    status: reserved
    doc: A name alone.
    rationale: It is known by name alone.
reserved:
  - {value: 19, name: OLD}
  - {value: 20}
  - {name: Older}
`
	want := &Spec{
		DTypes: []DType{
			{
				Name: "F4", Value: 7, Size: decimal.New(5, -1),
				HostType:  HostType{Package: "minifloat", Name: "E2M1x2", Element: "E2M1", Group: 2},
				Kind:      KindFloat,
				Format:    &Format{Sign: true, Exponent: 2, Mantissa: 1, Bias: 1, Inf: InfNone, NaN: NaNNone},
				Status:    StatusUnshipped,
				Doc:       "Two lines are one.",
				Rationale: "Nobody asked; */ is text, //go:build too.",
				Names: Names{
					Safetensors: "F4", NumPy: "float4_e2m1fn", Torch: "float4_e2m1fn_x2", Rust: "a::F4",
					ONNX: 23, DLPack: DLPack{Code: 17, Bits: 4, Lanes: 1},
				},
			},
			{
				Name: "F16", Value: 8, Size: decimal.NewFromInt(2),
				HostType: HostType{Package: "float16", Name: "Float16", Group: 1},
				Kind:     KindFloat, Status: StatusSupported, Doc: "Half.",
			},
			{
				Name: "R", Value: 255, Kind: KindComplex, Status: StatusReserved,
				Doc: "A name alone.", Rationale: "It is known by name alone.",
			},
		},
		Reserved: []Reservation{{Value: 19, Name: "OLD"}, {Value: 20}, {Name: "Older"}},
	}
	for name, source := range map[string]string{
		"as it is":             table,
		"with CRLF lines":      strings.ReplaceAll(table, "\n", "\r\n"),
		"as explicit document": "---" + table + "...\n",
	} {
		got, err := Parse("dtypes.yaml", []byte(source))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: -want +got:\n%s", name, diff)
		}
	}
}

// entryWith is a table with one entry, whose keys replace those of a plain U8.
func entryWith(keys map[string]string) string {
	entry := map[string]string{
		"name": "X", "value": "1", "size": "1", "host_type": "uint8", "kind": "int", "status": "supported", "doc": "An X.",
	}
	for key, value := range keys {
		entry[key] = value
	}
	table := "dtypes:\n  -\n"
	for key, value := range entry {
		if value != "" {
			table += "    " + key + ": " + value + "\n"
		}
	}
	return table
}

func TestParseAcceptsWhatTheRulesAllow(t *testing.T) {
	minifloat := func(size, host, format string) map[string]string {
		return map[string]string{"size": size, "host_type": "minifloat." + host, "kind": "float", "format": format}
	}
	for _, test := range []struct {
		name string
		keys map[string]string
	}{
		{"complex64", map[string]string{"size": "8", "host_type": "complex64", "kind": "complex"}},
		{"complex128", map[string]string{"size": "16", "host_type": "complex128", "kind": "complex"}},
		{"uint64", map[string]string{"size": "8", "host_type": "uint64"}},
		{"bool in a byte", map[string]string{"kind": "bool"}},
		{"E4M3FNUZ", minifloat("1", "E4M3FNUZ", "{sign: true, exponent: 4, mantissa: 3, bias: 8, inf: none, nan: minus_zero}")},
		{"E5M2FNUZ", minifloat("1", "E5M2FNUZ", "{sign: true, exponent: 5, mantissa: 2, bias: 16, inf: none, nan: minus_zero}")},
		{"unsigned with mantissa", minifloat("1", "E6M2", "{sign: false, exponent: 6, mantissa: 2, bias: 31, inf: none, nan: last}")},
		{"twelve bits, two in three bytes", minifloat("1.5", "E5M6x2", "{sign: true, exponent: 5, mantissa: 6, bias: 15, inf: ieee, nan: ieee}")},
		{"largest bias of bfloat16", minifloat("2", "B", "{sign: true, exponent: 8, mantissa: 7, bias: 143, inf: ieee, nan: ieee}")},
		{"unshipped without host type", map[string]string{"size": "0.5", "host_type": "", "status": "unshipped", "rationale": "Later."}},
		{"reserved without size", map[string]string{"size": "", "host_type": "", "status": "reserved", "rationale": "Unknown."}},
		{"reserved with size", map[string]string{"size": "1024", "host_type": "", "status": "reserved", "rationale": "Unknown."}},
		{"size of one bit", map[string]string{"size": "0.125", "host_type": "", "status": "unshipped", "rationale": "Later."}},
		{"size with zeros behind the point", map[string]string{"size": "1.000"}},
		{"several lanes", map[string]string{"names": "{dlpack: [1, 4, 2]}"}},
		{"no names at all", map[string]string{"names": "{}"}},
		{"text beyond ASCII", map[string]string{"doc": "Größe ≥ 0, 日本語 and 🎉 too."}},
		{"key in quotes", map[string]string{"names": `{"numpy": uint8}`}},
		{"highest value", map[string]string{"value": "255"}},
		{"underscore in the name", map[string]string{"name": "F8_E4M3"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			spec, err := Parse("dtypes.yaml", []byte(entryWith(test.keys)))
			if err != nil {
				t.Fatal(err)
			}
			checkInvariants(t, spec)
		})
	}
}

// TestBoundsAreTight moves each accepted bound of the format rules by one.
func TestBoundsAreTight(t *testing.T) {
	for _, test := range []struct{ name, format, rule string }{
		{"bias below E8M0's", "{sign: false, exponent: 8, mantissa: 0, bias: 127, inf: none, nan: none}", ruleFormatFloat32},
		{"E8M0 without NaN", "{sign: false, exponent: 8, mantissa: 0, bias: 128, inf: none, nan: none}", ""},
		{"smallest subnormal 2^-149", "{sign: true, exponent: 5, mantissa: 2, bias: 148, inf: none, nan: none}", ""},
		{"smallest subnormal 2^-150", "{sign: true, exponent: 5, mantissa: 2, bias: 149, inf: none, nan: none}", ruleFormatFloat32},
		{"smallest 2^-149 without mantissa", "{sign: true, exponent: 7, mantissa: 0, bias: 150, inf: none, nan: none}", ""},
		{"smallest 2^-150 without mantissa", "{sign: true, exponent: 7, mantissa: 0, bias: 151, inf: none, nan: none}", ruleFormatFloat32},
		{"exponent of one bit without infinity", "{sign: true, exponent: 1, mantissa: 6, bias: 1, inf: none, nan: last}", ""},
		{"exponent of two bits with infinity", "{sign: true, exponent: 2, mantissa: 5, bias: 1, inf: ieee, nan: ieee}", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, err := Parse("dtypes.yaml", []byte(entryWith(map[string]string{
				"host_type": "minifloat.M", "kind": "float", "format": test.format,
			})))
			switch {
			case test.rule == "" && err != nil:
				t.Error(err)
			case test.rule != "" && err == nil:
				t.Errorf("accepted, want %s", test.rule)
			case test.rule != "" && !strings.Contains(err.Error(), "["+test.rule+"]"):
				t.Errorf("want %s, got %v", test.rule, err)
			}
		})
	}
}

// What takes more than linear time here would take the whole test's time.
func TestHugeAndHostileTablesAreRefusedInFewWords(t *testing.T) {
	bomb := "a0: &a0 [x, x]\n"
	for i := 1; i < 64; i++ {
		bomb += fmt.Sprintf("a%d: &a%d [*a%d, *a%d]\n", i, i, i-1, i-1)
	}
	line := "dtypes: [" + strings.Repeat("{a: 1}, ", 5000) + "]\n"
	for name, table := range map[string]string{
		"alias bomb":          bomb,
		"alias bomb twice":    bomb + "---\n" + bomb,
		"deep flow":           strings.Repeat("[", 500000),
		"deep flow, closed":   strings.Repeat("[", 5000) + strings.Repeat("]", 5000),
		"deep block":          strings.Repeat("- ", 500000) + "x",
		"alias of its parent": "dtypes: &d [*d]\n",
		"long line of faults": line,
		"endless number":      "dtypes:\n  - size: " + strings.Repeat("9", 900000) + "\n",
		"hidden characters":   "dtypes:\n  - doc: " + strings.Repeat("\u200b", 30000) + "\n",
		"endless name":        "dtypes:\n  - name: " + strings.Repeat("é", 400000) + "\n",
	} {
		t.Run(name, func(t *testing.T) {
			text := parseText(t, table)
			if most := 1<<10 + 1<<10*strings.Count(text, "dtypes.yaml:"); len(text) > most {
				t.Errorf("%d bytes of diagnostics, want at most 1 KiB each", len(text))
			}
		})
	}
}

var firstLine = regexp.MustCompile(`^dtypes\.yaml:[1-9][0-9]*:[1-9][0-9]*: .+ \[[a-z0-9-]+\]$`)

func FuzzParse(f *testing.F) {
	table, err := os.ReadFile("../../../dtypes.yaml")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(table)
	files, err := filepath.Glob("testdata/diagnostics/*.txt")
	if err != nil {
		f.Fatal(err)
	}
	for _, file := range files {
		content, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		table, _, _ := strings.Cut(string(content), separator)
		f.Add([]byte(table))
	}
	f.Fuzz(func(t *testing.T, table []byte) {
		spec, err := Parse("dtypes.yaml", table)
		if err == nil {
			checkInvariants(t, spec)
			return
		}
		diagnostics, ok := err.(Diagnostics)
		if !ok || len(diagnostics) == 0 || spec != nil {
			t.Fatalf("got %v, %#v", spec, err)
		}
		lines := strings.Count(string(table), "\n") + 1
		for i, d := range diagnostics {
			text, _, _ := strings.Cut(d.String(), "\n")
			if !firstLine.MatchString(text) {
				t.Errorf("first line %q", text)
			}
			if d.Line > lines+1 {
				t.Errorf("line %d of %d", d.Line, lines)
			}
			if i > 0 && (d.Line < diagnostics[i-1].Line || d.Line == diagnostics[i-1].Line && d.Column < diagnostics[i-1].Column) {
				t.Errorf("%s stands after %s", d, diagnostics[i-1])
			}
			for _, character := range d.String() {
				if character != '\n' && character != '\t' && !unicode.IsGraphic(character) {
					t.Errorf("%U in %q", character, d)
				}
			}
		}
		if _, again := Parse("dtypes.yaml", table); again == nil || again.Error() != err.Error() {
			t.Errorf("a second Parse says\n%v\nafter\n%v", again, err)
		}
	})
}

var word = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_]*$`)

// checkInvariants is what every Spec promises to those who use it.
func checkInvariants(t *testing.T, spec *Spec) {
	t.Helper()
	if len(spec.DTypes) == 0 {
		t.Error("no dtypes")
	}
	identifiers, value := map[string]bool{}, 0
	formats := map[string]Format{}
	for _, d := range spec.DTypes {
		fault := func(format string, arguments ...any) {
			t.Helper()
			t.Errorf("%s: "+format, append([]any{d.Name}, arguments...)...)
		}
		if d.Value <= value || d.Value > 255 {
			fault("value %d after %d", d.Value, value)
		}
		value = d.Value
		for _, identifier := range append(shmemIdentifiers(d.Name), d.Text()) {
			if identifiers[identifier] || !word.MatchString(identifier) {
				fault("identifier %s", identifier)
			}
			identifiers[identifier] = true
		}
		for _, r := range spec.Reserved {
			if r.Value == d.Value || strings.EqualFold(r.Name, d.Name) {
				fault("is reserved by %v", r)
			}
		}
		elements, bytes := d.Unit()
		if !decimal.NewFromInt(int64(d.Bits())).Equal(d.Size.Mul(decimal.NewFromInt(8))) || elements*d.Bits() != 8*bytes {
			fault("size %s, %d bits, unit %d in %d", d.Size, d.Bits(), elements, bytes)
		}
		if d.Bits() == 0 && d.Status != StatusReserved {
			fault("no size")
		}
		if d.HostType.IsZero() && d.Supported() || !d.HostType.IsZero() && d.Status == StatusReserved {
			fault("%s with host type %q", d.Status, d.HostType)
		}
		if d.HostType.IsMinifloat() != (d.Format != nil) {
			fault("host type %q with format %v", d.HostType, d.Format)
		}
		if d.Format != nil {
			if d.Format.Bits() != d.Bits() || d.Bits()*d.HostType.Group != 8*bytes {
				fault("format %v, size %s, group %d", *d.Format, d.Size, d.HostType.Group)
			}
			if other, ok := formats[d.HostType.Element]; ok && other != *d.Format {
				fault("two formats of %s", d.HostType.Element)
			}
			formats[d.HostType.Element] = *d.Format
			checkFormatIsExact(t, *d.Format)
		}
		if (d.Rationale == "") != d.Supported() {
			fault("%s with rationale %q", d.Status, d.Rationale)
		}
		for _, text := range []string{d.Doc, d.Rationale} {
			if text != strings.Join(strings.Fields(text), " ") || text != "" && !strings.ContainsAny(text[len(text)-1:], ".!?") || printable(text) != text {
				fault("text %q", text)
			}
		}
		if d.Doc == "" {
			fault("no doc")
		}
		if dlpack := d.Names.DLPack; dlpack.Bits != 0 && d.Bits() != 0 && dlpack.Bits*dlpack.Lanes != d.Bits() {
			fault("dlpack %v", dlpack)
		}
		d.Range() // must not panic
	}
}
