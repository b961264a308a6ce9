package holders

import (
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
	for wanted, want := range map[string]bool{"00:1a 4711": true, "fe:00 12": true, "00:1a 12": false, "00:1a 471": false, "00:00 4711": false} {
		if got, err := mapped(list, wanted); got != want || err != nil {
			t.Errorf("%s is mapped %t, %v; want %t", wanted, got, err, want)
		}
	}
	if _, err := mapped(list+" missing", "00:1a 4711"); !os.IsNotExist(err) {
		t.Errorf("a process that has ended gives %v", err)
	}
}

// The test's own program is mapped by this process.
func TestWhoAsksIsNotFound(t *testing.T) {
	program, err := os.Stat("/proc/self/exe")
	if err != nil {
		t.Skip(err)
	}
	found, known := Of(program)
	self := func(p Process) bool { return p.ID == os.Getpid() }
	if !known || slices.ContainsFunc(found.Processes, self) {
		t.Errorf("found %v, %t", found, known)
	}
}
