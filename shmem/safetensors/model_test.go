package safetensors_test

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/tensorshm/tensorshm/shmem"
	"github.com/tensorshm/tensorshm/shmem/safetensors"
)

// writeModel writes files into a new folder; a name with slashes is in a folder of
// its own.
func writeModel(t *testing.T, files map[string][]byte) (folder string) {
	t.Helper()
	folder = t.TempDir()
	for name, content := range files {
		path := filepath.Join(folder, filepath.FromSlash(name))
		noError(t, os.MkdirAll(filepath.Dir(path), 0o700))
		noError(t, os.WriteFile(path, content, 0o600))
	}
	return folder
}

func indexOf(weightMap string) []byte { return []byte(`{"weight_map":` + weightMap + `}`) }

// tensorsOf is the names of tensors in their order.
func tensorsOf(tensors []*safetensors.Tensor) string {
	var names []string
	for _, tensor := range tensors {
		names = append(names, tensor.Name())
	}
	return strings.Join(names, " ")
}

func filesOf(model *safetensors.Model) string {
	var names []string
	for _, file := range model.Files() {
		names = append(names, filepath.Base(file.Path()))
	}
	return strings.Join(names, " ")
}

// Two files, whose order by name is not that of their tensors' names.
var twoFiles = map[string][]byte{
	"1.safetensors": fileOf(headerOf(entryOf("z", "U8", "[1]", 0, 1), entryOf("c", "U8", "[2]", 1, 3)), 3),
	"2.safetensors": fileOf(headerOf(entryOf("a", "U8", "[1]", 1, 2), entryOf("b", "U8", "[1]", 0, 1)), 2),
}

func withIndex(files map[string][]byte, index []byte) map[string][]byte {
	all := map[string][]byte{safetensors.IndexName: index}
	for name, content := range files {
		all[name] = content
	}
	return all
}

func TestModelsOpenByFolderIndexOrFile(t *testing.T) {
	twoIndexed := withIndex(twoFiles, indexOf(`{"z":"1.safetensors","c":"1.safetensors","a":"2.safetensors","b":"2.safetensors"}`))
	for name, test := range map[string]struct {
		files          map[string][]byte
		path           string // within the folder
		tensors, opens string
	}{
		"index, by folder":        {twoIndexed, "", "z c b a", "1.safetensors 2.safetensors"},
		"index, by itself":        {twoIndexed, safetensors.IndexName, "z c b a", "1.safetensors 2.safetensors"},
		"index of another name":   {map[string][]byte{"x.json": indexOf(`{"a":"2"}`), "2": twoFiles["2.safetensors"]}, "x.json", "a", "2"},
		"one of two files":        {twoIndexed, "2.safetensors", "b a", "2.safetensors"},
		"index with one file":     {withIndex(twoFiles, indexOf(`{"z":"1.safetensors","c":"1.safetensors"}`)), "", "z c", "1.safetensors"},
		"index of some tensors":   {withIndex(twoFiles, indexOf(`{"c":"1.safetensors","a":"2.safetensors"}`)), "", "c a", "1.safetensors 2.safetensors"},
		"index of no tensors":     {withIndex(twoFiles, indexOf(`{}`)), "", "", ""},
		"single file, by folder":  {map[string][]byte{"model.safetensors": twoFiles["1.safetensors"]}, "", "z c", "model.safetensors"},
		"index beside a file":     {withIndex(map[string][]byte{"model.safetensors": fileOf("{}", 0), "2": twoFiles["2.safetensors"]}, indexOf(`{"b":"2"}`)), "", "b", "2"},
		"files in folders":        {withIndex(map[string][]byte{"x/y": twoFiles["1.safetensors"], "x/z/y": twoFiles["2.safetensors"]}, indexOf(`{"z":"x/y","a":"./x/z/../z/y"}`)), "", "a z", "y y"},
		"escapes in an index":     {withIndex(twoFiles, []byte(`{"weight\u005fmap":{"\u007a":"\u0031.safetensors"}}`)), "", "z", "1.safetensors"},
		"what an index may hold":  {withIndex(twoFiles, []byte(" \n{\"metadata\":{\"total_size\":5,\"a\":[{\"b\":null,\"b\":[]},-1.5e3,true,\"]}\\\"\"]},\"weight_map\":{\"z\":\"1.safetensors\"},\"\":false,\"n\":1}\r\n\t ")), "", "z", "1.safetensors"},
		"a number next to a key":  {withIndex(twoFiles, []byte(`{"a":1,"b":-0.1E+7,"c":null,"d":"\\","e":{},"f":[],"weight_map":{"z":"1.safetensors"}}`)), "", "z", "1.safetensors"},
		"a file of a tensor more": {withIndex(twoFiles, indexOf(`{"z":"1.safetensors"}`)), "", "z", "1.safetensors"},
	} {
		t.Run(name, func(t *testing.T) {
			model, err := safetensors.OpenModel(filepath.Join(writeModel(t, test.files), test.path), shmem.ReadOnly())
			noError(t, err)
			if got := tensorsOf(model.Tensors()); got != test.tensors {
				t.Errorf("the tensors are %s, want %s", got, test.tensors)
			}
			if got := filesOf(model); got != test.opens {
				t.Errorf("the files are %s, want %s", got, test.opens)
			}
			for _, tensor := range model.Tensors() {
				if named, err := model.Tensor(tensor.Name()); err != nil || named != tensor {
					t.Errorf("%s by its name is another, %v", tensor.Name(), err)
				}
				mustView(t, tensor)
			}
			if _, err := model.Tensor("missing"); !errors.Is(err, safetensors.ErrNoTensor) || !strings.Contains(err.Error(), `"missing"`) {
				t.Errorf("a tensor that is not there gives %v", err)
			}
			noError(t, model.Close())
			for _, tensor := range model.Tensors() {
				if _, err := tensor.View(); !errors.Is(err, shmem.ErrClosed) {
					t.Errorf("after Close %s gives %v", tensor.Name(), err)
				}
			}
		})
	}
}

