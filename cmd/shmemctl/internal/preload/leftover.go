package preload

import (
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"

	"github.com/tensorshm/tensorshm/shmem"
)

// temporaryName is what a destination is called until it is whole.
func temporaryName(destination string) string {
	return filepath.Join(filepath.Dir(destination), fmt.Sprintf(".%s.preload-%016x", filepath.Base(destination), rand.Uint64()))
}

var temporaryNames = regexp.MustCompile(`^\..+\.preload-[0-9a-f]{16}$`)

// removeLeftovers removes from a folder what preloads that were killed have left: the
// files with such names that nobody has open.
func removeLeftovers(folder string) error {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return err
	}
	for _, entry := range entries {
		if !temporaryNames.MatchString(entry.Name()) || !entry.Type().IsRegular() {
			continue
		}
		leftover := filepath.Join(folder, entry.Name())
		used, err := shmem.InUse(leftover)
		if err == nil && !used {
			err = os.Remove(leftover)
		}
		switch {
		case errors.Is(err, fs.ErrNotExist): // published, or removed by another
		case errors.Is(err, fs.ErrPermission): // somebody else's
		case errors.Is(err, errors.ErrUnsupported): // nobody can tell
		case err != nil:
			return err
		}
	}
	return nil
}
