package shmem_test

import (
	"slices"
	"testing"
)

// spread is where figures of one kind lie.
type spread struct{ lowest, median, highest float64 }

// spreadOf describes figures, of which there is at least one.
func spreadOf(figures []float64) spread {
	sorted := slices.Sorted(slices.Values(figures))
	half := len(sorted) / 2
	median := sorted[half]
	if len(sorted)%2 == 0 {
		median = (sorted[half-1] + sorted[half]) / 2
	}
	return spread{lowest: sorted[0], median: median, highest: sorted[len(sorted)-1]}
}

func TestSpreadOfFigures(t *testing.T) {
	for _, test := range []struct {
		figures []float64
		want    spread
	}{
		{[]float64{7}, spread{7, 7, 7}},
		{[]float64{9, 1, 4}, spread{1, 4, 9}},
		{[]float64{4, 1, 9, 2}, spread{1, 3, 9}},
		{[]float64{100, 1, 1, 1, 1}, spread{1, 1, 100}}, // one bad round does not move the median
	} {
		before := slices.Clone(test.figures)
		if got := spreadOf(test.figures); got != test.want {
			t.Errorf("the spread of %v is %v, want %v", test.figures, got, test.want)
		}
		if !slices.Equal(test.figures, before) {
			t.Errorf("spreadOf reorders its argument to %v", test.figures)
		}
	}
}
