//go:build long

package interop

import (
	"fmt"
	"os"
	"strconv"

	"github.com/tensorshm/tensorshm/shmem"
)

// regionExchange is one dtype's between this process and a peer's.
type regionExchange struct {
	peer    *process
	pattern elements
	seen    terms // by the peer, in the region that it met first
	result  outcome
}

// shareRegions has both sides attach to the same two regions of dtype, one that we
// make at path and one that the peer makes at path + ".peer". Both are mapped by
// both all the time, and each side checks what the other has stored.
func shareRegions(peer *process, dtype shmem.DType, path string) (outcome, error) {
	x := &regionExchange{peer: peer, pattern: everyPattern(dtype)}
	if err := x.ofOurMaking(path); err != nil {
		return outcome{}, fmt.Errorf("a region that we created: %w", err)
	}
	if err := x.ofTheirMaking(path + ".peer"); err != nil {
		return outcome{}, fmt.Errorf("a region that the peer created: %w", err)
	}
	return x.result, nil
}

// count is the elements', as an argument.
func (x *regionExchange) count() string { return strconv.Itoa(len(x.pattern.codes)) }

func (x *regionExchange) ofOurMaking(path string) error {
	region, err := shmem.Create(path, x.pattern.dtype, len(x.pattern.codes))
	if err != nil {
		return err
	}
	defer region.Close()
	before, err := os.Stat(path)
	if err != nil {
		return err
	}
	ours, err := region.Bytes()
	if err != nil {
		return err
	}
	copy(ours, x.pattern.bytes())
	seen, err := x.meet("attach", path)
	if err != nil || seen.kind == "none" {
		return err
	}
	if err := x.peerSees("our first store", ours, seen); err != nil {
		return err
	}
	if err := x.bothStore(ours, seen, before, path); err != nil {
		return err
	}
	if err := sameFile(before, path); err != nil {
		return err
	}
	if replaced, err := region.Replaced(); err != nil || replaced {
		return fmt.Errorf("replaced: %t, %v", replaced, err)
	}
	return nil
}

func (x *regionExchange) ofTheirMaking(path string) error {
	defer os.Remove(path)
	seen, err := x.meet("create", path)
	if err != nil || seen.kind == "none" {
		return err
	}
	region, err := shmem.Open(path, x.pattern.dtype, len(x.pattern.codes), shmem.ExactSize())
	if err != nil {
		return err
	}
	defer region.Close()
	before, err := os.Stat(path)
	if err != nil {
		return err
	}
	ours, err := region.Bytes()
	if err != nil {
		return err
	}
	return x.bothStore(ours, seen, before, path)
}

// bothStore has the peer store, then us, through mappings that stay as they are, and
// the peer detach.
func (x *regionExchange) bothStore(ours []byte, seen terms, before os.FileInfo, path string) error {
	if err := x.peerStores(ours, seen); err != nil {
		return err
	}
	stored := x.pattern.shuffled(2).bytes()
	copy(ours, stored)
	if err := x.peerSees("our store through the open mapping", ours, seen); err != nil {
		return err
	}
	if err := sameFile(before, path); err != nil {
		return err
	}
	if _, err := x.peer.do("detach"); err != nil {
		return err
	}
	return firstDifference("bytes after the peer has detached", ours, stored)
}

// meet makes the peer map the region, and notes how it sees elements.
func (x *regionExchange) meet(step, path string) (terms, error) {
	kind, detail, err := x.peer.ask(step, path, x.count())
	if err != nil {
		return terms{}, err
	}
	seen := terms{kind, detail}
	if x.seen.kind != "" && x.seen != seen {
		return terms{}, fmt.Errorf("%s: answers %v, and %v before", step, seen, x.seen)
	}
	x.seen = seen
	return seen, x.result.see(seen, x.pattern)
}

// peerSees compares what the peer reads with what our mapping holds.
func (x *regionExchange) peerSees(what string, ours []byte, seen terms) error {
	want, err := seen.words(elementsOf(x.pattern.dtype, ours))
	if err != nil {
		return err
	}
	words, memory, err := x.peer.read()
	if err != nil {
		return err
	}
	if err := firstDifference(what+", in the peer's bytes", memory, ours); err != nil {
		return err
	}
	return firstDifference(what+", in the peer's "+seen.kind, words, want)
}

// peerStores has the peer store in place, in its own terms, what our mapping then
// has to hold. A NaN of the peer's is any NaN of ours.
func (x *regionExchange) peerStores(ours []byte, seen terms) error {
	wanted := x.pattern.shuffled(1)
	words, err := seen.words(wanted)
	if err != nil {
		return err
	}
	if _, err := x.peer.do(append([]string{"store"}, words...)...); err != nil {
		if reason, cannot := isCannot(err); cannot {
			x.result.note(readsOnly, reason)
			return nil
		}
		return err
	}
	stored, err := seen.words(elementsOf(x.pattern.dtype, ours))
	if err != nil {
		return err
	}
	if err := firstDifference("what the peer stored, in "+seen.kind, stored, words); err != nil {
		return err
	}
	copy(ours, wanted.bytes()) // every NaN with its own bits
	if _, err := x.peer.do("reverse"); err != nil {
		return err
	}
	return firstDifference("bytes of what the peer stored in reverse", ours, wanted.reversed().bytes())
}

// sameFile fails where a peer has changed a file's length, or put another in its
// place.
func sameFile(before os.FileInfo, path string) error {
	after, err := os.Stat(path)
	if err != nil {
		return err
	}
	if !os.SameFile(before, after) || after.Size() != before.Size() {
		return fmt.Errorf("%s is another file, or another length: %d bytes, were %d", path, after.Size(), before.Size())
	}
	return nil
}
