// Package source opens what a path of the command line names, and tells whether it
// stayed what it was while it was read.
package source

import (
	"errors"
	"io/fs"

	"github.com/tensorshm/tensorshm/shmem"
	"github.com/tensorshm/tensorshm/shmem/safetensors"
)

// Source is the tensors of a safetensors file, or of a model in several.
type Source struct {
	*safetensors.Model
	files   map[*safetensors.Tensor]*safetensors.File
	watched map[string]*Watched // by path
}

// reading has files mapped wherever they are: who only reads them has no need of memory
// that is shared between hosts.
var reading = []shmem.OpenOption{shmem.ReadOnly(), shmem.AllowNetworkFS()}

// Open opens a safetensors file, a folder that holds a model, or its index, for
// reading. Errors are those of safetensors.OpenModel, and ErrChanged.
func Open(path string) (_ *Source, err error) {
	s := &Source{files: map[*safetensors.Tensor]*safetensors.File{}, watched: map[string]*Watched{}}
	defer func() {
		if err != nil {
			err = errors.Join(err, s.Close())
		}
	}()
	model, err := safetensors.OpenModel(path, reading...) // to learn which files there are
	if err != nil {
		return nil, err
	}
	for _, file := range model.Files() {
		if s.watched[file.Path()] != nil { // an index can name a file in two ways
			continue
		}
		watched, err := Watch(file.Path())
		if err != nil {
			return nil, errors.Join(err, model.Close())
		}
		s.watched[file.Path()] = watched
	}
	if err := model.Close(); err != nil {
		return nil, err
	}
	if s.Model, err = safetensors.OpenModel(path, reading...); err != nil { // now that every change is noticed
		return nil, err
	}
	for _, file := range s.Files() {
		if s.watched[file.Path()] == nil {
			return nil, &fs.PathError{Op: "open", Path: file.Path(), Err: ErrChanged}
		}
		if err := s.watched[file.Path()].isAt(file.Path()); err != nil {
			return nil, err
		}
		for _, tensor := range file.Tensors() {
			s.files[tensor] = file
		}
	}
	return s, nil
}

// File is the file that holds a tensor.
func (s *Source) File(tensor *safetensors.Tensor) *safetensors.File { return s.files[tensor] }

// Watched is the descriptor of a file.
func (s *Source) Watched(file *safetensors.File) *Watched { return s.watched[file.Path()] }

// SameSize is Watched.SameSize of every file.
func (s *Source) SameSize() error { return s.each((*Watched).SameSize) }

// Unchanged is Watched.Unchanged of every file.
func (s *Source) Unchanged() error { return s.each((*Watched).Unchanged) }

func (s *Source) each(check func(*Watched) error) error {
	for _, file := range s.Files() {
		if err := check(s.watched[file.Path()]); err != nil {
			return err
		}
	}
	return nil
}

// Close closes all files.
func (s *Source) Close() error {
	var err error
	if s.Model != nil {
		err = s.Model.Close()
	}
	for _, watched := range s.watched {
		err = errors.Join(err, watched.Close())
	}
	return err
}
