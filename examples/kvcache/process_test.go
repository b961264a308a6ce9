package main

import (
	"bytes"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// running is a process of the example whose lines are kept.
type running struct {
	command        *exec.Cmd
	output, errors lockedBuffer
	ended          chan struct{}
}

type lockedBuffer struct {
	mutex  sync.Mutex
	buffer bytes.Buffer
}

func (b *lockedBuffer) Write(content []byte) (int, error) {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	return b.buffer.Write(content)
}

func (b *lockedBuffer) String() string {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	return b.buffer.String()
}

func begin(t *testing.T, arguments ...string) *running {
	t.Helper()
	r := &running{command: example(arguments...), ended: make(chan struct{})}
	r.command.Stdout, r.command.Stderr = &r.output, &r.errors
	noError(t, r.command.Start())
	go func() {
		r.command.Wait()
		close(r.ended)
	}()
	t.Cleanup(func() {
		r.command.Process.Kill()
		<-r.ended
	})
	return r
}

// lines are those that the process has printed whole. It writes each at once.
func (r *running) lines() []string {
	text := r.output.String()
	return strings.Split(text[:strings.LastIndex(text, "\n")+1], "\n")[:strings.Count(text, "\n")]
}

func (r *running) waitFor(t *testing.T, lines int) {
	t.Helper()
	for deadline := time.Now().Add(20 * time.Second); len(r.lines()) < lines; time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("%q printed %d lines, want %d: %s", r.command.Args[1:], len(r.lines()), lines, r.errors.String())
		}
	}
}

// kill kills -9, and fails if the process had ended otherwise before.
func (r *running) kill(t *testing.T) {
	t.Helper()
	r.command.Process.Kill()
	<-r.ended
	if status := r.command.ProcessState.Sys().(syscall.WaitStatus); status.Signal() != syscall.SIGKILL || r.errors.String() != "" {
		t.Errorf("%q ended by itself: %v\n%s", r.command.Args[1:], r.command.ProcessState, r.errors.String())
	}
}

// stop lets the process end by itself.
func (r *running) stop(t *testing.T) {
	t.Helper()
	r.command.Process.Signal(syscall.SIGTERM)
	<-r.ended
	if !r.command.ProcessState.Success() || r.errors.String() != "" {
		t.Errorf("%q: %v\n%s", r.command.Args[1:], r.command.ProcessState, r.errors.String())
	}
}