// badIndex is an index that makes no model.
type badIndex struct {
	states string
	index  string
	rule   safetensors.Rule
	tensor string
}

var badIndexes = []badIndex{
	{"nothing", "", safetensors.RuleJSON, ""},
	{"no JSON", "{", safetensors.RuleJSON, ""},
	{"a word behind", `{"weight_map":{}} x`, safetensors.RuleJSON, ""},
	{"no UTF-8", "{\"weight_map\":{\"\xff\":\"1.safetensors\"}}", safetensors.RuleUTF8, ""},
	{"half a surrogate pair in a file", `{"weight_map":{"z":"\ud800"}}`, safetensors.RuleUTF8, ""},
	{"half a surrogate pair in a tensor", `{"weight_map":{"\ud800":"1.safetensors"}}`, safetensors.RuleUTF8, ""},
	{"a tensor twice", `{"weight_map":{"z":"1.safetensors","z":"1.safetensors"}}`, safetensors.RuleDuplicateKey, ""},
	{"a tensor twice, once escaped", `{"weight_map":{"z":"1.safetensors","\u007a":"2.safetensors"}}`, safetensors.RuleDuplicateKey, ""},
	{"weight_map twice", `{"weight_map":{"z":"1.safetensors"},"weight_map":{}}`, safetensors.RuleDuplicateKey, ""},
	{"another key twice", `{"a":1,"weight_map":{"z":"1.safetensors"},"a":1}`, safetensors.RuleDuplicateKey, ""},
	{"null", `null`, safetensors.RuleIndex, ""},
	{"an array", `[{"weight_map":{}}]`, safetensors.RuleIndex, ""},
	{"a string", `"weight_map"`, safetensors.RuleIndex, ""},
	{"an empty object", `{}`, safetensors.RuleIndex, ""},
	{"a weight_map in something else", `{"metadata":{"weight_map":{}}}`, safetensors.RuleIndex, ""},
	{"null for a weight_map", `{"weight_map":null}`, safetensors.RuleIndex, ""},
	{"an array for a weight_map", `{"weight_map":["1.safetensors"]}`, safetensors.RuleIndex, ""},
	{"a string for a weight_map", `{"weight_map":"1.safetensors"}`, safetensors.RuleIndex, ""},
	{"a number for a file", `{"weight_map":{"z":1}}`, safetensors.RuleIndex, ""},
	{"null for a file", `{"weight_map":{"z":"1.safetensors","c":null}}`, safetensors.RuleIndex, ""},
	{"an array for a file", `{"weight_map":{"z":["1.safetensors"]}}`, safetensors.RuleIndex, ""},
	{"a safetensors file", string(fileOf("{}", 0)), safetensors.RuleJSON, ""},
	{"the folder above", `{"weight_map":{"z":"../x"}}`, safetensors.RuleIndex, "z"},
	{"the folder above, escaped", `{"weight_map":{"z":"\u002e\u002e\/x"}}`, safetensors.RuleIndex, "z"},
	{"two dots", `{"weight_map":{"z":".."}}`, safetensors.RuleIndex, "z"},
	{"the root", `{"weight_map":{"z":"/etc/passwd"}}`, safetensors.RuleIndex, "z"},
	{"the folder above by a folder", `{"weight_map":{"z":"a/../../b"}}`, safetensors.RuleIndex, "z"},
	{"an empty name", `{"weight_map":{"z":""}}`, safetensors.RuleIndex, "z"},
	{"the folder itself", `{"weight_map":{"z":"."}}`, safetensors.RuleIndex, "z"},
	{"the folder itself, by a folder", `{"weight_map":{"z":"a/.."}}`, safetensors.RuleIndex, "z"},
	{"the folder itself, with a slash", `{"weight_map":{"z":"./"}}`, safetensors.RuleIndex, "z"},
	{"elsewhere beside files that are there", `{"weight_map":{"z":"1.safetensors","a":"../2.safetensors","b":"../2.safetensors"}}`, safetensors.RuleIndex, "a"},
	{"a name that is too long", `{"weight_map":{"z":"` + strings.Repeat("long/", 1<<16) + `"}}`, safetensors.RuleIndex, "z"},
	{"a tensor that is in no file", `{"weight_map":{"z":"1.safetensors","x":"1.safetensors"}}`, safetensors.RuleIndex, "x"},
	{"a tensor that is in another file", `{"weight_map":{"z":"1.safetensors","c":"2.safetensors"}}`, safetensors.RuleIndex, "c"},
	{"the metadata for a tensor", `{"weight_map":{"__metadata__":"1.safetensors"}}`, safetensors.RuleIndex, "__metadata__"},
}

