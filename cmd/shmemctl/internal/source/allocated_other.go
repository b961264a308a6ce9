//go:build !unix

package source

import "io/fs"

// Allocated is false: the system does not say.
func Allocated(fs.FileInfo) (int64, bool) { return 0, false }
