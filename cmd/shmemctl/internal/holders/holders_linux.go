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

// Of looks into every process, once, and returns what it found for each of the files,
// or false where the system has no list of processes. On filesystems such as btrfs,
// whose mappings show another device than their files, it finds nobody.
func Of(files []fs.FileInfo) ([]Found, bool) {
	wanted := map[string][]int{} // the files' places
	for i, file := range files {
		stat, ok := file.Sys().(*syscall.Stat_t)
		if !ok {
			return nil, false
		}
		device := uint64(stat.Dev) // narrower on some platforms
		key := fmt.Sprintf("%02x:%02x %d", unix.Major(device), unix.Minor(device), stat.Ino)
		wanted[key] = append(wanted[key], i)
	}
	folders, _ := filepath.Glob("/proc/[0-9]*")
	found, unknown := make([]Found, len(files)), 0
	for _, folder := range folders {
		id, err := strconv.Atoi(filepath.Base(folder))
		if err != nil || id == os.Getpid() {
			continue
		}
		keys, err := mapped(filepath.Join(folder, "maps"), wanted)
		if errors.Is(err, fs.ErrPermission) {
			unknown++
		}
		if err != nil || len(keys) == 0 { // any other error is of a process that has ended
			continue
		}
		name, _ := os.ReadFile(filepath.Join(folder, "comm"))
		for key := range keys {
			for _, i := range wanted[key] {
				found[i].Processes = append(found[i].Processes, Process{id, strings.TrimSpace(string(name))})
			}
		}
	}
	for i := range found {
		found[i].Unknown = unknown
		slices.SortFunc(found[i].Processes, func(a, b Process) int { return a.ID - b.ID })
	}
	return found, len(folders) > 0
}

// mapped returns which of the wanted devices and inodes, the fourth and the fifth field
// of a line, are in a list of mappings.
func mapped(path string, wanted map[string][]int) (map[string]bool, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	keys := map[string]bool{}
	lines := bufio.NewScanner(file)
	for lines.Scan() {
		if fields := strings.Fields(lines.Text()); len(fields) >= 5 && wanted[fields[3]+" "+fields[4]] != nil {
			keys[fields[3]+" "+fields[4]] = true
		}
	}
	return keys, lines.Err() // some systems refuse only here
}
