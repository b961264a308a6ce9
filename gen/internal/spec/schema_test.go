package spec

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

// schemaPath is the schema that editors use: written by hand, and held against
// the validator by the tests here and in schemaverdict_test.go.
const schemaPath = "../../schema/dtypes.schema.json"

// schemaPart is the schema, or a schema in it.
type schemaPart map[string]any

func readSchema(t *testing.T) schemaPart {
	t.Helper()
	content, err := os.ReadFile(schemaPath)
	if err != nil {
		t.Fatal(err)
	}
	var schema schemaPart
	if err := json.Unmarshal(content, &schema); err != nil {
		t.Fatal(err)
	}
	return schema
}

// part walks down by keys.
func (s schemaPart) part(t *testing.T, keys ...string) schemaPart {
	t.Helper()
	for i, key := range keys {
		next, ok := s[key].(map[string]any)
		if !ok {
			t.Fatalf("the schema has no %s", strings.Join(keys[:i+1], "/"))
		}
		s = next
	}
	return s
}

func texts[Word ~string](words []Word) []string {
	list := make([]string, len(words))
	for i, word := range words {
		list[i] = string(word)
	}
	return list
}

func TestSchemaHasTheKeysAndWordsOfTheValidator(t *testing.T) {
	schema := readSchema(t)
	definitions := schema.part(t, "definitions")
	property := func(definition, key string) schemaPart {
		return definitions.part(t, definition, "properties", key)
	}
	hostTypes := make([]string, len(goTypes))
	for i, known := range goTypes {
		hostTypes[i] = known.name
	}
	keys := func(s schemaPart) []string { return slices.Sorted(maps.Keys(s.part(t, "properties"))) }
	enum := func(s schemaPart) []string {
		list, ok := s["enum"].([]any)
		if !ok {
			t.Fatalf("no enum in %v", s)
		}
		words := make([]string, len(list))
		for i, word := range list {
			words[i], _ = word.(string)
		}
		return words
	}
	sorted := func(list []string) []string { return slices.Sorted(slices.Values(list)) }
	for _, test := range []struct {
		what      string
		got, want []string
	}{
		{"keys of the table", keys(schema), sorted(tableKeys)},
		{"keys of an entry", keys(definitions.part(t, "dtype")), sorted(entryKeys)},
		{"keys of a format", keys(definitions.part(t, "format")), sorted(formatKeys)},
		{"keys of names", keys(definitions.part(t, "names")), sorted(ecosystemKeys)},
		{"keys of a reservation", keys(definitions.part(t, "reservation")), sorted(reservationKeys)},
		{"kinds", enum(property("dtype", "kind")), texts(kinds)},
		{"statuses", enum(property("dtype", "status")), texts(statuses)},
		{"infinity rules", enum(property("format", "inf")), texts(infRules)},
		{"NaN rules", enum(property("format", "nan")), texts(nanRules)},
		{"Go types", enum(definitions.part(t, "goType")), hostTypes},
	} {
		if diff := cmp.Diff(test.want, test.got, cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("%s of the validator (-) and the schema (+):\n%s", test.what, diff)
		}
	}
}

// inspect calls visit with every schema in s that a value of the table meets,
// and its JSON pointer.
func (s schemaPart) inspect(pointer string, visit func(pointer string, s schemaPart)) {
	visit(pointer, s)
	for _, keyword := range []string{"properties", "definitions"} {
		if parts, ok := s[keyword].(map[string]any); ok {
			for key, value := range parts {
				if value, ok := value.(map[string]any); ok {
					schemaPart(value).inspect(pointer+"/"+keyword+"/"+key, visit)
				}
			}
		}
	}
	if items, ok := s["items"].(map[string]any); ok {
		schemaPart(items).inspect(pointer+"/items", visit)
	}
	if items, ok := s["items"].([]any); ok {
		for i, item := range items {
			schemaPart(item.(map[string]any)).inspect(pointer+"/items/"+strconv.Itoa(i), visit)
		}
	}
}

// An editor shows the description of the key under the cursor, and offers
// only the keys that a closed mapping lists.
func TestSchemaDescribesEveryKeyAndClosesEveryMapping(t *testing.T) {
	seen := 0
	readSchema(t).inspect("#", func(pointer string, s schemaPart) {
		seen++
		if _, isReference := s["$ref"]; isReference {
			if len(s) != 1 {
				t.Errorf("%s: draft 7 ignores what stands beside a $ref", pointer)
			}
			return
		}
		if text, _ := s["description"].(string); !strings.HasSuffix(text, ".") {
			t.Errorf("%s is described as %q, want sentences", pointer, text)
		}
		if _, isMapping := s["properties"]; isMapping && (s["additionalProperties"] != false || s["type"] != "object") {
			t.Errorf("%s takes keys that it does not list", pointer)
		}
	})
	if wanted := len(tableKeys) + len(entryKeys) + len(formatKeys) + len(ecosystemKeys) + len(reservationKeys); seen < wanted {
		t.Errorf("found %d schemas, fewer than the %d keys", seen, wanted)
	}
}

func TestSchemaExamplesAreValid(t *testing.T) {
	examples := 0
	readSchema(t).inspect("#", func(pointer string, s schemaPart) {
		list, _ := s["examples"].([]any)
		if len(list) == 0 {
			return
		}
		compiled, err := jsonschema.NewCompiler().Compile(schemaPath + pointer)
		if err != nil {
			t.Fatal(err)
		}
		for _, example := range list {
			examples++
			if err := compiled.Validate(example); err != nil {
				t.Errorf("%s: %v", pointer, err)
			}
		}
	})
	if examples == 0 {
		t.Error("found no examples")
	}
}

func TestTheTableNamesItsSchemaToEditors(t *testing.T) {
	content, _ := realTable(t)
	first, _, _ := strings.Cut(content, "\n")
	path, ok := strings.CutPrefix(first, "# yaml-language-server: $schema=")
	if !ok {
		t.Fatalf("the table begins with %q", first)
	}
	named, err := os.Stat(filepath.Join("../../..", filepath.FromSlash(path)))
	if err != nil {
		t.Fatal(err)
	}
	tested, err := os.Stat(schemaPath)
	if err != nil {
		t.Fatal(err)
	}
	if !os.SameFile(named, tested) {
		t.Errorf("the table names %s, the tests read %s", path, schemaPath)
	}
}
