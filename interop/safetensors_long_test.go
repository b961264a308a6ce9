//go:build long

package interop

import (
	"encoding/hex"
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/tensorshm/tensorshm/shmem"
	"github.com/tensorshm/tensorshm/shmem/safetensors"
)

// fileMetadata is what files say of themselves, with all that JSON escapes.
var fileMetadata = map[string]string{
	"format": "pt", "empty": "", "quoted \"\\/\b\f\n\r\t": "\x00\x1f\u2028", "テンソル": "𝔽é",
}

// tensor is what a file holds under a name.
type tensor struct {
	spec     safetensors.TensorSpec
	elements elements
}

// tensorsOf are tensors of every rank up to 4, with dimensions of zero among them,
// and one that holds every pattern.
func tensorsOf(dtype shmem.DType) []tensor {
	pattern := everyPattern(dtype)
	shapes := [][]int{{}, {len(pattern.codes)}, {0}, {48}, {6, 8}, {3, 0, 4}, {2, 3, 4}, {2, 2, 3, 4}, {1, 1, 1, 8}}
	var all []tensor
	for _, shape := range shapes {
		length := 1
		for _, dimension := range shape {
			length *= dimension
		}
		if unit, _ := dtype.Unit(); length%unit != 0 {
			continue // a single packed element fills no whole byte
		}
		codes := slices.Repeat(pattern.codes, (length+len(pattern.codes)-1)/len(pattern.codes))[:length]
		name := fmt.Sprintf("rank%d.%s", len(shape), shapeWord(shape))
		all = append(all, tensor{safetensors.TensorSpec{Name: name, DType: dtype, Shape: shape}, elements{dtype, codes}})
	}
	return all
}

func shapeWord(shape []int) string {
	if len(shape) == 0 {
		return "scalar"
	}
	words := make([]string, len(shape))
	for i, dimension := range shape {
		words[i] = strconv.Itoa(dimension)
	}
	return strings.Join(words, "x")
}

// described is how peers describe the tensors of a file.
func described(tensors []tensor) []string {
	var words []string
	for _, t := range tensors {
		words = append(words, fmt.Sprintf("%s:%s:%s", t.spec.Name, t.spec.DType.Names().Safetensors, shapeWord(t.spec.Shape)))
	}
	slices.Sort(words)
	return words
}

// metadataWords are metadata as peers write them.
func metadataWords(metadata map[string]string) []string {
	var words []string
	for _, key := range slices.Sorted(maps.Keys(metadata)) {
		words = append(words, hexWord(key)+":"+hexWord(metadata[key]))
	}
	return words
}

func hexWord(text string) string { return "=" + hex.EncodeToString([]byte(text)) }

// fileExchange is one dtype's between this process and a peer's.
type fileExchange struct {
	peer    *process
	dtype   shmem.DType
	tensors []tensor
	seen    terms // by the peer, in the file that it met first
	result  outcome
}

// shareFiles has both sides open the same two safetensors files of dtype, one that
// we make at path and one that the peer makes at path + ".peer". We keep both
// mapped, and store in them while the peer has them open.
func shareFiles(peer *process, dtype shmem.DType, path string) (outcome, error) {
	x := &fileExchange{peer: peer, dtype: dtype, tensors: tensorsOf(dtype)}
	if err := x.ofOurMaking(path); err != nil {
		return outcome{}, fmt.Errorf("a file that we created: %w", err)
	}
	if x.result.worst == notApplicable {
		return x.result, nil
	}
	if err := x.ofTheirMaking(path + ".peer"); err != nil {
		return outcome{}, fmt.Errorf("a file that the peer saved: %w", err)
	}
	return x.result, nil
}

func (x *fileExchange) ofOurMaking(path string) error {
	var specs []safetensors.TensorSpec
	for _, t := range x.tensors {
		specs = append(specs, t.spec)
	}
	file, err := safetensors.Create(path, specs, safetensors.Metadata(fileMetadata))
	if errors.Is(err, shmem.ErrUnsupportedDType) {
		x.result.note(notApplicable, "safetensors has no name for "+x.dtype.String())
		return nil
	}
	if err != nil {
		return err
	}
	defer file.Close()
	if err := x.storeAndCompare(file, path, 0); err != nil {
		return err
	}
	return x.storeAndCompare(file, "", 1)
}

