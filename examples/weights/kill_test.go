package main

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"
)

// runOrKill runs a process, and kills -9 it after a time unless that is 0. It fails
// where the process ends otherwise than by that or with success.
func runOrKill(t *testing.T, after time.Duration, arguments ...string) (output string, killed bool) {
	command := example(arguments...)
	var printed, complained bytes.Buffer
	command.Stdout, command.Stderr = &printed, &complained
	if err := command.Start(); err != nil {
		t.Error(err)
		return "", true
	}
	if after > 0 {
		timer := time.AfterFunc(after, func() { command.Process.Kill() })
		defer timer.Stop()
	}
	command.Wait()
	killed = command.ProcessState.Sys().(syscall.WaitStatus).Signal() == syscall.SIGKILL
	if !command.ProcessState.Success() && !(killed && after > 0) || complained.Len() > 0 {
		t.Errorf("%q ended by itself: %v\n%s", arguments, command.ProcessState, complained.String())
	}
	return printed.String(), killed
}

func TestKilledAtAnyMomentTheVersionIsWhole(t *testing.T) {
	needsRegions(t)
	if testing.Short() {
		t.Skip("takes seconds")
	}
	path := filepath.Join(t.TempDir(), "weights")
	runExample(t, "preload", "-version", "1", path)
	began := time.Now()
	runExample(t, "preload", "-version", "2", path)
	takes := time.Since(began)

	var published, attempted atomic.Uint64 // by the preloader that is known to be done, and by any
	published.Store(2)
	attempted.Store(2)
	var over atomic.Bool
	var workers sync.WaitGroup
	type served struct {
		line          string
		atLeast, most uint64
	}
	results, killedWorkers := make(chan served, 1<<16), atomic.Int64{}
	for range 2 {
		workers.Go(func() {
			for !over.Load() {
				after := time.Duration(0)
				if rand.IntN(4) == 0 {
					after = 1 + rand.N(30*time.Millisecond)
				}
				atLeast := published.Load()
				line, killed := runOrKill(t, after, "work", path)
				if killed {
					killedWorkers.Add(1)
				}
				if line != "" {
					results <- served{line, atLeast, attempted.Load()}
				}
			}
		})
	}
	killed, survived := 0, 0
	version := uint64(2)
	for end := time.Now().Add(soak); (time.Now().Before(end) || killed < 3 || survived < 2 || len(results) < 10) && !t.Failed(); {
		version++
		attempted.Store(version)
		after := time.Duration(0)
		if rand.IntN(4) != 0 {
			after = 1 + rand.N(takes*5/4)
		}
		_, dead := runOrKill(t, after, "preload", "-version", fmt.Sprint(version), path)
		if dead {
			killed++
		} else {
			survived++
			published.Store(version)
		}
	}
	over.Store(true)
	workers.Wait()
	close(results)

	version++
	runExample(t, "preload", "-version", fmt.Sprint(version), path)
	wantOnly(t, path)
	if last := checkResult(t, runExample(t, "work", path)); last.version != version {
		t.Errorf("the last version is %d, want %d", last.version, version)
	}
	requests, distinct := 0, map[string]uint64{}
	for served := range results {
		requests++
		got, seen := distinct[served.line]
		if !seen {
			got = checkResult(t, served.line).version
			distinct[served.line] = got
		}
		if got < served.atLeast || got > served.most {
			t.Errorf("a request got version %d, want %d to %d", got, served.atLeast, served.most)
		}
	}
	t.Logf("%d preloaders killed, %d not; %d workers killed; %d requests got %d versions", killed, survived, killedWorkers.Load(), requests, len(distinct))
	if len(distinct) < 2 && !t.Failed() {
		t.Error("all requests got one version: that proves little")
	}
}

func TestPreloaderThatIsKilledLeavesWhatTheNextRemoves(t *testing.T) {
	needsRegions(t)
	path := filepath.Join(t.TempDir(), "weights")
	t.Setenv(beExample, "1") // for the preloaders that preloadAndKill starts
	left := false
	for end := time.Now().Add(10 * time.Second); !left; {
		noError(t, preloadAndKill(t.Context(), path))
		names, err := filepath.Glob(filepath.Join(filepath.Dir(path), temporaryPrefix+"*"))
		noError(t, err)
		left = len(names) > 0
		if time.Now().After(end) {
			t.Fatal("no preloader left anything")
		}
	}
	runExample(t, "preload", path)
	wantOnly(t, path)
}

func TestPreloadersAtATimeDoNotHarmEachOther(t *testing.T) {
	needsRegions(t)
	path := filepath.Join(t.TempDir(), "weights")
	var preloaders sync.WaitGroup
	for i := range 4 {
		preloaders.Go(func() { runOrKill(t, 0, "preload", "-version", fmt.Sprint(1+i), path) })
	}
	preloaders.Wait()
	checkResult(t, runExample(t, "work", path))
	wantOnly(t, path)
}
