//go:build long

package safetensors_test

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/tensorshm/tensorshm/shmem"
	"github.com/tensorshm/tensorshm/shmem/safetensors"
)

// verdict is what somebody makes of a file.
type verdict struct {
	Error    string
	Tensors  []tensorVerdict // by name
	Metadata map[string]string
}

type tensorVerdict struct {
	Name, DType string
	Shape       []uint64
	Data        string // in hexadecimal, which tells the offsets where the data differ
}

// ourVerdict is ours, with the error itself.
func ourVerdict(t *testing.T, path string, content []byte) (verdict, error) {
	t.Helper()
	file, err := safetensors.Open(path)
	if err != nil {
		return verdict{Error: err.Error()}, err
	}
	defer file.Close()
	ours := verdict{Tensors: []tensorVerdict{}, Metadata: file.Metadata()}
	for _, tensor := range file.Tensors() {
		shape := []uint64{}
		for _, dimension := range tensor.Shape() {
			shape = append(shape, uint64(dimension))
		}
		data := content[tensor.Offset():][:tensor.ByteLen()]
		ours.Tensors = append(ours.Tensors, tensorVerdict{tensor.Name(), tensor.DType().Names().Safetensors, shape, hex.EncodeToString(data)})
	}
	slices.SortFunc(ours.Tensors, func(a, b tensorVerdict) int { return cmp.Compare(a.Name, b.Name) })
	return ours, nil
}

// interpreter is a Python that has the package safetensors: the one that
// TENSORSHM_PYTHON names, or that of the tests in interop.
func interpreter(t *testing.T) string {
	t.Helper()
	python := os.Getenv("TENSORSHM_PYTHON")
	if python == "" {
		printed, err := exec.Command("sh", filepath.Join("..", "..", "interop", "python", "venv.sh")).Output()
		if err != nil {
			t.Skipf("no virtual environment: %v", err)
		}
		python = strings.TrimSpace(string(printed))
	}
	if output, err := exec.Command(python, "-c", "import safetensors, numpy").CombinedOutput(); err != nil {
		t.Skipf("no safetensors in %s: %v\n%s", python, err, output)
	}
	return python
}

// theirVerdicts are what the package safetensors makes of files.
func theirVerdicts(t *testing.T, files [][]byte) (paths []string, verdicts []verdict) {
	t.Helper()
	python, folder := interpreter(t), t.TempDir()
	for i, content := range files {
		path := filepath.Join(folder, fmt.Sprintf("%06d", i))
		noError(t, os.WriteFile(path, content, 0o600))
		paths = append(paths, path)
	}
	command := exec.Command(python, filepath.Join("testdata", "verdicts.py"), folder)
	command.Stderr = os.Stderr
	printed, err := command.Output()
	noError(t, err)
	lines := bufio.NewScanner(bytes.NewReader(printed))
	lines.Buffer(nil, 1<<26)
	for lines.Scan() {
		var theirs verdict
		if err := json.Unmarshal(lines.Bytes(), &theirs); err != nil {
			t.Fatalf("%v in %.200s", err, lines.Bytes())
		}
		verdicts = append(verdicts, theirs)
	}
	noError(t, lines.Err())
	if len(verdicts) != len(files) {
		t.Fatalf("%d verdicts on %d files", len(verdicts), len(files))
	}
	return paths, verdicts
}

// difference is a kind of file that the package opens and we refuse.
type difference struct {
	states  string
	rule    safetensors.Rule
	detail  *regexp.Regexp // of the error
	example []byte         // that shows the package does
}

// What is refused on purpose: the first two by the format's text, duplicates
// since they hide a tensor from one reader and not from another, and the rest since
// an entry has exactly three keys with the kinds of values that the text gives them.
var differences = []difference{
	{"white space ahead", safetensors.RuleHeaderStart, regexp.MustCompile(`^begins with '( |\\t|\\n|\\r)'$`), fileOf(" \t\r\n{}", 0)},
	{"white space behind that is no space", safetensors.RulePadding, regexp.MustCompile(`is '(\\t|\\n|\\r)'$`), fileOf("{} \t\r\n ", 0)},
	{"a name twice", safetensors.RuleDuplicateKey, regexp.MustCompile(`^key .* twice$`), fileOf(`{"a":`+one+`,"a":`+one+`}`, 1)},
	{"a key of the metadata twice", safetensors.RuleDuplicateKey, regexp.MustCompile(`^key .* twice$`), fileOf(`{"__metadata__":{"a":"1","a":"2"}}`, 0)},
	{"another key in an entry", safetensors.RuleEntry, regexp.MustCompile(`^has a "`), fileOf(`{"a":{"dtype":"U8","shape":[1],"data_offsets":[0,1],"b":{}}}`, 1)},
	{"an array for an entry", safetensors.RuleEntry, regexp.MustCompile(`^is no object$`), fileOf(`{"a":["U8",[1],[0,1]]}`, 1)},
	{"an object for a dtype", safetensors.RuleEntry, regexp.MustCompile(`^dtype is of another kind`), fileOf(`{"a":{"dtype":{"U8":null},"shape":[1],"data_offsets":[0,1]}}`, 1)},
	{"null for the metadata", safetensors.RuleMetadata, regexp.MustCompile(`^__metadata__ holds something else$`), fileOf(`{"__metadata__":null}`, 0)},
	{"a dimension of 2^63 and more behind a zero", safetensors.RuleOverflow, regexp.MustCompile(`^dimension [1-9]\d* is \d{19,20}$`), fileOf(`{"a":{"dtype":"U8","shape":[0,9223372036854775808],"data_offsets":[0,0]}}`, 0)},
}

