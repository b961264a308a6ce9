package spec

import (
	"errors"
	"flag"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "rewrite testdata/diagnostics from what Parse says; read the diff")

// separator divides a file of testdata/diagnostics: a table, then what Parse
// says of it.
const separator = "--- diagnostics ---\n"

// parseText is the text of the error that Parse gives for a table, which must
// have one.
func parseText(t *testing.T, table string) string {
	t.Helper()
	spec, err := Parse("dtypes.yaml", []byte(table))
	if err == nil {
		t.Fatal("Parse accepted the table")
	}
	if spec != nil {
		t.Error("Parse gave a Spec with its error")
	}
	return err.Error() + "\n"
}

func TestDiagnosticsReadAsWritten(t *testing.T) {
	files, err := filepath.Glob("testdata/diagnostics/*.txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		rule, _, _ := strings.Cut(filepath.Base(file), ".")
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			content, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			table, want, ok := strings.Cut(string(content), separator)
			if !ok {
				t.Fatalf("%s has no line %q", file, strings.TrimSpace(separator))
			}
			got := parseText(t, table)
			if !strings.Contains(got, "["+rule+"]\n") {
				t.Errorf("no diagnostic of rule %s:\n%s", rule, got)
			}
			if *update {
				if err := os.WriteFile(file, []byte(table+separator+got), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("diagnostics changed (-want +got); go test -update rewrites them:\n%s", diff)
			}
		})
	}
}

// unreadable holds the cases that a text file cannot show.
var unreadable = []struct {
	rule, table, want string
}{
	{"source-size", strings.Repeat("#", 1<<20) + "\n",
		"dtypes.yaml:1:1: the file has 1048577 bytes; a table has at most 1048576 [source-size]\n" +
			strings.Repeat("#", 160) + "…\n^\n"},
	{"source-encoding", "dtypes:\n  - doc: caf\xe9.\n",
		"dtypes.yaml:2:13: byte 0xE9 is not UTF-8 [source-encoding]\n" +
			"  - doc: caf\uFFFD.\n            ^\n" +
			"fix: save the file as UTF-8\n"},
	{"source-character", "\uFEFFdtypes:\n  - doc: a\x1b[31m.\r\n\t- é\u2028\nkey: a\rb\n",
		"dtypes.yaml:1:1: U+FEFF, byte order mark, is not allowed [source-character]\n" +
			"\uFFFDdtypes:\n^\n" +
			"fix: delete it\n" +
			"dtypes.yaml:2:11: U+001B, escape, is not allowed [source-character]\n" +
			"  - doc: a\uFFFD[31m.\n          ^\n" +
			"fix: delete it\n" +
			"dtypes.yaml:3:5: U+2028, line separator, is not allowed [source-character]\n" +
			"\t- é\uFFFD\n\t   ^\n" +
			"fix: delete it\n" +
			"dtypes.yaml:4:7: U+000D, a carriage return without a line feed, is not allowed [source-character]\n" +
			"key: a\uFFFDb\n      ^\n" +
			"fix: delete it\n"},
	{"no-document", "",
		"dtypes.yaml:1:1: the file holds no table [no-document]\n" +
			"fix: start it with dtypes:\n"},
}

func TestUnreadableSourcesAreDiagnosed(t *testing.T) {
	for _, test := range unreadable {
		t.Run(test.rule, func(t *testing.T) {
			if diff := cmp.Diff(test.want, parseText(t, test.table)); diff != "" {
				t.Errorf("diagnostics differ (-want +got):\n%s", diff)
			}
		})
	}
}

// ruleIDs reads the rules from their source, so that none can be left out.
func ruleIDs(t *testing.T) []string {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), "rules.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	var ids []string
	ast.Inspect(file, func(n ast.Node) bool {
		if literal, ok := n.(*ast.BasicLit); ok && literal.Kind == token.STRING {
			id, err := strconv.Unquote(literal.Value)
			if err != nil {
				t.Fatal(err)
			}
			ids = append(ids, id)
		}
		return true
	})
	return ids
}

