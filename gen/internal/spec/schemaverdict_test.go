package spec

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"
)

// caughtBySchema are the rules whose faults an editor shows while one types, as
// far as they are left in the values: an editor knows neither how a value is
// spelled (True, 2001-01-01) nor what other entries say.
var caughtBySchema = []string{
	ruleUnknownKey,
	ruleMissingKey,
	ruleEmptyValue,
	ruleWrongType,
	ruleOutOfRange,
	ruleUnknownChoice,
	ruleNoDTypes,
	ruleEmptyReservation,
	ruleNameSyntax,
	ruleSizeBits,
	ruleUnknownHostType,
	ruleHostTypeBool,
	ruleReservedHostType,
	ruleUnexpectedFormat,
	ruleUnexpectedRationale,
	ruleEcosystemNameSyntax,
	ruleDLPackShape,
}

// rulesOfYAML refuse how a value is written before Parse looks at what it is,
// which the schema sees all the same.
var rulesOfYAML = []string{ruleNumberSyntax, ruleSizeSyntax, ruleAlias, ruleExplicitTag}

func compileSchema(t *testing.T) *jsonschema.Schema {
	t.Helper()
	schema, err := jsonschema.NewCompiler().Compile(schemaPath)
	if err != nil {
		t.Fatal(err)
	}
	return schema
}

// compareVerdicts holds what the schema says of a table against Parse: it
// refuses only what Parse refuses for a rule that both know, so an editor gives
// no false alarm; and it sees each fault of caughtBySchema in its place. It
// returns the rules that Parse found broken.
func compareVerdicts(t *testing.T, schema *jsonschema.Schema, table string) (rules []string) {
	t.Helper()
	r := &reporter{source: newSource("dtypes.yaml", []byte(table))}
	if !r.checkSource([]byte(table)) {
		return nil // not YAML: there is nothing to judge
	}
	root, ok := r.load([]byte(table))
	if !ok {
		return nil
	}
	var found Diagnostics
	if _, err := Parse("dtypes.yaml", []byte(table)); err != nil {
		found = err.(Diagnostics)
	}
	for _, d := range found {
		rules = append(rules, d.Rule)
	}
	refusal := schema.Validate(jsonValue(root))
	if refusal != nil && !slices.ContainsFunc(rules, func(rule string) bool {
		return slices.Contains(caughtBySchema, rule) || slices.Contains(rulesOfYAML, rule)
	}) {
		t.Errorf("the schema refuses what Parse accepts, or refuses for %q alone:\n%s\n%v", rules, table, refusal)
	}
	seen := refusedPaths(refusal)
	paths := map[place][]string{}
	collectPaths(root, "", paths)
	for _, d := range found {
		at := paths[place{d.Line, d.Column}]
		if slices.Contains(caughtBySchema, d.Rule) && !slices.ContainsFunc(at, func(path string) bool { return slices.Contains(seen, path) }) {
			t.Errorf("the schema refuses %q, not %q:\n%s\n%s", seen, at, d, table)
		}
	}
	return rules
}

// jsonValue is what an editor makes of a node. A number that JSON spells
// otherwise stays text: Parse refuses it, whatever the schema says.
func jsonValue(n *node) any {
	switch {
	case n.kind == mappingNode:
		fields := map[string]any{}
		for _, f := range n.fields {
			fields[f.key] = jsonValue(f.value)
		}
		return fields
	case n.kind == sequenceNode:
		items := []any{}
		for _, item := range n.items {
			items = append(items, jsonValue(item))
		}
		return items
	case n.kind == brokenNode, n.tag == "!!null":
		return nil
	case n.tag == "!!bool":
		return strings.EqualFold(n.value, "true")
	case (n.tag == "!!int" || n.tag == "!!float") && json.Valid([]byte(n.value)):
		return json.Number(n.value)
	}
	return n.value
}

// collectPaths finds the JSON pointers that a place stands for. A mapping and
// its first key share one.
func collectPaths(n *node, pointer string, paths map[place][]string) {
	paths[n.at] = append(paths[n.at], pointer)
	for _, f := range n.fields {
		below := pointer + "/" + f.key
		paths[f.at] = append(paths[f.at], below)
		collectPaths(f.value, below, paths)
	}
	for i, item := range n.items {
		collectPaths(item, fmt.Sprintf("%s/%d", pointer, i), paths)
	}
}

