//go:build linux || darwin || windows

package shmem

import (
	"crypto/rand"
	"os"
)

// temporaryPrefix begins the name that a file has until it is published.
const temporaryPrefix = ".tensorshm-"

func temporaryName(path string) string {
	return folderOf(path) + temporaryPrefix + rand.Text()
}

// folderOf is the part of path up to its last separator. It is not cleaned: a ..
// behind a symlink leads elsewhere than its text says.
func folderOf(path string) string {
	end := len(path)
	for end > 0 && !os.IsPathSeparator(path[end-1]) {
		end--
	}
	return path[:end]
}
