package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"syscall"
	"time"
)

// event is a line that a process printed, or its end.
type event struct {
	role, text string
	ended      bool
	err        error
}

// start runs a role in a process of its own, which is told to end when ctx does, and
// reports what it prints, and last its end.
func start(ctx context.Context, events chan<- event, role, folder string) (*exec.Cmd, error) {
	program, err := os.Executable()
	if err != nil {
		return nil, err
	}
	command := exec.CommandContext(ctx, program, role, folder)
	command.Cancel = func() error { return command.Process.Signal(syscall.SIGTERM) }
	command.WaitDelay = 5 * time.Second
	command.Stderr = os.Stderr
	output, err := command.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := command.Start(); err != nil {
		return nil, err
	}
	go func() {
		lines := bufio.NewScanner(output)
		for lines.Scan() {
			events <- event{role: role, text: lines.Text()}
		}
		err := command.Wait()
		if errors.Is(err, context.Canceled) { // it ended as it was told to
			err = nil
		}
		if err != nil {
			err = fmt.Errorf("process %d, to %s in %s: %w", command.Process.Pid, role, folder, err)
		}
		events <- event{role: role, ended: true, err: err}
	}()
	return command, nil
}

// sharedFolder makes a folder in memory where there is one.
func sharedFolder() (string, error) {
	if folder, err := os.MkdirTemp("/dev/shm", "tensorshm-kvcache-"); err == nil {
		return folder, nil
	}
	return os.MkdirTemp("", "tensorshm-kvcache-")
}