// refusedPaths are the JSON pointers of the values that the schema refuses.
func refusedPaths(refusal error) []string {
	if refusal == nil {
		return nil
	}
	var paths []string
	var collect func(fault *jsonschema.ValidationError)
	collect = func(fault *jsonschema.ValidationError) {
		at := ""
		for _, part := range fault.InstanceLocation {
			at += "/" + part
		}
		if extra, ok := fault.ErrorKind.(*kind.AdditionalProperties); ok {
			for _, key := range extra.Properties {
				paths = append(paths, at+"/"+key)
			}
		} else if len(fault.Causes) == 0 {
			paths = append(paths, at)
		}
		for _, cause := range fault.Causes {
			collect(cause)
		}
	}
	collect(refusal.(*jsonschema.ValidationError))
	return paths
}

// entriesAlone are tables of one entry each, as JSON, which is YAML as well:
// one faulty entry must not excuse the schema from its verdict on another.
func entriesAlone(t *testing.T, table string) []string {
	t.Helper()
	r := &reporter{source: newSource("dtypes.yaml", []byte(table))}
	root, ok := r.load([]byte(table))
	if !ok || root.kind != mappingNode {
		return nil
	}
	var alone []string
	for _, f := range root.fields {
		for _, entry := range f.value.items {
			alone = append(alone, toJSON(t, map[string]any{"dtypes": []any{jsonValue(entry)}}))
		}
	}
	return alone
}

func toJSON(t *testing.T, value any) string {
	t.Helper()
	text, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func fromJSON(t *testing.T, text string) any {
	t.Helper()
	value, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return value
}

func TestSchemaAcceptsTheTable(t *testing.T) {
	schema := compileSchema(t)
	table, _ := realTable(t)
	for _, text := range append(entriesAlone(t, table), table) {
		if rules := compareVerdicts(t, schema, text); rules != nil {
			t.Errorf("Parse finds %q broken in %s", rules, text)
		}
	}
}

func TestSchemaSeesTheFaultsOfItsRulesWhereParseDoes(t *testing.T) {
	schema := compileSchema(t)
	files, err := filepath.Glob("testdata/diagnostics/*.txt")
	if err != nil {
		t.Fatal(err)
	}
	proven := map[string]bool{}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			content, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			table, _, _ := strings.Cut(string(content), separator)
			for _, rule := range compareVerdicts(t, schema, table) {
				proven[rule] = true
			}
			for _, alone := range entriesAlone(t, table) {
				compareVerdicts(t, schema, alone)
			}
		})
	}
	for _, rule := range caughtBySchema {
		if !proven[rule] {
			t.Errorf("no file of testdata/diagnostics shows that the schema catches %s", rule)
		}
	}
}

// Which keys may and must stand together is written twice, so every
// combination of them is tried.
func TestSchemaAgreesOnEveryCombinationOfKeys(t *testing.T) {
	schema := compileSchema(t)
	accepted := 0
	for _, status := range statuses {
		for _, host := range []struct {
			hostType string
			kind     Kind
		}{{"uint8", KindInt}, {"minifloat.E4M3", KindFloat}} {
			whole := map[string]any{
				"name": "X", "value": 1, "size": 1, "host_type": host.hostType, "kind": host.kind, "status": status,
				"doc": "An X.", "rationale": "Later.", "names": map[string]any{},
				"format": map[string]any{"sign": true, "exponent": 4, "mantissa": 3, "bias": 7, "inf": "none", "nan": "last"},
			}
			for chosen := range 1 << len(entryKeys) {
				entry := map[string]any{}
				for i, key := range entryKeys {
					if chosen>>i&1 == 1 {
						entry[key] = whole[key]
					}
				}
				if compareVerdicts(t, schema, toJSON(t, map[string]any{"dtypes": []any{entry}})) == nil {
					accepted++
				}
			}
		}
	}
	if accepted == 0 {
		t.Error("Parse accepts none of them")
	}
}

