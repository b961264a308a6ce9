package shmem

import "io/fs"

// CreateOption adjusts Create and CreateRegion.
type CreateOption interface{ applyToCreate(*createSettings) }

// OpenOption adjusts Open and OpenRegion.
type OpenOption interface{ applyToOpen(*openSettings) }

// Option adjusts both Create and Open.
type Option interface {
	CreateOption
	OpenOption
}

type createSettings struct {
	mode      fs.FileMode
	exclusive bool
	sparse    bool
	prefault  bool
	ifUnused  bool

	allowNetworkFS bool

	fill func(memory []byte) error // of internal/unpublished; nil leaves zeros
}

type openSettings struct {
	readOnly       bool
	exactSize      bool
	followSymlinks bool
	prefault       bool
	allowNetworkFS bool
}

// follows reports whether Open goes through a symlink at the path.
func (s openSettings) follows() bool { return s.readOnly || s.followSymlinks }

type createOption func(*createSettings)

func (o createOption) applyToCreate(s *createSettings) { o(s) }

type openOption func(*openSettings)

func (o openOption) applyToOpen(s *openSettings) { o(s) }

// Mode gives the new file these permission bits whatever the umask, instead
// of 0600. Bits other than fs.ModePerm make Create fail with fs.ErrInvalid. Windows
// keeps no more of it than whether the owner may write; the folder says who may
// what.
func Mode(mode fs.FileMode) CreateOption {
	return createOption(func(s *createSettings) { s.mode = mode })
}

// Exclusive makes Create fail with fs.ErrExist where anything stands at the
// path, instead of replacing a regular file.
func Exclusive() CreateOption {
	return createOption(func(s *createSettings) { s.exclusive = true })
}

// IfUnused makes Create fail with ErrBusy where a process has the region at the
// path open, this process included, instead of replacing it. What this package has
// opened is seen; readers in other languages are not, nor is a slice that outlived
// its region. Of two Creates at once one has ErrBusy; one without the option can still
// come between, and so can a second one where the caller may not write to the file
// at the path, since it cannot be locked then. A filesystem without
// open-file-description locks is errors.ErrUnsupported, and so is macOS.
func IfUnused() CreateOption {
	return createOption(func(s *createSettings) { s.ifUnused = true })
}

// Sparse makes Create leave the file's blocks to be allocated when they are
// first touched. It is fast, but on a full filesystem the first access to an
// element then raises a signal instead of Create returning ErrNoSpace.
func Sparse() CreateOption {
	return createOption(func(s *createSettings) { s.sparse = true })
}

// ReadOnly makes Open map the file without write permission, which a file of
// mode 0444 allows, and follow a symlink at the path. Mutable accessors then
// answer ErrReadOnly, and a write through a slice faults.
func ReadOnly() OpenOption {
	return openOption(func(s *openSettings) { s.readOnly = true })
}

// ExactSize makes Open fail with ErrSizeMismatch where the file holds more
// bytes than were asked for. OpenRegion asks for the whole file, so there it
// changes nothing.
func ExactSize() OpenOption {
	return openOption(func(s *openSettings) { s.exactSize = true })
}

// FollowSymlinks lets a read-write Open follow a symlink at the path.
func FollowSymlinks() OpenOption {
	return openOption(func(s *openSettings) { s.followSymlinks = true })
}

// Prefault asks the kernel to bring every page in before Create or Open
// returns, so that the first pass over the elements is as fast as the later
// ones. It is a hint: where the kernel cannot, or the memory cgroup has no room,
// the call succeeds all the same. Under a read-write Open, and in /dev/shm under
// any, a sparse file gets the blocks that it lacks.
func Prefault() Option { return prefaultOption{} }

type prefaultOption struct{}

func (prefaultOption) applyToCreate(s *createSettings) { s.prefault = true }
func (prefaultOption) applyToOpen(s *openSettings)     { s.prefault = true }

// AllowNetworkFS lets a region be on a network or FUSE filesystem, which is
// otherwise ErrUnsupportedFS: there, processes on other hosts do not see what is
// stored, and an access can fail with the network, as under truncation.
func AllowNetworkFS() Option { return allowNetworkFSOption{} }

type allowNetworkFSOption struct{}

func (allowNetworkFSOption) applyToCreate(s *createSettings) { s.allowNetworkFS = true }
func (allowNetworkFSOption) applyToOpen(s *openSettings)     { s.allowNetworkFS = true }

func newCreateSettings(options []CreateOption) createSettings {
	settings := createSettings{mode: 0o600}
	for _, option := range options {
		if option != nil {
			option.applyToCreate(&settings)
		}
	}
	return settings
}

func newOpenSettings(options []OpenOption) openSettings {
	var settings openSettings
	for _, option := range options {
		if option != nil {
			option.applyToOpen(&settings)
		}
	}
	return settings
}
