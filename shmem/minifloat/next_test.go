package minifloat

import (
	"cmp"
	"math"
	"slices"
	"testing"
)

// checkNeighbors sorts all codes but NaN by value and looks for the neighbors
// of each there. Of two zeros, the one is negative that is reached from below.
func checkNeighbors(t *testing.T, f namedFormat) {
	t.Helper()
	type point struct {
		code  uint16
		value float64
	}
	var points []point
	for i := range 1 << width(f.format) {
		code := uint16(i)
		if value := f.decodeFloat64(code); value == value {
			points = append(points, point{code, value})
		} else if f.nextUp(code) != code || f.nextDown(code) != code {
			t.Fatalf("%s: NaN %#x has neighbors %#x and %#x", f.name, code, f.nextDown(code), f.nextUp(code))
		}
	}
	slices.SortFunc(points, func(a, b point) int {
		return cmp.Or(cmp.Compare(a.value, b.value), cmp.Compare(math.Copysign(1, a.value), math.Copysign(1, b.value)))
	})
	for i, p := range points {
		next, previous := i+1, i-1
		if p.value == 0 { // one neighbor is the other zero
			if next < len(points) && points[next].value == 0 {
				next++
			}
			if previous >= 0 && points[previous].value == 0 {
				previous--
			}
		}
		up, down := p.value, p.value
		if next < len(points) {
			up = points[next].value
		}
		if previous >= 0 {
			down = points[previous].value
		}
		if got := f.decodeFloat64(f.nextUp(p.code)); got != up || got == 0 && p.value != 0 && f.nan != nanMinusZero && !math.Signbit(got) {
			t.Fatalf("%s: after %v (%#x) comes %v, want %v", f.name, p.value, p.code, got, up)
		}
		if got := f.decodeFloat64(f.nextDown(p.code)); got != down || got == 0 && p.value != 0 && math.Signbit(got) {
			t.Fatalf("%s: before %v (%#x) comes %v, want %v", f.name, p.value, p.code, got, down)
		}
	}
}

func TestNeighborsAreThoseOfTheSortedValues(t *testing.T) {
	for _, f := range manyFormats() {
		checkNeighbors(t, f)
	}
}

func TestNeighborsAtTheEndsOfTheRange(t *testing.T) {
	for _, test := range []struct {
		name      string
		got, want uint16
	}{
		{"E4M3Max up", uint16(E4M3Max.NextUp()), 0x7e},
		{"E4M3 -max down", uint16(E4M3(0xfe).NextDown()), 0xfe},
		{"E4M3NaN up", uint16(E4M3NaN.NextUp()), 0x7f},
		{"E4M3 -NaN down", uint16(E4M3(0xff).NextDown()), 0xff},
		{"E4M3 0 down", uint16(E4M3(0).NextDown()), 0x81},
		{"E4M3 -0 down", uint16(E4M3(0x80).NextDown()), 0x81},
		{"E4M3 -0 up", uint16(E4M3(0x80).NextUp()), 0x01},
		{"E4M3 least negative up", uint16(E4M3(0x81).NextUp()), 0x80},
		{"E5M2Max up", uint16(E5M2Max.NextUp()), 0x7c},
		{"E5M2Inf up", uint16(E5M2Inf.NextUp()), 0x7c},
		{"E5M2Inf down", uint16(E5M2Inf.NextDown()), 0x7b},
		{"E5M2 -Inf up", uint16(E5M2(0xfc).NextUp()), 0xfb},
		{"E5M2 -Inf down", uint16(E5M2(0xfc).NextDown()), 0xfc},
		{"E5M2 signaling NaN up", uint16(E5M2(0x7d).NextUp()), 0x7d},
		{"E8M0 smallest down", uint16(E8M0(0).NextDown()), 0x00},
		{"E8M0 smallest up", uint16(E8M0(0).NextUp()), 0x01},
		{"E8M0Max up", uint16(E8M0Max.NextUp()), 0xfe},
		{"E8M0NaN down", uint16(E8M0NaN.NextDown()), 0xff},
		{"E4M3FNUZ least negative up", e4m3FNUZ.nextUp(0x81), 0x00},
		{"E4M3FNUZ 0 down", e4m3FNUZ.nextDown(0x00), 0x81},
		{"E4M3FNUZ NaN up", e4m3FNUZ.nextUp(0x80), 0x80},
		{"unsigned 0 down", e5m3.nextDown(0x00), 0x00},
		{"E2M1Max up, bits above", uint16(E2M1(0xf7).NextUp()), 0x07},
		{"E2M1 -max down", uint16(E2M1(0xf).NextDown()), 0x0f},
	} {
		if test.got != test.want {
			t.Errorf("%s is %#x, want %#x", test.name, test.got, test.want)
		}
	}
}
