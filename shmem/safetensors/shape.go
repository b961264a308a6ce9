package safetensors

import (
	"fmt"
	"math"
	"math/bits"
	"strings"

	"github.com/tensorshm/tensorshm/shmem"
)

// dimensions returns a shape as ints.
func dimensions(shape []uint64) ([]int, *FormatError) {
	ints := make([]int, len(shape))
	for i, dimension := range shape {
		if dimension > math.MaxInt {
			return nil, &FormatError{Rule: RuleOverflow, Detail: fmt.Sprintf("dimension %d is %d", i, dimension), Err: shmem.ErrOverflow}
		}
		ints[i] = int(dimension)
	}
	return ints, nil
}

// extent is the number of elements and of bytes of a tensor; no dimension is
// negative.
func extent(dtype shmem.DType, shape []int) (elements int, bytes uint64, failed *FormatError) {
	overflow := func() (int, uint64, *FormatError) {
		return 0, 0, &FormatError{Rule: RuleOverflow, Detail: fmt.Sprintf("shape %s of %v", shapeText(shape), dtype), Err: shmem.ErrOverflow}
	}
	product := uint64(1)
	for _, dimension := range shape {
		high, low := bits.Mul64(product, uint64(dimension))
		if high != 0 {
			return overflow()
		}
		product = low
	}
	high, all := bits.Mul64(product, uint64(dtype.Bits()))
	if high != 0 || product > math.MaxInt || all/8 > math.MaxInt {
		return overflow()
	}
	if all%8 != 0 {
		return 0, 0, &FormatError{Rule: RuleWholeBytes, Detail: fmt.Sprintf("shape %s of %v is %d bits", shapeText(shape), dtype, all), Err: shmem.ErrUnit}
	}
	return int(product), all / 8, nil
}

// longestShape is how many dimensions an error shows.
const longestShape = 16

func shapeText(shape []int) string {
	var text strings.Builder
	text.WriteByte('[')
	for i, dimension := range shape {
		if i > 0 {
			text.WriteString(", ")
		}
		if i == longestShape {
			fmt.Fprintf(&text, "and %d more", len(shape)-i)
			break
		}
		fmt.Fprint(&text, dimension)
	}
	return text.String() + "]"
}
