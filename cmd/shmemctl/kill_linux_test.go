package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/tensorshm/tensorshm/shmem"
)

// preloading is a slow preload that has begun to copy, and what it writes to.
type preloading struct {
	command     *exec.Cmd
	input       io.Closer // that shmemctl-slowly is slow until the end of
	complains   *bufio.Reader
	destination string
	temporary   string // the name of what it copies to
}

// startPreload starts one that would take seconds, over a file that says old.
func startPreload(t *testing.T, args ...string) *preloading {
	t.Helper()
	return startProgram(t, "shmemctl-slowly", args...)
}

func startProgram(t *testing.T, program string, args ...string) *preloading {
	t.Helper()
	source, folder := filepath.Join(t.TempDir(), "source"), t.TempDir()
	header := safetensorsFile(`{"w":{"dtype":"U8","shape":[67108864],"data_offsets":[0,67108864]}}`, nil)
	noError(t, os.WriteFile(source, header, 0o600))
	noError(t, os.Truncate(source, int64(len(header))+64<<20))
	p := &preloading{destination: filepath.Join(folder, "out")}
	noError(t, os.WriteFile(p.destination, []byte("old"), 0o600))
	p.command = exec.Command(program, append([]string{"preload", source, p.destination, "--workers", "1"}, args...)...)
	var err error
	p.input, err = p.command.StdinPipe()
	noError(t, err)
	complains, err := p.command.StderrPipe()
	noError(t, err)
	restore := heedInterrupts()
	err = p.command.Start()
	restore()
	noError(t, err)
	t.Cleanup(func() {
		p.command.Process.Kill()
		p.command.Wait()
	})
	p.complains = bufio.NewReader(complains)
	if line, err := p.complains.ReadString('\n'); line != "copying\n" {
		t.Fatalf("it says %q, %v", line, err)
	}
	names, err := filepath.Glob(filepath.Join(folder, ".tensorshm-*"))
	noError(t, err)
	if len(names) != 1 {
		t.Fatalf("while it copies there are %q", names)
	}
	p.temporary = filepath.Base(names[0])
	return p
}

// heedInterrupts has programs that are started until it is undone not ignore the signals
// that end them, as those do that nohup or a shell's background starts.
func heedInterrupts() (undo func()) {
	heeded := make(chan os.Signal, 1)
	signal.Notify(heeded, os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	return func() { signal.Stop(heeded) }
}

// end waits for its end, and returns how it ended and what it said.
func (p *preloading) end(t *testing.T) (syscall.WaitStatus, string) {
	t.Helper()
	complained, err := io.ReadAll(p.complains)
	noError(t, err)
	_ = p.command.Wait() // the status says it
	return p.command.ProcessState.Sys().(syscall.WaitStatus), string(complained)
}

func (p *preloading) wantOld(t *testing.T) {
	t.Helper()
	if content, err := os.ReadFile(p.destination); err != nil || string(content) != "old" {
		t.Errorf("the destination is %.20q, %v", content, err)
	}
}

func TestInterruptedPreloadLeavesNothingAndTheOldFile(t *testing.T) {
	for _, signal := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP} {
		for _, test := range []struct {
			args []string
			says string
		}{
			{nil, "shmemctl: interrupted\n"},
			{[]string{"--json"}, `{"error":"interrupted","operation":"preload","path":"DST","exit":130}` + "\n"},
		} {
			p := startPreload(t, test.args...)
			noError(t, p.command.Process.Signal(signal))
			status, said := p.end(t)
			if want := strings.ReplaceAll(test.says, "DST", p.destination); status.ExitStatus() != exitInterrupted || said != want {
				t.Errorf("after %v it exits %d and says %q, want %q", signal, status.ExitStatus(), said, want)
			}
			p.wantOld(t)
			wantOnly(t, filepath.Dir(p.destination), "out")
		}
	}
}

func TestSecondInterruptEndsWhatIsStuck(t *testing.T) {
	p := startProgram(t, "shmemctl-stuck")
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_ = p.command.Wait() // the status says it
	}()
	for begun := time.Now(); ; time.Sleep(20 * time.Millisecond) { // the first is being noticed meanwhile
		_ = p.command.Process.Signal(syscall.SIGINT)
		select {
		case <-ended:
			if status := p.command.ProcessState.Sys().(syscall.WaitStatus); !status.Signaled() || status.Signal() != syscall.SIGINT {
				t.Errorf("it ends with %v", status)
			}
			p.wantOld(t)
			return
		default:
			if time.Since(begun) > 20*time.Second {
				noError(t, p.command.Process.Kill())
				<-ended
				t.Fatal("it does not end")
			}
		}
	}
}

func TestKilledPreloadLeavesWhatTheNextIntoThatFolderRemoves(t *testing.T) {
	p := startPreload(t)
	noError(t, p.command.Process.Kill())
	p.end(t)
	p.wantOld(t)
	folder := filepath.Dir(p.destination)
	wantOnly(t, folder, "out", p.temporary)

	source := filepath.Join(t.TempDir(), "source")
	noError(t, os.WriteFile(source, safetensorsFile(goodHeader, goodData), 0o600))
	if code, _, stderr := runIn(context.Background(), "preload", source, filepath.Join(folder, "another")); code != exitDone {
		t.Fatal(stderr)
	}
	wantOnly(t, folder, "out", "another")
}

