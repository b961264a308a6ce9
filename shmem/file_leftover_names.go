//go:build darwin || windows

package shmem

import (
	"os"
	"strings"
)

// removeLeftovers removes the files that killed creators left in folder, whose
// path ends in a slash, under temporary names. It is a courtesy: whatever goes
// wrong, Create goes on.
func removeLeftovers(folder string) {
	f, err := os.Open(folder)
	if err != nil {
		return
	}
	defer f.Close()
	for {
		names, err := f.Readdirnames(256)
		for _, name := range names {
			if strings.HasPrefix(name, temporaryPrefix) {
				removeLeftover(folder + name)
			}
		}
		if err != nil {
			return
		}
	}
}
