// Package shape writes the shapes of tensors.
package shape

import (
	"fmt"
	"strings"
)

// longest is how many dimensions are shown; a file can have millions.
const longest = 16

// Text is a shape as safetensors writes it: [2, 3], and [] for a single element. Of a
// long one it is the start.
func Text(dimensions []int) string {
	if len(dimensions) <= longest {
		return strings.ReplaceAll(fmt.Sprint(dimensions), " ", ", ")
	}
	start := Text(dimensions[:longest])
	return fmt.Sprintf("%s, and %d more]", strings.TrimSuffix(start, "]"), len(dimensions)-longest)
}