// unlikelyValues replace values of the table, as JSON: what another key takes,
// what stands just inside and outside of bounds, and what nobody would write.
func unlikelyValues(t *testing.T) []string {
	t.Helper()
	values := strings.Fields(`null true false [] {} [1] [1,8,1] [1,8,1,1] [256,0,65536] ["a"] {"value":1}
		"" "F32" "Öre" "bool" "minifloat.E4M3" "minifloat.E2M1x2" "minifloat.E2M1x1" "minifloat.e4m3" "half::bf16" "a-b"
		-1 0 1 2 7 8 9 15 16 127 255 256 1023 1024 1025 65535 65536 2147483647 2147483648 0.125 0.1875 0.5 0.7 0.75 1.0 1.5 1e1 1e-1`)
	values = append(values, `" "`)
	for _, list := range [][]string{texts(kinds), texts(statuses), texts(infRules), texts(nanRules)} {
		for _, word := range list {
			values = append(values, toJSON(t, word))
		}
	}
	for _, known := range goTypes {
		values = append(values, toJSON(t, known.name))
	}
	return values
}

// wholeTable gives every key that there is.
const wholeTable = `{
	"dtypes": [
		{"name": "A", "value": 2, "size": 1, "host_type": "minifloat.E4M3", "kind": "float", "status": "unshipped", "doc": "An A.", "rationale": "Later.",
		"format": {"sign": true, "exponent": 4, "mantissa": 3, "bias": 7, "inf": "none", "nan": "last"},
		"names": {"safetensors": "A", "numpy": "a", "torch": "a", "rust": "a", "onnx": 1, "dlpack": [10, 8, 1]}}
	],
	"reserved": [{"value": 9, "name": "B"}]
}`

// places are the functions that give a value of the table another one.
func places(value any) (set []func(any)) {
	switch value := value.(type) {
	case map[string]any:
		for _, key := range slices.Sorted(maps.Keys(value)) {
			set = append(set, func(other any) { value[key] = other })
			set = append(set, places(value[key])...)
		}
	case []any:
		for i := range value {
			set = append(set, func(other any) { value[i] = other })
			set = append(set, places(value[i])...)
		}
	}
	return set
}

func TestSchemaAndParseAgreeOnEveryValueOfEveryKey(t *testing.T) {
	schema := compileSchema(t)
	for place := range places(fromJSON(t, wholeTable)) {
		for _, value := range unlikelyValues(t) {
			table := fromJSON(t, wholeTable)
			places(table)[place](fromJSON(t, value))
			compareVerdicts(t, schema, toJSON(t, table))
		}
	}
}

// change edits a table in one place: it gives some value another one, or some
// mapping a key more or less.
func change(random *rand.Rand, table, value any) {
	if set := places(table); len(set) > 0 && random.IntN(2) == 0 {
		set[random.IntN(len(set))](value)
		return
	}
	all := mappings(table)
	mapping := all[random.IntN(len(all))]
	if keys := slices.Sorted(maps.Keys(mapping)); len(keys) > 0 && random.IntN(2) == 0 {
		delete(mapping, keys[random.IntN(len(keys))])
		return
	}
	keys := slices.Concat(tableKeys, entryKeys, formatKeys, ecosystemKeys, reservationKeys, []string{"sise", "x"})
	mapping[keys[random.IntN(len(keys))]] = value
}

func mappings(value any) (all []map[string]any) {
	switch value := value.(type) {
	case map[string]any:
		all = append(all, value)
		for _, key := range slices.Sorted(maps.Keys(value)) {
			all = append(all, mappings(value[key])...)
		}
	case []any:
		for _, item := range value {
			all = append(all, mappings(item)...)
		}
	}
	return all
}

func TestSchemaAndParseAgreeOnChangedTables(t *testing.T) {
	schema := compileSchema(t)
	values := unlikelyValues(t)
	table, _ := realTable(t)
	bases := append(entriesAlone(t, table), wholeTable)
	random := rand.New(rand.NewPCG(3, 3))
	accepted, refused := 0, 0
	for range 2000 {
		base := bases[random.IntN(len(bases))]
		changed := fromJSON(t, base)
		for range 1 + random.IntN(2) {
			change(random, changed, fromJSON(t, values[random.IntN(len(values))]))
		}
		if compareVerdicts(t, schema, toJSON(t, changed)) == nil {
			accepted++
		} else {
			refused++
		}
		if t.Failed() {
			return
		}
	}
	if accepted < 100 || refused < 100 {
		t.Errorf("%d accepted, %d refused: the changes are too wild or too tame", accepted, refused)
	}
}
