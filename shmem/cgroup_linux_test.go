package shmem

import (
	"errors"
	"io/fs"
	"testing"
)

// fakeFiles is a /proc and a /sys/fs/cgroup.
type fakeFiles map[string]string

func (f fakeFiles) readFile(name string) ([]byte, error) {
	content, ok := f[name]
	if !ok {
		return nil, fs.ErrNotExist
	}
	return []byte(content), nil
}

const (
	v2Mount    = "30 24 0:26 / /sys/fs/cgroup rw,nosuid shared:4 - cgroup2 cgroup2 rw,nsdelegate\n"
	v1Mount    = "35 31 0:32 / /sys/fs/cgroup/memory rw,relatime - cgroup cgroup rw,memory\n"
	otherMount = "22 1 0:20 / /proc rw - proc proc rw\n36 31 0:33 / /sys/fs/cgroup/cpu rw - cgroup cgroup rw,cpu,cpuacct\n"
)

func TestTheTightestMemoryCgroupLimitIsFound(t *testing.T) {
	for _, test := range []struct {
		name  string
		files fakeFiles
		want  cgroupLimit
		found bool
	}{
		{"no cgroups", fakeFiles{}, cgroupLimit{}, false},
		{"version 2, limit on the group", fakeFiles{
			"/proc/self/cgroup":                 "0::/a/b\n",
			"/proc/self/mountinfo":              otherMount + v2Mount,
			"/sys/fs/cgroup/a/b/memory.max":     "1000\n",
			"/sys/fs/cgroup/a/b/memory.current": "700\n",
			"/sys/fs/cgroup/a/b/memory.stat":    "anon 100\ninactive_file 50\nactive_file 30\nslab_reclaimable 20\nshmem 400\n",
		}, cgroupLimit{"/sys/fs/cgroup/a/b/memory.max", 1000, 400}, true},
		{"version 2, tighter limit above", fakeFiles{
			"/proc/self/cgroup":                 "0::/a/b\n",
			"/proc/self/mountinfo":              v2Mount,
			"/sys/fs/cgroup/a/b/memory.max":     "max\n",
			"/sys/fs/cgroup/a/b/memory.current": "7\n",
			"/sys/fs/cgroup/a/b/memory.stat":    "",
			"/sys/fs/cgroup/a/memory.max":       "500\n",
			"/sys/fs/cgroup/a/memory.current":   "499\n",
			"/sys/fs/cgroup/a/memory.stat":      "inactive_file 9\n",
		}, cgroupLimit{"/sys/fs/cgroup/a/memory.max", 500, 10}, true},
		{"version 2, more in use than allowed", fakeFiles{
			"/proc/self/cgroup":             "0::/\n",
			"/proc/self/mountinfo":          v2Mount,
			"/sys/fs/cgroup/memory.max":     "500\n",
			"/sys/fs/cgroup/memory.current": "800\n",
			"/sys/fs/cgroup/memory.stat":    "",
		}, cgroupLimit{"/sys/fs/cgroup/memory.max", 500, 0}, true},
		{"version 2, more reclaimable than in use, as the figures lag", fakeFiles{
			"/proc/self/cgroup":             "0::/\n",
			"/proc/self/mountinfo":          v2Mount,
			"/sys/fs/cgroup/memory.max":     "500\n",
			"/sys/fs/cgroup/memory.current": "40\n",
			"/sys/fs/cgroup/memory.stat":    "inactive_file 50\n",
		}, cgroupLimit{"/sys/fs/cgroup/memory.max", 500, 500}, true},
		{"version 2, no limit", fakeFiles{
			"/proc/self/cgroup":               "0::/a\n",
			"/proc/self/mountinfo":            v2Mount,
			"/sys/fs/cgroup/a/memory.max":     "max\n",
			"/sys/fs/cgroup/a/memory.current": "7\n",
			"/sys/fs/cgroup/a/memory.stat":    "",
		}, cgroupLimit{}, false},
		{"version 1 beside an empty version 2", fakeFiles{
			"/proc/self/cgroup":                             "4:memory:/g\n1:cpu,cpuacct:/\n0::/\n",
			"/proc/self/mountinfo":                          otherMount + v1Mount + v2Mount,
			"/sys/fs/cgroup/memory/g/memory.limit_in_bytes": "1000\n",
			"/sys/fs/cgroup/memory/g/memory.usage_in_bytes": "600\n",
			"/sys/fs/cgroup/memory/g/memory.stat":           "inactive_file 1\ntotal_inactive_file 100\ntotal_active_file 50\n",
			"/sys/fs/cgroup/memory/memory.limit_in_bytes":   "9223372036854771712\n",
			"/sys/fs/cgroup/memory/memory.usage_in_bytes":   "600\n",
			"/sys/fs/cgroup/memory/memory.stat":             "",
		}, cgroupLimit{"/sys/fs/cgroup/memory/g/memory.limit_in_bytes", 1000, 550}, true},
		{"a container that sees its own part", fakeFiles{
			"/proc/self/cgroup":                           "4:memory:/docker/123\n",
			"/proc/self/mountinfo":                        "35 31 0:32 /docker/123 /sys/fs/cgroup/memory ro - cgroup cgroup rw,memory\n",
			"/sys/fs/cgroup/memory/memory.limit_in_bytes": "64\n",
			"/sys/fs/cgroup/memory/memory.usage_in_bytes": "4\n",
			"/sys/fs/cgroup/memory/memory.stat":           "",
		}, cgroupLimit{"/sys/fs/cgroup/memory/memory.limit_in_bytes", 64, 60}, true},
		{"a path that leads out of what is mounted", fakeFiles{
			"/proc/self/cgroup":             "0::/../../elsewhere\n",
			"/proc/self/mountinfo":          v2Mount,
			"/sys/fs/cgroup/memory.max":     "10\n",
			"/sys/fs/cgroup/memory.current": "1\n",
			"/sys/fs/cgroup/memory.stat":    "",
		}, cgroupLimit{"/sys/fs/cgroup/memory.max", 10, 9}, true},
		{"nonsense", fakeFiles{
			"/proc/self/cgroup":    "\nx\n::\n0::\n",
			"/proc/self/mountinfo": " - \n- cgroup2\n1 2 3 4 - cgroup2 x\n",
		}, cgroupLimit{}, false},
	} {
		got, found := tightestCgroup(test.files.readFile)
		if found != test.found || found && got != test.want {
			t.Errorf("%s: %+v, %t; want %+v, %t", test.name, got, found, test.want, test.found)
		}
	}
}

