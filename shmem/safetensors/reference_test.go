package safetensors_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/tensorshm/tensorshm/shmem"
	"github.com/tensorshm/tensorshm/shmem/safetensors"
)

// What the format's reference implementation tests of itself, at commit 24b0b28:
// the unit tests of https://github.com/huggingface/safetensors/blob/24b0b28/safetensors/src/tensor.rs
// and of bindings/python/tests/test_simple.py, and the abuse attempts in
// https://github.com/huggingface/safetensors/tree/24b0b28/attacks, stated anew. The
// byte strings are its vectors. Its tests of slicing, of frameworks and of a caller's
// buffers concern what is not here.

// testHeader is a header that most of its vectors have.
const testHeader = `{"test":{"dtype":"I32","shape":[2,2],"data_offsets":[0,16]}}`

func TestReferenceVectorsThatOpen(t *testing.T) {
	for name, vector := range map[string]struct{ file, tensors, framework string }{
		"test_deserialization":          {"<\x00\x00\x00\x00\x00\x00\x00" + testHeader + strings.Repeat("\x00", 16), `"test" I32 [2 2] 0-16`, ""},
		"test_serialization":            {"@\x00\x00\x00\x00\x00\x00\x00" + testHeader + "    " + strings.Repeat("\x00", 12) + "\x01\x00\x00\x00", `"test" I32 [2 2] 0-16`, ""},
		"test_empty_shapes_allowed":     {"8\x00\x00\x00\x00\x00\x00\x00{\"test\":{\"dtype\":\"I32\",\"shape\":[],\"data_offsets\":[0,4]}}\x00\x00\x00\x00", `"test" I32 [] 0-4`, ""},
		"test_zero_sized_tensor":        {"<\x00\x00\x00\x00\x00\x00\x00{\"test\":{\"dtype\":\"I32\",\"shape\":[2,0],\"data_offsets\":[0, 0]}}", `"test" I32 [2 0] 0-0`, ""},
		"test_empty":                    {"\x08\x00\x00\x00\x00\x00\x00\x00{}      ", "", ""},
		"test_empty, metadata":          {"(\x00\x00\x00\x00\x00\x00\x00{\"__metadata__\":{\"framework\":\"pt\"}}     ", "", "pt"},
		"test_deserialization_metadata": {"f\x00\x00\x00\x00\x00\x00\x00{\"__metadata__\":{\"framework\":\"pt\"},\"test1\":{\"dtype\":\"I32\",\"shape\":[2,2],\"data_offsets\":[0,16]}}       " + strings.Repeat("\x00", 16), `"test1" I32 [2 2] 0-16`, "pt"},
	} {
		t.Run(name, func(t *testing.T) {
			file, err := safetensors.Open(writeFile(t, []byte(vector.file)))
			noError(t, err)
			defer file.Close()
			if got := describe(file); got != vector.tensors || file.Metadata()["framework"] != vector.framework {
				t.Errorf("the file says %s, %v; want %s, framework %q", got, file.Metadata(), vector.tensors, vector.framework)
			}
			checkTensors(t, file)
		})
	}
}

