package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/tensorshm/tensorshm/cmd/shmemctl/internal/source"
	"github.com/tensorshm/tensorshm/shmem"
	"github.com/tensorshm/tensorshm/shmem/safetensors"
)

const (
	exitDone        = 0
	exitFailed      = 1
	exitUsage       = 2
	exitWrongFile   = 3
	exitInterrupted = 130
)

var (
	errUsage = errors.New("usage")
	// errDiffers reports a file whose tensors or checksum are not what was expected.
	errDiffers = errors.New("differs")
)

// usageError is a wrong usage that cobra does not see.
type usageError string

func (e usageError) Error() string { return string(e) }

func (e usageError) Is(target error) bool { return target == errUsage }

func usagef(format string, args ...any) error { return usageError(fmt.Sprintf(format, args...)) }

// placedError says of which file, or of which tensor in it, an error is.
type placedError struct {
	path, tensor string
	named        bool // whether the text of err says it already
	err          error
}

func (e *placedError) Error() string {
	switch {
	case e.named:
		return e.err.Error()
	case e.tensor == "":
		return fmt.Sprintf("%s: %v", e.path, e.err)
	}
	return fmt.Sprintf("%s: tensor %s: %v", e.path, quoted(e.tensor), e.err)
}

func (e *placedError) Unwrap() error { return e.err }

// inFile says of which file an error is whose text already does.
func inFile(path string, err error) error {
	if err == nil {
		return nil
	}
	return &placedError{path: path, named: true, err: err}
}

// notRaw is an error of opening a path as a model, with what to do if it is none.
func notRaw(path string, err error) error {
	if format, ok := errors.AsType[*safetensors.FormatError](err); ok && (format.Rule == safetensors.RuleHeaderLength || format.Rule == safetensors.RuleHeaderStart) {
		err = fmt.Errorf("%w; a raw region takes --dtype", err)
	}
	return inFile(path, err)
}

// inTensor says of which tensor an error is; name is empty for a raw region.
func inTensor(path, name string, err error) error {
	if err == nil {
		return nil
	}
	return &placedError{path: path, tensor: name, err: err}
}

// unlessChanged is the error of reading a file, or, where a check says that the file
// has changed meanwhile, that, since anything may follow from it.
func unlessChanged(err error, check func() error) error {
	if errors.Is(err, context.Canceled) {
		return err
	}
	if changed := check(); changed != nil {
		return changed
	}
	return err
}

// exitCode is that of an error of a command.
func exitCode(err error) int {
	for _, test := range []struct {
		code   int
		errors []error
	}{
		{exitInterrupted, []error{context.Canceled}},
		{exitUsage, []error{errUsage}},
		{exitWrongFile, []error{safetensors.ErrFormat, errDiffers, source.ErrChanged, shmem.ErrTooSmall, shmem.ErrSizeMismatch}},
	} {
		for _, target := range test.errors {
			if errors.Is(err, target) {
				return test.code
			}
		}
	}
	return exitFailed
}

// failure is an error in JSON.
type failure struct {
	Error     string `json:"error"`
	Operation string `json:"operation,omitempty"`
	Path      string `json:"path,omitempty"`
	Tensor    string `json:"tensor,omitempty"`
	Rule      string `json:"rule,omitempty"`
	Exit      int    `json:"exit"`
}

// fail prints an error and returns the exit code.
func (p *printer) fail(err error) int {
	f := failure{Error: err.Error(), Operation: p.operation, Exit: exitCode(err)}
	if !p.started && p.stdout.err == nil { // an error of cobra, which found no command to run
		f.Exit = exitUsage
	}
	if f.Exit == exitInterrupted {
		f.Error = "interrupted"
	}
	if placed, ok := errors.AsType[*placedError](err); ok {
		f.Path, f.Tensor = placed.path, placed.tensor
	}
	if path, ok := errors.AsType[*fs.PathError](err); ok {
		f.Path = path.Path
	}
	if link, ok := errors.AsType[*os.LinkError](err); ok {
		f.Path = link.New
	}
	if fault, ok := errors.AsType[*shmem.FaultError](err); ok && fault.Path != "" {
		f.Path = fault.Path
	}
	if format, ok := errors.AsType[*safetensors.FormatError](err); ok {
		f.Path, f.Tensor, f.Rule = format.Path, format.Tensor, format.Rule.String()
	}
	if !p.json {
		fmt.Fprintf(p.stderr, "shmemctl: %s\n", oneLine(f.Error))
		if f.Exit == exitUsage {
			fmt.Fprintln(p.stderr, "shmemctl help, and shmemctl help COMMAND, say what there is.")
		}
		return f.Exit
	}
	_ = writeJSON(p.stderr, f, "") // who does not read stderr has the exit code
	return f.Exit
}
