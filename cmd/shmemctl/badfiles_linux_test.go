package main

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"

	"github.com/tensorshm/tensorshm/shmem/safetensors"
)

// goodHeader and goodData make a valid file.
const goodHeader = `{"a":{"dtype":"F32","shape":[2],"data_offsets":[0,8]},"b":{"dtype":"U8","shape":[4],"data_offsets":[8,12]}}`

var goodData = []byte("\x00\x00\x80\x3f\x00\x00\x00\x40abcd")

// withLength is a header under a length that it does not have.
func withLength(length uint64, header string) []byte {
	return append(binary.LittleEndian.AppendUint64(nil, length), header...)
}

// badFiles are made at a path. Those that are no safetensors file break a rule.
var badFiles = []struct {
	name string
	make func(path string) error
	exit int
	rule safetensors.Rule // 0 for what is not even a file of some bytes
	says string           // of the text, besides the path
}{
	{"truncated in its data", content(safetensorsFile(goodHeader, goodData[:9])), exitWrongFile, safetensors.RuleEnd, ""},
	{"truncated in its header", content(safetensorsFile(goodHeader, goodData)[:50]), exitWrongFile, safetensors.RuleHeaderLength, ""},
	{"truncated in the header's length", content([]byte{1, 0, 0}), exitWrongFile, safetensors.RuleHeaderLength, ""},
	{"longer than its tensors", content(safetensorsFile(goodHeader, append(goodData[:12:12], 0))), exitWrongFile, safetensors.RuleEnd, ""},
	{"overlapping tensors", header(`{"a":{"dtype":"F32","shape":[2],"data_offsets":[0,8]},"b":{"dtype":"U8","shape":[8],"data_offsets":[4,12]}}`), exitWrongFile, safetensors.RuleOffsets, ""},
	{"a hole between tensors", header(`{"a":{"dtype":"F32","shape":[1],"data_offsets":[0,4]},"b":{"dtype":"U8","shape":[4],"data_offsets":[8,12]}}`), exitWrongFile, safetensors.RuleOffsets, ""},
	{"a hole ahead of the tensors", header(`{"a":{"dtype":"F32","shape":[2],"data_offsets":[4,12]}}`), exitWrongFile, safetensors.RuleOffsets, ""},
	{"a tensor twice", header(`{"a":{"dtype":"F32","shape":[2],"data_offsets":[0,8]},"a":{"dtype":"U8","shape":[4],"data_offsets":[8,12]}}`), exitWrongFile, safetensors.RuleDuplicateKey, ""},
	{"a key of the metadata twice", header(`{"__metadata__":{"k":"1","k":"2"},"a":{"dtype":"F32","shape":[3],"data_offsets":[0,12]}}`), exitWrongFile, safetensors.RuleDuplicateKey, ""},
	{"a tensor of another size than its shape", header(`{"a":{"dtype":"F32","shape":[4],"data_offsets":[0,12]}}`), exitWrongFile, safetensors.RuleSize, ""},
	{"a shape that overflows", header(`{"a":{"dtype":"F32","shape":[4294967296,4294967296,4],"data_offsets":[0,12]}}`), exitWrongFile, safetensors.RuleOverflow, ""},
	{"a header of 2^63 bytes", content(withLength(1<<63, goodHeader)), exitWrongFile, safetensors.RuleHeaderLength, ""},
	{"a header of 2^64-1 bytes", content(withLength(1<<64-1, goodHeader)), exitWrongFile, safetensors.RuleHeaderLength, ""},
	{"a header of more than 100,000,000 bytes", sparse(100_000_001), exitWrongFile, safetensors.RuleHeaderLength, ""},
	{"deeply nested arrays", header(strings.Repeat("[", 100_000) + strings.Repeat("]", 100_000)), exitWrongFile, safetensors.RuleHeaderStart, ""},
	{"deeply nested arrays in an object", header(`{"a":` + strings.Repeat("[", 100_000) + strings.Repeat("]", 100_000) + "}"), exitWrongFile, safetensors.RuleJSON, ""},
	{"invalid UTF-8", header("{\"\xff\":{\"dtype\":\"F32\",\"shape\":[3],\"data_offsets\":[0,12]}}"), exitWrongFile, safetensors.RuleUTF8, ""},
	{"a dtype that nobody knows", header(`{"a":{"dtype":"F33","shape":[3],"data_offsets":[0,12]}}`), exitWrongFile, safetensors.RuleDType, ""},
	{"no JSON", header(`{"a"`), exitWrongFile, safetensors.RuleJSON, ""},
	{"something behind the header's object", header(goodHeader + " x"), exitWrongFile, safetensors.RulePadding, ""},
	{"an empty file", content(nil), exitWrongFile, safetensors.RuleHeaderLength, "file too small"},
	{"a FIFO", func(path string) error { return syscall.Mkfifo(path, 0o600) }, exitFailed, 0, "not a regular file"},
	{"a link to a device", func(path string) error { return os.Symlink("/dev/zero", path) }, exitFailed, 0, "not a regular file"},
	{"an empty folder", func(path string) error { return os.Mkdir(path, 0o700) }, exitFailed, 0, "does not exist"},
	{"a missing file", func(string) error { return nil }, exitFailed, 0, "no such file or directory"},
	{"a link to itself", func(path string) error { return os.Symlink(filepath.Base(path), path) }, exitFailed, 0, "too many levels of symbolic links"},
	{"a model without a file", model(`{"weight_map":{"a":"1.safetensors"}}`), exitFailed, 0, "no such file or directory"},
	{"a model of files elsewhere", model(`{"weight_map":{"a":"../1.safetensors"}}`), exitWrongFile, safetensors.RuleIndex, ""},
}

