package minifloat

import (
	"errors"
	"fmt"
	"math"
)

// ErrUnrepresentable reports a number that a format has no value for. An
// *UnrepresentableError holds the number and the format.
var ErrUnrepresentable = errors.New("not representable")

// UnrepresentableError reports a number that a checked conversion declined. It
// matches ErrUnrepresentable.
type UnrepresentableError struct {
	Value  float64 // the number; a float32 is widened
	Format string  // the element type, such as E4M3, or F16
}

func (e *UnrepresentableError) Error() string {
	return fmt.Sprintf("minifloat: %v is %v in %s", e.Value, ErrUnrepresentable, e.Format)
}

// Is makes the error match ErrUnrepresentable.
func (e *UnrepresentableError) Is(target error) bool { return target == ErrUnrepresentable }

// encodeFloat32Checked is encodeFloat32 for what the format represents.
func (f *format) encodeFloat32Checked(x float32) (uint16, error) {
	return f.encodeChecked(widen(math.Float32bits(x)))
}

// encodeFloat64Checked is encodeFloat64 for what the format represents.
func (f *format) encodeFloat64Checked(x float64) (uint16, error) {
	return f.encodeChecked(math.Float64bits(x))
}

func (f *format) encodeChecked(bits uint64) (uint16, error) {
	if !f.represents(bits) {
		return 0, &UnrepresentableError{Value: math.Float64frombits(bits), Format: f.name}
	}
	return f.encode(bits, Natural), nil
}

// represents reports whether the format has a value for a float64: NaN or
// infinity for the like, and a finite one for a number that, rounded to nearest,
// is within the range. So a finite number that would become infinity has none.
func (f *format) represents(bits uint64) bool {
	magnitude := bits &^ float64Sign
	switch {
	case magnitude > float64Infinity:
		return f.nan != nanNone
	case f.belowRange(magnitude, bits != magnitude):
		return false
	case magnitude == float64Infinity:
		return f.inf == infIEEE
	}
	rounded := f.round(magnitude, Natural)
	return rounded >= 0 && rounded <= int(f.largestFinite())
}
