package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/tensorshm/tensorshm/shmem"
	"github.com/tensorshm/tensorshm/shmem/safetensors"
)

// hostile would clear the screen, set a title, begin a line, turn text around, and, as
// C1 does, begin a sequence in one character; the last ones are beyond 16 bits.
const hostile = "\x1b[2J\x1b]0;t\a\r\n\u009b31m\u202e\u2028\x7f\U000e0001"

// wantPrintable fails for text that a terminal could take for more than text.
func wantPrintable(t *testing.T, what any, text string) {
	t.Helper()
	for i, r := range text {
		if r != '\n' && !strconv.IsPrint(r) || r == utf8.RuneError && !strings.HasPrefix(text[i:], "\ufffd") {
			t.Errorf("%.60q prints %q at byte %d of %.200q", what, r, i, text)
			return
		}
	}
}

// needsRegions is true where shmem has them; the rest is compiled only.
func needsRegions(t *testing.T) {
	t.Helper()
	if runtime.GOOS != "linux" {
		t.Skip("regions need Linux")
	}
}

// hostileModel is a folder whose files, tensors and metadata have hostile names.
func hostileModel(t *testing.T) (folder string) {
	t.Helper()
	folder = filepath.Join(t.TempDir(), hostile)
	noError(t, os.Mkdir(folder, 0o700))
	name, err := json.Marshal(hostile)
	noError(t, err)
	header := fmt.Sprintf(`{"__metadata__":{%s:%[1]s},%[1]s:{"dtype":"U8","shape":[1],"data_offsets":[0,1]}}`, name)
	for i := range 2 {
		noError(t, os.WriteFile(filepath.Join(folder, strconv.Itoa(i)+hostile), safetensorsFile(header, []byte{1}), 0o600))
	}
	file, err := json.Marshal("0" + hostile)
	noError(t, err)
	index := fmt.Sprintf(`{"weight_map":{%s:%s}}`, name, file)
	noError(t, os.WriteFile(filepath.Join(folder, safetensors.IndexName), []byte(index), 0o600))
	return folder
}

func TestNothingThatAFileOrAPathSaysReachesTheTerminalAsMoreThanText(t *testing.T) {
	needsRegions(t)
	folder := hostileModel(t)
	path, missing := filepath.Join(folder, "0"+hostile), filepath.Join(folder, "no"+hostile)
	other := filepath.Join(t.TempDir(), "other")
	noError(t, os.WriteFile(other, safetensorsFile(`{}`, nil), 0o600))
	noUTF8 := filepath.Join(t.TempDir(), "\xff\x9b31m")
	noError(t, os.WriteFile(noUTF8, safetensorsFile(`{}`, nil), 0o600))
	for _, args := range [][]string{
		{"info", folder}, {"info", path}, {"info", path, "--dtype", "u8"}, {"info", missing}, {"info", noUTF8},
		{"dump", folder}, {"dump", folder, hostile}, {"dump", path, "--dtype", "u8"}, {"dump", missing}, {"dump", path, "no" + hostile}, {"dump", noUTF8},
		{"verify", folder}, {"verify", path, "--dtype", "u8"}, {"verify", path, "--against", folder}, {"verify", path, "--against", other}, {"verify", other, "--against", path}, {"verify", path, "--against", missing}, {"verify", noUTF8},
		{"preload", folder, filepath.Join(folder, "out"+hostile)}, {"preload", path, missing + "/out"}, {"preload", path, folder}, {"preload", missing, path},
		{"preload", noUTF8, noUTF8 + "\xfe"},
		{hostile}, {"info", "--" + hostile}, {"info", hostile, hostile}, {"info", path, "--dtype", hostile}, {"info", path, "--count", hostile}, {"preload", path, path, "--mode", hostile}, {"help", hostile}, {"completion", hostile},
	} {
		code, stdout, stderr := runIn(context.Background(), args...)
		wantPrintable(t, args, stdout+stderr)
		lines := 1
		if code == exitUsage {
			lines = 2
		}
		if code != exitDone && strings.Count(stderr, "\n") != lines {
			t.Errorf("%q complains in other lines: %q", args, stderr)
		}
		again, stdout, stderr := runIn(context.Background(), append([]string{"--json"}, args...)...)
		if again != code {
			t.Errorf("%q exits %d, and with --json %d: %s", args, code, again, stderr)
		}
		wantPrintable(t, args, stdout+stderr)
		if said := []byte(stdout + stderr); !json.Valid(said) {
			t.Errorf("%q prints what is no JSON: %.300q", args, said)
		}
	}
}

