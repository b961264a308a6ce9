package tensorshm_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// blocks are the fenced blocks of a page, by their language.
func blocks(t *testing.T, path string) map[string][]string {
	t.Helper()
	found := map[string][]string{}
	for _, block := range regexp.MustCompile("(?ms)^```([a-z]+)\n(.*?)^```$").FindAllStringSubmatch(readFile(t, path), -1) {
		found[block[1]] = append(found[block[1]], block[2])
	}
	return found
}

func TestAddingADTypeShowsWhatTheModuleHasAndSays(t *testing.T) {
	page := blocks(t, "docs/adding-a-dtype.md")
	table := readFile(t, "dtypes.yaml")
	for language, count := range map[string]int{"yaml": 1, "diagnostic": 1, "report": 1, "row": 1, "diff": 3} {
		if len(page[language]) != count {
			t.Fatalf("the page has %d %s blocks, want %d", len(page[language]), language, count)
		}
	}

	entry := page["yaml"][0]
	without := strings.Replace(table, entry, "", 1)
	if without == table {
		t.Fatal("the table does not have the entry that the page shows")
	}
	old := filepath.Join(t.TempDir(), "without.yaml")
	if err := os.WriteFile(old, []byte(without), 0o600); err != nil {
		t.Fatal(err)
	}
	report, err := exec.Command("go", "tool", "gen", "diff", old, "dtypes.yaml").Output()
	if err != nil || string(report) != page["report"][0] {
		t.Errorf("go tool gen diff says, with %v,\n%s", err, report)
	}

	if !strings.Contains(readFile(t, "DTYPES.md"), "\n"+page["row"][0]) {
		t.Error("DTYPES.md does not have the row that the page shows")
	}
	if !strings.Contains(readFile(t, "gen/internal/spec/testdata/diagnostics/size-bits.txt"), page["diagnostic"][0]) {
		t.Error("no test expects the diagnostic that the page shows")
	}
	for _, diff := range page["diff"] {
		checkAddedLines(t, diff)
	}
}

// checkAddedLines checks that a diff only adds lines, and that its file has them
// in that order.
func checkAddedLines(t *testing.T, diff string) {
	t.Helper()
	lines := strings.Split(strings.TrimSuffix(diff, "\n"), "\n")
	path, ok := strings.CutPrefix(lines[1], "+++ b/")
	if !ok || !strings.HasPrefix(lines[0], "--- a/") {
		t.Fatalf("no diff: %q", lines[:2])
	}
	rest := readFile(t, path)
	added := 0
	for _, line := range lines[2:] {
		switch {
		case strings.HasPrefix(line, "-"):
			t.Errorf("%s loses a line: %s", path, line)
		case strings.HasPrefix(line, "+"):
			added++
			_, after, found := strings.Cut(rest, line[1:]+"\n")
			if !found {
				t.Errorf("%s does not have the line %q", path, line[1:])
				continue
			}
			rest = after
		}
	}
	if added == 0 {
		t.Errorf("the diff of %s adds nothing", path)
	}
}
