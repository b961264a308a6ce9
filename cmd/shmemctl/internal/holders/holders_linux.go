package holders

import (
	"bufio"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"
)

// Of looks into every process, and reports false where the system has no list of
// them. On filesystems such as btrfs, whose mappings show another device than their
// files, it finds nobody.
func Of(file fs.FileInfo) (Found, bool) {
	stat, ok := file.Sys().(*syscall.Stat_t)
	if !ok {
		return Found{}, false
	}
	device := uint64(stat.Dev) // narrower on some platforms
	wanted := fmt.Sprintf("%02x:%02x %d", unix.Major(device), unix.Minor(device), stat.Ino)
	folders, _ := filepath.Glob("/proc/[0-9]*")
	found := Found{}
	for _, folder := range folders {
		id, err := strconv.Atoi(filepath.Base(folder))
		if err != nil || id == os.Getpid() {
			continue
		}
		maps, err := mapped(filepath.Join(folder, "maps"), wanted)
		switch {
		case errors.Is(err, fs.ErrPermission):
			found.Unknown++
		case err == nil && maps: // any other error is of a process that has ended
			name, _ := os.ReadFile(filepath.Join(folder, "comm"))
			found.Processes = append(found.Processes, Process{id, strings.TrimSpace(string(name))})
		}
	}
	slices.SortFunc(found.Processes, func(a, b Process) int { return a.ID - b.ID })
	return found, len(folders) > 0
}

// mapped reports whether a list of mappings has one of the device and inode wanted,
// the fourth and the fifth field of a line.
func mapped(path, wanted string) (bool, error) {
	file, err := os.Open(path)
	if err != nil {
		return false, err
	}
	defer file.Close()
	lines := bufio.NewScanner(file)
	for lines.Scan() {
		if fields := strings.Fields(lines.Text()); len(fields) >= 5 && fields[3]+" "+fields[4] == wanted {
			return true, nil
		}
	}
	return false, lines.Err() // some systems refuse only here
}