func TestReferenceVectorsThatAreRefused(t *testing.T) {
	zeros := strings.Repeat("\x00", 16)
	for _, vector := range []badFile{
		{"test_metadata_incomplete_buffer, polyglot", safetensors.RuleEnd, "", []byte("<\x00\x00\x00\x00\x00\x00\x00" + testHeader + zeros + "extra_bogus_data_for_polyglot_file"), shmem.ErrSizeMismatch},
		{"test_metadata_incomplete_buffer, missing", safetensors.RuleEnd, "", []byte("<\x00\x00\x00\x00\x00\x00\x00" + testHeader + zeros[:14]), shmem.ErrTooSmall},
		{"test_header_too_large", safetensors.RuleHeaderLength, "", []byte("<\x00\x00\x00\x00\xff\xff\xff" + testHeader + zeros), nil},
		{"test_header_too_small", safetensors.RuleHeaderLength, "", nil, shmem.ErrTooSmall},
		{"test_invalid_header_length", safetensors.RuleHeaderLength, "", []byte("<\x00\x00\x00\x00\x00\x00\x00"), shmem.ErrTooSmall},
		{"test_invalid_header_non_utf8", safetensors.RuleUTF8, "", []byte("\x01\x00\x00\x00\x00\x00\x00\x00\xff"), nil},
		{"test_invalid_header_not_json", safetensors.RuleJSON, "", []byte("\x01\x00\x00\x00\x00\x00\x00\x00{"), nil},
		{"test_invalid_info", safetensors.RuleSize, "test", []byte("<\x00\x00\x00\x00\x00\x00\x00{\"test\":{\"dtype\":\"I32\",\"shape\":[2,2],\"data_offsets\":[0, 4]}}"), nil},
		{"test_validation_overflow, elements", safetensors.RuleOverflow, "test", []byte("O\x00\x00\x00\x00\x00\x00\x00{\"test\":{\"dtype\":\"I32\",\"shape\":[2,18446744073709551614],\"data_offsets\":[0,16]}}" + zeros), shmem.ErrOverflow},
		{"test_validation_overflow, bits", safetensors.RuleOverflow, "test", []byte("N\x00\x00\x00\x00\x00\x00\x00{\"test\":{\"dtype\":\"I32\",\"shape\":[2,9223372036854775807],\"data_offsets\":[0,16]}}" + zeros), shmem.ErrOverflow},
		{"test_exception", safetensors.RuleDType, "test", fileOf(`{"test":{"dtype":"nonsense","shape":[1],"data_offsets":[0,0]}}`, 0), nil},
		{"test_serialization_fp4_misaligned", safetensors.RuleWholeBytes, "test", fileOf(headerOf(entryOf("test", "F4", "[1,3]", 0, 2)), 2), shmem.ErrUnit},
		{"test_serialization_fp4_invalid", safetensors.RuleSize, "test", fileOf(headerOf(entryOf("test", "F4", "[1,2]", 0, 2)), 2), nil},
		// Where the reference is lenient, what the format's text says decides: the header
		// begins with a brace, and is padded with spaces.
		{"test_whitespace_padded_header", safetensors.RulePadding, "", []byte("\x06\x00\x00\x00\x00\x00\x00\x00{}\x0D\x20\x09\x0A"), nil},
		{"test_whitespace_leading_padded_header", safetensors.RuleHeaderStart, "", []byte("\x06\x00\x00\x00\x00\x00\x00\x00\x09\x0A{}\x0D\x20"), nil},
	} {
		t.Run(vector.states, func(t *testing.T) {
			wantFormatError(t, writeFile(t, vector.file), vector.rule, vector.tensor, vector.also)
		})
	}
}

// test_json_attack and safetensors_abuse_attempt_3.py: that many tensors in one place.
func TestManyTensorsInOnePlaceAreAnOverlap(t *testing.T) {
	for _, count := range []int{10, 100_000} {
		var header strings.Builder
		for i := range count {
			fmt.Fprintf(&header, `%c"weight_%d": {"dtype": "F32", "shape": [200, 200], "data_offsets": [0, 160000]}`, "{,"[min(i, 1)], i)
		}
		header.WriteByte('}')
		content := withLength(uint64(header.Len()), header.String())
		start := time.Now()
		path := writeSparse(t, content, int64(len(content))+160_000)
		wantFormatError(t, path, safetensors.RuleOffsets, "weight_1", nil)
		if took := time.Since(start); took > 20*time.Second { // half a second, where nothing else runs
			t.Errorf("refusing %d tensors takes %v", count, took)
		}
	}
}

// safetensors_abuse_attempt_1.py: a header that goes beyond the file.
func TestAbuseAttempt1IsRefused(t *testing.T) {
	content := fileOf(`{"weight":{"dtype":"F32","shape":[2,2],"data_offsets":[0,16]}}  `, 16)
	content[0], content[1] = 1000&0xff, 1000>>8
	wantFormatError(t, writeFile(t, content), safetensors.RuleHeaderLength, "", shmem.ErrTooSmall)
}

