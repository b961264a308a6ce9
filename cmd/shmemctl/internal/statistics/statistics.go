// Package statistics describes the elements of a view: how many are what, their
// range, mean and standard deviation, and a histogram.
package statistics

import (
	"context"
	"math"

	"github.com/tensorshm/tensorshm/shmem"
)

// Summary describes elements. Range, mean, deviation and histogram are of the
// finite ones; those of complex numbers are of their magnitudes.
type Summary struct {
	Count             int   // elements
	NaNs              int   // a complex number with a NaN in either part is one
	PositiveInfinites int   // a magnitude that is infinite is one
	NegativeInfinites int   // elements
	Zeros             int   // of either sign; for bools, false
	Min, Max          Value // nil without a finite element
	Mean              float64
	StandardDeviation float64 // of the population, as numpy's std
	Histogram         []Bin   // empty without a finite element, one bin where all are equal
}

// Finite is the number of elements that the range and the mean are of.
func (s Summary) Finite() int { return s.Count - s.NaNs - s.PositiveInfinites - s.NegativeInfinites }

// Bin is the number of elements from From up to To, which the last bin includes.
type Bin struct {
	From, To float64
	Count    int
}

// Of describes all elements of a view, in bins of equal width. It reads under the
// view's Guard and stops with its context. Errors: *shmem.UnsupportedDTypeError,
// *shmem.FaultError, shmem.ErrClosed, that of ctx.
func Of(ctx context.Context, view *shmem.View, bins int) (Summary, error) {
	numbers, err := numbersOf(view)
	if err != nil {
		return Summary{}, err
	}
	first := firstPass{scale: 1, min: math.Inf(1), max: math.Inf(-1)}
	if err := numbers.visit(ctx, first.add); err != nil {
		return Summary{}, err
	}
	summary := first.summary
	if summary.Finite() == 0 {
		summary.Mean, summary.StandardDeviation = math.NaN(), math.NaN()
		return summary, nil
	}
	if scale := scaleFor(max(-first.min, first.max)); scale != 1 {
		first = firstPass{scale: scale, min: math.Inf(1), max: math.Inf(-1)}
		if err := numbers.visit(ctx, first.add); err != nil {
			return Summary{}, err
		}
	}
	mean := first.sum.over(float64(summary.Finite()))
	second := newSecondPass(first.min, first.max, mean, first.scale, bins)
	if err := numbers.visit(ctx, second.add); err != nil {
		return Summary{}, err
	}
	summary.Mean = mean / first.scale
	summary.StandardDeviation = math.Sqrt(second.squares.over(float64(summary.Finite()))) / first.scale
	summary.Histogram = second.histogram
	if summary.Min, summary.Max, err = numbers.extremes(ctx); err != nil {
		return Summary{}, err
	}
	if summary.Min == nil {
		summary.Min, summary.Max = numbers.exact(first.min), numbers.exact(first.max)
	}
	return summary, nil
}

// scaleFor is a power of two that keeps sums and squares of numbers up to
// magnitude from overflowing, and the squares from vanishing.
func scaleFor(magnitude float64) float64 {
	if magnitude == 0 || magnitude > 1e-120 && magnitude < 1e120 {
		return 1
	}
	_, exponent := math.Frexp(magnitude)
	return math.Ldexp(1, min(-exponent, 1000)) // the largest that Ldexp and a division can hold
}

type firstPass struct {
	summary  Summary
	scale    float64
	min, max float64
	sum      compensated
}

func (p *firstPass) add(numbers []float64) {
	p.summary.Count += len(numbers)
	for _, x := range numbers {
		switch {
		case x != x:
			p.summary.NaNs++
			continue
		case math.IsInf(x, 1):
			p.summary.PositiveInfinites++
			continue
		case math.IsInf(x, -1):
			p.summary.NegativeInfinites++
			continue
		case x == 0:
			p.summary.Zeros++
		}
		p.min, p.max = min(p.min, x), max(p.max, x)
		p.sum.add(x * p.scale)
	}
}

type secondPass struct {
	mean, scale float64
	squares     compensated
	min, width  float64 // of the histogram, times binScale
	binScale    float64 // 1, or 0.5 where the width is more than a float64 holds
	histogram   []Bin
}

func newSecondPass(least, greatest, mean, scale float64, bins int) *secondPass {
	p := &secondPass{mean: mean, scale: scale, binScale: 1}
	if math.IsInf(greatest-least, 0) {
		p.binScale = 0.5
	}
	p.min, p.width = least*p.binScale, greatest*p.binScale-least*p.binScale
	if p.width == 0 {
		bins = 1
	}
	p.histogram = make([]Bin, bins)
	for i := range p.histogram {
		p.histogram[i].From, p.histogram[i].To = p.edge(i), p.edge(i+1)
	}
	p.histogram[bins-1].To = greatest
	return p
}

// edge is where bin i begins.
func (p *secondPass) edge(i int) float64 {
	return (p.min + p.width*(float64(i)/float64(len(p.histogram)))) / p.binScale
}

func (p *secondPass) add(numbers []float64) {
	last := len(p.histogram) - 1
	for _, x := range numbers {
		if x != x || math.IsInf(x, 0) {
			continue
		}
		distance := x*p.scale - p.mean
		p.squares.add(distance * distance)
		bin := 0
		if last > 0 {
			bin = max(0, min(int((x*p.binScale-p.min)/p.width*float64(last+1)), last))
		}
		// The division is rounded, and an element that was written to since the first
		// pass can be anywhere: the edges decide.
		for bin > 0 && x < p.histogram[bin].From {
			bin--
		}
		for bin < last && x >= p.histogram[bin].To {
			bin++
		}
		p.histogram[bin].Count++
	}
}

// compensated is a sum that keeps what rounding takes off (Neumaier's).
type compensated struct{ sum, lost float64 }

func (c *compensated) add(x float64) {
	sum := c.sum + x
	if math.Abs(c.sum) >= math.Abs(x) {
		c.lost += c.sum - sum + x
	} else {
		c.lost += x - sum + c.sum
	}
	c.sum = sum
}

// over is the sum divided by n, rounded little more than once.
func (c *compensated) over(n float64) float64 {
	quotient := c.sum / n
	return quotient + (math.FMA(-quotient, n, c.sum)+c.lost)/n
}
