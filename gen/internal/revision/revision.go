// Package revision finds a table in a file or in the history of git.
package revision

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"

	"github.com/tensorshm/tensorshm/gen/internal/output"
	"github.com/tensorshm/tensorshm/gen/internal/spec"
)

// Table is a table that was found but not read yet.
type Table struct {
	name   string // for diagnostics
	source []byte
}

// Find returns the table that argument names: that of an existing file, or
// else the one at the module's root in a git revision. A folder is no file, so
// a branch may have the name of one.
func Find(argument string) (Table, error) {
	if argument == "" {
		return Table{}, errors.New("a file or git revision is empty; name one, such as HEAD")
	}
	info, err := os.Stat(argument)
	if err == nil && !info.IsDir() {
		source, err := os.ReadFile(argument)
		return Table{argument, source}, err
	}
	if err == nil {
		err = fmt.Errorf("%s is a folder", argument)
	}
	source, gitErr := show(argument)
	if gitErr != nil {
		return Table{}, fmt.Errorf("%q is neither a file (%w) nor a git revision that has %s (%w); name a file, or a revision such as HEAD~1 or origin/main",
			argument, err, output.TableName, gitErr)
	}
	return Table{argument + ":" + output.TableName, source}, nil
}

// Parse reads the table. Its error is spec.Diagnostics, which name the file,
// or the revision and the file as git does.
func (t Table) Parse() (*spec.Spec, error) { return spec.Parse(t.name, t.source) }

// show is the table of a git revision.
func show(revision string) ([]byte, error) {
	root, err := output.FindRoot(".")
	if err != nil {
		return nil, err
	}
	// A path that begins with ./ is relative to the folder that git runs in.
	command := exec.Command("git", "show", "--end-of-options", revision+":./"+output.TableName)
	command.Dir = root
	var complaint bytes.Buffer
	command.Stderr = &complaint
	source, err := command.Output()
	if line, _, _ := strings.Cut(complaint.String(), "\n"); err != nil && line != "" {
		return nil, errors.New("git: " + line)
	}
	return source, err
}
