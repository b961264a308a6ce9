//go:build bench

package shmem_test

import (
	"bufio"
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/tensorshm/tensorshm/shmem"
)

// peer is a process that converts one file to another. It reads lines, each of a
// number: converts as often, and answers with a line of the nanoseconds that took.
// After the first answer the result is in the file.
type peer struct {
	process    *exec.Cmd
	requests   io.WriteCloser
	answers    *bufio.Scanner
	complaints bytes.Buffer
}

func startPeer(t *testing.T, process *exec.Cmd) (*peer, error) {
	t.Helper()
	p := &peer{process: process}
	requests, err := process.StdinPipe()
	noError(t, err)
	answers, err := process.StdoutPipe()
	noError(t, err)
	process.Stderr = &p.complaints
	p.requests, p.answers = requests, bufio.NewScanner(answers)
	if err := process.Start(); err != nil {
		return nil, err
	}
	t.Cleanup(p.end)
	return p, nil
}

// end makes the process end, if it has not, and waits for it.
func (p *peer) end() {
	p.requests.Close()
	p.process.Wait()
}

// convert returns the time that the process says it took. An error is what it
// complained of in the end.
func (p *peer) convert(times int) (time.Duration, error) {
	fmt.Fprintln(p.requests, times) // a process that is gone gives no answer either
	if !p.answers.Scan() {
		p.end()
		lines := strings.Split(strings.TrimSpace(p.complaints.String()), "\n")
		return 0, fmt.Errorf("%s: %s", filepath.Base(p.process.Path), lines[len(lines)-1])
	}
	nanoseconds, err := strconv.ParseInt(p.answers.Text(), 10, 64)
	return time.Duration(nanoseconds), err
}

func (p *peer) side(r *run) {
	r.elsewhere(func() time.Duration {
		spent, err := p.convert(r.times)
		must(err)
		return spent
	})
}

// agree converts once on either side and compares: nobody races a program that
// gives something else.
func agree(ours side, p *peer, ourResult, theirResult *shmem.Storage) error {
	ours(&run{times: 1})
	if _, err := p.convert(1); err != nil {
		return err
	}
	our, err := ourResult.Bytes()
	must(err)
	their, err := theirResult.Bytes()
	must(err)
	for i := range our {
		if our[i] != their[i] {
			return fmt.Errorf("its result differs from byte %d on: % x, ours has % x", i, their[i:min(i+8, len(their))], our[i:min(i+8, len(our))])
		}
	}
	return nil
}

// programInC compiles testdata/bench/convert.c.
func programInC(t *testing.T) (path string, err error) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "convert")
	complaint, err := exec.Command("gcc", "-std=gnu11", "-O3", "-mavx2", "-mf16c", "-o", path, "testdata/bench/convert.c").CombinedOutput()
	if len(complaint) > 0 {
		first, _, _ := strings.Cut(string(complaint), "\n")
		return "", errors.New(first)
	}
	return path, err
}

// TestBenchPeer makes the test binary a peer: its arguments are a dtype, a file of
// that, and a file of as many float32s to decode it to.
func TestBenchPeer(t *testing.T) {
	if flag.NArg() != 3 {
		t.Skip("a peer of TestBenchReport only")
	}
	dtype, err := shmem.ParseDType(flag.Arg(0))
	noError(t, err)
	file, err := os.Stat(flag.Arg(2))
	noError(t, err)
	elements := int(file.Size()) / 4
	codes, err := shmem.Open(flag.Arg(1), dtype, elements)
	noError(t, err)
	defer codes.Close()
	values, err := shmem.Open(flag.Arg(2), shmem.F32, elements)
	noError(t, err)
	defer values.Close()
	decode, _ := convertedFloatOf(dtype).bind(codes, values)
	for requests := bufio.NewScanner(os.Stdin); requests.Scan(); {
		times, err := strconv.Atoi(requests.Text())
		noError(t, err)
		start := time.Now()
		decode(&run{times: times})
		fmt.Println(time.Since(start).Nanoseconds())
	}
}