func TestBadIndexesAreRefusedAndNothingStaysOpen(t *testing.T) {
	bad := slices.Clone(badIndexes)
	if runtime.GOOS == "windows" {
		for _, name := range []string{`C:x`, `C:\\x`, `..\\x`, `\\x`, `\\\\host\\share\\x`, `NUL`} {
			bad = append(bad, badIndex{name, `{"weight_map":{"z":"` + name + `"}}`, safetensors.RuleIndex, "z"})
		}
	}
	for _, bad := range bad {
		t.Run(bad.states, func(t *testing.T) {
			folder := writeModel(t, withIndex(twoFiles, []byte(bad.index)))
			before := shmem.ReadStats().OpenRegions
			model, err := safetensors.OpenModel(folder)
			if model != nil {
				t.Error("there is a model")
			}
			if after := shmem.ReadStats().OpenRegions; after != before {
				t.Errorf("%d regions were open before, %d are after", before, after)
			}
			checkFormatError(t, err, "open", filepath.Join(folder, safetensors.IndexName), bad.rule, bad.tensor, nil)
			if strings.HasPrefix(bad.states, "a tensor that is in") && !errors.Is(err, safetensors.ErrNoTensor) {
				t.Errorf("%v does not match ErrNoTensor", err)
			}
		})
	}
}

func TestModelsWithoutTheirFilesAreNotThere(t *testing.T) {
	before := shmem.ReadStats().OpenRegions
	for name, files := range map[string]map[string][]byte{
		"empty folder":           {},
		"other files":            twoFiles,
		"second file is missing": withIndex(map[string][]byte{"1.safetensors": twoFiles["1.safetensors"]}, indexOf(`{"z":"1.safetensors","a":"2.safetensors"}`)),
		"folder is missing":      withIndex(twoFiles, indexOf(`{"z":"x/1.safetensors"}`)),
	} {
		folder := writeModel(t, files)
		if model, err := safetensors.OpenModel(folder); !errors.Is(err, fs.ErrNotExist) || errors.Is(err, safetensors.ErrFormat) || model != nil || !strings.Contains(err.Error(), folder) {
			t.Errorf("%s: gives %v", name, err)
		}
	}
	for _, path := range []string{"missing", "missing.json", ""} {
		if _, err := safetensors.OpenModel(filepath.Join(t.TempDir(), path, "x")); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s gives %v", path, err)
		}
	}
	bad := withIndex(twoFiles, indexOf(`{"z":"1.safetensors","a":"2.safetensors"}`))
	bad["2.safetensors"] = fileOf("{}", 1)
	folder := writeModel(t, bad)
	_, err := safetensors.OpenModel(folder)
	checkFormatError(t, err, "open", filepath.Join(folder, "2.safetensors"), safetensors.RuleEnd, "", shmem.ErrSizeMismatch)
	if after := shmem.ReadStats().OpenRegions; after != before {
		t.Errorf("%d regions were open before, %d are after", before, after)
	}
}