func TestPreloadLeavesAloneWhatAnotherIsCopying(t *testing.T) {
	p := startPreload(t)
	folder := filepath.Dir(p.destination)
	source := filepath.Join(t.TempDir(), "source")
	noError(t, os.WriteFile(source, safetensorsFile(goodHeader, goodData), 0o600))
	if code, _, stderr := runIn(context.Background(), "preload", source, filepath.Join(folder, "another")); code != exitDone {
		t.Fatal(stderr)
	}
	wantOnly(t, folder, "out", "another", p.temporary)
	temporary, err := os.Open(filepath.Join(folder, p.temporary))
	noError(t, err)
	defer temporary.Close()
	if err := syscall.Flock(int(temporary.Fd()), syscall.LOCK_SH|syscall.LOCK_NB); err != syscall.EWOULDBLOCK { // which macOS goes by
		t.Errorf("what it copies to is not locked: %v", err)
	}
	noError(t, p.input.Close())
	if status, said := p.end(t); status.ExitStatus() != exitDone {
		t.Errorf("the first exits %d: %s", status.ExitStatus(), said)
	}
	wantOnly(t, folder, "out", "another")
	if code, _, stderr := runIn(context.Background(), "verify", p.destination); code != exitDone {
		t.Error(stderr)
	}
}

func TestReadersKeepTheFileThatIsReplaced(t *testing.T) {
	folder := t.TempDir()
	first, second, destination := filepath.Join(folder, "first"), filepath.Join(folder, "second"), filepath.Join(folder, "out")
	writeLarge(t, first, 1)
	writeLarge(t, second, 2)
	if code, _, stderr := runIn(context.Background(), "preload", first, destination); code != exitDone {
		t.Fatal(stderr)
	}
	region, err := shmem.OpenRegion(destination, shmem.ReadOnly())
	noError(t, err)
	defer region.Close()
	if code, _, stderr := runIn(context.Background(), "preload", second, destination); code != exitDone {
		t.Fatal(stderr)
	}
	view, err := region.ViewAs(shmem.U8, 4096, 2<<20)
	noError(t, err)
	elements, err := view.AsSliceU8()
	noError(t, err)
	for i, x := range elements {
		if x != 1 {
			t.Fatalf("element %d became %d", i, x)
		}
	}
	if replaced, err := region.Replaced(); err != nil || !replaced {
		t.Errorf("Replaced is %t, %v", replaced, err)
	}
}

func TestInfoNamesWhoHasAFileMapped(t *testing.T) {
	path := filepath.Join(t.TempDir(), "region")
	noError(t, os.WriteFile(path, make([]byte, 4096), 0o600))
	holder := exec.Command("shmemctl-hold", path)
	input, err := holder.StdinPipe()
	noError(t, err)
	output, err := holder.StdoutPipe()
	noError(t, err)
	noError(t, holder.Start())
	if line, err := bufio.NewReader(output).ReadString('\n'); line != "holding\n" {
		t.Fatalf("it says %q, %v", line, err)
	}
	look := func(inUse string) (mapped string) {
		t.Helper()
		code, stdout, stderr := runIn(context.Background(), "info", path, "--dtype", "u8", "--json")
		if code != exitDone {
			t.Fatal(stderr)
		}
		if got, err := placeInJSON([]byte(stdout), "files.0.in_use"); err != nil || got != inUse {
			t.Errorf("in_use is %s, %v, want %s", got, err, inUse)
		}
		mapped, err := placeInJSON([]byte(stdout), "files.0.mapped_by.processes")
		noError(t, err)
		return mapped
	}
	if mapped := look("true"); !strings.Contains(mapped, `"pid":`+strconv.Itoa(holder.Process.Pid)+`,"command":"shmemctl-hold"`) {
		t.Errorf("while %d has it mapped it is mapped by %s", holder.Process.Pid, mapped)
	}
	noError(t, input.Close())
	noError(t, holder.Wait())
	if mapped := look("false"); mapped != "[]" {
		t.Errorf("in the end it is mapped by %s", mapped)
	}
}

func TestInfoOfAModelNamesWhoHasWhichFile(t *testing.T) {
	folder := t.TempDir()
	held, other := filepath.Join(folder, "held"), filepath.Join(folder, "other")
	noError(t, os.WriteFile(held, safetensorsFile(goodHeader, goodData), 0o600))
	noError(t, os.WriteFile(other, safetensorsFile(`{"c":{"dtype":"U8","shape":[1],"data_offsets":[0,1]}}`, []byte{1}), 0o600))
	noError(t, os.WriteFile(filepath.Join(folder, "model.safetensors.index.json"), []byte(`{"weight_map":{"a":"held","b":"./held","c":"other"}}`), 0o600))
	holder := exec.Command("shmemctl-hold", held)
	input, err := holder.StdinPipe()
	noError(t, err)
	output, err := holder.StdoutPipe()
	noError(t, err)
	noError(t, holder.Start())
	defer holder.Wait()
	defer input.Close()
	if line, err := bufio.NewReader(output).ReadString('\n'); line != "holding\n" {
		t.Fatalf("it says %q, %v", line, err)
	}
	code, stdout, stderr := runIn(context.Background(), "info", folder, "--json")
	if code != exitDone {
		t.Fatal(stderr)
	}
	var info infoReport
	noError(t, json.Unmarshal([]byte(stdout), &info))
	if len(info.Files) != 3 {
		t.Fatalf("there are %d files", len(info.Files))
	}
	for _, file := range info.Files {
		want := "[]"
		if file.Path == held {
			want = fmt.Sprintf("[{%d shmemctl-hold}]", holder.Process.Pid)
		}
		if got := fmt.Sprint(file.MappedBy.Processes); got != want || *file.InUse != (file.Path == held) {
			t.Errorf("%s is mapped by %s, in use: %t; want %s", file.Path, got, *file.InUse, want)
		}
	}
}
