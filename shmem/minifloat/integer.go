package minifloat

import "math"

// Integer is what SaturateToInt converts to: any integer type.
type Integer interface {
	~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64 | ~uintptr
}

// SaturateToInt returns x without its fraction. Beyond the range of I it gives
// the nearest end of the range, infinities included, and for NaN 0, as Rust's
// as does. A conversion of the language leaves these to the processor. A
// float32 loses nothing by being converted to float64 first.
func SaturateToInt[I Integer](x float64) I {
	smallest, largest := integerRange[I]()
	switch {
	case math.IsNaN(x):
		return 0
	case x <= float64(smallest):
		return smallest
	case x >= float64(largest): // of 64 bits: rounded up, to the first that is too large
		return largest
	}
	return I(x)
}

// integerRange returns the ends of the range of I.
func integerRange[I Integer]() (smallest, largest I) {
	if ^I(0) > 0 {
		return 0, ^I(0)
	}
	width := 8
	for I(1)<<(width-1) > 0 {
		width *= 2
	}
	smallest = I(1) << (width - 1)
	return smallest, ^smallest
}