// As the cache of a model hub has them: snapshots of links to blobs.
func TestLinkedModelsOpenReadOnly(t *testing.T) {
	folder := writeModel(t, map[string][]byte{
		"blobs/0a": twoFiles["1.safetensors"], "blobs/0b": twoFiles["2.safetensors"], "blobs/0c": indexOf(`{"z":"1.safetensors","a":"2.safetensors"}`),
		"snapshots/main/config.json": []byte("{}"),
	})
	snapshot := filepath.Join(folder, "snapshots", "main")
	for name, blob := range map[string]string{"1.safetensors": "0a", "2.safetensors": "0b", safetensors.IndexName: "0c"} {
		if err := os.Symlink(filepath.Join("..", "..", "blobs", blob), filepath.Join(snapshot, name)); err != nil {
			t.Skip(err)
		}
	}
	for _, options := range [][]shmem.OpenOption{{shmem.ReadOnly()}, {shmem.FollowSymlinks()}} {
		model, err := safetensors.OpenModel(snapshot, options...)
		noError(t, err)
		if got := tensorsOf(model.Tensors()); got != "z a" {
			t.Errorf("the tensors are %s", got)
		}
		noError(t, model.Close())
	}
	before := shmem.ReadStats().OpenRegions
	if _, err := safetensors.OpenModel(snapshot); !errors.Is(err, shmem.ErrNotRegular) {
		t.Errorf("read-write it gives %v", err)
	}
	if after := shmem.ReadStats().OpenRegions; after != before {
		t.Errorf("%d regions were open before, %d are after", before, after)
	}
}

// shards are lists of tensors for CreateModel.
var shards = [][]safetensors.TensorSpec{
	{{Name: "b", DType: shmem.U8, Shape: []int{3}}, {Name: "z", DType: shmem.F32, Shape: []int{2, 2}}},
	{},
	{{Name: "a", DType: shmem.F64}},
}

func TestCreatedModelIsOpened(t *testing.T) {
	folder := t.TempDir()
	created, err := safetensors.CreateModel(folder, shards, safetensors.Metadata(map[string]string{"format": "pt"}), shmem.Mode(0o640))
	noError(t, err)
	defer created.Close()
	wantOnly(t, folder, "model-00001-of-00003.safetensors", "model-00002-of-00003.safetensors", "model-00003-of-00003.safetensors", safetensors.IndexName)
	noError(t, mustView(t, mustTensor(t, created, "b")).CopyFrom([]byte{1, 2, 3}, 1))
	index, err := os.ReadFile(filepath.Join(folder, safetensors.IndexName))
	noError(t, err)
	const want = `{
  "metadata": {
    "total_size": 27
  },
  "weight_map": {
    "a": "model-00003-of-00003.safetensors",
    "b": "model-00001-of-00003.safetensors",
    "z": "model-00001-of-00003.safetensors"
  }
}
`
	if string(index) != want {
		t.Errorf("the index is %s, want %s", index, want)
	}

	opened, err := safetensors.OpenModel(folder, shmem.ReadOnly())
	noError(t, err)
	defer opened.Close()
	if created, opened := tensorsOf(created.Tensors()), tensorsOf(opened.Tensors()); created != "z b a" || opened != created {
		t.Errorf("created the tensors are %s, opened %s", created, opened)
	}
	if got := bytesOf(t, mustView(t, mustTensor(t, opened, "b"))); string(got) != "\x01\x02\x03" {
		t.Errorf("the elements are % x", got)
	}
	for _, file := range append(created.Files(), opened.Files()...) {
		if file.Metadata()["format"] != "pt" {
			t.Errorf("the metadata of %s are %v", file.Path(), file.Metadata())
		}
	}
	if len(created.Files()) != 3 || len(opened.Files()) != 2 { // one holds nothing
		t.Errorf("created it has %d files, opened %d", len(created.Files()), len(opened.Files()))
	}
}

