//go:build long

package interop

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"text/tabwriter"

	"github.com/tensorshm/tensorshm/shmem"
)

var everyPeer = flag.Bool("every-peer", false, "fail where a peer cannot be set up, instead of skipping it")

// peer is a column of the matrix: a program in another language that shares a
// dtype's regions or files with this process.
type peer struct {
	name     string
	folder   string                             // of what is shared; the test's own if empty
	command  func(*testing.T) ([]string, error) // sets it up first; takes the dtype as last argument
	argument func(shmem.DType) string           // what it calls the dtype
	worst    func(shmem.DType) int              // outcome that passes, since the peer claims no more
	exchange func(*process, shmem.DType, string) (outcome, error)
}

// matrix is what came of every dtype with every peer.
type matrix struct {
	mutex  sync.Mutex
	cells  map[string]map[shmem.DType]outcome // by peer
	abouts map[string]string                  // by peer: versions, or what it lacks
}

func (m *matrix) set(peer string, dtype shmem.DType, result outcome) {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	if m.cells[peer] == nil {
		m.cells[peer] = map[shmem.DType]outcome{}
	}
	m.cells[peer][dtype] = result
}

func (m *matrix) setColumn(peer string, result outcome) {
	for dtype := range shmem.DTypes() {
		m.set(peer, dtype, result)
	}
}

func (m *matrix) setAbout(peer, about string) {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	m.abouts[peer] = about
}

// TestEveryPeerSharesEveryDType prints the matrix of what came of it.
func TestEveryPeerSharesEveryDType(t *testing.T) {
	m := &matrix{cells: map[string]map[shmem.DType]outcome{}, abouts: map[string]string{}}
	t.Cleanup(func() { m.print(os.Stdout) })
	for _, p := range peers {
		t.Run(p.name, func(t *testing.T) {
			t.Parallel()
			m.fill(t, p)
		})
	}
}

// fill does a peer's column. Where the peer cannot be had it skips, or fails if
// every peer is wanted.
func (m *matrix) fill(t *testing.T, p peer) {
	m.setColumn(p.name, outcome{worst: failed, reasons: []string{"not reached"}})
	command, err := p.command(t)
	if errors.Is(err, errMissing) && !*everyPeer {
		m.setColumn(p.name, outcome{worst: skipped})
		m.setAbout(p.name, "skipped: "+oneLine(err))
		t.Skip(err)
	}
	if err != nil {
		m.setColumn(p.name, outcome{worst: failed})
		m.setAbout(p.name, "FAILED: cannot be set up: "+oneLine(err))
		t.Fatal(err)
	}
	folder := p.folder
	if folder == "" {
		folder = t.TempDir()
	}
	for dtype := range shmem.DTypes() {
		t.Run(dtype.String(), func(t *testing.T) {
			// One name a process and dtype: peers name regions in /dev/shm by it.
			path := filepath.Join(folder, fmt.Sprintf("tensorshm-interop-%d-%v", os.Getpid(), dtype))
			result, about, err := p.meet(slices.Concat(command, []string{p.argument(dtype)}), dtype, path)
			if err != nil {
				result = outcome{worst: failed, reasons: []string{oneLine(err)}}
				t.Error(err)
			}
			m.set(p.name, dtype, result)
			if about != "" {
				m.setAbout(p.name, about)
			}
		})
	}
}

// meet runs the peer's program for one dtype, and gives what it says of itself.
func (p peer) meet(command []string, dtype shmem.DType, path string) (result outcome, about string, err error) {
	defer os.Remove(path)
	if dtype.Bits() > 64 {
		return outcome{}, "", fmt.Errorf("elements of %d bits need wider codes than this test has", dtype.Bits())
	}
	process, err := startProcess(command, patience)
	if err != nil {
		return outcome{}, "", err
	}
	about, err = process.do("about")
	if err == nil {
		result, err = p.exchange(process, dtype, path)
	}
	if err := process.end(err); err != nil {
		return outcome{}, about, err
	}
	if result.worst > p.worst(dtype) {
		return outcome{}, about, fmt.Errorf("no more than %s: %s", outcomeWords[result.worst], strings.Join(result.reasons, "; "))
	}
	if _, err := os.Stat(path); err != nil && result.worst < notApplicable {
		return outcome{}, about, fmt.Errorf("after the peer's end our file: %w", err)
	}
	return result, about, nil
}

// print writes the matrix, the reason of every cell that is not ok, and what the
// peers are.
func (m *matrix) print(out io.Writer) {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	var reasons []string
	number := func(reason string) string {
		if !slices.Contains(reasons, reason) {
			reasons = append(reasons, reason)
		}
		return fmt.Sprintf("[%d]", slices.Index(reasons, reason)+1)
	}
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprint(table, "\ndtype")
	var shown []peer
	for _, p := range peers {
		if m.cells[p.name] != nil { // else -run has left it out
			shown = append(shown, p)
			fmt.Fprint(table, "\t", p.name)
		}
	}
	fmt.Fprintln(table)
	for dtype := range shmem.DTypes() {
		fmt.Fprint(table, dtype)
		for _, p := range shown {
			cell := m.cells[p.name][dtype]
			fmt.Fprint(table, "\t", outcomeWords[cell.worst])
			for _, reason := range cell.reasons {
				fmt.Fprint(table, number(p.name+": "+reason))
			}
		}
		fmt.Fprintln(table)
	}
	table.Flush()
	fmt.Fprint(out, legend)
	for i, reason := range reasons {
		fmt.Fprintf(out, "[%d] %s\n", i+1, reason)
	}
	fmt.Fprintln(out)
	for _, p := range shown {
		fmt.Fprintf(out, "%s: %s\n", p.name, m.abouts[p.name])
	}
}

// oneLine is an error's text, which may hold what a program printed.
func oneLine(err error) string {
	return strings.ReplaceAll(strings.TrimSpace(err.Error()), "\n", "; ")
}

const legend = `
ok       each side reads the values that the other stores, in place in regions
codes    so it does, of the elements' bits: the peer has no type for the values
reads    the peer reads what we store, and has no way to store
n/a      the peer does not have the dtype
skipped  the peer cannot be had on this machine
FAILED   anything else

`
