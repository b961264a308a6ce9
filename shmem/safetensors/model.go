package safetensors

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/tensorshm/tensorshm/shmem"
)

// What OpenModel looks for in a folder.
const (
	IndexName = "model.safetensors.index.json" // which file holds which tensor; CreateModel makes it
	FileName  = "model.safetensors"            // of a model in a single file
)

// Model is the tensors of one or more open files. All methods may be called
// concurrently. Whether one of Files was replaced, its Replaced says.
type Model struct {
	path    string
	files   []*File // by path
	tensors []*Tensor
	byName  map[string]*Tensor
}

// OpenModel opens all files of a model: path is an index, whose name ends in .json,
// a single file, or a folder that holds IndexName, or else FileName. The files of an
// index are in its folder or below it, and each is opened with the options: the links
// of a model cache take shmem.ReadOnly. Tensors that a file holds and the index does
// not name are in File, but not in Model.
//
// Errors: those of Open, and *FormatError for an index (RuleIndex for one that names
// a file elsewhere, or a tensor that its file does not have; RuleUTF8, RuleJSON,
// RuleDuplicateKey); fs.ErrNotExist for a folder or an index without its files.
func OpenModel(path string, opts ...shmem.OpenOption) (*Model, error) {
	path, err := modelFile(path)
	if err != nil {
		return nil, err
	}
	m := &Model{path: path, byName: map[string]*Tensor{}}
	if strings.HasSuffix(path, ".json") {
		err = m.openIndexed(opts)
	} else {
		err = m.openSingle(opts)
	}
	if err != nil {
		m.Close()
		return nil, err
	}
	return m, nil
}

// modelFile is the file to begin with.
func modelFile(path string) (string, error) {
	info, err := os.Stat(path)
	if err != nil {
		return "", &operationError{op: "open", path: path, cause: err}
	}
	if !info.IsDir() {
		return path, nil
	}
	for _, name := range []string{IndexName, FileName} {
		file := below(path, name)
		if _, err := os.Stat(file); !errors.Is(err, fs.ErrNotExist) {
			return file, nil
		}
	}
	return "", &operationError{op: "open", path: path, detail: "neither " + IndexName + " nor " + FileName + " is there", cause: fs.ErrNotExist}
}

func (m *Model) openSingle(opts []shmem.OpenOption) error {
	file, err := Open(m.path, opts...)
	if err != nil {
		return err
	}
	m.files, m.tensors, m.byName = []*File{file}, file.tensors, file.byName
	return nil
}

func (m *Model) openIndexed(opts []shmem.OpenOption) error {
	fileOf, err := readIndex(m.path, opts)
	if err != nil {
		return err
	}
	tensorsOf := map[string][]string{}
	for name, file := range fileOf {
		tensorsOf[file] = append(tensorsOf[file], name)
	}
	names := make([]string, 0, len(tensorsOf))
	for name, tensors := range tensorsOf {
		if !isBelow(name) {
			return (&FormatError{Tensor: slices.Min(tensors), Rule: RuleIndex, Detail: "its file is " + quoted(name)}).at("open", m.path)
		}
		names = append(names, name)
	}
	slices.Sort(names)
	folder, _ := filepath.Split(m.path)
	for _, name := range names {
		file, err := Open(below(folder, filepath.Clean(filepath.FromSlash(name))), opts...)
		if err != nil {
			return err
		}
		m.files = append(m.files, file)
		if err := m.take(file, tensorsOf[name]); err != nil {
			return err
		}
	}
	return nil
}

// below is the path of a name in a folder. filepath.Join would take link/.. for the
// folder that holds the link, and not for that above what it leads to.
func below(folder, name string) string {
	if folder == "" || os.IsPathSeparator(folder[len(folder)-1]) {
		return folder + name
	}
	return folder + string(filepath.Separator) + name
}

// longestPath is more than any system lets a path have, in bytes.
const longestPath = 1 << 15

// isBelow reports whether a name in an index is that of a file in the index's
// folder or below it.
func isBelow(name string) bool {
	local := filepath.FromSlash(name)
	return len(name) <= longestPath && filepath.IsLocal(local) && filepath.Clean(local) != "."
}

// take adds the tensors of these names, which file has to have.
func (m *Model) take(file *File, names []string) error {
	slices.Sort(names)
	first := len(m.tensors)
	for _, name := range names {
		tensor := file.byName[name]
		if tensor == nil {
			return (&FormatError{Tensor: name, Rule: RuleIndex, Detail: "is not in " + file.Path(), Err: ErrNoTensor}).at("open", m.path)
		}
		m.tensors = append(m.tensors, tensor)
		m.byName[name] = tensor
	}
	slices.SortStableFunc(m.tensors[first:], func(a, b *Tensor) int { return cmp.Compare(a.offset, b.offset) })
	return nil
}

// readIndex returns the file of each tensor, as an index names it.
func readIndex(path string, opts []shmem.OpenOption) (fileOf map[string]string, err error) {
	const op = "open"
	region, err := shmem.OpenRegion(path, append(slices.Clip(opts), shmem.ReadOnly())...) // refuses what is no regular file, and does not wait for it
	if errors.Is(err, shmem.ErrTooSmall) {                                                // an empty file
		_, failed := parseIndex(nil)
		return nil, failed.at(op, path)
	}
	if err != nil {
		return nil, err
	}
	defer region.Close()
	if region.Size() > longestHeader {
		return nil, (&FormatError{Rule: RuleIndex, Detail: fmt.Sprintf("%d bytes, %d at most", region.Size(), longestHeader)}).at(op, path)
	}
	text, err := copyBytes(region, 0, region.Size())
	if err != nil {
		return nil, err
	}
	fileOf, failed := parseIndex(text)
	if failed != nil {
		return nil, failed.at(op, path)
	}
	return fileOf, nil
}

// parseIndex reads the weight_map of an index; what else there is, is for others.
func parseIndex(text []byte) (fileOf map[string]string, failed *FormatError) {
	w, failed := syntax(text)
	if failed != nil {
		return nil, failed
	}
	malformed := &FormatError{Rule: RuleIndex, Detail: "no object with a weight_map from strings to strings"}
	seen := map[string]bool{}
	isObject, failed := w.object(func(key string) *FormatError {
		if seen[key] {
			return twice(key)
		}
		seen[key] = true
		if key != "weight_map" {
			w.skip()
			return nil
		}
		files, ok, failed := w.strings()
		if failed == nil && !ok {
			failed = malformed
		}
		fileOf = files
		return failed
	})
	if failed == nil && (!isObject || fileOf == nil) {
		failed = malformed
	}
	return fileOf, failed
}

// Files returns the open files, by path.
func (m *Model) Files() []*File {
	if m == nil {
		return nil
	}
	return slices.Clone(m.files)
}

// Tensors returns the tensors: file after file, in the order of their data.
func (m *Model) Tensors() []*Tensor {
	if m == nil {
		return nil
	}
	return slices.Clone(m.tensors)
}

// Tensor returns the tensor of a name, or ErrNoTensor.
func (m *Model) Tensor(name string) (*Tensor, error) {
	if m == nil {
		m = &Model{}
	}
	return find(m.path, m.byName, name)
}

// Close closes all files, and returns their errors; those that are busy stay open.
func (m *Model) Close() error {
	if m == nil {
		return nil
	}
	var all []error
	for _, file := range m.files {
		all = append(all, file.Close())
	}
	return errors.Join(all...)
}
