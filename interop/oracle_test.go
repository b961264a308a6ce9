//go:build long || exhaustive

package interop

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"

	"github.com/tensorshm/tensorshm/shmem"
)

// oracle is a program that says what code of others makes of numbers. Both
// programs take the same arguments; python/oracle.py describes them.
type oracle struct {
	command func() ([]string, error) // installs it first
	nameIn  func(shmem.Names) string // of a dtype's type, "" where it has none
}

var (
	python = oracle{sync.OnceValues(installPython), func(names shmem.Names) string { return names.NumPy }}
	rust   = oracle{sync.OnceValues(installRust), func(names shmem.Names) string { return names.Rust }}
)

// errMissing says what an oracle or a peer lacks on this machine.
var errMissing = errors.New("missing here")

func installPython() ([]string, error) {
	interpreter, err := virtualPython()
	return []string{interpreter, filepath.Join("python", "oracle.py")}, err
}

// virtualPython is the interpreter that has numpy and ml_dtypes.
var virtualPython = sync.OnceValues(func() (string, error) {
	printed, err := run("sh", filepath.Join("python", "venv.sh"))
	if err != nil {
		return "", fmt.Errorf("%w: %w", errMissing, err)
	}
	return strings.TrimSpace(printed), nil
})

func installRust() ([]string, error) {
	target, err := buildRust("rust", "--release")
	return []string{filepath.Join(target, "release", "oracle")}, err
}

// buildRust builds the crate in folder, and returns where cargo has put it.
func buildRust(folder string, options ...string) (target string, err error) {
	for _, tool := range []string{"cargo", "rustc", "cc"} {
		if _, err := exec.LookPath(tool); err != nil {
			return "", fmt.Errorf("%w: %w", errMissing, err)
		}
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	manifest, target := filepath.Join(folder, "Cargo.toml"), filepath.Join(cache, "tensorshm", folder)
	if _, err := run("cargo", "fetch", "--quiet", "--locked", "--manifest-path", manifest); err != nil {
		return "", fmt.Errorf("%w: %w", errMissing, err)
	}
	arguments := []string{"build", "--quiet", "--locked", "--offline", "--manifest-path", manifest, "--target-dir", target}
	_, err = run("cargo", append(arguments, options...)...)
	return target, err
}

// run returns what a command prints, and in the error what it complains of.
func run(name string, args ...string) (string, error) {
	var complaints strings.Builder
	command := exec.Command(name, args...)
	command.Stderr = &complaints
	printed, err := command.Output()
	if err != nil {
		return "", fmt.Errorf("%s %s: %w\n%s", name, strings.Join(args, " "), err, &complaints)
	}
	return string(printed), nil
}

// ask hands read what the oracle answers, which has to be all that it writes.
func (o *oracle) ask(read func(io.Reader) error, args ...string) error {
	command, err := o.command()
	if err != nil {
		return err
	}
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	program := exec.CommandContext(ctx, command[0], append(command[1:len(command):len(command)], args...)...)
	var complaints strings.Builder
	program.Stderr = &complaints
	answer, err := program.StdoutPipe()
	if err != nil {
		return err
	}
	if err := program.Start(); err != nil {
		return err
	}
	err = read(answer)
	early := errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF)
	if err == nil {
		if more, _ := io.Copy(io.Discard, answer); more > 0 {
			err = fmt.Errorf("%d bytes too many", more)
		}
	} else if !early {
		stop() // or it waits for its reader
	}
	if ended := program.Wait(); ended != nil && (err == nil || early) {
		return fmt.Errorf("%s %s: %w\n%s", strings.Join(command, " "), strings.Join(args, " "), ended, &complaints)
	}
	return err
}
