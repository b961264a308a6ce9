package safetensors_test

import (
	"bytes"
	"fmt"
	"maps"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/tensorshm/tensorshm/shmem"
	"github.com/tensorshm/tensorshm/shmem/safetensors"
)

// goodFile is a file that has to open, and what it says.
type goodFile struct {
	states   string
	file     []byte
	tensors  string // as describe has them
	metadata map[string]string
}

// describe is the tensors of a file: name, dtype as safetensors has it, shape, and
// offsets relative to the data.
func describe(file *safetensors.File) string {
	var text strings.Builder
	for _, tensor := range file.Tensors() {
		begin := tensor.Offset() - file.DataOffset()
		fmt.Fprintf(&text, "%q %s %v %d-%d; ", tensor.Name(), tensor.DType().Names().Safetensors, tensor.Shape(), begin, begin+int64(tensor.ByteLen()))
	}
	return strings.TrimSuffix(text.String(), "; ")
}

var goodFiles = []goodFile{
	{"no tensors", fileOf("{}", 0), "", nil},
	{"no tensors, padded", fileOf("{}"+strings.Repeat(" ", 6), 0), "", nil},
	{"white space inside", fileOf("{ \n\t\r }", 0), "", nil},
	{"white space everywhere inside", fileOf("{ \"a\" :\t{\r\n\"dtype\" : \"U8\" , \"shape\" : [ 1 ,\n2 ] , \"data_offsets\" : [ 0 , 2 ] } }", 2), `"a" U8 [1 2] 0-2`, nil},
	{"an array of white space", fileOf(headerOf(entryOf("a", "U8", "[ \n ]", 0, 1)), 1), `"a" U8 [] 0-1`, nil},
	{"a scalar", fileOf(headerOf(entryOf("a", "F64", "[]", 0, 8)), 8), `"a" F64 [] 0-8`, nil},
	{"no elements", fileOf(headerOf(entryOf("a", "F64", "[2,0,3]", 0, 0)), 0), `"a" F64 [2 0 3] 0-0`, nil},
	{"no elements of a packed dtype", fileOf(headerOf(entryOf("a", "F6_E2M3", "[0,3]", 0, 0)), 0), `"a" F6_E2M3 [0 3] 0-0`, nil},
	{"no elements at the end", fileOf(headerOf(entryOf("b", "U8", "[0]", 4, 4), entryOf("a", "U8", "[4]", 0, 4)), 4), `"a" U8 [4] 0-4; "b" U8 [0] 4-4`, nil},
	{"no elements ahead of elements", fileOf(headerOf(entryOf("a", "U8", "[4]", 0, 4), entryOf("b", "U8", "[0]", 0, 0)), 4), `"b" U8 [0] 0-0; "a" U8 [4] 0-4`, nil},
	{"no elements between", fileOf(headerOf(entryOf("a", "U8", "[0]", 2, 2), entryOf("c", "U8", "[2]", 2, 4), entryOf("b", "U8", "[2]", 0, 2)), 4), `"b" U8 [2] 0-2; "a" U8 [0] 2-2; "c" U8 [2] 2-4`, nil},
	{"tensors without elements at one place", fileOf(headerOf(entryOf("j", "F64", "[0]", 0, 0), entryOf("i", "U8", "[0]", 0, 0), entryOf("h", "U8", "[0,9]", 0, 0)), 0), `"j" F64 [0] 0-0; "i" U8 [0] 0-0; "h" U8 [0 9] 0-0`, nil},
	{"a zero ahead of what would overflow", fileOf(headerOf(entryOf("a", "U8", "[0,2147483647,2147483647,2147483647]", 0, 0)), 0), `"a" U8 [0 2147483647 2147483647 2147483647] 0-0`, nil},
	{"entries out of order", fileOf(headerOf(entryOf("c", "U8", "[1]", 6, 7), entryOf("a", "F32", "[1]", 0, 4), entryOf("b", "U16", "[1]", 4, 6)), 7), `"a" F32 [1] 0-4; "b" U16 [1] 4-6; "c" U8 [1] 6-7`, nil},
	{"keys of an entry in any order", fileOf(`{"a":{"data_offsets":[0,4],"shape":[2],"dtype":"F16"}}`, 4), `"a" F16 [2] 0-4`, nil},
	{"keys of an entry with escapes", fileOf(`{"a":{"\u0064type":"F\u00316","sh\u0061pe":[2],"data\u005foffsets":[0,4]}}`, 4), `"a" F16 [2] 0-4`, nil},
	{"tensors that are misaligned", fileOf(headerOf(entryOf("a", "U8", "[1]", 0, 1), entryOf("b", "F64", "[1]", 1, 9)), 9), `"a" U8 [1] 0-1; "b" F64 [1] 1-9`, nil},
	{"an empty name", fileOf(headerOf(entryOf("", "U8", "[1]", 0, 1)), 1), `"" U8 [1] 0-1`, nil},
	{"names that mean something elsewhere", fileOf(headerOf(entryOf("__proto__", "U8", "[1]", 0, 1), entryOf("dtype", "U8", "[1]", 1, 2), entryOf("__METADATA__", "U8", "[1]", 2, 3), entryOf("../x", "U8", "[0]", 3, 3)), 3),
		`"__proto__" U8 [1] 0-1; "dtype" U8 [1] 1-2; "__METADATA__" U8 [1] 2-3; "../x" U8 [0] 3-3`, nil},
	{"a name with every escape", fileOf(`{"\"\\\/\b\f\n\r\t\u00e9\u0000\uFFFF":`+one+`}`, 1), `"\"\\/\b\f\n\r\té\x00\uffff" U8 [1] 0-1`, nil},
	{"a name with a surrogate pair", fileOf(`{"\ud83d\ude00\uDBFF\uDFFF\ud800\udc00":`+one+`}`, 1), `"😀\U0010ffff𐀀" U8 [1] 0-1`, nil},
	{"a name with a backslash ahead of what looks like an escape", fileOf(`{"\\ud800\\\\udc00":`+one+`}`, 1), `"\\ud800\\\\udc00" U8 [1] 0-1`, nil},
	{"a name in UTF-8", fileOf("{\"wärme.\U0001F525\":"+one+"}", 1), `"wärme.🔥" U8 [1] 0-1`, nil},
	{"a name that replaces a character", fileOf("{\"\ufffd\":"+one+"}", 1), `"�" U8 [1] 0-1`, nil},
	{"names that look the same", fileOf("{\"\u00e9\":"+one+",\"e\u0301\":{\"dtype\":\"U8\",\"shape\":[1],\"data_offsets\":[1,2]}}", 2), "\"\u00e9\" U8 [1] 0-1; \"e\u0301\" U8 [1] 1-2", nil},
	{"a byte order mark in a name", fileOf("{\"\ufeff\":"+one+"}", 1), `"\ufeff" U8 [1] 0-1`, nil},
	{"empty metadata", fileOf(`{"__metadata__":{}}`, 0), "", map[string]string{}},
	{"metadata", fileOf(`{"__metadata__":{"format":"pt","":"","\u00e9":"\ud83d\ude00 \\ud800","{\"a\":1}":"[]"}}`, 0), "", map[string]string{"format": "pt", "": "", "é": `😀 \ud800`, `{"a":1}`: "[]"}},
	{"metadata behind the tensors", fileOf(`{"a":`+one+`,"\u005f_metadata__":{"a":"b"}}`, 1), `"a" U8 [1] 0-1`, map[string]string{"a": "b"}},
	{"metadata in metadata", fileOf(`{"__metadata__":{"__metadata__":"a"}}`, 0), "", map[string]string{"__metadata__": "a"}},
}

