package source

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"syscall"

	"github.com/tensorshm/tensorshm/shmem"
)

// ErrChanged reports a file that was not the same after it was read as before.
var ErrChanged = errors.New("file changed while it was read")

// Watched is an open file, and what it was at first.
type Watched struct {
	file   *os.File
	before fs.FileInfo
}

// Watch opens a regular file, and does not wait for what is none:
// shmem.ErrNotRegular.
func Watch(path string) (*Watched, error) {
	// Opening a device can have effects, so this looks first.
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, notRegular(path)
	}
	file, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	if info, err = file.Stat(); err == nil && !info.Mode().IsRegular() {
		err = notRegular(path)
	}
	if err != nil {
		file.Close()
		return nil, err
	}
	return &Watched{file, info}, nil
}

func notRegular(path string) error {
	return &fs.PathError{Op: "open", Path: path, Err: shmem.ErrNotRegular}
}

// Info is what the file was at first.
func (w *Watched) Info() fs.FileInfo { return w.before }

// ReadAt fills a buffer from an offset on; an end of the file ahead of that is
// ErrChanged.
func (w *Watched) ReadAt(buffer []byte, off int64) (int, error) {
	n, err := w.file.ReadAt(buffer, off)
	if errors.Is(err, io.EOF) {
		err = w.changed(fmt.Sprintf("it ends at byte %d", off+int64(n)))
	}
	return n, err
}

// isAt is ErrChanged where the path names another file by now.
func (w *Watched) isAt(path string) error {
	info, err := os.Stat(path)
	if err == nil && !os.SameFile(info, w.before) {
		err = w.changed("another one has its name")
	}
	return err
}

// SameSize is ErrChanged where the file has another size.
func (w *Watched) SameSize() error {
	after, err := w.file.Stat()
	if err == nil && after.Size() != w.before.Size() {
		err = w.changed(fmt.Sprintf("from %d to %d bytes", w.before.Size(), after.Size()))
	}
	return err
}

// Unchanged is ErrChanged where the file has another size, or another time of its last
// change.
func (w *Watched) Unchanged() error {
	if err := w.SameSize(); err != nil {
		return err
	}
	after, err := w.file.Stat()
	if err == nil && !after.ModTime().Equal(w.before.ModTime()) {
		err = w.changed("it was written to")
	}
	return err
}

func (w *Watched) changed(detail string) error {
	return &fs.PathError{Op: "read", Path: w.file.Name(), Err: fmt.Errorf("%w: %s", ErrChanged, detail)}
}

// Close closes the file.
func (w *Watched) Close() error { return w.file.Close() }