// compareVerdicts checks that what we accept the package accepts, as the same, and
// that it accepts of what we refuse only what is listed.
func compareVerdicts(t *testing.T, files [][]byte) (accepted, refused int, met map[string]int) {
	t.Helper()
	met = map[string]int{}
	paths, verdicts := theirVerdicts(t, files)
	for i, path := range paths {
		theirs := verdicts[i]
		ours, err := ourVerdict(t, path, files[i])
		if err == nil {
			accepted++
			if !reflect.DeepEqual(ours.Tensors, theirs.Tensors) || !maps.Equal(ours.Metadata, theirs.Metadata) || (ours.Metadata == nil) != (theirs.Metadata == nil) {
				t.Errorf("%q is %.1000v, for the package %.1000v", files[i], ours, theirs)
			}
			continue
		}
		refused++
		if theirs.Error != "" {
			continue
		}
		var format *safetensors.FormatError
		if !errors.As(err, &format) {
			t.Errorf("%q gives %v", files[i], err)
			continue
		}
		which := slices.IndexFunc(differences, func(d difference) bool { return d.rule == format.Rule && d.detail.MatchString(format.Detail) })
		if which < 0 {
			t.Errorf("%q is refused: %v; the package opens it as %.1000v", files[i], err, theirs)
			continue
		}
		met[differences[which].states]++
	}
	return accepted, refused, met
}

func TestDifferencesFromThePackageSafetensorsAreThese(t *testing.T) {
	var examples [][]byte
	for _, difference := range differences {
		examples = append(examples, difference.example)
	}
	_, verdicts := theirVerdicts(t, examples)
	for i, difference := range differences {
		if verdicts[i].Error != "" {
			t.Errorf("%s: the package refuses it as well: %s", difference.states, verdicts[i].Error)
		}
		var format *safetensors.FormatError
		if _, err := safetensors.Open(writeFile(t, difference.example)); !errors.As(err, &format) || format.Rule != difference.rule || !difference.detail.MatchString(format.Detail) {
			t.Errorf("%s: gives %v", difference.states, err)
		}
	}
}

func TestThePackageSafetensorsAgreesOnTheTables(t *testing.T) {
	var files [][]byte
	for _, bad := range badFiles {
		files = append(files, bad.file)
	}
	for _, good := range goodFiles {
		files = append(files, good.file)
	}
	accepted, refused, met := compareVerdicts(t, files)
	t.Logf("%d opened and %d were refused; the package opens %v", accepted, refused, met)
	if accepted != len(goodFiles) || refused != len(badFiles) {
		t.Errorf("%d opened and %d were refused, want %d and %d", accepted, refused, len(goodFiles), len(badFiles))
	}
}

func TestThePackageSafetensorsAgreesOnMutatedHeaders(t *testing.T) {
	const count = 12_000
	random := rand.New(rand.NewPCG(24, 28))
	var files [][]byte
	for range count {
		files = append(files, mutated(random))
	}
	accepted, refused, met := compareVerdicts(t, files)
	t.Logf("%d opened and %d were refused; the package opens %v", accepted, refused, met)
	if accepted < count/10 || refused < count/10 {
		t.Errorf("%d opened and %d were refused: too few of one to tell anything", accepted, refused)
	}
	if len(met) < len(differences)-2 {
		t.Errorf("of the differences only %v were met", met)
	}
}

