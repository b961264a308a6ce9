//go:build long

package interop

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/tensorshm/tensorshm/shmem"
)

// TestBadPeerFailsItsExchange has programs in the place of peers that do what no
// peer may, each at the first line that it is sent.
func TestBadPeerFailsItsExchange(t *testing.T) {
	needs(t, "sh")
	for _, bad := range []struct{ name, script, want string }{
		{"hangs", "exec sleep 60", "no answer"},
		{"ends", "exit 3", "exit status 3"},
		{"ends well, unasked", "read line", "no answer"},
		{"reports an error", "read line; echo error out of order", "out of order"},
		{"answers something else", "read line; echo values; read line; true", "answers values"},
		{"complains", "read line; echo done; echo trouble >&2; read line; true", "trouble"},
		{"says too much", "read line; echo done; echo done; read line; true", "unasked"},
		{"fails in the end", "read line; echo done; read line; exit 4", "exit status 4"},
	} {
		t.Run(bad.name, func(t *testing.T) {
			t.Parallel()
			p, err := startProcess([]string{"sh", "-c", bad.script}, 2*time.Second)
			noError(t, err)
			_, err = p.do("about")
			if err = p.end(err); err == nil || !strings.Contains(err.Error(), bad.want) {
				t.Errorf("the exchange ends with %v, want %q", err, bad.want)
			}
		})
	}
}

// TestPeerThatChangesTheFileFails has a peer that sees everything right, but makes
// the file longer, or puts another in its place.
func TestPeerThatChangesTheFileFails(t *testing.T) {
	needs(t, "sh")
	for name, change := range map[string]string{
		"longer":  `printf x >> "$path"`,
		"another": `cp "$path" "$path.copy"; mv "$path.copy" "$path"`,
		"none":    `rm "$path"`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			script := `read step path count; ` + change + `; echo none of it; read line; true`
			path := filepath.Join(t.TempDir(), "region")
			region, err := shmem.Create(path, shmem.U8, 8)
			noError(t, err)
			defer region.Close()
			before, err := os.Stat(path)
			noError(t, err)
			p, err := startProcess([]string{"sh", "-c", script}, patience)
			noError(t, err)
			_, _, err = p.ask("attach", path, "8")
			noError(t, p.end(err))
			if err := sameFile(before, path); err == nil {
				t.Error("it passes as the same file")
			}
		})
	}
}
