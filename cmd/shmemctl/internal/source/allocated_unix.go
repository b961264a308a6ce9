//go:build unix

package source

import (
	"io/fs"
	"syscall"
)

// Allocated is how many bytes of a device or of memory a file takes, which is less
// than its size where it is sparse, and false where the system does not say.
func Allocated(file fs.FileInfo) (int64, bool) {
	stat, ok := file.Sys().(*syscall.Stat_t)
	if !ok {
		return 0, false
	}
	return stat.Blocks * 512, true
}
