package specdiff

import (
	"bytes"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/tensorshm/tensorshm/gen/internal/spec"
)

// encodings are the lines of an entry that depend on one another. FORMAT is
// one for the whole table, as the rules want it.
var encodings = []string{
	"size: 1, host_type: uint8, kind: int, status: supported",
	"size: 1, host_type: uint8, kind: bool, status: supported",
	"size: 1, host_type: int8, kind: int, status: unshipped, rationale: RATIONALE",
	"size: 4, host_type: float32, kind: float, status: supported",
	"size: 4, host_type: int32, kind: int, status: supported",
	"size: 16, host_type: complex128, kind: complex, status: supported",
	"size: 1, host_type: minifloat.E4M3, kind: float, format: FORMAT, status: supported",
	"size: 1, host_type: minifloat.E4M3, kind: float, format: FORMAT, status: unshipped, rationale: RATIONALE",
	"size: 0.5, host_type: minifloat.E2M1x2, kind: float, format: {sign: true, exponent: 2, mantissa: 1, bias: 1, inf: none, nan: none}, status: supported",
	"size: 1, kind: float, status: unshipped, rationale: RATIONALE",
	"size: 8, kind: int, status: unshipped, rationale: RATIONALE",
	"size: 8, host_type: int64, kind: int, status: unshipped, rationale: RATIONALE",
	"kind: float, status: reserved, rationale: RATIONALE",
	"size: 1, kind: float, status: reserved, rationale: RATIONALE",
}

var formats = []string{
	"{sign: true, exponent: 4, mantissa: 3, bias: 7, inf: none, nan: last}",
	"{sign: true, exponent: 4, mantissa: 3, bias: 8, inf: none, nan: minus_zero}",
}

// drawTable draws a valid table out of few values, names and encodings, so
// that two tables have much in common.
func drawTable(t *rapid.T, label string) *spec.Spec {
	format := rapid.SampledFrom(formats).Draw(t, label+" format")
	freeNames := []string{"A", "Aa", "AA", "B", "C", "D", "RefA"}
	var entries, reserved strings.Builder
	for value := 1; value <= 6 && len(freeNames) > 0; value++ {
		name := rapid.SampledFrom(freeNames).Draw(t, label+" name")
		use := rapid.SampledFrom([]string{"dtype", "dtype", "reserved", "free"}).Draw(t, label+" use")
		if value == 1 {
			use = "dtype"
		}
		switch use {
		case "dtype":
			encoding := rapid.SampledFrom(encodings).Draw(t, label+" encoding")
			encoding = strings.NewReplacer("FORMAT", format, "RATIONALE", rapid.SampledFrom([]string{"Why.", "Why not."}).Draw(t, label+" rationale")).Replace(encoding)
			names := rapid.SampledFrom([]string{"", ", names: {numpy: a, onnx: 1}", ", names: {numpy: b, rust: c}"}).Draw(t, label+" names")
			doc := rapid.SampledFrom([]string{"What.", "What else."}).Draw(t, label+" doc")
			fmt.Fprintf(&entries, "  - {name: %s, value: %d, doc: %s, %s%s}\n", name, value, doc, encoding, names)
		case "reserved":
			entry := rapid.SampledFrom([]string{"{value: %d, name: %s}", "{value: %[1]d}", "{name: %[2]s}"}).Draw(t, label+" reserved")
			fmt.Fprintf(&reserved, "  - "+entry+"\n", value, name)
		default:
			continue
		}
		freeNames = slices.DeleteFunc(freeNames, func(other string) bool {
			return strings.EqualFold(other, name) || name == "A" && other == "RefA" || name == "RefA" && other == "A"
		})
	}
	source := "dtypes:\n" + entries.String()
	if reserved.Len() > 0 {
		source += "reserved:\n" + reserved.String()
	}
	table, err := spec.Parse(label, []byte(source))
	if err != nil {
		t.Fatalf("%v\n%s", err, source)
	}
	return table
}

// reservedSet is what a table keeps from coming back, however it is written.
func reservedSet(s *spec.Spec) map[string]bool {
	set := map[string]bool{}
	for _, r := range s.Reserved {
		if r.Value != 0 {
			set[fmt.Sprint(r.Value)] = true
		}
		if r.Name != "" {
			set[strings.ToLower(r.Name)] = true
		}
	}
	return set
}

func TestATableDoesNotDifferFromItself(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		table := drawTable(t, "table")
		if report := Compare(table, table); !reflect.DeepEqual(report, Report{Changes: []Change{}}) {
			t.Errorf("%+v", report)
		}
	})
}

func TestReportsOfAnyTwoTablesHoldTogether(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		before, after := drawTable(t, "before"), drawTable(t, "after")
		report := Compare(before, after)

		same := reflect.DeepEqual(before.DTypes, after.DTypes) && reflect.DeepEqual(reservedSet(before), reservedSet(after))
		if same != (len(report.Changes) == 0) {
			t.Errorf("tables are the same: %t, but there are %d changes", same, len(report.Changes))
		}
		if report.Breaking+report.Behaviour+report.Additive != len(report.Changes) {
			t.Errorf("%d changes are counted as %+v", len(report.Changes), report)
		}
		if !slices.IsSortedFunc(report.Changes, func(a, b Change) int { return orderOf(a.Value) - orderOf(b.Value) }) {
			t.Error("the changes are not in the order of values")
		}
		for _, change := range report.Changes {
			if len(change.Facts) == 0 || change.Class != gravest(change.Facts) {
				t.Errorf("%+v", change)
			}
			for _, identifier := range change.Identifiers {
				if identifier.Before != "" && change.Class != Breaking {
					t.Errorf("%s disappears or changes, but the change is %s", identifier.Name, change.Class)
				}
			}
		}
		checkIdentifiers(t, before, after, report)
		if !reflect.DeepEqual(report, Compare(before, after)) {
			t.Error("a second comparison differs")
		}
		for name, render := range renderers {
			var text bytes.Buffer
			if err := render(&text, report); err != nil || !strings.HasSuffix(text.String(), "\n") {
				t.Errorf("%s: %v\n%s", name, err, text.String())
			}
		}
	})
}

// checkIdentifiers wants every declaration that differs in the report, once.
func checkIdentifiers(t *rapid.T, before, after *spec.Spec, report Report) {
	texts := func(s *spec.Spec) map[string]string {
		texts := map[string]string{}
		for _, d := range declarations(s) {
			texts[d.name] = d.text
		}
		return texts
	}
	want := map[string]Identifier{}
	beforeTexts, afterTexts := texts(before), texts(after)
	for name, text := range beforeTexts {
		want[name] = Identifier{name, text, afterTexts[name]}
	}
	for name, text := range afterTexts {
		want[name] = Identifier{name, beforeTexts[name], text}
	}
	got := map[string]Identifier{}
	for _, change := range report.Changes {
		for _, identifier := range change.Identifiers {
			if _, twice := got[identifier.Name]; twice {
				t.Errorf("%s is reported twice", identifier.Name)
			}
			got[identifier.Name] = identifier
		}
	}
	for name, identifier := range want {
		if identifier.Before == identifier.After {
			delete(want, name)
		}
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("identifiers %v, want %v", got, want)
	}
}
