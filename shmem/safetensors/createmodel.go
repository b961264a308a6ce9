package safetensors

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"

	"github.com/tensorshm/tensorshm/shmem"
)

// CreateModel makes a model of several files in folder, which exists, one for each
// list of tensors: model-00001-of-00002.safetensors and so on, as Create does, each
// with all of the options; and then IndexName, which makes them a model. Until then
// OpenModel finds none.
//
// It replaces no model, since it could not do so in one step: where there is an index,
// or any of the files, it fails with fs.ErrExist. A failed CreateModel leaves no files,
// one that is killed may leave some without an index. Errors besides those of Create:
// fs.ErrExist; RuleDuplicateKey for a name in two lists; RuleIndex for an index of more
// than 100,000,000 bytes; shmem.ErrZeroLength without lists.
func CreateModel(folder string, shards [][]TensorSpec, opts ...shmem.CreateOption) (*Model, error) {
	m := &Model{path: below(folder, IndexName), byName: map[string]*Tensor{}}
	metadata, opts := splitMetadata(opts)
	headers, index, err := m.layout(shards, metadata) // which checks everything before there is a file
	if err != nil {
		return nil, err
	}
	if _, err := os.Lstat(m.path); !errors.Is(err, fs.ErrNotExist) {
		return nil, &operationError{op: "create", path: m.path, cause: cmp.Or(err, fs.ErrExist)}
	}
	if err := m.create(headers, index, opts); err != nil {
		m.discard()
		return nil, err
	}
	return m, nil
}

func (m *Model) shardPath(i, count int) string {
	folder, _ := filepath.Split(m.path)
	return below(folder, shardName(i, count))
}

func shardName(i, count int) string { return fmt.Sprintf("model-%05d-of-%05d.safetensors", i+1, count) }

// layout gives every tensor its file and its place, and returns the files' headers and
// the text of the index.
func (m *Model) layout(shards [][]TensorSpec, metadata map[string]string) (headers []header, index []byte, err error) {
	const op = "create"
	if len(shards) == 0 {
		return nil, nil, &operationError{op: op, path: m.path, detail: "no files", cause: shmem.ErrZeroLength}
	}
	fileOf, total := map[string]string{}, uint64(0)
	for i, shard := range shards {
		h, err := layout(op, m.shardPath(i, len(shards)), shard, metadata)
		if err != nil {
			return nil, nil, err
		}
		headers = append(headers, h)
		for name := range h.byName {
			if fileOf[name] != "" {
				return nil, nil, (&FormatError{Tensor: name, Rule: RuleDuplicateKey, Detail: "appears twice"}).at(op, m.path)
			}
			fileOf[name] = shardName(i, len(shards))
		}
		total += uint64(h.dataBytes())
	}
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	if err := encoder.Encode(map[string]any{"metadata": map[string]uint64{"total_size": total}, "weight_map": fileOf}); err != nil {
		return nil, nil, &operationError{op: op, path: m.path, cause: err}
	}
	if text.Len() > longestHeader {
		return nil, nil, (&FormatError{Rule: RuleIndex, Detail: fmt.Sprintf("%d bytes, %d at most", text.Len(), longestHeader)}).at(op, m.path)
	}
	return headers, text.Bytes(), nil
}

// create makes the files, and at last the index that makes them a model.
func (m *Model) create(headers []header, index []byte, opts []shmem.CreateOption) error {
	opts = append(opts, shmem.Exclusive())
	for i, h := range headers {
		file, err := h.create("create", m.shardPath(i, len(headers)), opts)
		if err != nil {
			return err
		}
		m.files = append(m.files, file)
		m.tensors = append(m.tensors, file.tensors...)
		maps.Copy(m.byName, file.byName)
	}
	region, err := shmem.CreateRegion(m.path, int64(len(index)), append(opts, fill(index))...)
	if err != nil {
		return err
	}
	region.Close() // the file is there, and what could fail here would not undo that
	return nil
}

// discard closes and removes the files of a model that does not come to be.
func (m *Model) discard() {
	for _, file := range m.files {
		mapped := errors.Is(file.Remove(), shmem.ErrBusy) // Windows deletes nothing that is mapped
		file.Close()
		if mapped {
			os.Remove(file.Path())
		}
	}
}