// storeAndCompare stores the elements, in an order of their own, and has the peer
// read them; first it opens the file, where path says which.
func (x *fileExchange) storeAndCompare(file *safetensors.File, path string, seed uint64) error {
	for _, t := range x.tensors {
		if len(t.elements.codes) == 0 {
			continue
		}
		memory, err := memoryOf(file, t.spec.Name)
		if err != nil {
			return err
		}
		copy(memory, t.elements.shuffled(seed).bytes())
	}
	if path != "" {
		if err := x.meet(path); err != nil {
			return err
		}
		if err := x.peerFinds(); err != nil {
			return err
		}
	}
	for _, t := range x.tensors {
		stored := t.elements.shuffled(seed)
		want, err := x.words(stored)
		if err != nil {
			return err
		}
		words, memory, err := x.peer.read(t.spec.Name)
		if err != nil {
			return err
		}
		if err := firstDifference(t.spec.Name+" in the peer's bytes", memory, stored.bytes()); err != nil {
			return err
		}
		if err := firstDifference(t.spec.Name+" in the peer's "+x.seen.kind, words, want); err != nil {
			return err
		}
	}
	return nil
}

// memoryOf is a tensor's part of the mapped file, however it is aligned.
func memoryOf(file *safetensors.File, name string) ([]byte, error) {
	found, err := file.Tensor(name)
	if err != nil {
		return nil, err
	}
	bytes, err := file.ViewAs(shmem.U8, found.Offset(), found.ByteLen())
	if err != nil {
		return nil, err
	}
	return bytes.Bytes()
}

func (x *fileExchange) meet(path string) error {
	kind, detail, err := x.peer.ask("open", path)
	if err != nil {
		return err
	}
	seen := terms{kind, detail}
	if x.seen.kind != "" && x.seen != seen {
		return fmt.Errorf("open: answers %v, and %v before", seen, x.seen)
	}
	x.seen = seen
	limits, err := x.peer.do("limits")
	if err != nil {
		return err
	}
	x.result.note(asValues, limits)
	return x.result.see(seen, everyPattern(x.dtype))
}

// peerFinds compares what the peer finds in the header with what is in it.
func (x *fileExchange) peerFinds() error {
	tensors, err := x.peer.do("tensors")
	if err != nil {
		return err
	}
	if err := firstDifference("tensors that the peer finds", strings.Fields(tensors), described(x.tensors)); err != nil {
		return err
	}
	metadata, err := x.peer.do("metadata")
	if err != nil {
		return err
	}
	return firstDifference("metadata that the peer finds", strings.Fields(metadata), metadataWords(fileMetadata))
}

func (x *fileExchange) ofTheirMaking(path string) error {
	defer os.Remove(path)
	if err := x.peerSaves(path); err != nil {
		if reason, cannot := isCannot(err); cannot {
			x.result.note(readsOnly, reason)
			return nil
		}
		return err
	}
	file, err := safetensors.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	if err := x.weFind(file); err != nil {
		return err
	}
	return x.storeAndCompare(file, path, 2)
}

func (x *fileExchange) peerSaves(path string) error {
	for _, t := range x.tensors {
		words, err := x.words(t.elements)
		if err != nil {
			return err
		}
		if _, err := x.peer.do(append([]string{"tensor", t.spec.Name, shapeWord(t.spec.Shape)}, words...)...); err != nil {
			return err
		}
	}
	for key, value := range fileMetadata {
		if _, err := x.peer.do("entry", hexWord(key), hexWord(value)); err != nil {
			return err
		}
	}
	_, err := x.peer.do("save", path)
	return err
}

// words are the elements as the peer sees them; also where there are none.
func (x *fileExchange) words(e elements) ([]string, error) {
	if len(e.codes) == 0 {
		return nil, nil
	}
	return x.seen.words(e)
}

// weFind compares what the peer saved with what it was to save. A NaN of the
// peer's is any NaN of ours.
func (x *fileExchange) weFind(file *safetensors.File) error {
	var found []tensor
	for _, t := range file.Tensors() {
		found = append(found, tensor{spec: safetensors.TensorSpec{Name: t.Name(), DType: t.DType(), Shape: t.Shape()}})
	}
	if err := firstDifference("tensors that we find", described(found), described(x.tensors)); err != nil {
		return err
	}
	if err := firstDifference("metadata that we find", metadataWords(file.Metadata()), metadataWords(fileMetadata)); err != nil {
		return err
	}
	for _, t := range x.tensors {
		if len(t.elements.codes) == 0 {
			continue
		}
		saved, err := file.Tensor(t.spec.Name)
		if err != nil {
			return err
		}
		owned, err := saved.Copy()
		if err != nil {
			return err
		}
		memory, err := owned.Bytes()
		if err != nil {
			return err
		}
		got, err := x.seen.words(elementsOf(x.dtype, memory))
		if err != nil {
			return err
		}
		want, err := x.words(t.elements)
		if err != nil {
			return err
		}
		if err := firstDifference(t.spec.Name+" that the peer saved", got, want); err != nil {
			return err
		}
	}
	return nil
}
