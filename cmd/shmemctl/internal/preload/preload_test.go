package preload

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"hash/crc32"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/tensorshm/tensorshm/cmd/shmemctl/internal/checksum"
	"github.com/tensorshm/tensorshm/cmd/shmemctl/internal/source"
	"github.com/tensorshm/tensorshm/shmem"
	"github.com/tensorshm/tensorshm/shmem/safetensors"
)

func noError(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func needsRegions(t *testing.T) {
	t.Helper()
	if runtime.GOOS != "linux" {
		t.Skip("regions need Linux")
	}
}

// makeModel makes a model with random elements and returns its tensors' bytes.
func makeModel(t *testing.T, random *rand.Rand, folder string, shards [][]safetensors.TensorSpec) map[string][]byte {
	t.Helper()
	model, err := safetensors.CreateModel(folder, shards, safetensors.Metadata(map[string]string{"format": "pt"}))
	noError(t, err)
	defer model.Close()
	held := map[string][]byte{}
	for _, tensor := range model.Tensors() {
		held[tensor.Name()] = []byte{}
		if tensor.Len() == 0 {
			continue
		}
		view, err := tensor.View()
		noError(t, err)
		elements, err := view.Bytes()
		noError(t, err)
		for i := range elements {
			elements[i] = byte(random.Uint32())
		}
		held[tensor.Name()] = bytes.Clone(elements)
	}
	return held
}

func optionsFor(workers int, copied *atomic.Int64) Options {
	return Options{Workers: workers, Mode: 0o440, Begin: func(int64) {}, Copied: func(n int64) { copied.Add(n) }, Warn: func(string) {}}
}

// TestEveryTensorArrivesWhateverTheirSizesAndFiles has tensors begin and end on both
// sides of the blocks' bounds, in another order than that of the destination.
func TestEveryTensorArrivesWhateverTheirSizesAndFiles(t *testing.T) {
	needsRegions(t)
	random := rand.New(rand.NewPCG(1, 2))
	dtypes := []shmem.DType{shmem.U8, shmem.F16, shmem.F32, shmem.F64, shmem.F8E5M2}
	sizes := []int{0, 1, 2, 100, 4096, 1<<18 - 1, 1 << 18, 1<<20 - 1, 1 << 20, 1<<20 + 1, 3<<20 - 7}
	for round := range 12 {
		var shards [][]safetensors.TensorSpec
		for shard := range 1 + random.IntN(3) {
			var specs []safetensors.TensorSpec
			for tensor := range random.IntN(6) {
				dtype := dtypes[random.IntN(len(dtypes))]
				specs = append(specs, safetensors.TensorSpec{Name: fmt.Sprintf("%d of %d", tensor, shard), DType: dtype, Shape: []int{sizes[random.IntN(len(sizes))] / dtype.SizeInBytes()}})
			}
			shards = append(shards, specs)
		}
		folder := t.TempDir()
		held := makeModel(t, random, folder, shards)
		src, err := source.Open(folder)
		noError(t, err)
		destination := filepath.Join(t.TempDir(), "out")
		var copied atomic.Int64
		result, err := Run(context.Background(), src, destination, optionsFor(1+round%4, &copied))
		noError(t, err)
		noError(t, src.Close())

		file, err := safetensors.Open(destination, shmem.ReadOnly())
		noError(t, err)
		content, err := os.ReadFile(destination)
		noError(t, err)
		if len(file.Tensors()) != len(held) || result.Tensors != len(held) || copied.Load() != result.Bytes || result.Bytes != int64(len(content))-file.DataOffset() {
			t.Fatalf("%d tensors arrive, %+v, want %d", len(file.Tensors()), result, len(held))
		}
		for name, want := range held {
			tensor, err := file.Tensor(name)
			noError(t, err)
			if got := content[tensor.Offset():][:tensor.ByteLen()]; !bytes.Equal(got, want) {
				t.Fatalf("%s differs", name)
			}
		}
		if want := sumOf(content[file.DataOffset():]); result.Checksum != want || file.Metadata()[checksum.Key] != want || file.Metadata()["format"] != "pt" {
			t.Errorf("the checksum is %s, recorded among %q, want %s", result.Checksum, file.Metadata(), want)
		}
		if info, err := os.Stat(destination); err != nil || info.Mode() != 0o440 {
			t.Errorf("the file is %v, %v", info.Mode(), err)
		}
		noError(t, file.Close())
	}
}

// sumOf is the checksum in one pass, as the help says it.
func sumOf(data []byte) string {
	whole := sha256.New()
	for len(data) > 0 {
		block := data[:min(len(data), 1<<20)]
		data = data[len(block):]
		_ = binary.Write(whole, binary.BigEndian, crc32.ChecksumIEEE(block))
	}
	return "sha256-of-1MiB-crc32:" + hex.EncodeToString(whole.Sum(nil))
}

// openSmall is a source of one tensor.
func openSmall(t *testing.T) *source.Source {
	t.Helper()
	folder := t.TempDir()
	makeModel(t, rand.New(rand.NewPCG(3, 4)), folder, [][]safetensors.TensorSpec{{{Name: "w", DType: shmem.U8, Shape: []int{3 << 20}}}})
	src, err := source.Open(folder)
	noError(t, err)
	t.Cleanup(func() { src.Close() })
	return src
}

// TestWhatTheDestinationBecomesMeanwhileIsNotReplaced has something else stand there
// by the time that everything is copied.
func TestWhatTheDestinationBecomesMeanwhileIsNotReplaced(t *testing.T) {
	needsRegions(t)
	for _, test := range []struct {
		exclusive bool
		become    func(path string) error
		want      error
	}{
		{false, func(path string) error { return os.Symlink("elsewhere", path) }, shmem.ErrNotRegular},
		{false, func(path string) error { return os.Mkdir(path, 0o700) }, shmem.ErrNotRegular},
		{true, func(path string) error { return os.WriteFile(path, []byte("new"), 0o600) }, fs.ErrExist},
		{true, func(path string) error { return os.Symlink("elsewhere", path) }, fs.ErrExist},
	} {
		folder := t.TempDir()
		destination := filepath.Join(folder, "out")
		options := optionsFor(1, new(atomic.Int64))
		options.Exclusive = test.exclusive
		options.Begin = func(int64) { noError(t, test.become(destination)) }
		_, err := Run(context.Background(), openSmall(t), destination, options)
		if !errors.Is(err, test.want) {
			t.Errorf("it returns %v, want %v", err, test.want)
		}
		entries, err := os.ReadDir(folder)
		noError(t, err)
		if len(entries) != 1 || entries[0].Name() != "out" {
			t.Errorf("there are %v", entries)
		}
	}
}

func TestExclusiveLeavesNothingButTheDestination(t *testing.T) {
	needsRegions(t)
	folder := t.TempDir()
	options := optionsFor(1, new(atomic.Int64))
	options.Exclusive = true
	_, err := Run(context.Background(), openSmall(t), filepath.Join(folder, "out"), options)
	noError(t, err)
	entries, err := os.ReadDir(folder)
	noError(t, err)
	if len(entries) != 1 || entries[0].Name() != "out" {
		t.Errorf("there are %v", entries)
	}
}

func TestEndedContextLeavesNothing(t *testing.T) {
	needsRegions(t)
	folder := t.TempDir()
	destination := filepath.Join(folder, "out")
	options := optionsFor(2, new(atomic.Int64))
	ctx, cancel := context.WithCancel(context.Background())
	options.Copied = func(int64) { cancel() }
	if _, err := Run(ctx, openSmall(t), destination, options); !errors.Is(err, context.Canceled) {
		t.Errorf("it returns %v", err)
	}
	entries, err := os.ReadDir(folder)
	noError(t, err)
	if len(entries) != 0 {
		t.Errorf("there are %v", entries)
	}
}

func TestDestinationHasAnyNameThatItsFolderTakes(t *testing.T) {
	needsRegions(t)
	folder := t.TempDir()
	for _, name := range []string{strings.Repeat("n", 255), strings.Repeat("é", 127), "a" + strings.Repeat("é", 60), "\xff", "-o", " ", "..."} {
		_, err := Run(context.Background(), openSmall(t), filepath.Join(folder, name), optionsFor(1, new(atomic.Int64)))
		noError(t, err)
		noError(t, os.Remove(filepath.Join(folder, name)))
	}
	entries, err := os.ReadDir(folder)
	noError(t, err)
	if len(entries) != 0 {
		t.Errorf("there are %v", entries)
	}
}

func TestFolderToWriteToNeedNotBeOneToRead(t *testing.T) {
	needsRegions(t)
	folder := t.TempDir()
	noError(t, os.Chmod(folder, 0o300))
	defer os.Chmod(folder, 0o700)
	if _, err := os.ReadDir(folder); err == nil {
		t.Skip("this user reads every folder")
	}
	_, err := Run(context.Background(), openSmall(t), filepath.Join(folder, "out"), optionsFor(1, new(atomic.Int64)))
	noError(t, err)
}
