// Package preload copies a safetensors file, or a model in several, into one file
// that is published whole.
package preload

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/tensorshm/tensorshm/cmd/shmemctl/internal/blocks"
	"github.com/tensorshm/tensorshm/cmd/shmemctl/internal/checksum"
	"github.com/tensorshm/tensorshm/cmd/shmemctl/internal/source"
	"github.com/tensorshm/tensorshm/shmem"
	"github.com/tensorshm/tensorshm/shmem/safetensors"
)

// Options adjusts Run.
type Options struct {
	Workers   int         // goroutines that copy, at least 1
	Mode      fs.FileMode // of the destination
	Exclusive bool        // fail with fs.ErrExist where the destination exists

	Begin  func(bytes int64)   // called once, with how much there is to copy
	Copied func(bytes int64)   // called for every block, by several goroutines
	Warn   func(notice string) // called for what succeeds and is yet worth a look
}

// Result is what Run has done.
type Result struct {
	Tensors  int
	Bytes    int64 // of the data
	Size     int64 // of the file
	Checksum string
}

// Run copies all tensors of a source to destination, with a checksum in its metadata.
// What is there is replaced in one step, by a rename, once everything is copied; a
// failed Run leaves it as it is, and leaves nothing else. Errors: shmem.ErrNotRegular
// for a destination that is no regular file, source.ErrChanged, those of
// safetensors.Create, that of ctx, and others of the system.
func Run(ctx context.Context, src *source.Source, destination string, options Options) (_ Result, err error) {
	if err := checkDestination(destination, options.Exclusive); err != nil {
		return Result{}, err
	}
	metadata := mergedMetadata(src, options.Warn)
	placeholder := newPlaceholder()
	metadata[checksum.Key] = placeholder
	// The copy has to be in the same folder, also where a path such as link/../out leads to
	// another than it seems.
	folder, name := filepath.Split(destination)
	if folder == "" {
		folder = "."
	}
	if folder, err = filepath.EvalSymlinks(folder); err != nil {
		return Result{}, fmt.Errorf("create %s: %w", destination, err)
	}
	temporary := temporaryName(folder)
	file, err := safetensors.Create(temporary, specsOf(src), safetensors.Metadata(metadata), shmem.Exclusive())
	if err != nil {
		return Result{}, fmt.Errorf("create %s: %w", destination, err)
	}
	// Open and locked until it has its final name, or a Create in the folder takes it
	// for a leftover: macOS tells one by the lock, other systems by who has it open.
	_, _ = file.TryLock()
	published := false
	defer func() {
		if !published {
			err = errors.Join(err, file.Remove())
		}
		err = errors.Join(err, file.Close())
	}()
	sum, err := fill(ctx, file, src, options)
	if err != nil {
		return Result{}, err
	}
	if err := src.Unchanged(); err != nil {
		return Result{}, err
	}
	if err := recordChecksum(file, placeholder, sum); err != nil {
		return Result{}, err
	}
	if err := os.Chmod(temporary, options.Mode); err != nil {
		return Result{}, err
	}
	if err := file.Sync(); err != nil { // before the name, or a crash of the machine could leave that without the bytes
		return Result{}, err
	}
	if err := ctx.Err(); err != nil {
		return Result{}, err
	}
	if err := publish(temporary, filepath.Join(folder, name), options.Exclusive); err != nil {
		return Result{}, err
	}
	published = true
	return Result{len(src.Tensors()), file.Size() - file.DataOffset(), file.Size(), sum}, nil
}

// checkDestination fails where anything but a regular file stands.
func checkDestination(destination string, exclusive bool) error {
	info, err := os.Lstat(destination)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return err
	case exclusive:
		return &fs.PathError{Op: "create", Path: destination, Err: fs.ErrExist}
	case !info.Mode().IsRegular():
		return &fs.PathError{Op: "replace", Path: destination, Err: fmt.Errorf("%w: %v", shmem.ErrNotRegular, info.Mode())}
	}
	return nil
}

// temporaryName is what a destination in a folder is called until it is whole. Every
// Create in the folder removes files of such names that killed processes have left.
func temporaryName(folder string) string {
	return filepath.Join(folder, ".tensorshm-preload-"+rand.Text())
}

// publish gives a file its final name. Only a link fails where that is taken.
func publish(temporary, destination string, exclusive bool) error {
	if !exclusive {
		if err := checkDestination(destination, false); err != nil { // it has had time to become something else
			return err
		}
		return os.Rename(temporary, destination)
	}
	if err := os.Link(temporary, destination); err != nil {
		return err
	}
	_ = os.Remove(temporary) // published it is all the same; the next Create removes what is left
	return nil
}

func specsOf(src *source.Source) (specs []safetensors.TensorSpec) {
	for _, tensor := range src.Tensors() {
		specs = append(specs, safetensors.TensorSpec{Name: tensor.Name(), DType: tensor.DType(), Shape: tensor.Shape()})
	}
	return specs
}

// mergedMetadata is that of all files; the first to say something is believed.
func mergedMetadata(src *source.Source, warn func(notice string)) map[string]string {
	merged, from := map[string]string{}, map[string]string{}
	for _, file := range src.Files() {
		metadata := file.Metadata()
		for _, key := range slices.Sorted(maps.Keys(metadata)) {
			value := metadata[key]
			first, said := merged[key]
			switch {
			case !said:
				merged[key], from[key] = value, file.Path()
			case first != value && key != checksum.Key:
				warn(fmt.Sprintf("metadata %q of %s differ from those of %s, which are kept", key, file.Path(), from[key]))
			}
		}
	}
	return merged
}

func newPlaceholder() string {
	var random [32]byte
	_, _ = rand.Read(random[:]) // never fails
	return checksum.Placeholder(random)
}

// fill copies the data and returns their checksum.
func fill(ctx context.Context, file *safetensors.File, src *source.Source, options Options) (sum string, err error) {
	extents, err := plan(src, file)
	if err != nil {
		return "", err
	}
	descriptor, err := os.OpenFile(file.Path(), os.O_WRONLY, 0)
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, descriptor.Close()) }()
	size := file.Size() - file.DataOffset()
	c := &copier{extents: extents, to: descriptor, offset: file.DataOffset(), sums: checksum.BlocksFor(size), copied: options.Copied}
	options.Begin(size)
	err = blocks.Each(ctx, size, options.Workers, func(off, n int64) error { return c.block(ctx, off, n) })
	if err != nil {
		return "", err
	}
	return c.sums.String(), nil
}

// recordChecksum puts the checksum where the header holds its placeholder.
func recordChecksum(file *safetensors.File, placeholder, sum string) error {
	header, err := file.ViewAs(shmem.U8, 0, int(file.DataOffset()))
	if err != nil {
		return err
	}
	return header.Guard(func() error {
		text, err := header.Bytes()
		if err != nil {
			return err
		}
		at := bytes.Index(text, []byte(placeholder))
		if at < 0 {
			return &fs.PathError{Op: "record the checksum in", Path: file.Path(), Err: source.ErrChanged}
		}
		copy(text[at:], sum)
		return nil
	})
}
