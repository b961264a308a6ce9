package main

import (
	"context"
	"errors"
	"strings"

	"github.com/spf13/cobra"

	"github.com/tensorshm/tensorshm/cmd/shmemctl/internal/source"
	"github.com/tensorshm/tensorshm/cmd/shmemctl/internal/statistics"
	"github.com/tensorshm/tensorshm/shmem"
	"github.com/tensorshm/tensorshm/shmem/safetensors"
)

const dumpHelp = `Show what the elements of tensors are: the first values, range, mean and standard
deviation, how many are zero or not finite, and a histogram. PATH is a safetensors file, a
folder with a model, its *.index.json, or, with --dtype, a raw region. Without TENSOR every
tensor has a line.

Elements may be written to meanwhile, as in a cache; then each is one of those that were
there. Range, mean, deviation and histogram are of the finite elements, and of a complex
number's magnitude. The deviation is that of the whole population, as numpy's std. The
least and the greatest integer are exact, whatever their size; a bool counts as 0 or 1.

JSON: an object with path and tensors, each with
  name, dtype, shape    of the whole tensor; a raw region has an empty name
  offset, elements      the part that is looked at
  values                the first elements: numbers, true or false, {"re": ..., "im": ...}
  statistics            finite, nan, positive_infinity, negative_infinity, zeros: numbers of
                        elements; min, max, mean, standard_deviation: null if none is finite;
                        histogram: a list of from, to, count, the last bin with its end`

// histogramBins is how many bins there are unless all elements are equal.
const histogramBins = 10

type dumpFlags struct {
	rawFlags
	offset int
	values int
}

func newDumpCommand(p *printer) *cobra.Command {
	var flags dumpFlags
	c := p.command(&cobra.Command{
		Use:   "dump PATH [TENSOR] [--dtype D] [--offset N] [--count N] [--values N]",
		Short: "Show values, statistics and a histogram",
		Long:  dumpHelp,
		Example: `  shmemctl dump model.safetensors
  shmemctl dump model.safetensors lm_head.weight --values 32
  shmemctl dump /dev/shm/kv --dtype bf16 --offset 4096 --count 128`,
		Args: arguments(1, 2),
		ValidArgsFunction: func(_ *cobra.Command, args []string, start string) ([]string, cobra.ShellCompDirective) {
			if len(args) != 1 {
				return nil, cobra.ShellCompDirectiveDefault
			}
			return tensorNames(args[0], start), cobra.ShellCompDirectiveNoFileComp
		},
	}, func(c *cobra.Command, args []string) (report, error) {
		dtype, raw, err := flags.raw(c)
		switch {
		case err != nil:
			return nil, err
		case flags.offset < 0:
			return nil, usagef("--offset %d is negative", flags.offset)
		case flags.values < 0:
			return nil, usagef("--values %d is negative", flags.values)
		case raw && len(args) == 2:
			return nil, usagef("a raw region, which --dtype makes of the file, has no tensor %q", args[1])
		case raw:
			return dumpRaw(c.Context(), args[0], dtype, flags)
		case len(args) == 2:
			return dumpTensor(c.Context(), args[0], args[1], flags)
		case c.Flags().Changed("offset") || c.Flags().Changed("count"):
			return nil, usagef("--offset and --count are for one tensor: name it")
		}
		return dumpTensors(c.Context(), args[0], flags)
	})
	flags.add(c, "look at `N` elements only")
	c.Flags().IntVar(&flags.offset, "offset", 0, "look at the elements from number `N` on")
	c.Flags().IntVar(&flags.values, "values", 16, "show the first `N` values")
	return c
}

// tensorNames are those to complete, which are words to every shell.
func tensorNames(path, start string) (names []string) {
	model, err := safetensors.OpenModel(path, shmem.ReadOnly(), shmem.AllowNetworkFS())
	if err != nil {
		return nil
	}
	defer model.Close()
	for _, tensor := range model.Tensors() {
		if name := tensor.Name(); strings.HasPrefix(name, start) && isWord(name) {
			names = append(names, name)
		}
	}
	return names
}

type dumpReport struct {
	Path    string       `json:"path"`
	Tensors []tensorDump `json:"tensors"`
	table   bool         // a line for each tensor
}

type tensorDump struct {
	Name       string             `json:"name"`
	DType      string             `json:"dtype"`
	Shape      []int              `json:"shape"`
	Offset     int                `json:"offset"`
	Elements   int                `json:"elements"`
	Values     []statistics.Value `json:"values"`
	Statistics statisticsReport   `json:"statistics"`
}

type statisticsReport struct {
	Finite            int              `json:"finite"`
	NaNs              int              `json:"nan"`
	PositiveInfinites int              `json:"positive_infinity"`
	NegativeInfinites int              `json:"negative_infinity"`
	Zeros             int              `json:"zeros"`
	Min               statistics.Value `json:"min"`
	Max               statistics.Value `json:"max"`
	Mean              statistics.Value `json:"mean"`
	StandardDeviation statistics.Value `json:"standard_deviation"`
	Histogram         []binReport      `json:"histogram"`
}

type binReport struct {
	From  statistics.Value `json:"from"`
	To    statistics.Value `json:"to"`
	Count int              `json:"count"`
}