func TestThePackageSafetensorsOpensWhatCreateMakes(t *testing.T) {
	random := rand.New(rand.NewPCG(24, 29))
	var dtypes []shmem.DType
	for dtype := range shmem.DTypes() {
		if dtype.Names().Safetensors != "" {
			dtypes = append(dtypes, dtype)
		}
	}
	names := []string{"", "a", "model.layers.0.weight", "é😀", "\"\\/\b\f\n\r\t\x00\x7f\u2028\ufeff\ufffd<&>", "__metadata", "z"}
	var files [][]byte
	for i := range 500 {
		specs := []safetensors.TensorSpec{}
		for _, name := range names[:random.IntN(len(names)+1)] {
			shape := [][]int{{}, {0}, {8}, {2, 4}, {1, 3, 8}, {5, 0, 8}}[random.IntN(6)]
			dtype := dtypes[random.IntN(len(dtypes))]
			if len(shape) == 0 && dtype.SizeInBytes() == 0 {
				shape = []int{4}
			}
			specs = append(specs, safetensors.TensorSpec{Name: name, DType: dtype, Shape: shape})
		}
		var options []shmem.CreateOption
		if i%2 == 0 {
			options = append(options, safetensors.Metadata(map[string]string{"format": "pt", names[random.IntN(len(names))]: names[random.IntN(len(names))]}))
		}
		file, err := safetensors.Create(filepath.Join(t.TempDir(), strconv.Itoa(i)), specs, options...)
		noError(t, err)
		for _, tensor := range file.Tensors() {
			if view, err := tensor.View(); err == nil {
				noError(t, view.CopyFrom(pattern(view.ByteLen(), random.IntN(1000)), 1))
			}
		}
		content, err := os.ReadFile(file.Path())
		noError(t, err)
		noError(t, file.Close())
		files = append(files, content)
	}
	if accepted, refused, _ := compareVerdicts(t, files); accepted != len(files) {
		t.Errorf("%d opened and %d were refused", accepted, refused)
	}
}

var tokens = regexp.MustCompile(`"(?:[^"\\]|\\.)*"|-?[0-9]+|[][{},:]|[ \n\t\r]+|[a-z]+`)

// strangers are tokens to put into a header.
var strangers = []string{
	`"a"`, `"b"`, `"\u0061"`, `""`, `"\ud83d\ude00"`, `"\ud800"`, `"\udc00\ud800"`, "\"\xff\"", "\"\x00\"", `"dtype"`, `"sh\u0061pe"`, `"data_offsets"`, `"__metadata__"`, `"strides"`,
	`"U8"`, `"F32"`, `"F4"`, `"F6_E2M3"`, `"BOOL"`, `"f32"`, `"I4"`, `{"U8":null}`,
	"0", "1", "2", "3", "4", "8", "00", "01", "-0", "-1", "1.0", "1e0", "1E2", "9223372036854775807", "9223372036854775808", "18446744073709551615", "18446744073709551616", "4294967296",
	"null", "true", "[", "]", "{", "}", "[]", "{}", "[0]", "[1]", "[0,1]", ",", ":", " ", "\n", "\t\r", "\x00", "\ufeff",
}

// members are members to put into an object of a header.
var members = []string{
	`"c":` + one, `"c":{"dtype":"F64","shape":[0],"data_offsets":[0,0]}`, `"c":["U8",[0],[0,0]]`, `"c":{"dtype":{"U8":null},"shape":[0],"data_offsets":[0,0]}`,
	`"c":{"dtype":"U8","shape":[0,18446744073709551615],"data_offsets":[0,0]}`, `"__metadata__":null`, `"__metadata__":{}`, `"__metadata__":{"a":"b"}`, `"strides":[1]`, `"a":"b"`, `"a":"c"`,
}

// mutated is a file that was good and had a few tokens changed; half of the time
// the length ahead of the header, and the data, are still right.
func mutated(random *rand.Rand) []byte {
	good := goodFiles[random.IntN(len(goodFiles))].file
	length := int(good[0]) + int(good[1])<<8
	parts := tokens.FindAllString(string(good[8:8+length]), -1)
	for range random.IntN(4) {
		at := random.IntN(len(parts))
		switch random.IntN(7) {
		case 0:
			parts = slices.Insert(parts, at, strangers[random.IntN(len(strangers))])
		case 1:
			parts[at] = strangers[random.IntN(len(strangers))]
		case 2:
			if len(parts) > 1 {
				parts = slices.Delete(parts, at, at+1)
			}
		case 3:
			other := random.IntN(len(parts))
			parts[at], parts[other] = parts[other], parts[at]
		case 4:
			end := at + random.IntN(min(len(parts)-at, 20)) + 1
			parts = slices.Insert(parts, random.IntN(len(parts)), slices.Clone(parts[at:end])...)
		case 5, 6: // a member more, which parses more often than not
			if brace := slices.Index(parts[at:], "{"); brace >= 0 {
				parts = slices.Insert(parts, at+brace+1, members[random.IntN(len(members))], ",")
			}
		}
	}
	header := []byte(strings.Join(parts, ""))
	if random.IntN(8) == 0 && len(header) > 0 {
		header[random.IntN(len(header))] ^= 1 << random.IntN(8)
	}
	size := len(good) - 8 - length
	if random.IntN(10) == 0 {
		size += random.IntN(5) - min(size, 2)
	}
	ahead := len(header)
	if random.IntN(20) == 0 {
		ahead += random.IntN(5) - min(ahead, 2)
	}
	return append(withLength(uint64(ahead), string(header)), pattern(size, random.IntN(100))...)
}