func content(bytes []byte) func(string) error {
	return func(path string) error { return os.WriteFile(path, bytes, 0o600) }
}

func header(text string) func(string) error { return content(safetensorsFile(text, goodData)) }

// sparse is a file with room for a header of that length.
func sparse(length int64) func(string) error {
	return func(path string) error {
		if err := os.WriteFile(path, withLength(uint64(length), "{"), 0o600); err != nil {
			return err
		}
		return os.Truncate(path, 8+length+12)
	}
}

func model(index string) func(string) error {
	return func(path string) error {
		if err := os.Mkdir(path, 0o700); err != nil {
			return err
		}
		return os.WriteFile(filepath.Join(path, safetensors.IndexName), []byte(index), 0o600)
	}
}

// TestBadFilesAreAClearErrorInEveryCommandAndNothingIsLost has one of the files where
// a command reads, and a good one wherever it writes or compares.
func TestBadFilesAreAClearErrorInEveryCommandAndNothingIsLost(t *testing.T) {
	const old = "what was there before"
	for _, bad := range badFiles {
		t.Run(bad.name, func(t *testing.T) {
			folder, destinations := t.TempDir(), t.TempDir()
			path, good, destination := filepath.Join(folder, "bad"), filepath.Join(folder, "good"), filepath.Join(destinations, "out")
			noError(t, bad.make(path))
			noError(t, os.WriteFile(good, safetensorsFile(goodHeader, goodData), 0o600))
			noError(t, os.WriteFile(destination, []byte(old), 0o600))
			for _, args := range [][]string{
				{"info", path},
				{"dump", path},
				{"dump", path, "a"},
				{"preload", path, destination},
				{"preload", path, filepath.Join(destinations, "fresh")},
				{"verify", path},
				{"verify", path, "--against", good},
				{"verify", good, "--against", path},
			} {
				code, stdout, stderr := runIn(context.Background(), args...)
				if code != bad.exit || stdout != "" || !strings.HasPrefix(stderr, "shmemctl: ") || strings.Count(stderr, "shmemctl") != 1 || strings.Count(stderr, "\n") != 1 ||
					!strings.Contains(stderr, path) || !strings.Contains(stderr, bad.says) {
					t.Errorf("%q exits %d with %q and %q", args, code, stdout, stderr)
				}
				_, _, stderr = runIn(context.Background(), append(args, "--json")...)
				var said failure
				if err := json.Unmarshal([]byte(stderr), &said); err != nil {
					t.Fatalf("%q complains %q: %v", args, stderr, err)
				}
				rule := ""
				if bad.rule != 0 {
					rule = bad.rule.String()
				}
				if !strings.HasPrefix(said.Path, path) || said.Rule != rule || said.Operation != args[0] || said.Exit != bad.exit {
					t.Errorf("%q complains %+v, want rule %q", args, said, rule)
				}
				if kept, err := os.ReadFile(destination); err != nil || string(kept) != old {
					t.Errorf("%q leaves %.20q, %v", args, kept, err)
				}
				wantOnly(t, destinations, "out")
			}
		})
	}
}