func dumpRaw(ctx context.Context, path string, dtype shmem.DType, flags dumpFlags) (_ report, err error) {
	raw, err := source.OpenRaw(path, dtype, -1)
	if err != nil {
		return nil, inFile(path, err)
	}
	defer func() { err = errors.Join(err, raw.Close()) }()
	d := tensorDump{DType: dtype.String(), Shape: []int{raw.View.Len()}}
	if err := unlessChanged(d.look(ctx, raw.View, flags), raw.Watched.SameSize); err != nil {
		return nil, inTensor(path, "", err)
	}
	return &dumpReport{Path: path, Tensors: []tensorDump{d}}, nil
}

func dumpTensor(ctx context.Context, path, name string, flags dumpFlags) (_ report, err error) {
	src, err := source.Open(path)
	if err != nil {
		return nil, notRaw(path, err)
	}
	defer func() { err = errors.Join(err, src.Close()) }()
	tensor, err := src.Tensor(name)
	if err != nil {
		return nil, &placedError{path: path, tensor: name, named: true, err: err}
	}
	d, err := dump(ctx, tensor, flags)
	if err := unlessChanged(err, src.SameSize); err != nil {
		return nil, inTensor(path, name, err)
	}
	return &dumpReport{Path: path, Tensors: []tensorDump{d}}, nil
}

func dumpTensors(ctx context.Context, path string, flags dumpFlags) (_ report, err error) {
	src, err := source.Open(path)
	if err != nil {
		return nil, notRaw(path, err)
	}
	defer func() { err = errors.Join(err, src.Close()) }()
	r := &dumpReport{Path: path, Tensors: []tensorDump{}, table: true}
	for _, tensor := range src.Tensors() {
		d, err := dump(ctx, tensor, flags)
		if err != nil {
			return nil, inTensor(path, tensor.Name(), unlessChanged(err, src.SameSize))
		}
		r.Tensors = append(r.Tensors, d)
	}
	return r, inFile(path, src.SameSize())
}

// dump looks at a tensor, or at a copy if it has no view.
func dump(ctx context.Context, tensor *safetensors.Tensor, flags dumpFlags) (tensorDump, error) {
	d := tensorDump{Name: tensor.Name(), DType: tensor.DType().String(), Shape: tensor.Shape()}
	view, err := tensor.View()
	switch {
	case errors.Is(err, shmem.ErrZeroLength):
		return d, d.lookAtNothing(flags)
	case errors.Is(err, shmem.ErrMisaligned):
		aligned, err := tensor.Copy()
		if err != nil {
			return d, err
		}
		defer aligned.Close()
		view = &aligned.View
	case err != nil:
		return d, err
	}
	return d, d.look(ctx, view, flags)
}

// lookAtNothing describes a tensor without elements.
func (d *tensorDump) lookAtNothing(flags dumpFlags) error {
	if flags.offset > 0 || flags.count > 0 {
		return usagef("it has no elements to begin at or to count")
	}
	d.Values = []statistics.Value{}
	d.Statistics.Histogram = []binReport{}
	return nil
}

// partOf is the part of a view that the flags name.
func (f dumpFlags) partOf(view *shmem.View) (*shmem.View, error) {
	if f.offset >= view.Len() {
		return nil, usagef("--offset %d: there are %s", f.offset, counted(view.Len(), "element"))
	}
	rest := view.Len() - f.offset
	count := f.count
	if count < 0 {
		count = rest
	}
	unit, _ := view.DType().Unit()
	switch {
	case count == 0 || count > rest:
		return nil, usagef("--count %d: there are %s from number %d on", count, counted(rest, "element"), f.offset)
	case f.offset%unit != 0 || count%unit != 0:
		return nil, usagef("--offset %d, --count %d: elements of %v come in groups of %d", f.offset, count, view.DType(), unit)
	}
	return view.Slice(f.offset, count)
}

// look describes the part of a view that the flags name.
func (d *tensorDump) look(ctx context.Context, view *shmem.View, flags dumpFlags) error {
	part, err := flags.partOf(view)
	if err != nil {
		return err
	}
	d.Offset, d.Elements = flags.offset, part.Len()
	values, err := statistics.First(part, flags.values)
	if err != nil {
		return err
	}
	summary, err := statistics.Of(ctx, part, histogramBins)
	if err != nil {
		return err
	}
	d.Values = append([]statistics.Value{}, values...)
	d.Statistics = reportOf(summary)
	return nil
}

func reportOf(s statistics.Summary) statisticsReport {
	r := statisticsReport{
		Finite: s.Finite(), NaNs: s.NaNs, PositiveInfinites: s.PositiveInfinites, NegativeInfinites: s.NegativeInfinites, Zeros: s.Zeros,
		Min: s.Min, Max: s.Max, Histogram: []binReport{},
	}
	if s.Finite() > 0 {
		r.Mean, r.StandardDeviation = statistics.Float(s.Mean), statistics.Float(s.StandardDeviation)
	}
	for _, bin := range s.Histogram {
		r.Histogram = append(r.Histogram, binReport{statistics.Float(bin.From), statistics.Float(bin.To), bin.Count})
	}
	return r
}
