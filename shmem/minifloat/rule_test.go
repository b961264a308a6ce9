package minifloat

import (
	"math"
	"testing"
)

func TestRulesHaveNames(t *testing.T) {
	for rule, want := range map[Rule]string{
		Natural: "Natural", Saturate: "Saturate", NonSaturating: "NonSaturating", Floor: "Floor", Ceil: "Ceil", 5: "Rule(5)", 255: "Rule(255)",
	} {
		if got := rule.String(); got != want {
			t.Errorf("rule %d is %q, want %q", uint8(rule), got, want)
		}
	}
	var zero Rule
	if zero != Natural {
		t.Errorf("the zero Rule is %v", zero)
	}
}

func TestRuleOfNoNameConvertsAsNatural(t *testing.T) {
	for _, f := range manyFormats() {
		for _, x := range []float64{0, -1, 0.3, 1e30, 1e300, -1e300, math.Inf(1), math.Inf(-1), math.NaN(), 1e-300} {
			if got, want := f.encodeFloat64With(x, 200), f.encodeFloat64(x); got != want {
				t.Errorf("%s: %v of %v is %#x, want %#x", f.name, Rule(200), x, got, want)
			}
		}
	}
}

// What decoding gives is exact, so that no rule has anything to round.
func TestEveryRuleGivesBackEveryFiniteCode(t *testing.T) {
	for _, f := range manyFormats() {
		for i := range 1 << width(f.format) {
			code := uint16(i)
			if !f.isFinite(code) {
				continue
			}
			for _, rule := range rules {
				if got := f.encodeFloat64With(f.decodeFloat64(code), rule); got != code {
					t.Fatalf("%s: %v of %#x gives %#x", f.name, rule, code, got)
				}
			}
		}
	}
}

func TestNoRuleTouchesNaN(t *testing.T) {
	for _, f := range manyFormats() {
		for _, nan := range []uint64{0x7ff8000000000000, 0xfff8000000000000, 0x7ff0000000000001, 0xffffffffffffffff} {
			x := math.Float64frombits(nan)
			for _, rule := range rules {
				if got, want := f.encodeFloat64With(x, rule), f.encodeFloat64(x); got != want || f.isNaN(got) != (f.nan != nanNone) {
					t.Errorf("%s: %v of NaN %016x is %#x, want %#x", f.name, rule, nan, got, want)
				}
			}
		}
	}
}

// Floor and Ceil enclose a number, and are its neighbors or itself.
func TestFloorAndCeilEncloseWhatIsInRange(t *testing.T) {
	for _, s := range scalars {
		largest := s.toFloat64(s.format.largestFinite())
		smallest := s.toFloat64(0) // of a scale; 0 elsewhere
		for _, x := range []float64{smallest, 1, math.Pi, 0.1, 1.0 / 3, largest, math.Nextafter(largest, 0), 1e-3} {
			if x > largest {
				continue
			}
			low, high := s.fromFloat64With(x, Floor), s.fromFloat64With(x, Ceil)
			if !(s.toFloat64(low) <= x && x <= s.toFloat64(high)) || low != high && s.nextUp(low) != high {
				t.Errorf("%s: %v is between %v and %v", s.name, x, s.text(low), s.text(high))
			}
		}
	}
}
