package main

import (
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tensorshm/tensorshm/shmem"
)

// The environment that makes the test binary the example, or a process that
// revises a row.
const (
	beExample = "TENSORSHM_BE_KVCACHE"
	beReviser = "TENSORSHM_BE_REVISER"
)

func TestMain(m *testing.M) {
	if path := os.Getenv(beReviser); path != "" {
		fmt.Println(reviseUntilKilled(path))
		os.Exit(1)
	}
	if os.Getenv(beExample) != "" {
		time.AfterFunc(2*time.Minute, func() { os.Exit(3) }) // so that no process survives a test that was killed
		main()
		return
	}
	os.Exit(m.Run())
}

func noError(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func needsRegions(t *testing.T) {
	t.Helper()
	if runtime.GOOS != "linux" {
		t.Skip("regions need Linux")
	}
}

func example(arguments ...string) *exec.Cmd {
	command := exec.Command(os.Args[0], arguments...)
	command.Env = append(os.Environ(), beExample+"=1")
	return command
}

func wantEmpty(t *testing.T, folder string) {
	t.Helper()
	entries, err := os.ReadDir(folder)
	noError(t, err)
	if len(entries) > 0 {
		t.Errorf("left in the folder: %v", entries)
	}
}

func TestProcessesSeeTheSameThoughEachIsKilledOnce(t *testing.T) {
	needsRegions(t)
	combined, err := example().CombinedOutput()
	output := string(combined)
	if err != nil {
		t.Fatalf("%v\n%s", err, output)
	}
	if strings.Count(output, "is killed\n") != 2 || strings.Count(output, "is there to produce\n") != 2 || strings.Count(output, "is there to consume\n") != 2 {
		t.Errorf("not each process is killed and started again:\n%s", output)
	}
	var identical int
	if _, err := fmt.Sscanf(output[strings.LastIndex(strings.TrimSpace(output), "\n")+1:], "%d steps were identical in both processes", &identical); err != nil || identical < enough/2 {
		t.Errorf("%d steps were identical, %v:\n%s", identical, err, output)
	}
	steps := 0
	for _, printed := range regexp.MustCompile(`(?m)^(?:produce|consume) (sequence.*)$`).FindAllStringSubmatch(output, -1) {
		checkStep(t, printed[1])
		steps++
	}
	if steps < enough {
		t.Errorf("%d steps:\n%s", steps, output)
	}
	folder := regexp.MustCompile(`(?m)^regions are in (.+)$`).FindStringSubmatch(output)
	if folder == nil {
		t.Fatalf("no folder:\n%s", output)
	}
	if _, err := os.Stat(folder[1]); !os.IsNotExist(err) {
		t.Errorf("%s is left: %v", folder[1], err)
	}
}

// whole is a sequence as a producer that is never killed has it: the checksums by
// the number of tokens.
type whole struct {
	local           localCache
	sum             mean
	attention, mean []uint32
}

var wholes = map[uint32]*whole{}

func wholeSequence(t *testing.T, sequence uint32, tokens int) *whole {
	w := wholes[sequence]
	if w == nil {
		w = &whole{local: make(localCache, cacheElems), attention: make([]uint32, 1), mean: make([]uint32, 1)}
		wholes[sequence] = w
	}
	for token := w.sum.tokens; token < tokens; token++ {
		w.local.append(sequence, token)
		attention, err := attend(sequence, token+1, w.local.read)
		noError(t, err)
		w.sum.add(sequence)
		w.attention, w.mean = append(w.attention, checksum(attention)), append(w.mean, checksum(w.sum.numbers()))
	}
	return w
}

// checkStep fails unless a process saw whole tokens and a whole mean, of one
// sequence.
func checkStep(t *testing.T, line string) (seen step) {
	t.Helper()
	seen, err := parseStep(line)
	if err != nil || seen.tokens < 1 || seen.tokens > maxTokens || seen.revision > maxTokens {
		t.Fatalf("%q: %v", line, err)
	}
	want := wholeSequence(t, seen.sequence, int(seen.revision))
	if seen.revision < uint32(seen.tokens) {
		t.Fatalf("the mean is older than the length: %s", line)
	}
	if seen.attention != want.attention[seen.tokens] || seen.mean != want.mean[seen.revision] {
		t.Errorf("torn: %s, want attention %08x and mean %08x", line, want.attention[seen.tokens], want.mean[seen.revision])
	}
	return seen
}

func TestAttentionIsSoftmax(t *testing.T) {
	const sequence, tokens = 7, 9
	local := make(localCache, cacheElems)
	for token := range maxTokens {
		local.append(sequence, token)
	}
	got, err := attend(sequence, tokens, local.read)
	noError(t, err)
	for layer := range layers {
		for head := range heads {
			query := row(sequence, layer, queries, head, tokens-1)
			sum, mixed := 0.0, [headSize]float64{}
			for token := range tokens {
				score := 0.0
				for i, x := range query {
					score += float64(x) * local[place(layer, keys, head, token)+i].Float64()
				}
				weight := math.Exp(score / math.Sqrt(headSize))
				sum += weight
				for i := range mixed {
					mixed[i] += weight * local[place(layer, values, head, token)+i].Float64()
				}
			}
			for i, x := range mixed {
				if got := got[(layer*heads+head)*headSize+i]; math.Abs(float64(got)-x/sum) > 1e-5 {
					t.Errorf("layer %d, head %d, number %d: %g, want %g", layer, head, i, got, x/sum)
				}
			}
		}
	}
}

func TestSecondProducerIsBusyAndHarmsNobody(t *testing.T) {
	needsRegions(t)
	folder := t.TempDir()
	first := begin(t, "produce", "-every", "1ms", folder)
	first.waitFor(t, 3)
	combined, err := example("produce", folder).CombinedOutput()
	want := "kvcache: shmem: create " + filepath.Join(folder, producerName) + ": " + shmem.ErrBusy.Error()
	if err == nil || !strings.HasPrefix(string(combined), want) {
		t.Errorf("a second producer ends with %v: %s, want %s", err, combined, want)
	}
	consumer := begin(t, "consume", folder)
	consumer.waitFor(t, 3)
	first.stop(t)
	consumer.stop(t)
	for _, line := range slices.Concat(first.lines(), consumer.lines()) {
		checkStep(t, line)
	}
	wantEmpty(t, folder)
}

func TestTruncatedRegionIsAnErrorOfTheConsumer(t *testing.T) {
	needsRegions(t)
	for _, name := range []string{cacheName, meanName, lengthName} {
		folder := t.TempDir()
		producer := begin(t, "produce", "-every", "1m", folder)
		producer.waitFor(t, 1)
		consumer := begin(t, "consume", folder)
		consumer.waitFor(t, 1)
		producer.kill(t)
		noError(t, os.Truncate(filepath.Join(folder, name), 0))
		if name != lengthName { // it reads the others with the next token only
			length, err := shmem.Open(filepath.Join(folder, lengthName), shmem.U32, lengthWords)
			noError(t, err)
			words, err := length.AsMutSliceU32()
			noError(t, err)
			words[lengthWord]++
			noError(t, length.Close())
		}
		<-consumer.ended
		if code := consumer.command.ProcessState.ExitCode(); code != 1 || !strings.Contains(consumer.errors.String(), filepath.Join(folder, name)) {
			t.Errorf("where %s is truncated a consumer ends with %v: %s", name, consumer.command.ProcessState, consumer.errors.String())
		}
	}
}

func TestUsage(t *testing.T) {
	for _, arguments := range [][]string{{"consume"}, {"produce", "a", "b"}, {"else", "a"}, {"produce", "-every", "x", "a"}} {
		combined, err := example(arguments...).CombinedOutput()
		if err == nil || !strings.Contains(string(combined), errUsage.Error()) {
			t.Errorf("%q: %v: %s", arguments, err, combined)
		}
	}
}
