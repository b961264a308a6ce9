package safetensors_test

import (
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tensorshm/tensorshm/shmem/safetensors"
)

// fileOf is a file of a header, whose length is ahead of it, and of so many bytes
// of data.
func fileOf(header string, data int) []byte {
	return append(withLength(uint64(len(header)), header), make([]byte, data)...)
}

func withLength(length uint64, header string) []byte {
	return append(binary.LittleEndian.AppendUint64(nil, length), header...)
}

// entryOf is a tensor's entry in a header, with its shape and offsets as in JSON.
func entryOf(name, dtype, shape string, begin, end int) string {
	return fmt.Sprintf(`%q:{"dtype":%q,"shape":%s,"data_offsets":[%d,%d]}`, name, dtype, shape, begin, end)
}

func headerOf(entries ...string) string { return "{" + strings.Join(entries, ",") + "}" }

func writeFile(t testing.TB, content []byte) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "file.safetensors")
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// writeSparse makes a file of size bytes, zeros but for how it begins.
func writeSparse(t testing.TB, begins []byte, size int64) (path string) {
	t.Helper()
	path = writeFile(t, begins)
	if err := os.Truncate(path, size); err != nil {
		t.Fatal(err)
	}
	return path
}

// skipIfEmulated leaves out, as in shmem, what QEMU gets wrong.
func skipIfEmulated(t *testing.T) {
	t.Helper()
	if emulator := os.Getenv("TENSORSHM_EMULATOR"); emulator != "" {
		t.Skipf("%s: a bus error comes without its address", emulator)
	}
}

func mustTensor(t testing.TB, file interface {
	Tensor(string) (*safetensors.Tensor, error)
}, name string) *safetensors.Tensor {
	t.Helper()
	tensor, err := file.Tensor(name)
	if err != nil {
		t.Fatal(err)
	}
	return tensor
}

// mustCreate makes a file that is closed with the test.
func mustCreate(t testing.TB, path string, specs ...safetensors.TensorSpec) *safetensors.File {
	t.Helper()
	file, err := safetensors.Create(path, specs)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { file.Close() })
	return file
}

// wantOnly checks which names a folder has.
func wantOnly(t testing.TB, folder string, names ...string) {
	t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, entry := range entries {
		got = append(got, entry.Name())
	}
	if strings.Join(got, " ") != strings.Join(names, " ") {
		t.Errorf("%s holds %q, want %q", folder, got, names)
	}
}
