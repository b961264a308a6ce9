package shape

import "testing"

func TestTextIsWhatAHeaderHolds(t *testing.T) {
	for want, dimensions := range map[string][]int{"[]": nil, "[7]": {7}, "[2, 0, 31]": {2, 0, 31}} {
		if got := Text(dimensions); got != want {
			t.Errorf("%d is %q, want %q", dimensions, got, want)
		}
	}
}