// safetensors_abuse_attempt_2.py: ten million tensors in one place, whose header is
// refused for its length. So its bytes do not matter, and the file is sparse.
func TestAbuseAttempt2IsRefusedAtOnce(t *testing.T) {
	const count = 10_000_000
	entry := func(i int) string {
		return fmt.Sprintf(`"weight_%d": {"dtype": "F32", "shape": [2, 2], "data_offsets": [0, 16]}, `, i)
	}
	size := 0 // a comma and a space too many make up for the braces
	for digits, first := 1, 0; first < count; digits++ {
		next := min(max(first*10, 10), count)
		size += (next - first) * len(entry(first))
		first = next
	}
	content := withLength(uint64(size), "{"+entry(0)+entry(1))
	if strconv.IntSize == 32 {
		size /= 2 // which 32 bits can map, with half of the data
	}
	path := writeSparse(t, content, 8+2*int64(size))
	start := time.Now()
	wantFormatError(t, path, safetensors.RuleHeaderLength, "", nil)
	if took := time.Since(start); took > 5*time.Second {
		t.Errorf("a header of %d bytes is refused in %v", size, took)
	}
}

// wantSerialized checks that Create writes the header that the reference does, if
// padded further, and after it nothing but the data.
func wantSerialized(t *testing.T, specs []safetensors.TensorSpec, header string, options ...shmem.CreateOption) *safetensors.File {
	t.Helper()
	file, err := safetensors.Create(filepath.Join(t.TempDir(), "file"), specs, options...)
	noError(t, err)
	t.Cleanup(func() { file.Close() })
	content, err := os.ReadFile(file.Path())
	noError(t, err)
	padding := int(file.DataOffset()) - 8 - len(header)
	if padding < 0 || padding >= os.Getpagesize() {
		t.Fatalf("the data begin at byte %d with a header of %d", file.DataOffset(), len(header))
	}
	if want := fileOf(header+strings.Repeat(" ", padding), len(content)-int(file.DataOffset())); !bytes.Equal(content, want) {
		t.Errorf("the file begins with %q, want %q", content[:8+len(header)], want[:8+len(header)])
	}
	checkTensors(t, file)
	return file
}

func TestReferenceHeadersAreWhatCreateWrites(t *testing.T) {
	type spec = safetensors.TensorSpec
	metadata := safetensors.Metadata(map[string]string{"framework": "pt"})
	test1, test2 := spec{Name: "test1", DType: shmem.I32, Shape: []int{2, 2}}, spec{Name: "test2", DType: shmem.F16, Shape: []int{2, 2}}
	for name, test := range map[string]struct {
		specs   []spec
		options []shmem.CreateOption
		header  string
	}{
		"test_serialization":                 {[]spec{{Name: "attn.0", DType: shmem.F32, Shape: []int{1, 2, 3}}}, nil, `{"attn.0":{"dtype":"F32","shape":[1,2,3],"data_offsets":[0,24]}}`},
		"test_serialization, Python":         {[]spec{{Name: "test", DType: shmem.I32, Shape: []int{2, 2}}}, nil, testHeader},
		"test_serialization_fp4":             {[]spec{{Name: "attn.0", DType: shmem.F4, Shape: []int{1, 2}}}, nil, `{"attn.0":{"dtype":"F4","shape":[1,2],"data_offsets":[0,1]}}`},
		"test_serialization_forced_align":    {[]spec{{Name: "attn0", DType: shmem.F32, Shape: []int{1, 1, 2, 3}}}, nil, `{"attn0":{"dtype":"F32","shape":[1,1,2,3],"data_offsets":[0,24]}}`},
		"test_serialization_forces, 1 and 2": {[]spec{test1, test2}, nil, `{"test1":{"dtype":"I32","shape":[2,2],"data_offsets":[0,16]},"test2":{"dtype":"F16","shape":[2,2],"data_offsets":[16,24]}}`},
		"test_serialization_forces, 2 and 1": {[]spec{test2, test1}, nil, `{"test1":{"dtype":"I32","shape":[2,2],"data_offsets":[0,16]},"test2":{"dtype":"F16","shape":[2,2],"data_offsets":[16,24]}}`},
		"test_serialization_metadata":        {[]spec{test1}, []shmem.CreateOption{metadata}, `{"__metadata__":{"framework":"pt"},"test1":{"dtype":"I32","shape":[2,2],"data_offsets":[0,16]}}`},
		"test_numpy_bool":                    {[]spec{{Name: "a", DType: shmem.Bool}}, nil, `{"a":{"dtype":"BOOL","shape":[],"data_offsets":[0,1]}}`},
		"test_empty":                         {nil, nil, `{}`},
		"test_empty, metadata":               {nil, []shmem.CreateOption{metadata}, `{"__metadata__":{"framework":"pt"}}`},
	} {
		t.Run(name, func(t *testing.T) { wantSerialized(t, test.specs, test.header, test.options...) })
	}
}