func TestBadRawFilesAreAClearErrorInEveryCommand(t *testing.T) {
	for _, bad := range badFiles {
		if bad.rule != 0 && bad.name != "an empty file" {
			continue // there are bytes, which are elements
		}
		path := filepath.Join(t.TempDir(), "bad")
		noError(t, bad.make(path))
		for _, command := range []string{"info", "dump", "verify"} {
			code, stdout, stderr := runIn(context.Background(), command, path, "--dtype", "f32")
			if code == exitDone || code == exitUsage || stdout != "" || strings.Count(stderr, "\n") != 1 || !strings.Contains(stderr, path) {
				t.Errorf("%s of %s exits %d with %q and %q", command, bad.name, code, stdout, stderr)
			}
		}
	}
}

// counting is a context that something happens in: commands ask it as they read.
type counting struct {
	context.Context
	asked atomic.Int64
	then  func() error
	err   error // of then
}

func (c *counting) Err() error {
	if c.asked.Add(1) == 2 {
		c.err = c.then()
	}
	return c.Context.Err()
}

// whileRead are changes of a file that is being read.
var whileRead = map[string]func(path string) error{
	"shrinks to nothing": func(path string) error { return os.Truncate(path, 0) },
	"loses a byte": func(path string) error {
		info, err := os.Stat(path)
		if err != nil {
			return err
		}
		return os.Truncate(path, info.Size()-1)
	},
	"grows": func(path string) error {
		file, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
		if err != nil {
			return err
		}
		defer file.Close()
		_, err = file.Write([]byte{1})
		return err
	},
	"is written to": func(path string) error {
		file, err := os.OpenFile(path, os.O_WRONLY, 0)
		if err != nil {
			return err
		}
		defer file.Close()
		_, err = file.WriteAt([]byte{1}, 3<<19)
		return err
	},
}

const largeHeader = `{"w":{"dtype":"F32","shape":[2,262144],"data_offsets":[0,2097152]}}     `

func writeLarge(t *testing.T, path string, fill byte) {
	t.Helper()
	noError(t, os.WriteFile(path, safetensorsFile(largeHeader, bytes.Repeat([]byte{fill}, 2<<20)), 0o600))
}

func TestFileThatChangesWhileItIsReadIsAnErrorAndNothingIsLost(t *testing.T) {
	for name, change := range whileRead {
		folder, destinations := t.TempDir(), t.TempDir()
		path, same, destination := filepath.Join(folder, "changing"), filepath.Join(folder, "same"), filepath.Join(destinations, "out")
		writeLarge(t, same, 7)
		noError(t, os.WriteFile(destination, []byte("old"), 0o600))
		for _, args := range [][]string{
			{"dump", path},
			{"dump", path, "w"},
			{"dump", path, "--dtype", "u8"},
			{"preload", path, destination, "--workers", "1"},
			{"verify", path, "--against", same, "--workers", "1"},
			{"verify", same, "--against", path, "--workers", "1"},
		} {
			writeLarge(t, path, 7)
			ctx := &counting{Context: context.Background(), then: func() error { return change(path) }}
			code, stdout, stderr := runIn(ctx, args...)
			noError(t, ctx.err)
			if ctx.asked.Load() < 2 {
				t.Fatalf("%q does not ask its context", args)
			}
			if args[0] == "dump" && name == "is written to" { // as a cache is
				if code != exitDone {
					t.Errorf("of a file that %s, %q exits %d with %q", name, args, code, stderr)
				}
				continue
			}
			if code != exitWrongFile || stdout != "" || !strings.Contains(stderr, path) || !strings.Contains(stderr, "file changed while it was read") {
				t.Errorf("of a file that %s, %q exits %d with %q and %q", name, args, code, stdout, stderr)
			}
			if kept, err := os.ReadFile(destination); err != nil || string(kept) != "old" {
				t.Errorf("%q leaves %.20q, %v", args, kept, err)
			}
			wantOnly(t, destinations, "out")
		}
	}
}

func TestChecksumOfAFileThatShrinksIsAnError(t *testing.T) {
	folder := t.TempDir()
	path, copied := filepath.Join(folder, "source"), filepath.Join(folder, "copied")
	writeLarge(t, path, 7)
	if code, _, stderr := runIn(context.Background(), "preload", path, copied, "--mode", "600"); code != exitDone {
		t.Fatal(stderr)
	}
	ctx := &counting{Context: context.Background(), then: func() error { return os.Truncate(copied, 0) }}
	code, _, stderr := runIn(ctx, "verify", copied, "--workers", "1")
	noError(t, ctx.err)
	if code != exitWrongFile || !strings.Contains(stderr, "file changed while it was read") {
		t.Errorf("exits %d: %s", code, stderr)
	}
}

