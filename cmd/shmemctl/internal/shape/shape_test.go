package shape

import (
	"strings"
	"testing"
)

func TestTextIsWhatAHeaderHolds(t *testing.T) {
	for want, dimensions := range map[string][]int{"[]": nil, "[7]": {7}, "[2, 0, 31]": {2, 0, 31}, "[0" + strings.Repeat(", 0", 15) + "]": make([]int, 16)} {
		if got := Text(dimensions); got != want {
			t.Errorf("%d is %q, want %q", dimensions, got, want)
		}
	}
}

func TestTextOfALongShapeIsShort(t *testing.T) {
	if got, want := Text(make([]int, 1<<20)), "[0"+strings.Repeat(", 0", 15)+", and 1048560 more]"; got != want {
		t.Errorf("it is %.300q, want %q", got, want)
	}
}