func TestGoodFilesOpenAndSayWhatTheyHold(t *testing.T) {
	for _, good := range goodFiles {
		t.Run(good.states, func(t *testing.T) {
			path := writeFile(t, good.file)
			for _, options := range [][]shmem.OpenOption{nil, {shmem.ReadOnly()}, {shmem.ExactSize(), shmem.Prefault()}} {
				file, err := safetensors.Open(path, options...)
				noError(t, err)
				if got := describe(file); got != good.tensors {
					t.Errorf("the tensors are %s, want %s", got, good.tensors)
				}
				if got := file.Metadata(); !maps.Equal(got, good.metadata) || (got == nil) != (good.metadata == nil) {
					t.Errorf("the metadata are %q, want %q", got, good.metadata)
				}
				if file.Path() != path || file.Size() != int64(len(good.file)) {
					t.Errorf("it is %d bytes at %s, want %d at %s", file.Size(), file.Path(), len(good.file), path)
				}
				checkTensors(t, file)
				noError(t, file.Close())
			}
			if after, err := os.ReadFile(path); err != nil || !bytes.Equal(after, good.file) {
				t.Errorf("opening changed the file: %v", err)
			}
		})
	}
}

// checkTensors checks what holds for the tensors of every open file.
func checkTensors(t *testing.T, file *safetensors.File) {
	t.Helper()
	end, names := file.DataOffset(), map[string]bool{}
	for _, tensor := range file.Tensors() {
		if names[tensor.Name()] {
			t.Errorf("tensor %q is there twice", tensor.Name())
		}
		names[tensor.Name()] = true
		if tensor.Offset() != end {
			t.Errorf("tensor %q begins at byte %d, want %d", tensor.Name(), tensor.Offset(), end)
		}
		end += int64(tensor.ByteLen())
		elements := 1
		for _, dimension := range tensor.Shape() {
			elements *= dimension
		}
		if size, err := tensor.DType().StorageBytes(elements); err != nil || elements != tensor.Len() || size != tensor.ByteLen() {
			t.Errorf("tensor %q of shape %v has %d elements in %d bytes, want %d in %d, %v", tensor.Name(), tensor.Shape(), tensor.Len(), tensor.ByteLen(), elements, size, err)
		}
		if named, err := file.Tensor(tensor.Name()); err != nil || named != tensor {
			t.Errorf("tensor %q by its name is another, %v", tensor.Name(), err)
		}
	}
	if end != file.Size() {
		t.Errorf("the tensors end at byte %d of %d", end, file.Size())
	}
}

