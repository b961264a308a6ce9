package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
)

// request asks a process for one step.
type request struct {
	Step     string
	Path     string // of the region
	DType    string
	Elements int
	Source   string // of the weights
}

// reply is what a process saw in its own mapping.
type reply struct {
	Checksum string
	Values   []string
	Weights  string // a summary of them
	Error    string
}

// process is a child that answers requests, one JSON value each way.
type process struct {
	command  *exec.Cmd
	requests *json.Encoder
	replies  *json.Decoder
	input    io.Closer
}

func start(ctx context.Context, role string) (*process, error) {
	program, err := os.Executable()
	if err != nil {
		return nil, err
	}
	command := exec.CommandContext(ctx, program, role)
	command.Stderr = os.Stderr
	input, err := command.StdinPipe()
	if err != nil {
		return nil, err
	}
	output, err := command.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := command.Start(); err != nil {
		return nil, err
	}
	return &process{command, json.NewEncoder(input), json.NewDecoder(output), input}, nil
}

func (p *process) id() int { return p.command.Process.Pid }

func (p *process) ask(r request) (reply, error) {
	var answer reply
	err := p.requests.Encode(r)
	if err == nil {
		err = p.replies.Decode(&answer)
	}
	if err == nil && answer.Error != "" {
		err = errors.New(answer.Error)
	}
	if err != nil {
		return reply{}, fmt.Errorf("%s of %s in process %d: %w", r.Step, r.Path, p.id(), err)
	}
	return answer, nil
}

// stop lets the process end by itself.
func (p *process) stop() {
	p.input.Close()
	p.command.Wait()
}

// serve answers requests until there are no more.
func serve(requests io.Reader, replies io.Writer, steps map[string]func(request) (reply, error)) error {
	decoder, encoder := json.NewDecoder(requests), json.NewEncoder(replies)
	for {
		var r request
		if err := decoder.Decode(&r); err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
		answer, err := reply{}, fmt.Errorf("unknown step %q", r.Step)
		if step, ok := steps[r.Step]; ok {
			answer, err = step(r)
		}
		if err != nil {
			answer.Error = err.Error()
		}
		if err := encoder.Encode(answer); err != nil {
			return err
		}
	}
}
