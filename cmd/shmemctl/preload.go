package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"runtime"
	"strconv"
	"time"

	"github.com/dustin/go-humanize"
	"github.com/spf13/cobra"

	"github.com/tensorshm/tensorshm/cmd/shmemctl/internal/preload"
	"github.com/tensorshm/tensorshm/cmd/shmemctl/internal/source"
)

const preloadHelp = `Copy a safetensors file, a folder with a model in several files, or the model that an
*.index.json describes, into one safetensors file that processes share: aligned, so
that every tensor has a view, and with a checksum.

The whole source is validated first. Until it is complete the copy has a name of its
own in DST's folder, .tensorshm-preload-...; then it replaces DST in one step, with
mode 0444 unless --mode says otherwise. Processes that have the old file mapped keep
it. Whatever goes wrong, DST stays as it is and nothing else is left: a source that
changes meanwhile, a full disk, ctrl-C. After kill -9, or a second ctrl-C, which does
not wait, the copy is left, and the next preload into that folder removes it. DST is
absent or a regular file, and may be SRC; anything else is refused.

Metadata are kept. Where the files of a model differ, the first one counts, with a
warning. A checksum is added as "tensorshm.checksum":

  sha256-of-1MiB-crc32:HEX

HEX is the SHA-256 of the CRC-32s of the data's blocks of 1 MiB (the last one can be
shorter), each CRC in four bytes, big-endian; the data go from their offset to the end
of the file. It finds damage, not forgery. It is of the data as they were copied:
whoever changes them, or takes the metadata over to other data, leaves it out. In Python:

  import hashlib, struct, zlib
  file = open(DST, "rb")
  file.seek(8 + struct.unpack("<Q", file.read(8))[0])
  blocks = iter(lambda: file.read(1 << 20), b"")
  crcs = b"".join(struct.pack(">I", zlib.crc32(block)) for block in blocks)
  print(hashlib.sha256(crcs).hexdigest())

JSON: an object with
  source, destination         the arguments
  tensors, bytes              their number, and that of their data's bytes
  size                        of the file, in bytes
  seconds, bytes_per_second   what it took
  checksum                    as it is recorded
  warnings                    a list of texts`

type preloadFlags struct {
	workers   int
	mode      string
	exclusive bool
	quiet     bool
}

func newPreloadCommand(p *printer) *cobra.Command {
	var flags preloadFlags
	c := p.command(&cobra.Command{
		Use:   "preload SRC DST [--workers N] [--mode MODE] [--exclusive] [--quiet]",
		Short: "Copy a model into one region, published whole",
		Long:  preloadHelp,
		Example: `  shmemctl preload model.safetensors /dev/shm/model.safetensors
  shmemctl preload ~/models/llama /dev/shm/llama.safetensors --json`,
		Args: arguments(2, 2),
	}, func(c *cobra.Command, args []string) (report, error) {
		mode, err := strconv.ParseUint(flags.mode, 8, 32)
		switch {
		case err != nil || fs.FileMode(mode)&^fs.ModePerm != 0:
			return nil, usagef("--mode %q is no octal number up to 0777", flags.mode)
		case flags.workers < 1 || flags.workers > mostWorkers:
			return nil, usagef("--workers %d: it takes one at least, and %d at most", flags.workers, mostWorkers)
		case args[1] == "":
			return nil, usagef("DST is empty")
		}
		return runPreload(c.Context(), p, args[0], args[1], flags, fs.FileMode(mode))
	})
	addWorkers(c, &flags.workers)
	c.Flags().StringVar(&flags.mode, "mode", "0444", "give DST this `mode`, an octal number, whatever the umask")
	c.Flags().BoolVar(&flags.exclusive, "exclusive", false, "fail where DST exists")
	c.Flags().BoolVar(&flags.quiet, "quiet", false, "show no progress")
	return c
}

// mostWorkers is more than any device gains from. Each can take a thread of the
// system, of which a Go program may have 10,000.
const mostWorkers = 1024

func addWorkers(c *cobra.Command, workers *int) {
	c.Flags().IntVar(workers, "workers", runtime.GOMAXPROCS(0), "use `N` threads at a time")
}

type preloadReport struct {
	Source         string   `json:"source"`
	Destination    string   `json:"destination"`
	Tensors        int      `json:"tensors"`
	Bytes          int64    `json:"bytes"`
	Size           int64    `json:"size"`
	Seconds        float64  `json:"seconds"`
	BytesPerSecond float64  `json:"bytes_per_second"`
	Checksum       string   `json:"checksum"`
	Warnings       []string `json:"warnings"`
}

// afterBlock is called for every block that was copied; tests slow a preload down by it.
var afterBlock = func() {}

func runPreload(ctx context.Context, p *printer, from, to string, flags preloadFlags, mode fs.FileMode) (_ report, err error) {
	began := time.Now()
	src, err := source.Open(from)
	if err != nil {
		return nil, inFile(from, err)
	}
	defer func() { err = errors.Join(err, src.Close()) }()
	r := &preloadReport{Source: from, Destination: to, Warnings: []string{}}
	progress := p.newProgress(flags.quiet)
	defer progress.end()
	result, err := preload.Run(ctx, src, to, preload.Options{
		Workers: flags.workers, Mode: mode, Exclusive: flags.exclusive,
		Begin:  progress.begin,
		Copied: func(bytes int64) { progress.add(bytes); afterBlock() },
		Warn: func(notice string) {
			r.Warnings = append(r.Warnings, notice)
			if !p.json {
				fmt.Fprintf(p.stderr, "shmemctl: warning: %s\n", oneLine(notice))
			}
		},
	})
	if err != nil {
		return nil, inFile(to, err)
	}
	seconds := time.Since(began).Seconds()
	r.Tensors, r.Bytes, r.Size, r.Checksum = result.Tensors, result.Bytes, result.Size, result.Checksum
	r.Seconds, r.BytesPerSecond = seconds, float64(result.Bytes)/seconds
	return r, nil
}

func (r *preloadReport) text(w io.Writer) {
	fmt.Fprintf(w, "%s: %s, %s in %.2f s, %s/s\n", printablePath(r.Destination), counted(r.Tensors, "tensor"), size(r.Bytes), r.Seconds, humanize.IBytes(uint64(r.BytesPerSecond)))
	fmt.Fprintf(w, "%s\n", r.Checksum)
}