func TestEveryRuleHasACase(t *testing.T) {
	ids := ruleIDs(t)
	if len(ids) == 0 {
		t.Fatal("rules.go has no rules")
	}
	for i, id := range ids {
		if slices.Contains(ids[:i], id) {
			t.Errorf("rule id %s is used twice", id)
		}
		if _, err := os.Stat(filepath.Join("testdata", "diagnostics", id+".txt")); err == nil {
			continue
		}
		if !slices.ContainsFunc(unreadable, func(test struct{ rule, table, want string }) bool { return test.rule == id }) {
			t.Errorf("rule %s has no case", id)
		}
	}
}

func TestCaretStandsUnderItsCharacter(t *testing.T) {
	long := strings.Repeat("x", 200)
	for _, test := range []struct {
		name, line string
		column     int
		text       string
		caret      string
	}{
		{"plain", "  size: 7", 9, "  size: 7", "        ^"},
		{"at the start", "size", 1, "size", "^"},
		{"behind the end", "size:", 6, "size:", "     ^"},
		{"tabs are kept", "\ta\tb", 4, "\ta\tb", "\t \t^"},
		{"accented letters are one column", "é: ü", 4, "é: ü", "   ^"},
		{"combining marks are no column", "e\u0301: x", 5, "e\u0301: x", "   ^"},
		{"ideographs are two columns", "日本: x", 5, "日本: x", "      ^"},
		{"direction overrides are not passed on", "a\u202Eb: x", 5, "a\uFFFDb: x", "    ^"},
		{"long lines are cut behind", long, 1, long[:160] + "…", "^"},
		{"long lines are cut around", long, 101, "…" + long[:160] + "…", strings.Repeat(" ", 81) + "^"},
		{"long lines are cut before", long, 200, "…" + long[:81], strings.Repeat(" ", 81) + "^"},
		{"nothing to show", "   ", 2, "", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			text, caret := excerpt([]rune(test.line), test.column)
			if text != test.text || caret != test.caret {
				t.Errorf("got\n%s\n%s\nwant\n%s\n%s", text, caret, test.text, test.caret)
			}
		})
	}
}

func TestErrorIsDiagnostics(t *testing.T) {
	_, err := Parse("table.yaml", []byte("dtypes: []\nextra: 1\n"))
	diagnostics, ok := errors.AsType[Diagnostics](err)
	if !ok || len(diagnostics) != 2 {
		t.Fatalf("got %#v, want two Diagnostics", err)
	}
	got := diagnostics[1]
	want := Diagnostic{
		Rule: "unknown-key", File: "table.yaml", Line: 2, Column: 1,
		Message: `unknown key "extra" at the top level`,
		Fix:     "the keys are dtypes, reserved",
		line:    "extra: 1", caret: "^",
	}
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(Diagnostic{})); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

func TestSuggestionsAreNearMisses(t *testing.T) {
	for _, test := range []struct{ word, want string }{
		{"sise", ` (did you mean "size"?)`},
		{"siez", ` (did you mean "size"?)`},
		{"Size", ` (did you mean "size"?)`},
		{"sizes", ` (did you mean "size"?)`},
		{"hosttype", ` (did you mean "host_type"?)`},
		{"host-type", ` (did you mean "host_type"?)`},
		{"nam", ` (did you mean "name"?)`},
		{"dc", ` (did you mean "doc"?)`},
		{"dxx", ""},
		{"kxnx", ""},
		{"bytes", ""},
		{"x", ""},
		{"", ""},
		{strings.Repeat("size", 100), ""},
	} {
		if got := didYouMean(nearMiss(test.word, entryKeys)); got != test.want {
			t.Errorf("%q gives %q, want %q", test.word, got, test.want)
		}
	}
}
