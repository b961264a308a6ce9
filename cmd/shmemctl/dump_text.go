package main

import (
	"fmt"
	"io"
	"math"
	"strings"

	"github.com/tensorshm/tensorshm/cmd/shmemctl/internal/shape"
	"github.com/tensorshm/tensorshm/cmd/shmemctl/internal/statistics"
)

func (r *dumpReport) text(w io.Writer) {
	if !r.table {
		r.Tensors[0].text(w, r.Path)
		return
	}
	fmt.Fprintf(w, "%s: %s\n", printablePath(r.Path), counted(len(r.Tensors), "tensor"))
	table(w, func(row func(...any)) {
		if len(r.Tensors) > 0 {
			row("  TENSOR", "DTYPE", "SHAPE", "MIN", "MAX", "MEAN", "DEVIATION", "ZEROS", "NAN", "+INF", "-INF")
		}
		for _, t := range r.Tensors {
			s := t.Statistics
			row("  "+printable(t.Name), t.DType, shape.Text(t.Shape), rounded(s.Min), rounded(s.Max), rounded(s.Mean), rounded(s.StandardDeviation), s.Zeros, s.NaNs, s.PositiveInfinites, s.NegativeInfinites)
		}
	})
}

// rounded is a number short enough for a table.
func rounded(value statistics.Value) string {
	if value == nil {
		return "-"
	}
	text := value.String()
	if len(text) <= 9 {
		return text
	}
	var number float64
	if _, err := fmt.Sscan(text, &number); err != nil {
		return text
	}
	return fmt.Sprintf("%.5g", number)
}

func (d tensorDump) text(w io.Writer, path string) {
	name := printablePath(path)
	if d.Name != "" {
		name += ": " + printable(d.Name)
	}
	s := d.Statistics
	fmt.Fprintf(w, "%s: %s %s\n", name, d.DType, shape.Text(d.Shape))
	if whole := wholeCount(d.Shape); d.Elements != whole {
		fmt.Fprintf(w, "  part        %s from number %d on, of %d\n", counted(d.Elements, "element"), d.Offset, whole)
	} else {
		fmt.Fprintf(w, "  elements    %d\n", d.Elements)
	}
	if len(d.Values) > 0 {
		fmt.Fprintf(w, "  values      %s\n", listed(d.Values, d.Elements))
	}
	fmt.Fprintf(w, "  not finite  %d NaN, %d +Inf, %d -Inf\n", s.NaNs, s.PositiveInfinites, s.NegativeInfinites)
	fmt.Fprintf(w, "  zeros       %d\n", s.Zeros)
	if s.Finite == 0 {
		return
	}
	fmt.Fprintf(w, "  range       %v to %v\n", s.Min, s.Max)
	fmt.Fprintf(w, "  mean        %v\n", s.Mean)
	fmt.Fprintf(w, "  deviation   %v\n", s.StandardDeviation)
	fmt.Fprintln(w, "  histogram")
	most := 0
	for _, bin := range s.Histogram {
		most = max(most, bin.Count)
	}
	table(w, func(row func(...any)) {
		for _, bin := range s.Histogram {
			row("    from "+rounded(bin.From), "to "+rounded(bin.To), bin.Count, bar(bin.Count, most))
		}
	})
}

func wholeCount(shape []int) int {
	whole := 1
	for _, dimension := range shape {
		whole *= dimension
	}
	return whole
}

func listed(values []statistics.Value, of int) string {
	var texts []string
	for _, value := range values {
		texts = append(texts, value.String())
	}
	if len(values) < of {
		texts = append(texts, "...")
	}
	return strings.Join(texts, " ")
}

// longestBar is that of the fullest bin, in characters.
const longestBar = 40

// bar is as long as a bin is full; one that is not empty is seen.
func bar(count, most int) string {
	if count == 0 {
		return ""
	}
	eighths := max(1, int(math.Round(float64(count)/float64(most)*longestBar*8)))
	text := strings.Repeat("█", eighths/8)
	if rest := eighths % 8; rest > 0 {
		text += string([]rune("▏▎▍▌▋▊▉")[rest-1])
	}
	return text
}
