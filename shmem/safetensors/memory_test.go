package safetensors_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/tensorshm/tensorshm/shmem"
	"github.com/tensorshm/tensorshm/shmem/safetensors"
)

// What Open may take in all for a file, what it gives back included: so many times
// the file's size, and a little for a small one.
const (
	memoryPerByte = 20
	memoryBesides = 256 << 10
)

// list is what element gives for 0 to count - 1, with commas.
func list(count int, element func(i int) string) string {
	var text strings.Builder
	for i := range count {
		if i > 0 {
			text.WriteByte(',')
		}
		text.WriteString(element(i))
	}
	return text.String()
}

func TestMemoryToOpenIsBoundedByTheFile(t *testing.T) {
	const mebibyte = 1 << 20
	tests := map[string]struct {
		header string
		opens  bool
	}{
		"two million zero dimensions":   {`{"a":{"dtype":"U8","shape":[` + list(2_000_000, func(int) string { return "0" }) + `],"data_offsets":[0,0]}}`, true},
		"commas for a shape":            {`{"a":{"dtype":"U8","shape":["` + strings.Repeat(",", mebibyte) + `"],"data_offsets":[0,0]}}`, false},
		"50,000 tensors":                {"{" + list(50_000, func(i int) string { return entryOf(fmt.Sprint(i), "U8", "[0]", 0, 0) }) + "}", true},
		"50,000 tensors in one place":   {"{" + list(50_000, func(i int) string { return entryOf(fmt.Sprint(i), "U8", "[1]", 0, 1) }) + "}", false},
		"200,000 keys in the metadata":  {`{"__metadata__":{` + list(200_000, func(i int) string { return fmt.Sprintf(`"%x":""`, i) }) + "}}", true},
		"200,000 wrong metadata":        {`{"__metadata__":{` + list(200_000, func(i int) string { return fmt.Sprintf(`"%x":1`, i) }) + "}}", false},
		"200,000 keys in an entry":      {`{"a":{` + list(200_000, func(i int) string { return fmt.Sprintf(`"%x":0`, i) }) + "}}", false},
		"data_offsets all over":         {`{"a":[` + list(200_000, func(int) string { return `"data_offsets"` }) + "]}", false},
		"a name of 2 MiB":               {`{"` + strings.Repeat("x", 2*mebibyte) + `":{"dtype":"U8","shape":[0],"data_offsets":[0,0]}}`, true},
		"a name of 1 Mi escapes":        {`{"` + strings.Repeat(`\n`, mebibyte) + `":{"dtype":"U8","shape":[0],"data_offsets":[0,0]}}`, true},
		"a dimension of 1 Mi digits":    {`{"a":{"dtype":"U8","shape":[` + strings.Repeat("1", mebibyte) + `],"data_offsets":[0,0]}}`, false},
		"a dtype of 1 MiB":              {`{"a":{"dtype":"` + strings.Repeat("U", mebibyte) + `","shape":[0],"data_offsets":[0,0]}}`, false},
		"1 Mi brackets":                 {`{"a":` + strings.Repeat("[", mebibyte) + strings.Repeat("]", mebibyte) + "}", false},
		"brackets as deep as JSON goes": {`{"a":` + strings.Repeat("[", 9_000) + strings.Repeat("]", 9_000) + "}", false},
		"2 MiB of padding":              {"{}" + strings.Repeat(" ", 2*mebibyte), true},
		"2 MiB of NULs":                 {"{}" + strings.Repeat("\x00", 2*mebibyte), false},
		"2 MiB of no UTF-8":             {"{}" + strings.Repeat("\xff", 2*mebibyte), false},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			content := fileOf(test.header, 0)
			path := writeFile(t, content)
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			file, err := safetensors.Open(path, shmem.ReadOnly())
			runtime.ReadMemStats(&after)
			if err == nil {
				noError(t, file.Close())
			}
			if (err == nil) != test.opens {
				t.Errorf("it opens %t: %v", err == nil, err)
			}
			taken := after.TotalAlloc - before.TotalAlloc
			if allowed := uint64(memoryPerByte*len(content) + memoryBesides); taken > allowed {
				t.Errorf("a file of %d bytes takes %d, %.1f times as much", len(content), taken, float64(taken)/float64(len(content)))
			}
			t.Logf("%.1f times %d bytes", float64(taken)/float64(len(content)), len(content))
		})
	}
}

func TestMemoryDoesNotGrowWithTheData(t *testing.T) {
	header := fileOf(headerOf(entryOf("a", "U8", "[268435456]", 0, 1<<28)), 0)
	path := writeSparse(t, header, int64(len(header))+1<<28)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	file, err := safetensors.Open(path)
	runtime.ReadMemStats(&after)
	noError(t, err)
	defer file.Close()
	if taken := after.TotalAlloc - before.TotalAlloc; taken > memoryBesides {
		t.Errorf("opening 256 MiB takes %d bytes", taken)
	}
}
