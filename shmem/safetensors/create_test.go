package safetensors_test

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/tensorshm/tensorshm/shmem"
	"github.com/tensorshm/tensorshm/shmem/safetensors"
)

// badCreate is arguments of Create that no file can be made of.
type badCreate struct {
	states  string
	specs   []safetensors.TensorSpec
	options []shmem.CreateOption
	rule    safetensors.Rule // 0 where it is not about the format
	tensor  string           // that the error has to name
	also    error            // that the error has to match
}

var badCreates = func() []badCreate {
	type spec = safetensors.TensorSpec
	u8 := func(name string, shape ...int) spec { return spec{Name: name, DType: shmem.U8, Shape: shape} }
	metadata := func(key, value string) []shmem.CreateOption {
		return []shmem.CreateOption{safetensors.Metadata(map[string]string{key: value})}
	}
	long := strings.Repeat("long", 100_000)
	return []badCreate{
		{"a name that is no UTF-8", []spec{u8("a\xff")}, nil, safetensors.RuleUTF8, "a\xff", nil},
		{"a surrogate for a name", []spec{u8("\xed\xa0\x80")}, nil, safetensors.RuleUTF8, "\xed\xa0\x80", nil},
		{"the name of the metadata", []spec{u8("__metadata__")}, nil, safetensors.RuleMetadata, "__metadata__", nil},
		{"a name twice", []spec{u8("a"), u8("b"), u8("a")}, nil, safetensors.RuleDuplicateKey, "a", nil},
		{"an empty name twice", []spec{u8(""), u8("")}, nil, safetensors.RuleDuplicateKey, "", nil},
		{"a long name twice", []spec{u8(long), u8(long)}, nil, safetensors.RuleDuplicateKey, long, nil},
		{"a key of the metadata that is no UTF-8", nil, metadata("\xff", ""), safetensors.RuleUTF8, "", nil},
		{"a value of the metadata that is no UTF-8", nil, metadata("a", "\xff"), safetensors.RuleUTF8, "", nil},
		{"long metadata that are no UTF-8", nil, metadata(long+"\xff", long), safetensors.RuleUTF8, "", nil},
		{"an odd number of F4", []spec{{Name: "a", DType: shmem.F4, Shape: []int{3}}}, nil, safetensors.RuleWholeBytes, "a", shmem.ErrUnit},
		{"a scalar of F4", []spec{{Name: "a", DType: shmem.F4}}, nil, safetensors.RuleWholeBytes, "a", shmem.ErrUnit},
		{"two F6", []spec{{Name: "a", DType: shmem.F6E3M2, Shape: []int{2}}}, nil, safetensors.RuleWholeBytes, "a", shmem.ErrUnit},
		{"dimensions whose product overflows", []spec{u8("a", math.MaxInt, math.MaxInt)}, nil, safetensors.RuleOverflow, "a", shmem.ErrOverflow},
		{"an overflow ahead of a zero", []spec{u8("a", math.MaxInt, math.MaxInt, math.MaxInt, 0)}, nil, safetensors.RuleOverflow, "a", shmem.ErrOverflow},
		{"bytes that overflow", []spec{{Name: "a", DType: shmem.F64, Shape: []int{math.MaxInt/8 + 1}}}, nil, safetensors.RuleOverflow, "a", shmem.ErrOverflow},
		{"tensors that overflow together", manyOf(math.MaxInt/4, "a", "b", "c", "d", "e"), nil, safetensors.RuleOverflow, "e", shmem.ErrOverflow},
		{"tensors that overflow with the header", manyOf(math.MaxInt/4, "a", "b", "c", "d"), nil, safetensors.RuleOverflow, "", shmem.ErrOverflow},
		{"a header that is too long", []spec{u8(strings.Repeat("a", 100_000_001))}, nil, safetensors.RuleHeaderLength, "", nil},
		{"a header that escapes make too long", nil, metadata("a", strings.Repeat("\x01", 17_000_000)), safetensors.RuleHeaderLength, "", nil},
		{"no dtype", []spec{{Name: "a"}}, nil, 0, "a", shmem.ErrInvalidDType},
		{"a dtype that the table does not have", []spec{u8("b"), {Name: "a", DType: 199}}, nil, 0, "a", shmem.ErrInvalidDType},
		{"a dtype that safetensors does not have", []spec{{Name: "a", DType: shmem.I4, Shape: []int{2}}}, nil, 0, "a", shmem.ErrUnsupportedDType},
		{"a dtype without size", []spec{{Name: "a", DType: shmem.F8E6M2}}, nil, 0, "a", errors.ErrUnsupported},
		{"a negative dimension", []spec{u8("a", 2, -1)}, nil, 0, "a", shmem.ErrInvalidCount},
		{"a negative dimension beside a zero", []spec{u8("a", 0, -1)}, nil, 0, "a", shmem.ErrInvalidCount},
		{"two negative dimensions", []spec{u8("a", -2, -2)}, nil, 0, "a", shmem.ErrInvalidCount},
		{"a mode with more than permissions", []spec{u8("a")}, []shmem.CreateOption{shmem.Mode(fs.ModeSetuid | 0o600)}, 0, "", fs.ErrInvalid},
		{"Exclusive", []spec{u8("a")}, []shmem.CreateOption{shmem.Exclusive()}, 0, "", fs.ErrExist},
	}
}()

