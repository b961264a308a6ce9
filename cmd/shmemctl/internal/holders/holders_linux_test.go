package holders

import (
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

func TestMappingIsFoundByDeviceAndInode(t *testing.T) {
	list := filepath.Join(t.TempDir(), "maps")
	lines := "7f0000000000-7f0000001000 rw-s 00000000 00:1a 4711    /dev/shm/kv\n" +
		"7f0000002000-7f0000003000 r-xp 00000000 fe:00 12    /usr/lib/libc.so.6\n" +
		"7ffc00000000-7ffc00001000 rw-p 00000000 00:00 0     [stack]\n"
	if err := os.WriteFile(list, []byte(lines), 0o600); err != nil {
		t.Fatal(err)
	}
	wanted := map[string][]int{"00:1a 4711": {0}, "fe:00 12": {1, 2}, "00:1a 12": {3}, "00:1a 471": {4}, "00:00 4711": {5}}
	want := map[string]bool{"00:1a 4711": true, "fe:00 12": true}
	if got, err := mapped(list, wanted); !maps.Equal(got, want) || err != nil {
		t.Errorf("%v are mapped, %v; want %v", got, err, want)
	}
	if _, err := mapped(list+" missing", wanted); !os.IsNotExist(err) {
		t.Errorf("a process that has ended gives %v", err)
	}
}

// The test's own program is mapped by this process.
func TestWhoAsksIsNotFound(t *testing.T) {
	program, err := os.Stat("/proc/self/exe")
	if err != nil {
		t.Skip(err)
	}
	found, known := Of([]fs.FileInfo{program})
	self := func(p Process) bool { return p.ID == os.Getpid() }
	if !known || len(found) != 1 || slices.ContainsFunc(found[0].Processes, self) {
		t.Errorf("found %v, %t", found, known)
	}
}