func TestAModelAsLargeAsGPT2IsCreatedAndOpened(t *testing.T) {
	shapes := map[string][]int{"wte": {50257, 768}, "wpe": {1024, 768}, "ln_f.weight": {768}, "ln_f.bias": {768}}
	for i := range 12 {
		for name, shape := range map[string][]int{
			"ln_1.weight": {768}, "ln_1.bias": {768}, "attn.bias": {1, 1, 1024, 1024}, "attn.c_attn.weight": {768, 2304}, "attn.c_attn.bias": {2304},
			"attn.c_proj.weight": {768, 768}, "attn.c_proj.bias": {768}, "ln_2.weight": {768}, "ln_2.bias": {768},
			"mlp.c_fc.weight": {768, 3072}, "mlp.c_fc.bias": {3072}, "mlp.c_proj.weight": {3072, 768}, "mlp.c_proj.bias": {768},
		} {
			shapes[fmt.Sprintf("h.%d.%s", i, name)] = shape
		}
	}
	var specs []safetensors.TensorSpec
	for name, shape := range shapes {
		specs = append(specs, safetensors.TensorSpec{Name: name, DType: shmem.F32, Shape: shape})
	}
	path := filepath.Join(t.TempDir(), "gpt2.safetensors")
	created, err := safetensors.Create(path, specs, shmem.Sparse())
	noError(t, err)
	description := describe(created)
	noError(t, created.Close())
	opened, err := safetensors.Open(path)
	noError(t, err)
	defer opened.Close()
	checkTensors(t, opened)
	if got := describe(opened); got != description {
		t.Errorf("created it is %s, opened %s", description, got)
	}
	for name, shape := range shapes {
		if got := mustTensor(t, opened, name).Shape(); !slices.Equal(got, shape) {
			t.Errorf("%s is %v, want %v", name, got, shape)
		}
	}
	if data := opened.Size() - opened.DataOffset(); data != 548_090_880 {
		t.Errorf("the data are %d bytes", data)
	}
}

// test_serialize_to_file_same_path_with_active_mmap: its issue 762.
func TestCreateOverAFileThatIsMappedLeavesItsTensorsReadable(t *testing.T) {
	specs := []safetensors.TensorSpec{{Name: "w", DType: shmem.F32, Shape: []int{3}}}
	path := filepath.Join(t.TempDir(), "file")
	old := mustCreate(t, path, specs...)
	from, err := mustTensor(t, old, "w").View()
	noError(t, err)
	elements, err := from.AsMutSliceF32()
	noError(t, err)
	copy(elements, []float32{1, 2, 3})

	saved := mustCreate(t, path, specs...)
	to, err := mustTensor(t, saved, "w").View()
	noError(t, err)
	memory, err := to.Bytes()
	noError(t, err)
	noError(t, from.CopyTo(memory, 1))
	if replaced, err := old.Replaced(); !replaced || err != nil {
		t.Errorf("the old file is replaced %t, %v", replaced, err)
	}
	reloaded, err := safetensors.Open(path)
	noError(t, err)
	defer reloaded.Close()
	view, err := mustTensor(t, reloaded, "w").View()
	noError(t, err)
	if got, err := view.AsSliceF32(); err != nil || !slices.Equal(got, []float32{1, 2, 3}) || !slices.Equal(elements, []float32{1, 2, 3}) {
		t.Errorf("the new file holds %v, the old one %v, %v", got, elements, err)
	}
}

// test_invalid_header_size_serialization.
func TestAHeaderThatIsTooLongIsNotCreated(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "file")
	_, err := safetensors.Create(path, nil, safetensors.Metadata(map[string]string{"very_large_metadata": strings.Repeat("a", 100_000_000)}))
	checkFormatError(t, err, "create", path, safetensors.RuleHeaderLength, "", nil)
	wantOnly(t, folder)
}

// test_file_not_found.
func TestOpenOfNoFileSaysSo(t *testing.T) {
	if _, err := safetensors.Open(filepath.Join(t.TempDir(), "notafile")); !errors.Is(err, os.ErrNotExist) || !strings.Contains(err.Error(), "notafile") {
		t.Errorf("gives %v", err)
	}
}