// manyOf is a tensor of each name with so many bytes.
func manyOf(size int, names ...string) (specs []safetensors.TensorSpec) {
	for _, name := range names {
		specs = append(specs, safetensors.TensorSpec{Name: name, DType: shmem.U8, Shape: []int{size}})
	}
	return specs
}

func TestFailedCreateLeavesWhatWasThere(t *testing.T) {
	for _, bad := range badCreates {
		t.Run(bad.states, func(t *testing.T) {
			folder := t.TempDir()
			path := filepath.Join(folder, "file")
			noError(t, os.WriteFile(path, []byte("what was there"), 0o600))
			before := shmem.ReadStats().OpenRegions
			file, err := safetensors.Create(path, bad.specs, bad.options...)
			if err == nil {
				file.Close()
				t.Fatal("the file is made")
			}
			if bad.rule != 0 {
				checkFormatError(t, err, "create", path, bad.rule, bad.tensor, bad.also)
			} else if errors.Is(err, safetensors.ErrFormat) || !errors.Is(err, bad.also) || !strings.Contains(err.Error(), path) ||
				bad.tensor != "" && !strings.Contains(err.Error(), "tensor "+strconv.Quote(bad.tensor)) {
				t.Errorf("gives %v, want %v of tensor %q", err, bad.also, bad.tensor)
			}
			if file != nil || shmem.ReadStats().OpenRegions != before {
				t.Error("something is open after the error")
			}
			if content, err := os.ReadFile(path); string(content) != "what was there" {
				t.Errorf("the file holds %.100q, %v", content, err)
			}
			wantOnly(t, folder, "file")
		})
	}
}

func TestCreateNeedsAPath(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, path := range []string{"", "a\x00b"} {
		if _, err := safetensors.Create(path, nil); !errors.Is(err, fs.ErrInvalid) {
			t.Errorf("%q gives %v", path, err)
		}
	}
	if _, err := safetensors.Create(filepath.Join("missing", "file"), nil); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a folder that is missing gives %v", err)
	}
	if _, err := safetensors.Create(".", nil); !errors.Is(err, shmem.ErrNotRegular) {
		t.Errorf("a folder gives %v", err)
	}
	wantOnly(t, ".")
}

func TestCreateTakesTheOptionsOfShmem(t *testing.T) {
	spec := safetensors.TensorSpec{Name: "a", DType: shmem.U8, Shape: []int{1 << 20}}
	for name, options := range map[string][]shmem.CreateOption{
		"none":      {},
		"nil":       {nil, safetensors.Metadata(map[string]string{"a": "b"}), nil},
		"Sparse":    {shmem.Sparse()},
		"Prefault":  {shmem.Prefault()},
		"Exclusive": {shmem.Exclusive(), safetensors.Metadata(nil)},
		"all":       {shmem.Sparse(), shmem.Prefault(), shmem.Exclusive(), shmem.Mode(0o400), shmem.AllowNetworkFS()},
	} {
		path := filepath.Join(t.TempDir(), "file")
		created, err := safetensors.Create(path, []safetensors.TensorSpec{spec}, options...)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		opened, err := safetensors.Open(path, shmem.ReadOnly())
		noError(t, err)
		if describe(opened) != `"a" U8 [1048576] 0-1048576` || (opened.Metadata()["a"] == "b") != (name == "nil") {
			t.Errorf("%s: the file holds %s and %v", name, describe(opened), opened.Metadata())
		}
		noError(t, created.Close())
		noError(t, opened.Close())
	}
}

