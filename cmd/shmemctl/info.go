package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"math/bits"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/tensorshm/tensorshm/cmd/shmemctl/internal/holders"
	"github.com/tensorshm/tensorshm/cmd/shmemctl/internal/shape"
	"github.com/tensorshm/tensorshm/cmd/shmemctl/internal/source"
	"github.com/tensorshm/tensorshm/shmem"
	"github.com/tensorshm/tensorshm/shmem/safetensors"
)

const infoHelp = `Show what a file holds and who holds it. PATH is a safetensors file; a folder with a
model, or its *.index.json; or, with --dtype, a raw region. The data are not read.

A tensor that begins where its elements cannot stand is marked MISALIGNED: it has no
view, only a copy. shmemctl preload makes a file in which none is. A file is in use while
a process has it open by package shmem; the processes that have it mapped, in whatever
language, are found on Linux, but those of other users only by root.

JSON: an object with
  path, kind            the argument; safetensors or raw
  bytes                 of all tensors
  files                 each with path, size, allocated (bytes, null if unknown), mode (octal),
                        data_offset, metadata (or null), in_use (null if unknown), and
                        mapped_by: null if unknown, or processes (pid, command) and
                        unknown, the number of processes that may not be looked into
  tensors               each with name, dtype, shape, elements, bytes, file, offset (in the
                        file), alignment (the greatest power of two that divides it, up
                        to 4096), and misaligned`

func newInfoCommand(p *printer) *cobra.Command {
	var flags rawFlags
	c := p.command(&cobra.Command{
		Use:   "info PATH [--dtype D [--count N]]",
		Short: "Show what a file holds, and who holds it",
		Long:  infoHelp,
		Example: `  shmemctl info /dev/shm/model.safetensors
  shmemctl info /dev/shm/kv --dtype bf16`,
		Args: arguments(1, 1),
	}, func(c *cobra.Command, args []string) (report, error) {
		dtype, raw, err := flags.raw(c)
		switch {
		case err != nil:
			return nil, err
		case raw:
			return describeRaw(args[0], dtype, flags.count)
		case c.Flags().Changed("count"):
			return nil, usagef("--count is for a raw region: give its --dtype")
		}
		return describe(args[0])
	})
	flags.add(c, "take `N` elements of a raw region instead of the whole file")
	return c
}

type infoReport struct {
	Path    string       `json:"path"`
	Kind    string       `json:"kind"`
	Bytes   int64        `json:"bytes"`
	Files   []fileInfo   `json:"files"`
	Tensors []tensorInfo `json:"tensors"`
}

type fileInfo struct {
	Path       string            `json:"path"`
	Size       int64             `json:"size"`
	Allocated  *int64            `json:"allocated"`
	Mode       string            `json:"mode"`
	DataOffset int64             `json:"data_offset"`
	Metadata   map[string]string `json:"metadata"`
	InUse      *bool             `json:"in_use"`
	MappedBy   *mappedBy         `json:"mapped_by"`
}

type mappedBy struct {
	Processes []process `json:"processes"`
	Unknown   int       `json:"unknown"`
}

type process struct {
	ID      int    `json:"pid"`
	Command string `json:"command"`
}

type tensorInfo struct {
	Name       string `json:"name"`
	DType      string `json:"dtype"`
	Shape      []int  `json:"shape"`
	Elements   int    `json:"elements"`
	Bytes      int    `json:"bytes"`
	File       string `json:"file"`
	Offset     int64  `json:"offset"`
	Alignment  int64  `json:"alignment"`
	Misaligned bool   `json:"misaligned"`
}

func describe(path string) (report, error) {
	src, err := source.Open(path)
	if err != nil {
		return nil, notRaw(path, err)
	}
	r := &infoReport{Path: path, Kind: "safetensors", Files: []fileInfo{}, Tensors: []tensorInfo{}}
	var infos []fs.FileInfo
	for _, file := range src.Files() {
		info := src.Watched(file).Info()
		f := describeFile(file.Path(), info)
		f.DataOffset, f.Metadata = file.DataOffset(), file.Metadata()
		infos, r.Files = append(infos, info), append(r.Files, f)
	}
	for _, tensor := range src.Tensors() {
		t := describeTensor(tensor)
		t.File = src.File(tensor).Path()
		r.Tensors = append(r.Tensors, t)
		r.Bytes += int64(tensor.ByteLen())
	}
	if err := errors.Join(src.SameSize(), src.Close()); err != nil {
		return nil, inFile(path, err)
	}
	r.askForUse(infos)
	return r, nil
}

