package shmem

import (
	"bytes"
	"fmt"
	"math"
	"path"
	"strconv"
	"strings"
	"sync"

	"golang.org/x/sys/unix"
)

// cgroupCheckBytes is how much may be made in memory between two looks at what
// the memory cgroup allows: reading that takes as long as making this much.
const cgroupCheckBytes = 1 << 20

// cgroupBudget is what is known to be left of the memory cgroup's room.
type cgroupBudget struct {
	mutex sync.Mutex
	bytes int64
}

var cgroupRoom cgroupBudget

// take fails for bytes in memory that a memory cgroup of this process has no
// room for: the kernel would not refuse their pages, but kill.
func (b *cgroupBudget) take(size int64, readFile func(string) ([]byte, error)) error {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	if size > b.bytes {
		limit, ok := tightestCgroup(readFile)
		if ok && uint64(size) > limit.room {
			return &operationError{fault: ErrNoSpace, cause: unix.ENOMEM,
				detail: fmt.Sprintf("%d bytes wanted, %d left of the %d that the memory cgroup allows in %s", size, limit.room, limit.bytes, limit.file)}
		}
		b.bytes = size + cgroupCheckBytes
		if ok {
			b.bytes = min(b.bytes, int64(min(limit.room, math.MaxInt64)))
		}
	}
	b.bytes -= size
	return nil
}

// cgroupLimit is a limit of memory and what is left of it.
type cgroupLimit struct {
	file  string // that holds the limit
	bytes uint64
	room  uint64 // limit less what is in use and cannot be reclaimed
}

// cgroupInterface is the names of what a version of memory cgroups tells.
type cgroupInterface struct{ limit, usage, statPrefix string }

var (
	cgroupV1 = cgroupInterface{"memory.limit_in_bytes", "memory.usage_in_bytes", "total_"} // of the group and those below it
	cgroupV2 = cgroupInterface{"memory.max", "memory.current", ""}
)

// tightestCgroup returns the limit with the least room among those of this
// process's memory cgroups and the ones around them. A machine may have both
// versions; the one without the memory controller has no limits to read.
func tightestCgroup(readFile func(string) ([]byte, error)) (tightest cgroupLimit, ok bool) {
	groups, err := readFile("/proc/self/cgroup")
	if err != nil {
		return tightest, false
	}
	mounts, err := readFile("/proc/self/mountinfo")
	if err != nil {
		return tightest, false
	}
	for line := range strings.Lines(string(groups)) {
		// hierarchy:controllers:path, with hierarchy 0 for version 2
		fields := strings.SplitN(strings.TrimSuffix(line, "\n"), ":", 3)
		if len(fields) != 3 {
			continue
		}
		version, kind, controller := cgroupV1, "cgroup", "memory"
		if fields[0] == "0" {
			version, kind, controller = cgroupV2, "cgroup2", ""
		} else if !hasWord(fields[1], controller) {
			continue
		}
		root, top, mounted := cgroupMount(string(mounts), kind, controller)
		if !mounted {
			continue
		}
		folder := top
		if below, inside := strings.CutPrefix(fields[2], strings.TrimSuffix(root, "/")); inside {
			folder = path.Join(top, path.Join("/", below)) // joined twice: no .. leads out of top
		}
		for ; ; folder = path.Dir(folder) {
			if limit, limited := version.limitOf(folder, readFile); limited && (!ok || limit.room < tightest.room) {
				tightest, ok = limit, true
			}
			if folder == top {
				break
			}
		}
	}
	return tightest, ok
}

// cgroupMount finds where a hierarchy is mounted, and which part of it.
func cgroupMount(mounts, kind, controller string) (root, mountPoint string, ok bool) {
	for line := range strings.Lines(mounts) {
		// id parent device root mountpoint options… - kind source options
		before, after, found := strings.Cut(line, " - ")
		left, right := strings.Fields(before), strings.Fields(after)
		if !found || len(left) < 5 || len(right) < 3 || right[0] != kind {
			continue
		}
		if controller == "" || hasWord(right[2], controller) {
			return left[3], left[4], true
		}
	}
	return "", "", false
}

func hasWord(list, word string) bool {
	for w := range strings.SplitSeq(list, ",") {
		if w == word {
			return true
		}
	}
	return false
}

// limitOf reads the limit of one group, which may have none.
func (i cgroupInterface) limitOf(folder string, readFile func(string) ([]byte, error)) (limit cgroupLimit, ok bool) {
	limit.file = path.Join(folder, i.limit)
	if limit.bytes, ok = readNumber(limit.file, readFile); !ok { // such as max
		return limit, false
	}
	usage, ok := readNumber(path.Join(folder, i.usage), readFile)
	if !ok {
		return limit, false
	}
	stat, err := readFile(path.Join(folder, "memory.stat"))
	if err != nil {
		return limit, false
	}
	// Pages of files on a disk can be reclaimed; those of tmpfs are not among
	// these, since the kernel keeps them with anonymous memory.
	reclaimable := statValue(stat, i.statPrefix+"inactive_file") + statValue(stat, i.statPrefix+"active_file") + statValue(stat, "slab_reclaimable")
	limit.room = limit.bytes - min(limit.bytes, usage-min(usage, reclaimable))
	return limit, true
}

func readNumber(file string, readFile func(string) ([]byte, error)) (uint64, bool) {
	content, err := readFile(file)
	if err != nil {
		return 0, false
	}
	number, err := strconv.ParseUint(string(bytes.TrimSpace(content)), 10, 64)
	return number, err == nil
}

// statValue is the number behind a name in a file of lines of both, 0 where it is missing.
func statValue(stat []byte, name string) uint64 {
	for line := range bytes.Lines(stat) {
		key, value, _ := bytes.Cut(bytes.TrimSpace(line), []byte(" "))
		if string(key) == name {
			number, _ := strconv.ParseUint(string(value), 10, 64)
			return number
		}
	}
	return 0
}
