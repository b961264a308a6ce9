package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/tensorshm/tensorshm/cmd/shmemctl/internal/checksum"
	"github.com/tensorshm/tensorshm/cmd/shmemctl/internal/compare"
	"github.com/tensorshm/tensorshm/cmd/shmemctl/internal/source"
	"github.com/tensorshm/tensorshm/shmem"
)

const verifyHelp = `Check a safetensors file, a folder with a model, or the model that an *.index.json
describes: every rule of the format, and the checksum that shmemctl preload has recorded,
if there is one. With --against, also that it has the tensors of another, each of the
same dtype, shape and bytes; the first that differs is named, with its first element
that does.

With --dtype PATH is a raw region, which says nothing of itself: its size has to be that of
--count elements, or of a whole number of them.

JSON: an object with
  path, kind        the argument; safetensors or raw
  tensors, bytes    their number, and that of their bytes
  files             each with path, size, checksum (as recorded, or null) and
                    checksum_state: matches, none, or unknown for another algorithm's
  against           what it was compared with, or null`

type verifyFlags struct {
	rawFlags
	against string
	workers int
}

func newVerifyCommand(p *printer) *cobra.Command {
	var flags verifyFlags
	c := p.command(&cobra.Command{
		Use:   "verify PATH [--against SRC] [--workers N] [--dtype D [--count N]]",
		Short: "Check format and checksum, or compare with another model",
		Long:  verifyHelp,
		Example: `  shmemctl verify /dev/shm/model.safetensors
  shmemctl verify /dev/shm/llama.safetensors --against ~/models/llama
  shmemctl verify /dev/shm/kv --dtype bf16 --count 1048576`,
		Args: arguments(1, 1),
	}, func(c *cobra.Command, args []string) (report, error) {
		dtype, raw, err := flags.raw(c)
		switch {
		case err != nil:
			return nil, err
		case flags.workers < 1 || flags.workers > mostWorkers:
			return nil, usagef("--workers %d: it takes one at least, and %d at most", flags.workers, mostWorkers)
		case raw && c.Flags().Changed("against"):
			return nil, usagef("--against compares safetensors files, and --dtype makes a raw region of this one")
		case c.Flags().Changed("against") && flags.against == "":
			return nil, usagef("--against is empty")
		case raw:
			return verifyRaw(args[0], dtype, flags.count)
		case c.Flags().Changed("count"):
			return nil, usagef("--count is for a raw region: give its --dtype")
		}
		return verify(c.Context(), args[0], flags.against, c.Flags().Changed("against"), flags.workers)
	})
	flags.add(c, "the raw region has `N` elements, no more and no less")
	c.Flags().StringVar(&flags.against, "against", "", "compare every tensor with that of `SRC`")
	addWorkers(c, &flags.workers)
	return c
}

type verifyReport struct {
	Path    string         `json:"path"`
	Kind    string         `json:"kind"`
	Tensors int            `json:"tensors"`
	Bytes   int64          `json:"bytes"`
	Files   []verifiedFile `json:"files"`
	Against *string        `json:"against"`
}

type verifiedFile struct {
	Path     string  `json:"path"`
	Size     int64   `json:"size"`
	Checksum *string `json:"checksum"`
	State    string  `json:"checksum_state"`
}

func verify(ctx context.Context, path, against string, compared bool, workers int) (_ report, err error) {
	src, err := source.Open(path)
	if err != nil {
		return nil, notRaw(path, err)
	}
	defer func() { err = errors.Join(err, src.Close()) }()
	r := &verifyReport{Path: path, Kind: "safetensors", Tensors: len(src.Tensors()), Files: []verifiedFile{}}
	for _, tensor := range src.Tensors() {
		r.Bytes += int64(tensor.ByteLen())
	}
	for _, file := range src.Files() {
		f := verifiedFile{Path: file.Path(), Size: file.Size(), State: "none"}
		if recorded, said := file.Metadata()[checksum.Key]; said {
			f.Checksum, f.State = &recorded, "unknown"
			if checksum.Known(recorded) {
				f.State = "matches"
				sum, err := checksum.Of(ctx, file.Region, file.DataOffset(), workers)
				if err := unlessChanged(err, src.Unchanged); err != nil {
					return nil, inFile(file.Path(), err)
				}
				if sum != recorded {
					return nil, inTensor(file.Path(), "", fmt.Errorf("the data have the checksum %s, which %w from the recorded %s", sum, errDiffers, printable(recorded)))
				}
			}
		}
		r.Files = append(r.Files, f)
	}
	if compared {
		r.Against = &against
		if err := compareWith(ctx, src, path, against, workers); err != nil {
			return nil, err
		}
	}
	return r, inFile(path, src.Unchanged())
}

func compareWith(ctx context.Context, src *source.Source, path, against string, workers int) (err error) {
	other, err := source.Open(against)
	if err != nil {
		return inFile(against, err)
	}
	defer func() { err = errors.Join(err, other.Close()) }()
	difference, err := compare.Models(ctx, compare.Named{Source: src, Name: path}, compare.Named{Source: other, Name: against}, workers)
	if err := unlessChanged(unlessChanged(err, src.Unchanged), other.Unchanged); err != nil {
		return inFile(path, err)
	}
	if difference != nil {
		return inTensor(path, difference.Tensor, fmt.Errorf("%w from %s: %s", errDiffers, against, difference.Detail))
	}
	return nil
}

func verifyRaw(path string, dtype shmem.DType, count int) (report, error) {
	raw, err := source.OpenRaw(path, dtype, count)
	if err != nil {
		return nil, inFile(path, err)
	}
	r := &verifyReport{Path: path, Kind: "raw", Tensors: 1, Bytes: int64(raw.View.ByteLen()), Files: []verifiedFile{{Path: raw.Path(), Size: raw.Size(), State: "none"}}}
	if count >= 0 && raw.Size() != r.Bytes {
		err = fmt.Errorf("verify %s: %w: %d > %d bytes", path, shmem.ErrSizeMismatch, raw.Size(), r.Bytes)
	}
	if err := errors.Join(err, raw.Watched.SameSize(), raw.Close()); err != nil {
		return nil, inFile(path, err)
	}
	return r, nil
}

func (r *verifyReport) text(w io.Writer) {
	if r.Kind == "raw" {
		fmt.Fprintf(w, "%s: the size fits, %s\n", printablePath(r.Path), size(r.Bytes))
		return
	}
	fmt.Fprintf(w, "%s: valid, %s, %s\n", printablePath(r.Path), counted(r.Tensors, "tensor"), size(r.Bytes))
	for _, f := range r.Files {
		of := ""
		if len(r.Files) > 1 {
			of = printablePath(f.Path) + ": "
		}
		switch f.State {
		case "matches":
			fmt.Fprintf(w, "%schecksum matches, %s\n", of, *f.Checksum)
		case "none":
			fmt.Fprintf(w, "%sno checksum recorded\n", of)
		default:
			fmt.Fprintf(w, "%schecksum not checked, of an unknown algorithm: %s\n", of, quoted(*f.Checksum))
		}
	}
	if r.Against != nil {
		fmt.Fprintf(w, "the same tensors as %s\n", printablePath(*r.Against))
	}
}
