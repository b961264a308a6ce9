// Package shape writes the shapes of tensors.
package shape

import (
	"fmt"
	"strings"
)

// Text is a shape as safetensors writes it: [2, 3], and [] for a single element.
func Text(dimensions []int) string {
	return strings.ReplaceAll(fmt.Sprint(dimensions), " ", ", ")
}