// A file whose name goes, or goes to another, is still the one that was opened.
func TestFileThatVanishesWhileItIsReadIsReadToItsEnd(t *testing.T) {
	folder := t.TempDir()
	path, destination := filepath.Join(folder, "source"), filepath.Join(folder, "out")
	writeLarge(t, path, 7)
	ctx := &counting{Context: context.Background(), then: func() error { return os.Remove(path) }}
	if code, _, stderr := runIn(ctx, "preload", path, destination); code != exitDone {
		t.Fatalf("exits %d: %s", code, stderr)
	}
	noError(t, ctx.err)
	writeLarge(t, path, 7)
	if code, _, stderr := runIn(context.Background(), "verify", destination, "--against", path); code != exitDone {
		t.Errorf("exits %d: %s", code, stderr)
	}
}

func TestDamagedDataAreFoundByTheirChecksum(t *testing.T) {
	folder := t.TempDir()
	path, copied := filepath.Join(folder, "source"), filepath.Join(folder, "copied")
	writeLarge(t, path, 7)
	if code, _, stderr := runIn(context.Background(), "preload", path, copied, "--mode", "600"); code != exitDone {
		t.Fatal(stderr)
	}
	file, err := os.OpenFile(copied, os.O_RDWR, 0)
	noError(t, err)
	defer file.Close()
	for _, off := range []int64{4096, 4096 + 1<<20 - 1, 4096 + 2<<20 - 1} {
		_, err := file.WriteAt([]byte{8}, off)
		noError(t, err)
		if code, _, stderr := runIn(context.Background(), "verify", copied); code != exitWrongFile || !strings.Contains(stderr, copied) || !strings.Contains(stderr, "checksum") {
			t.Errorf("with damage at %d, verify exits %d: %s", off, code, stderr)
		}
		_, err = file.WriteAt([]byte{7}, off)
		noError(t, err)
	}
	if code, _, stderr := runIn(context.Background(), "verify", copied); code != exitDone {
		t.Errorf("mended, it exits %d: %s", code, stderr)
	}
}

// TestModelThatIsLargerThanMemoryIsNoSpace needs no privilege: a sparse file is large
// and takes nothing.
func TestModelThatIsLargerThanMemoryIsNoSpace(t *testing.T) {
	folder, err := os.MkdirTemp("/dev/shm", "tensorshm-test-")
	if err != nil {
		t.Skipf("no filesystem in memory: %v", err)
	}
	t.Cleanup(func() { os.RemoveAll(folder) })
	var room syscall.Statfs_t
	noError(t, syscall.Statfs(folder, &room))
	bytes := int64(room.Blocks)*int64(room.Bsize) + 1<<30
	path := filepath.Join(t.TempDir(), "source")
	noError(t, os.WriteFile(path, safetensorsFile(fmt.Sprintf(`{"w":{"dtype":"U8","shape":[%d],"data_offsets":[0,%[1]d]}}`, bytes), nil), 0o600))
	info, err := os.Stat(path)
	noError(t, err)
	if err := os.Truncate(path, info.Size()+bytes); err != nil {
		t.Skipf("a file cannot be so large: %v", err)
	}
	wantNoSpace(t, path, folder)
}

func TestDestinationThatIsTooSmallIsNoSpaceAndNothingIsLost(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "source")
	writeLarge(t, path, 7)
	small := filepath.Join(folder, "small")
	noError(t, os.Mkdir(small, 0o700))
	if err := syscall.Mount("tensorshm-test", small, "tmpfs", 0, "size=1m"); err != nil {
		t.Skipf("may not mount a tmpfs: %v", err)
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(small, syscall.MNT_DETACH); err != nil {
			t.Error(err)
		}
	})
	wantNoSpace(t, path, small)
}

// wantNoSpace preloads a model into a folder that has no room for it, and checks that
// what was there stays, and nothing else.
func wantNoSpace(t *testing.T, path, folder string) {
	t.Helper()
	destination := filepath.Join(folder, "out")
	noError(t, os.WriteFile(destination, []byte("old"), 0o600))
	code, _, stderr := runIn(context.Background(), "preload", path, destination)
	if code != exitFailed || !strings.Contains(stderr, destination) || !strings.Contains(stderr, "no space") || strings.Count(stderr, "\n") != 1 {
		t.Errorf("exits %d: %s", code, stderr)
	}
	if kept, err := os.ReadFile(destination); err != nil || string(kept) != "old" {
		t.Errorf("it leaves %.20q, %v", kept, err)
	}
	wantOnly(t, folder, "out")
}
