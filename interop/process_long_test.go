//go:build long

package interop

import (
	"bufio"
	"bytes"
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"time"
)

// patience is how long a peer may take over all that it has to do with a dtype.
const patience = 30 * time.Second

// errNoAnswer is of a peer that has ended, or was ended for taking too long.
var errNoAnswer = errors.New("no answer")

// process is a peer that answers every line with one.
type process struct {
	command *exec.Cmd
	input   io.WriteCloser
	output  *bufio.Reader
	faults  bytes.Buffer // to be read when the process has ended
	cancel  context.CancelFunc
}

// startProcess starts a peer, which is killed when it takes longer than patience.
func startProcess(command []string, patience time.Duration) (*process, error) {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	p := &process{command: exec.CommandContext(ctx, command[0], command[1:]...), cancel: cancel}
	p.command.Stderr = &p.faults
	p.command.WaitDelay = time.Second // for what holds its output beyond its end
	var err error
	if p.input, err = p.command.StdinPipe(); err != nil {
		return nil, err
	}
	output, err := p.command.StdoutPipe()
	if err != nil {
		return nil, err
	}
	p.output = bufio.NewReader(output)
	return p, p.command.Start()
}

// end waits until the peer has come to its own end, which has to be a good one. If
// the exchange had failed before, it ends the peer, and says all there is to say.
func (p *process) end(failed error) error {
	defer p.cancel()
	if failed != nil && !errors.Is(failed, errNoAnswer) { // else it is ending, and how matters
		p.command.Process.Kill()
	}
	p.input.Close()
	left, _ := io.ReadAll(p.output)
	ended := p.command.Wait()
	var all []error
	if failed != nil {
		all = append(all, failed)
	} else if len(left) > 0 {
		all = append(all, fmt.Errorf("says %q unasked", left))
	}
	if ended != nil && (failed == nil || errors.Is(failed, errNoAnswer)) {
		all = append(all, fmt.Errorf("ends with %w", ended))
	}
	if faults := strings.TrimSpace(p.faults.String()); faults != "" {
		all = append(all, fmt.Errorf("complains: %s", faults))
	}
	return errors.Join(all...)
}

// cannotError is what a peer has no way to do, with its reason.
type cannotError string

func (e cannotError) Error() string { return string(e) }

// ask returns how a peer answers a line: the first word, and the others.
func (p *process) ask(words ...string) (kind, rest string, err error) {
	step := words[0]
	if _, err := fmt.Fprintln(p.input, strings.Join(words, " ")); err != nil {
		return "", "", fmt.Errorf("%s: %w: %w", step, errNoAnswer, err)
	}
	line, err := p.output.ReadString('\n')
	if err != nil {
		return "", "", fmt.Errorf("%s: %w: %w", step, errNoAnswer, err)
	}
	kind, rest, _ = strings.Cut(strings.TrimSuffix(line, "\n"), " ")
	switch kind {
	case "error":
		return "", "", fmt.Errorf("%s: %s", step, rest)
	case "cannot":
		return "", "", cannotError(rest)
	}
	return kind, rest, nil
}

// do is ask for steps that are done or fail.
func (p *process) do(words ...string) (rest string, err error) {
	kind, rest, err := p.ask(words...)
	if err == nil && kind != "done" {
		err = fmt.Errorf("%s: answers %s %s", words[0], kind, rest)
	}
	return rest, err
}

// read is what the peer sees now: the words of the elements, and their bytes.
func (p *process) read(arguments ...string) (words []string, memory []byte, err error) {
	line, err := p.do(append([]string{"read"}, arguments...)...)
	if err != nil {
		return nil, nil, err
	}
	digits, err := p.do(append([]string{"bytes"}, arguments...)...)
	if err != nil {
		return nil, nil, err
	}
	memory, err = hex.DecodeString(digits)
	return strings.Fields(line), memory, err
}

// isCannot reports whether a peer declined, and why.
func isCannot(err error) (reason string, cannot bool) {
	var declined cannotError
	cannot = errors.As(err, &declined)
	return string(declined), cannot
}
