//go:build linux || darwin || windows

package shmem

import (
	"fmt"
	"math"
)

// sizeToMap returns how many bytes to map of a file of length bytes from which size
// are wanted.
func sizeToMap(length int64, size int, exact bool) (int, error) {
	wanted := int64(size)
	if size == wholeFile {
		wanted = max(length, 1)
	}
	switch {
	case length < wanted:
		return 0, &operationError{fault: ErrTooSmall, detail: fmt.Sprintf("%d < %d bytes", length, wanted)}
	case exact && length > wanted:
		return 0, &operationError{fault: ErrSizeMismatch, detail: fmt.Sprintf("%d > %d bytes", length, wanted)}
	case wanted > math.MaxInt:
		return 0, &operationError{fault: ErrOverflow, detail: fmt.Sprintf("%d bytes", wanted)}
	}
	return int(wanted), nil
}
