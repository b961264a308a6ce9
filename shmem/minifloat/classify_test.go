package minifloat

import (
	"math/big"
	"testing"
)

// checkClasses compares what the format says of every code with its definition.
func checkClasses(t *testing.T, f namedFormat) {
	t.Helper()
	smallestNormal := power(1 - f.bias)
	if !f.sign && f.mantissa == 0 {
		smallestNormal = power(-f.bias)
	}
	for i := range 1 << width(f.format) {
		code := uint16(i)
		d := meaning(f.format, code)
		zero, normal := false, false
		if d.class == finite {
			zero = d.value.Sign() == 0
			normal = new(big.Rat).Abs(d.value).Cmp(smallestNormal) >= 0
		}
		for _, test := range []struct {
			name      string
			got, want bool
		}{
			{"isFinite", f.isFinite(code), d.class == finite},
			{"isZero", f.isZero(code), zero},
			{"isNormal", f.isNormal(code), normal},
			{"isSubnormal", f.isSubnormal(code), d.class == finite && !zero && !normal},
			{"signbit", f.signbit(code), d.negative},
		} {
			if test.got != test.want {
				t.Fatalf("%s: %s(%#x) = %v", f.name, test.name, code, test.got)
			}
		}
	}
}

func TestClassesAreThoseOfTheDefinition(t *testing.T) {
	for _, f := range manyFormats() {
		checkClasses(t, f)
	}
}

// The float8 crate takes zero and NaN for subnormal.
func TestEveryCodeIsOfOneClass(t *testing.T) {
	for _, f := range manyFormats() {
		for i := range 1 << width(f.format) {
			code, classes := uint16(i), 0
			for _, is := range []bool{f.isNaN(code), f.isInf(code, 0), f.isZero(code), f.isSubnormal(code), f.isNormal(code)} {
				if is {
					classes++
				}
			}
			if classes != 1 {
				t.Fatalf("%s: %#x is of %d classes", f.name, code, classes)
			}
		}
	}
	if E4M3NaN.IsSubnormal() || E4M3(0).IsSubnormal() || !E4M3(0).IsZero() || !E4M3SmallestNonzero.IsSubnormal() || !E4M3SmallestNormal.IsNormal() {
		t.Error("E4M3 is classified wrongly")
	}
	if !E8M0(0).IsNormal() || E8M0(0).IsZero() || E8M0NaN.IsFinite() {
		t.Error("E8M0 is classified wrongly")
	}
}