func TestFailedCreateModelLeavesEverythingAsItWas(t *testing.T) {
	u8 := func(name string) safetensors.TensorSpec { return safetensors.TensorSpec{Name: name, DType: shmem.U8} }
	good := []safetensors.TensorSpec{u8("a")}
	second := "model-00002-of-00002.safetensors"
	for name, test := range map[string]struct {
		files   map[string][]byte
		shards  [][]safetensors.TensorSpec
		options []shmem.CreateOption
		rule    safetensors.Rule
		also    error
	}{
		"no lists":                        {shards: nil, also: shmem.ErrZeroLength},
		"a name in two lists":             {shards: [][]safetensors.TensorSpec{good, good}, rule: safetensors.RuleDuplicateKey},
		"a name twice in a list":          {shards: [][]safetensors.TensorSpec{good, {u8("b"), u8("b")}}, rule: safetensors.RuleDuplicateKey},
		"a bad second list":               {shards: [][]safetensors.TensorSpec{good, {{Name: "b", DType: shmem.F4}}}, rule: safetensors.RuleWholeBytes},
		"a second dtype that is none":     {shards: [][]safetensors.TensorSpec{good, {{Name: "b"}}}, also: shmem.ErrInvalidDType},
		"bad metadata":                    {shards: [][]safetensors.TensorSpec{good}, options: []shmem.CreateOption{safetensors.Metadata(map[string]string{"\xff": ""})}, rule: safetensors.RuleUTF8},
		"a bad mode":                      {shards: [][]safetensors.TensorSpec{good}, options: []shmem.CreateOption{shmem.Mode(fs.ModeDir)}, also: fs.ErrInvalid},
		"an index that is there":          {files: map[string][]byte{safetensors.IndexName: []byte("{}")}, shards: [][]safetensors.TensorSpec{good}, also: fs.ErrExist},
		"a first file that is there":      {files: map[string][]byte{"model-00001-of-00002.safetensors": []byte("x")}, shards: [][]safetensors.TensorSpec{good, {u8("b")}}, also: fs.ErrExist},
		"a second file that is there":     {files: map[string][]byte{second: []byte("x")}, shards: [][]safetensors.TensorSpec{good, {u8("b")}}, also: fs.ErrExist},
		"a folder as the second file":     {files: map[string][]byte{second + "/x": []byte("x")}, shards: [][]safetensors.TensorSpec{good, {u8("b")}}, also: fs.ErrExist},
		"an index that would be too long": {shards: [][]safetensors.TensorSpec{good, {u8(strings.Repeat("b", 100_000_001))}}, rule: safetensors.RuleIndex},
	} {
		t.Run(name, func(t *testing.T) {
			folder := writeModel(t, test.files)
			before, regions := listing(t, folder), shmem.ReadStats().OpenRegions
			model, err := safetensors.CreateModel(folder, test.shards, test.options...)
			var format *safetensors.FormatError
			if test.rule != 0 && (!errors.As(err, &format) || format.Rule != test.rule) || test.rule == 0 && !errors.Is(err, test.also) {
				t.Errorf("gives %.1000v", err)
			}
			if model != nil || shmem.ReadStats().OpenRegions != regions {
				t.Error("something is open after the error")
			}
			if after := listing(t, folder); after != before {
				t.Errorf("the folder held %s and holds %s", before, after)
			}
		})
	}
	if _, err := safetensors.CreateModel(filepath.Join(t.TempDir(), "missing"), shards); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a folder that is missing gives %v", err)
	}
	lists := [][]safetensors.TensorSpec{good, {{Name: "b", DType: shmem.F4}}} // which is seen before the folder is
	if _, err := safetensors.CreateModel(filepath.Join(t.TempDir(), "missing"), lists); !errors.Is(err, safetensors.ErrFormat) {
		t.Errorf("a bad second list in a folder that is missing gives %v", err)
	}
}

// listing is the names of all files below a folder, and what they hold.
func listing(t *testing.T, folder string) string {
	t.Helper()
	var text strings.Builder
	noError(t, filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		content, err := os.ReadFile(path)
		fmt.Fprintf(&text, "%s: %q; ", path, content)
		return err
	}))
	return text.String()
}

func TestCreateModelReplacesNoModel(t *testing.T) {
	folder := t.TempDir()
	model, err := safetensors.CreateModel(folder, shards)
	noError(t, err)
	defer model.Close()
	before := listing(t, folder)
	for _, lists := range [][][]safetensors.TensorSpec{shards, shards[:1]} {
		if _, err := safetensors.CreateModel(folder, lists); !errors.Is(err, fs.ErrExist) || !strings.Contains(err.Error(), folder) {
			t.Errorf("a second CreateModel gives %v", err)
		}
	}
	if listing(t, folder) != before {
		t.Error("the model is another")
	}
}