func describeRaw(path string, dtype shmem.DType, count int) (report, error) {
	raw, err := source.OpenRaw(path, dtype, count)
	if err != nil {
		return nil, inFile(path, err)
	}
	t := tensorInfo{DType: dtype.String(), Shape: []int{raw.View.Len()}, Elements: raw.View.Len(), Bytes: raw.View.ByteLen(), File: raw.Path(), Alignment: greatestAlignment}
	r := &infoReport{Path: path, Kind: "raw", Bytes: int64(t.Bytes), Files: []fileInfo{describeFile(raw.Path(), raw.Watched.Info())}, Tensors: []tensorInfo{t}}
	if err := errors.Join(raw.Watched.SameSize(), raw.Close()); err != nil {
		return nil, inFile(path, err)
	}
	r.askForUse([]fs.FileInfo{raw.Watched.Info()})
	return r, nil
}

func describeFile(path string, info fs.FileInfo) fileInfo {
	f := fileInfo{Path: path, Size: info.Size(), Mode: fmt.Sprintf("%04o", info.Mode().Perm())}
	if allocated, known := source.Allocated(info); known {
		f.Allocated = &allocated
	}
	return f
}

// askForUse asks who has the files open or mapped, once this process no longer has.
func (r *infoReport) askForUse(files []fs.FileInfo) {
	found, known := holders.Of(files)
	for i := 0; known && i < len(found); i++ {
		r.Files[i].MappedBy = &mappedBy{[]process{}, found[i].Unknown}
		for _, holder := range found[i].Processes {
			r.Files[i].MappedBy.Processes = append(r.Files[i].MappedBy.Processes, process{holder.ID, holder.Command})
		}
	}
	for i := range r.Files {
		path, err := filepath.EvalSymlinks(r.Files[i].Path)
		if err != nil {
			continue
		}
		if used, err := shmem.InUse(path); err == nil {
			r.Files[i].InUse = &used
		}
	}
}

// greatestAlignment is the one that a file's start has, at least.
const greatestAlignment = 4096

func describeTensor(tensor *safetensors.Tensor) tensorInfo {
	_, err := tensor.View()
	alignment := int64(greatestAlignment)
	if offset := tensor.Offset(); offset%greatestAlignment != 0 {
		alignment = 1 << bits.TrailingZeros64(uint64(offset))
	}
	return tensorInfo{
		Name: tensor.Name(), DType: tensor.DType().String(), Shape: tensor.Shape(), Elements: tensor.Len(), Bytes: tensor.ByteLen(),
		Offset: tensor.Offset(), Alignment: alignment, Misaligned: errors.Is(err, shmem.ErrMisaligned),
	}
}

func (r *infoReport) text(w io.Writer) {
	for _, file := range r.Files {
		file.text(w, r.Kind)
	}
	if len(r.Files) == 0 {
		fmt.Fprintf(w, "%s: an index of no files\n", printablePath(r.Path))
	}
	if r.Kind == "raw" {
		t := r.Tensors[0]
		fmt.Fprintf(w, "  %s of %s, %s\n", counted(t.Elements, "element"), t.DType, size(int64(t.Bytes)))
		return
	}
	fmt.Fprintf(w, "%s, %s\n", counted(len(r.Tensors), "tensor"), size(r.Bytes))
	table(w, func(row func(...any)) {
		if len(r.Tensors) > 0 {
			row("  TENSOR", "DTYPE", "SHAPE", "BYTES", "OFFSET", "ALIGNMENT")
		}
		for _, t := range r.Tensors {
			alignment := strconv.FormatInt(t.Alignment, 10)
			if t.Misaligned {
				alignment += " MISALIGNED"
			}
			row("  "+printable(t.Name), t.DType, shape.Text(t.Shape), t.Bytes, t.Offset, alignment)
		}
	})
}

func (f fileInfo) text(w io.Writer, kind string) {
	fmt.Fprintf(w, "%s: %s\n", printablePath(f.Path), kind)
	allocated := "allocated unknown"
	if f.Allocated != nil {
		allocated = fmt.Sprintf("%d allocated", *f.Allocated)
	}
	fmt.Fprintf(w, "  size       %s, %s\n", size(f.Size), allocated)
	fmt.Fprintf(w, "  mode       %s\n", f.Mode)
	if kind != "raw" {
		fmt.Fprintf(w, "  data from  byte %d on\n", f.DataOffset)
	}
	for _, key := range slices.Sorted(maps.Keys(f.Metadata)) {
		fmt.Fprintf(w, "  metadata   %s: %s\n", quoted(key), quoted(f.Metadata[key]))
	}
	use := "unknown"
	if f.InUse != nil {
		use = map[bool]string{true: "yes", false: "no"}[*f.InUse]
	}
	fmt.Fprintf(w, "  in use     %s\n", use)
	if f.MappedBy != nil {
		fmt.Fprintf(w, "  mapped by  %s\n", f.MappedBy)
	}
}

func (m *mappedBy) String() string {
	var names []string
	for _, p := range m.Processes {
		names = append(names, strings.TrimSpace(fmt.Sprintf("%d %s", p.ID, printable(p.Command))))
	}
	if len(names) == 0 {
		names = []string{"nobody"}
	}
	text := strings.Join(names, ", ")
	if m.Unknown > 0 {
		text += fmt.Sprintf("; processes that may not be looked into: %d", m.Unknown)
	}
	return text
}