// The names that the format's reference implementation has at commit 24b0b28,
// with the bits of an element:
// https://github.com/huggingface/safetensors/blob/24b0b28/safetensors/src/tensor.rs
var formatDTypes = map[string]int{
	"BOOL": 8, "F4": 4, "F6_E2M3": 6, "F6_E3M2": 6, "U8": 8, "I8": 8, "F8_E5M2": 8, "F8_E4M3": 8, "F8_E8M0": 8, "F8_E4M3FNUZ": 8, "F8_E5M2FNUZ": 8,
	"I16": 16, "U16": 16, "F16": 16, "BF16": 16, "I32": 32, "U32": 32, "F32": 32, "C64": 64, "F64": 64, "I64": 64, "U64": 64,
}

func TestEveryDTypeOfTheFormatIsKnownAndNoOther(t *testing.T) {
	var known []string
	for dtype := range shmem.DTypes() {
		if name := dtype.Names().Safetensors; name != "" {
			known = append(known, name)
			if formatDTypes[name] != dtype.Bits() {
				t.Errorf("%s has %d bits, the format says %d", name, dtype.Bits(), formatDTypes[name])
			}
		}
	}
	if want := slices.Sorted(maps.Keys(formatDTypes)); !slices.Equal(slices.Sorted(slices.Values(known)), want) {
		t.Errorf("dtypes are %v, want %v", known, want)
	}
	for name, width := range formatDTypes {
		file, err := safetensors.Open(writeFile(t, fileOf(headerOf(entryOf("a", name, "[2,4]", 0, width)), width)))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if got, want := describe(file), fmt.Sprintf(`"a" %s [2 4] 0-%d`, name, width); got != want {
			t.Errorf("the tensor is %s, want %s", got, want)
		}
		noError(t, file.Close())
	}
}

func TestWhatAFileGivesOutIsACopy(t *testing.T) {
	file, err := safetensors.Open(writeFile(t, fileOf(headerOf(`"__metadata__":{"a":"b"}`, entryOf("a", "U8", "[2,3]", 0, 6)), 6)))
	noError(t, err)
	defer file.Close()
	file.Metadata()["a"] = "c"
	file.Tensors()[0] = nil
	mustTensor(t, file, "a").Shape()[0] = math.MaxInt
	if file.Metadata()["a"] != "b" || file.Tensors()[0] == nil || mustTensor(t, file, "a").Shape()[0] != 2 {
		t.Error("changing what a File gave out changes the File")
	}
}
