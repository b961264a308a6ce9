package safetensors

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

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
// fs.ErrExist; RuleDuplicateKey for a name in two lists; shmem.ErrZeroLength without lists.
func CreateModel(folder string, shards [][]TensorSpec, opts ...shmem.CreateOption) (_ *Model, err error) {
	const op = "create"
	m := &Model{path: filepath.Join(folder, IndexName), byName: map[string]*Tensor{}}
	fileOf := map[string]string{}
	for i, shard := range shards {
		for _, spec := range shard {
			if fileOf[spec.Name] != "" {
				return nil, (&FormatError{Tensor: spec.Name, Rule: RuleDuplicateKey, Detail: "appears twice"}).at(op, m.path)
			}
			fileOf[spec.Name] = shardName(i, len(shards))
		}
	}
	if len(shards) == 0 {
		return nil, &operationError{op: op, path: m.path, detail: "no files", cause: shmem.ErrZeroLength}
	}
	metadata, _ := splitMetadata(opts)
	for i, shard := range shards { // all, before there is a file
		if _, err := layout(op, filepath.Join(folder, shardName(i, len(shards))), shard, metadata); err != nil {
			return nil, err
		}
	}
	if _, err := os.Lstat(m.path); !errors.Is(err, fs.ErrNotExist) {
		if err == nil {
			err = fs.ErrExist
		}
		return nil, &operationError{op: op, path: m.path, cause: err}
	}
	defer func() {
		if err != nil {
			m.discard()
		}
	}()
	for i, shard := range shards {
		file, err := Create(filepath.Join(folder, shardName(i, len(shards))), shard, append(slices.Clip(opts), shmem.Exclusive())...)
		if err != nil {
			return nil, err
		}
		m.files = append(m.files, file)
		m.tensors = append(m.tensors, file.tensors...)
		for name, tensor := range file.byName {
			m.byName[name] = tensor
		}
	}
	if err := m.createIndex(fileOf, opts); err != nil {
		return nil, err
	}
	return m, nil
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

func shardName(i, count int) string { return fmt.Sprintf("model-%05d-of-%05d.safetensors", i+1, count) }

// createIndex writes the index that makes the files a model.
func (m *Model) createIndex(fileOf map[string]string, opts []shmem.CreateOption) error {
	total := int64(0)
	for _, file := range m.files {
		total += file.Size() - file.data
	}
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	index := map[string]any{"metadata": map[string]int64{"total_size": total}, "weight_map": fileOf}
	if err := encoder.Encode(index); err != nil {
		return &operationError{op: "create", path: m.path, cause: err}
	}
	_, opts = splitMetadata(opts)
	region, err := shmem.CreateRegion(m.path, int64(text.Len()), append(slices.Clip(opts), shmem.Exclusive(), fill(text.Bytes()))...)
	if err != nil {
		return err
	}
	region.Close() // the file is there, and what could fail here would not undo that
	return nil
}
