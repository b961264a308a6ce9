package preload

import (
	"slices"

	"github.com/tensorshm/tensorshm/cmd/shmemctl/internal/source"
	"github.com/tensorshm/tensorshm/shmem/safetensors"
)

// extent is bytes that stand together both in a source and in the destination.
type extent struct {
	to, from, length int64 // to counts from the start of the destination's data
	file             *source.Watched
}

// plan returns what of the destination's data comes from where, in order and
// without a gap.
func plan(src *source.Source, destination *safetensors.File) ([]extent, error) {
	var extents []extent
	for _, tensor := range destination.Tensors() {
		if tensor.ByteLen() == 0 {
			continue
		}
		held, err := src.Tensor(tensor.Name())
		if err != nil {
			return nil, err
		}
		next := extent{tensor.Offset() - destination.DataOffset(), held.Offset(), int64(tensor.ByteLen()), src.Watched(src.File(held))}
		if last := len(extents) - 1; last >= 0 && extents[last].continuesIn(next) {
			extents[last].length += next.length
			continue
		}
		extents = append(extents, next)
	}
	return extents, nil
}

func (e extent) continuesIn(next extent) bool {
	return e.file == next.file && e.from+e.length == next.from
}

// readAt fills a buffer with the destination's bytes from offset to on.
func readAt(extents []extent, buffer []byte, to int64) error {
	i, _ := slices.BinarySearchFunc(extents, to, func(e extent, to int64) int {
		switch {
		case e.to+e.length <= to:
			return -1
		case e.to > to:
			return 1
		}
		return 0
	})
	for ; len(buffer) > 0; i++ {
		e := extents[i]
		part := buffer[:min(int64(len(buffer)), e.to+e.length-to)]
		if _, err := e.file.ReadAt(part, e.from+to-e.to); err != nil {
			return err
		}
		buffer, to = buffer[len(part):], to+int64(len(part))
	}
	return nil
}