func TestOfSeveralMetadataTheLastCounts(t *testing.T) {
	given := map[string]string{"a": "b"}
	for name, test := range map[string]struct {
		options []shmem.CreateOption
		want    map[string]string
	}{
		"none":       {nil, nil},
		"nil":        {[]shmem.CreateOption{safetensors.Metadata(nil)}, nil},
		"empty":      {[]shmem.CreateOption{safetensors.Metadata(map[string]string{})}, map[string]string{}},
		"one":        {[]shmem.CreateOption{safetensors.Metadata(given)}, map[string]string{"a": "b"}},
		"two":        {[]shmem.CreateOption{safetensors.Metadata(map[string]string{"c": "d"}), safetensors.Metadata(given)}, map[string]string{"a": "b"}},
		"nil behind": {[]shmem.CreateOption{safetensors.Metadata(given), safetensors.Metadata(nil)}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			created, err := safetensors.Create(filepath.Join(t.TempDir(), "file"), nil, test.options...)
			noError(t, err)
			defer created.Close()
			opened, err := safetensors.Open(created.Path())
			noError(t, err)
			defer opened.Close()
			for _, got := range []map[string]string{created.Metadata(), opened.Metadata()} {
				if !maps.Equal(got, test.want) || (got == nil) != (test.want == nil) {
					t.Errorf("the metadata are %v, want %v", got, test.want)
				}
			}
		})
	}
	option := safetensors.Metadata(given)
	given["a"] = "changed"
	file, err := safetensors.Create(filepath.Join(t.TempDir(), "file"), nil, option)
	noError(t, err)
	defer file.Close()
	if file.Metadata()["a"] != "b" {
		t.Error("changing the map changes the option")
	}
}

func TestShmemTakesNoNoticeOfMetadata(t *testing.T) {
	storage, err := shmem.Create(filepath.Join(t.TempDir(), "region"), shmem.U8, 10_000, shmem.Mode(0o640), safetensors.Metadata(map[string]string{"a": "b"}))
	noError(t, err)
	defer storage.Close()
	if memory := bytesOf(t, &storage.View); !bytes.Equal(memory, make([]byte, 10_000)) {
		t.Error("the region is not all zero")
	}
}

func TestNamesOfAnyKindComeBack(t *testing.T) {
	names := []string{"", " ", "a\"b\\c/d", "\x00\x1f\x7f", "<script>&amp;</script>", "é", "😀\U0010ffff", "\u2028\u2029", "\ufeff", "\ufffd", "__proto__", "{}", strings.Repeat("long", 10_000)}
	var specs []safetensors.TensorSpec
	metadata := map[string]string{}
	for i, name := range names {
		specs = append(specs, safetensors.TensorSpec{Name: name, DType: shmem.U16, Shape: []int{i}})
		metadata[name] = name + "!"
	}
	created, err := safetensors.Create(filepath.Join(t.TempDir(), "file"), specs, safetensors.Metadata(metadata))
	noError(t, err)
	defer created.Close()
	opened, err := safetensors.Open(created.Path())
	noError(t, err)
	defer opened.Close()
	for i, name := range names {
		if got := mustTensor(t, opened, name).Len(); got != i {
			t.Errorf("%.100q has %d elements, want %d", name, got, i)
		}
	}
	if got := opened.Metadata(); !maps.Equal(got, metadata) {
		t.Errorf("the metadata are %.1000q", got)
	}
	if created, opened := describe(created), describe(opened); created != opened {
		t.Errorf("created it is %.1000s, opened %.1000s", created, opened)
	}
}

func TestNamesAreWrittenAsTheyAreWhereJSONAllowsIt(t *testing.T) {
	spec := safetensors.TensorSpec{Name: "<é&😀'/\x7f>", DType: shmem.U8}
	wantSerialized(t, []safetensors.TensorSpec{spec}, "{\"<é&😀'/\x7f>\":"+`{"dtype":"U8","shape":[],"data_offsets":[0,1]}}`)
}

func TestSpecsAreNotKept(t *testing.T) {
	shape := []int{2, 3}
	file := mustCreate(t, filepath.Join(t.TempDir(), "file"), safetensors.TensorSpec{Name: "a", DType: shmem.U8, Shape: shape})
	shape[0] = 7
	if got := fmt.Sprint(mustTensor(t, file, "a").Shape()); got != "[2 3]" {
		t.Errorf("changing a spec's shape makes the tensor's %s", got)
	}
}
