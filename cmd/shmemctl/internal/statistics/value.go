package statistics

import (
	"encoding/json"
	"fmt"
	"math"
	"strconv"

	"github.com/tensorshm/tensorshm/shmem"
)

// Value is one element, exactly. Its text is the shortest that gives the element
// back; its JSON a number, true or false, an object with re and im for a complex
// number, and a string for NaN, +Inf and -Inf.
type Value interface {
	fmt.Stringer
	json.Marshaler
}

// First returns the first elements of a view, n at most. Errors are those of Of.
func First(view *shmem.View, n int) ([]Value, error) {
	numbers, err := numbersOf(view)
	if err != nil {
		return nil, err
	}
	return numbers.values(0, min(n, view.Len()))
}

// Float is the Value of a float64.
func Float(x float64) Value { return floatValue{x, 64} }

// floatValue is a number with as many bits as its text is the shortest for.
type floatValue struct {
	number float64
	bits   int
}

func (f floatValue) String() string { return strconv.FormatFloat(f.number, 'g', -1, f.bits) }

func (f floatValue) MarshalJSON() ([]byte, error) {
	if math.IsNaN(f.number) || math.IsInf(f.number, 0) {
		return json.Marshal(f.String())
	}
	return json.Marshal(f.number)
}

// wholeValue is the decimal text of an integer.
type wholeValue string

func integerValue[T integer](x T) Value {
	if x < 0 {
		return wholeValue(strconv.FormatInt(int64(x), 10))
	}
	return wholeValue(strconv.FormatUint(uint64(x), 10))
}

func (w wholeValue) String() string { return string(w) }

func (w wholeValue) MarshalJSON() ([]byte, error) { return []byte(w), nil }

type truthValue bool

func (t truthValue) String() string { return strconv.FormatBool(bool(t)) }

func (t truthValue) MarshalJSON() ([]byte, error) { return json.Marshal(bool(t)) }

type complexValue complex64

func (c complexValue) String() string { return strconv.FormatComplex(complex128(c), 'g', -1, 64) }

func (c complexValue) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		Re Value `json:"re"`
		Im Value `json:"im"`
	}{floatValue{float64(real(c)), 32}, floatValue{float64(imag(c)), 32}})
}