func TestNamesAreWholeInJSON(t *testing.T) {
	needsRegions(t)
	long := strings.Repeat("é", 1<<20) + hostile
	path := filepath.Join(t.TempDir(), "model")
	file, err := safetensors.Create(path, []safetensors.TensorSpec{{Name: long, DType: shmem.U8}}, safetensors.Metadata(map[string]string{long: long}))
	noError(t, err)
	noError(t, file.Close())
	_, stdout, stderr := runIn(context.Background(), "info", path, "--json")
	var info infoReport
	noError(t, json.Unmarshal([]byte(stdout), &info))
	if info.Tensors[0].Name != long || info.Files[0].Metadata[long] != long {
		t.Errorf("other names are in %.200q %s", stdout, stderr)
	}
	code, _, stderr := runIn(context.Background(), "dump", path, long, "--offset", "7", "--json")
	var said failure
	noError(t, json.Unmarshal([]byte(stderr), &said))
	if code != exitUsage || said.Tensor != long {
		t.Errorf("exits %d with %.200q", code, stderr)
	}
}

// Columns as wide as a header is long would not fit in memory.
func TestTextIsShortWhateverAFileSays(t *testing.T) {
	needsRegions(t)
	long := strings.Repeat("n", 1<<20)
	dimensions := strings.TrimSuffix(strings.Repeat("1,", 1<<18), ",")
	header := fmt.Sprintf(`{"__metadata__":{"%s":"%[1]s","tensorshm.checksum":"md5:%[1]s"},"%[1]s":{"dtype":"U8","shape":[%s],"data_offsets":[0,1]}`, long, dimensions)
	for i := range 100 {
		header += fmt.Sprintf(`,"%d":{"dtype":"U8","shape":[1],"data_offsets":[%d,%d]}`, i, i+1, i+2)
	}
	path, other, damaged := filepath.Join(t.TempDir(), "model"), filepath.Join(t.TempDir(), "other"), filepath.Join(t.TempDir(), "damaged")
	noError(t, os.WriteFile(path, safetensorsFile(header+"}", make([]byte, 101)), 0o600))
	noError(t, os.WriteFile(other, safetensorsFile(fmt.Sprintf(`{"%s":{"dtype":"U8","shape":[],"data_offsets":[0,1]}}`, long), []byte{1}), 0o600))
	noError(t, os.WriteFile(damaged, safetensorsFile(fmt.Sprintf(`{"__metadata__":{"tensorshm.checksum":"sha256-of-1MiB-crc32:%s"}}`, long), nil), 0o600))
	for _, args := range [][]string{
		{"info", path}, {"dump", path}, {"dump", path, long}, {"dump", path, long + "o"}, {"dump", path, long, "--offset", "7"}, {"verify", path}, {"verify", other, "--against", path}, {"verify", damaged},
		{"info", long}, {"preload", path, filepath.Join(t.TempDir(), long)}, {long}, {"info", "--" + long}, {"info", path, "--dtype", long}, {"help", long},
	} {
		code, stdout, stderr := runIn(context.Background(), args...)
		if said := stdout + stderr; len(said) > 64<<10 || !strings.Contains(said, "more") && args[0] != "verify" {
			t.Errorf("%.60q exits %d and prints %d bytes: %.300q ... %q", args, code, len(said), said, said[max(0, len(said)-300):])
		}
	}
}

func TestOnlyNamesThatAreWordsToAShellAreCompleted(t *testing.T) {
	needsRegions(t)
	good := []string{"model.layers.0.self_attn.q_proj.weight", "dense0/conv0", "größe:0", "a+b@c%d,e"}
	bad := []string{hostile, "", "$(touch x)", "`x`", "a b", "a;b", "a|b", "a&b", "a\tb", `a\b`, "a'b", `a"b`, "a*", "a?", "~a(", "-a", "#a", "a<b", "a=b!", "\ufffd"}
	var specs []safetensors.TensorSpec
	for _, name := range append(good, bad...) {
		specs = append(specs, safetensors.TensorSpec{Name: name, DType: shmem.U8})
	}
	path := filepath.Join(t.TempDir(), "model")
	file, err := safetensors.Create(path, specs)
	noError(t, err)
	noError(t, file.Close())
	for _, start := range []string{"", "model.", "$(", "-"} {
		_, stdout, _ := runIn(context.Background(), "__complete", "dump", path, start)
		want := 1 // the directive
		for _, name := range good {
			if strings.HasPrefix(name, start) {
				want++
				if !strings.Contains(stdout, name+"\n") {
					t.Errorf("of %q, %q is not completed: %q", start, name, stdout)
				}
			}
		}
		if start != "-" && strings.Count(stdout, "\n") != want { // flags begin so
			t.Errorf("%q is completed to %q", start, stdout)
		}
	}
}

// full is a writer as /dev/full is one.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, errFull }

var errFull = errors.New("is full")

func TestOutputThatCannotBeWrittenIsAnError(t *testing.T) {
	for _, args := range [][]string{{"dtypes"}, {"dtypes", "--json"}, {}, {"help"}, {"help", "info"}, {"info", "-h"}, {"completion"}, {"completion", "bash"}, {"completion", "zsh"}} {
		var complained strings.Builder
		if code := run(context.Background(), args, full{}, &complained); code != exitFailed || !strings.Contains(complained.String(), errFull.Error()) {
			t.Errorf("%q exits %d with %q", args, code, complained.String())
		}
	}
}
