package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// probeEntry is the whole work of adding a dtype, as the README shows it. Its
// name is no real one.
const probeEntry = `  - name: ProbeU64
    value: 200
    size: 8
    host_type: uint64
    kind: int
    status: supported
    doc: Unsigned integer of 64 bits.
`

const probeProgram = `package main

import (
	"fmt"
	"log"
	"os"

	"github.com/tensorshm/tensorshm/shmem"
)

func main() {
	producer, err := shmem.Create(os.Args[1], shmem.ProbeU64, 3)
	if err != nil {
		log.Fatal(err)
	}
	elements, err := producer.AsMutSliceProbeU64()
	if err != nil {
		log.Fatal(err)
	}
	elements[2] = 1<<64 - 1
	consumer, err := shmem.Open(os.Args[1], shmem.ProbeU64, 3)
	if err != nil {
		log.Fatal(err)
	}
	ref, err := consumer.AsHostBufferRef()
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(ref.DType(), ref.(shmem.HostBufferRefProbeU64))
}
`

// moduleCopy is a temporary folder with parts of the module, files or folders,
// and a table of its own.
func moduleCopy(t *testing.T, table string, parts ...string) string {
	t.Helper()
	folder := t.TempDir()
	for _, part := range parts {
		from := filepath.Join("..", part)
		to := filepath.Join(folder, part)
		info, err := os.Stat(from)
		if err == nil && info.IsDir() {
			err = os.CopyFS(to, os.DirFS(from))
		} else if err == nil {
			var content []byte
			content, err = os.ReadFile(from)
			writeFile(t, to, string(content))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	writeFile(t, filepath.Join(folder, "dtypes.yaml"), table)
	return folder
}

// probeTables are the table of the module without probeEntry and with it.
func probeTables(t *testing.T) (without, with string) {
	t.Helper()
	table, err := os.ReadFile("../dtypes.yaml")
	if err != nil {
		t.Fatal(err)
	}
	// Whoever follows the README may have it there already.
	before, after, found := strings.Cut(strings.Replace(string(table), probeEntry, "", 1), "\n# Values and names that were once in use")
	if !found {
		t.Fatal("the table has no reserved section to stand before")
	}
	const reserved = "\n# Values and names that were once in use"
	return before + reserved + after, before + probeEntry + reserved + after
}

func TestReadmeShowsTheEntryThatIsTested(t *testing.T) {
	readme, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(readme), "```yaml\n"+probeEntry+"```\n") {
		t.Error("the README shows another entry than the one that the test adds")
	}
}

func goCommand(t *testing.T, folder string, args ...string) string {
	t.Helper()
	command := exec.Command("go", args...)
	command.Dir = folder
	output, err := command.CombinedOutput()
	if err != nil {
		t.Fatalf("go %s: %v\n%s", strings.Join(args, " "), err, output)
	}
	return string(output)
}

func TestADTypeIsAddedByTheTableAlone(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a copy of the module")
	}
	without, with := probeTables(t)
	folder := moduleCopy(t, without, "go.mod", "go.sum", "gen", "shmem", "examples")
	goCommand(t, folder, "generate", "./...")
	writeFile(t, filepath.Join(folder, "dtypes.yaml"), with)
	before := tree(t, folder)
	goCommand(t, folder, "generate", "./...")
	for path, content := range tree(t, folder) {
		if strings.HasSuffix(path, ".yaml") || before[path] == content {
			continue
		}
		rest := strings.Split(content, "\n")
		for line := range strings.SplitSeq(before[path], "\n") {
			i := 0
			for i < len(rest) && rest[i] != line {
				i++
			}
			if i == len(rest) {
				t.Fatalf("%s loses the line %q", path, line)
			}
			rest = rest[i+1:]
		}
	}

	writeFile(t, filepath.Join(folder, "probe", "main.go"), probeProgram)
	region := filepath.Join(t.TempDir(), "region")
	want := fmt.Sprintf("probeu64 [0 0 %d]\n", uint64(1<<64-1))
	if got := goCommand(t, folder, "run", "./probe", region); got != want {
		t.Errorf("the program prints %q, want %q", got, want)
	}
	goCommand(t, folder, "vet", "./shmem/...", "./examples/...")
	tests := goCommand(t, folder, "test", "-short", "-v", "./shmem", "./examples/...")
	if !strings.Contains(tests, "--- PASS: TestSupportedDTypeLivesThroughEveryStep/probeu64") {
		t.Errorf("the new dtype has no test of its own:\n%s", tests)
	}
}