func TestSmallRegionsAreChargedUntilTheCgroupIsLookedAtAgain(t *testing.T) {
	files := fakeFiles{
		"/proc/self/cgroup":             "0::/\n",
		"/proc/self/mountinfo":          v2Mount,
		"/sys/fs/cgroup/memory.max":     "3000000\n",
		"/sys/fs/cgroup/memory.current": "0\n",
		"/sys/fs/cgroup/memory.stat":    "",
	}
	looks := 0
	readFile := func(name string) ([]byte, error) {
		if name == "/proc/self/cgroup" {
			looks++
		}
		return files.readFile(name)
	}
	var budget cgroupBudget
	for range 10 {
		if err := budget.take(100_000, readFile); err != nil {
			t.Fatal(err)
		}
	}
	if looks != 1 {
		t.Errorf("%d looks for 1,000,000 bytes, want 1", looks)
	}
	files["/sys/fs/cgroup/memory.current"] = "2950000\n"
	for range 2 { // what was found before may still be taken
		if err := budget.take(100_000, readFile); err != nil && !errors.Is(err, ErrNoSpace) {
			t.Fatal(err)
		}
	}
	if err := budget.take(100_000, readFile); !errors.Is(err, ErrNoSpace) {
		t.Errorf("100,000 bytes where 50,000 are left give %v, want ErrNoSpace", err)
	}
	if err := budget.take(50_000, readFile); err != nil {
		t.Errorf("the 50,000 bytes that are left are refused: %v", err)
	}
	if err := budget.take(1, readFile); err != nil && !errors.Is(err, ErrNoSpace) {
		t.Error(err)
	}
}

func TestWithoutACgroupEverythingMayBeTaken(t *testing.T) {
	var budget cgroupBudget
	for _, size := range []int64{1, 1 << 40, 1 << 62} {
		if err := budget.take(size, fakeFiles{}.readFile); err != nil {
			t.Errorf("%d bytes: %v", size, err)
		}
	}
}
