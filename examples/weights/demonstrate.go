package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"sync"
	"time"
)

// demonstrate replaces the weights while workers serve requests, and fails if a
// request does not get one whole version.
func demonstrate(ctx context.Context) error {
	ctx, stop := context.WithTimeout(ctx, time.Minute)
	defer stop()
	folder, err := sharedFolder()
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	path := filepath.Join(folder, "weights")
	fmt.Println("weights are in", path)
	if err := preloadInProcess(ctx, path); err != nil {
		return err
	}
	load := load{path: path, results: map[uint64]result{}, requests: map[uint64]int{}}
	err = load.during(ctx, func() error {
		if err := preloadInProcess(ctx, path); err != nil {
			return err
		}
		if err := preloadAndKill(ctx, path); err != nil {
			return err
		}
		return preloadInProcess(ctx, path)
	})
	if err != nil {
		return err
	}
	total := 0
	for _, version := range slices.Sorted(maps.Keys(load.requests)) {
		fmt.Printf("%d requests got %s\n", load.requests[version], load.results[version])
		total += load.requests[version]
	}
	fmt.Printf("%d requests got one whole version each\n", total)
	return nil
}

func child(ctx context.Context, role, path string) (*exec.Cmd, error) {
	program, err := os.Executable()
	if err != nil {
		return nil, err
	}
	command := exec.CommandContext(ctx, program, role, path)
	command.Stderr = os.Stderr
	return command, nil
}

func preloadInProcess(ctx context.Context, path string) error {
	command, err := child(ctx, "preload", path)
	if err != nil {
		return err
	}
	command.Stdout = os.Stdout
	return command.Run()
}

// preloadAndKill kills a preloader as soon as its file is there under its
// temporary name, or the next one where that was too fast to be seen.
func preloadAndKill(ctx context.Context, path string) error {
	command, err := child(ctx, "preload", path)
	if err != nil {
		return err
	}
	if err := command.Start(); err != nil {
		return err
	}
	ended := make(chan error)
	go func() { ended <- command.Wait() }()
	for {
		names, err := filepath.Glob(filepath.Join(filepath.Dir(path), temporaryPrefix+"*"))
		if err != nil || len(names) > 0 {
			break
		}
		select {
		case err := <-ended: // before it could be killed
			if err != nil || ctx.Err() != nil {
				return errors.Join(err, ctx.Err())
			}
			return preloadAndKill(ctx, path)
		case <-time.After(100 * time.Microsecond):
		}
	}
	fmt.Printf("preloader %d is killed halfway\n", command.Process.Pid)
	err = command.Process.Kill()
	<-ended
	return errors.Join(err, ctx.Err())
}

// load is workers that serve one request after the other, each in a process.
type load struct {
	path     string
	mutex    sync.Mutex
	results  map[uint64]result
	requests map[uint64]int
}

// during keeps two workers busy while replace runs, and for a request more.
func (l *load) during(ctx context.Context, replace func() error) error {
	over := make(chan struct{})
	var workers sync.WaitGroup
	failed := make([]error, 2)
	for i := range failed {
		workers.Go(func() {
			for last := false; !last && failed[i] == nil; {
				select {
				case <-over:
					last = true
				default:
				}
				failed[i] = l.serve(ctx)
			}
		})
	}
	err := replace()
	close(over)
	workers.Wait()
	return errors.Join(append(failed, err)...)
}

func (l *load) serve(ctx context.Context) error {
	command, err := child(ctx, "work", l.path)
	if err != nil {
		return err
	}
	output, err := command.Output()
	if err != nil {
		return fmt.Errorf("worker: %w", err)
	}
	now, err := parseResult(string(output))
	if err != nil {
		return fmt.Errorf("%q: %w", output, err)
	}
	l.mutex.Lock()
	defer l.mutex.Unlock()
	if before, again := l.results[now.version]; again && before != now {
		return fmt.Errorf("requests differ:\n%s\n%s", before, now)
	}
	l.results[now.version] = now
	l.requests[now.version]++
	return nil
}

// sharedFolder makes a folder in memory where there is one.
func sharedFolder() (string, error) {
	if folder, err := os.MkdirTemp("/dev/shm", "tensorshm-weights-"); err == nil {
		return folder, nil
	}
	return os.MkdirTemp("", "tensorshm-weights-")
}
