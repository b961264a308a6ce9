package shmem

import (
	"cmp"
	"crypto/rand"
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"unsafe"

	"golang.org/x/sys/unix"
)

// file is the open descriptor of a region's file.
type file struct{ descriptor int }

// temporaryPrefix begins the name that a file has until it is published.
const temporaryPrefix = ".tensorshm-"

// reserveChunk bounds one fallocate: a signal undoes the whole call, so a large
// one might never end.
const reserveChunk = 64 << 20

// createFile builds a complete file of size bytes aside, maps it, and only
// then gives it the name path.
func createFile(path string, size int, settings createSettings) (file, []byte, error) {
	if err := refuseTarget(path, settings.exclusive); err != nil {
		return file{}, nil, err
	}
	f, memory, err := buildUnnamed(path, size, settings)
	if errors.Is(err, errNoUnnamed) {
		f, memory, err = buildNamed(path, size, settings)
	}
	return f, memory, err
}

// errNoUnnamed reports a filesystem that cannot make or link unnamed files.
var errNoUnnamed = errors.New("no unnamed files here")

// buildUnnamed makes the file without a name, so that a creator that is killed
// leaves nothing behind.
func buildUnnamed(path string, size int, settings createSettings) (f file, memory []byte, err error) {
	descriptor, err := openRetry(filepath.Dir(path), unix.O_TMPFILE|unix.O_RDWR|unix.O_CLOEXEC, 0o600)
	switch {
	case errors.Is(err, unix.EOPNOTSUPP), errors.Is(err, unix.EISDIR), errors.Is(err, unix.EINVAL):
		return file{}, nil, errNoUnnamed
	case err != nil:
		return file{}, nil, err
	}
	f = file{descriptor}
	memory, err = f.fill(size, settings)
	if err == nil {
		err = f.publishUnnamed(path, settings.exclusive)
	}
	if err != nil {
		f.discard(memory)
		return file{}, nil, err
	}
	return f, memory, nil
}

func (f file) publishUnnamed(path string, exclusive bool) error {
	err := f.link(path)
	if !errors.Is(err, unix.EEXIST) {
		return err
	}
	if err := refuseTarget(path, exclusive); err != nil {
		return err
	}
	temporary := temporaryName(path)
	if err := f.link(temporary); err != nil {
		return err
	}
	return renameOver(temporary, path)
}

// link gives an unnamed file a name. It goes through /proc, since linking a
// descriptor directly takes a capability.
func (f file) link(path string) error {
	err := ignoringEINTR(func() error {
		return unix.Linkat(unix.AT_FDCWD, "/proc/self/fd/"+strconv.Itoa(f.descriptor), unix.AT_FDCWD, path, unix.AT_SYMLINK_FOLLOW)
	})
	if errors.Is(err, unix.ENOENT) || errors.Is(err, unix.EXDEV) || errors.Is(err, unix.EOPNOTSUPP) {
		return errNoUnnamed // no /proc, or a filesystem that lets an unnamed file stay so
	}
	return err
}

// buildNamed is buildUnnamed under a temporary name.
func buildNamed(path string, size int, settings createSettings) (f file, memory []byte, err error) {
	temporary := temporaryName(path)
	descriptor, err := openRetry(temporary, unix.O_RDWR|unix.O_CREAT|unix.O_EXCL|unix.O_NOFOLLOW|unix.O_CLOEXEC, 0o600)
	if err != nil {
		return file{}, nil, err
	}
	f = file{descriptor}
	memory, err = f.fill(size, settings)
	if err == nil {
		err = publishNamed(temporary, path, settings.exclusive)
	} else {
		unix.Unlink(temporary) // the error that counts is the first
	}
	if err != nil {
		f.discard(memory)
		return file{}, nil, err
	}
	return f, memory, nil
}

// publishNamed leaves no temporary name, whether it succeeds or not.
func publishNamed(temporary, path string, exclusive bool) error {
	if !exclusive {
		err := refuseTarget(path, false)
		if err == nil {
			return renameOver(temporary, path)
		}
		unix.Unlink(temporary)
		return err
	}
	err := ignoringEINTR(func() error { return unix.Link(temporary, path) })
	unix.Unlink(temporary)
	return err
}

// renameOver replaces the file at path, or removes temporary.
func renameOver(temporary, path string) error {
	err := ignoringEINTR(func() error { return unix.Rename(temporary, path) })
	if err != nil {
		unix.Unlink(temporary)
	}
	if errors.Is(err, unix.EISDIR) { // a folder came to be there just now
		return &operationError{fault: ErrNotRegular, cause: err}
	}
	return err
}

func temporaryName(path string) string {
	return filepath.Join(filepath.Dir(path), temporaryPrefix+rand.Text())
}

// refuseTarget fails where something stands at path that Create must not replace.
func refuseTarget(path string, exclusive bool) error {
	var stat unix.Stat_t
	err := ignoringEINTR(func() error { return unix.Lstat(path, &stat) })
	switch {
	case errors.Is(err, unix.ENOENT):
		return nil
	case err != nil:
		return err
	case exclusive:
		return unix.EEXIST
	}
	return refuseIrregular(&stat)
}

// fill gives the file its blocks, length, mode and mapping.
func (f file) fill(size int, settings createSettings) ([]byte, error) {
	if err := f.reserve(int64(size), settings.sparse); err != nil {
		return nil, err
	}
	err := ignoringEINTR(func() error { return unix.Fchmod(f.descriptor, uint32(settings.mode)) })
	if err != nil {
		return nil, err
	}
	memory, err := f.mapShared(size, unix.PROT_READ|unix.PROT_WRITE)
	if err == nil && settings.prefault {
		prefault(memory, unix.MADV_POPULATE_WRITE)
	}
	return memory, err
}

func (f file) reserve(size int64, sparse bool) error {
	if sparse {
		return ignoringEINTR(func() error { return unix.Ftruncate(f.descriptor, size) })
	}
	if size > reserveChunk {
		if err := f.refuseImpossible(size); err != nil {
			return err
		}
	}
	for start := int64(0); start < size; start += reserveChunk {
		length := min(reserveChunk, size-start)
		err := ignoringEINTR(func() error { return unix.Fallocate(f.descriptor, 0, start, length) })
		if errors.Is(err, unix.EOPNOTSUPP) {
			err = f.writeZeros(start, length)
		}
		if errors.Is(err, unix.ENOSPC) || errors.Is(err, unix.EDQUOT) {
			return &operationError{fault: ErrNoSpace, cause: err, detail: fmt.Sprintf("%d bytes wanted, %d of them reserved", size, start)}
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// refuseImpossible fails for what the filesystem has no room for now. Without
// it a hopeless reservation in chunks would fill the memory behind a tmpfs
// before it fails.
func (f file) refuseImpossible(size int64) error {
	var stat unix.Statfs_t
	if err := ignoringEINTR(func() error { return unix.Fstatfs(f.descriptor, &stat) }); err != nil {
		return err
	}
	if stat.Blocks == 0 { // a filesystem without a limit, or one that does not tell
		return nil
	}
	if free := stat.Bfree * uint64(stat.Bsize); uint64(size) > free {
		return &operationError{fault: ErrNoSpace, cause: unix.ENOSPC, detail: fmt.Sprintf("%d bytes wanted, %d free", size, free)}
	}
	return nil
}

// writeZeros reserves blocks where the filesystem knows no other way. It must
// only be used on a file that nobody else can see.
func (f file) writeZeros(start, length int64) error {
	zeros := make([]byte, min(length, 1<<20))
	for length > 0 {
		var written int
		err := ignoringEINTR(func() (err error) {
			written, err = unix.Pwrite(f.descriptor, zeros[:min(length, int64(len(zeros)))], start)
			return err
		})
		if err != nil {
			return err
		}
		start, length = start+int64(written), length-int64(written)
	}
	return nil
}

// openFile maps the first size bytes of the file at path, or all of them for
// wholeFile.
func openFile(path string, size int, settings openSettings) (file, []byte, error) {
	flags := unix.O_RDWR
	if settings.readOnly {
		flags = unix.O_RDONLY
	}
	if !settings.follows() {
		flags |= unix.O_NOFOLLOW
	}
	// O_NONBLOCK: a FIFO or a device must be refused, not waited for.
	descriptor, err := openRetry(path, flags|unix.O_CLOEXEC|unix.O_NONBLOCK|unix.O_NOCTTY, 0)
	if err != nil {
		return file{}, nil, explainOpen(err, path, settings.follows())
	}
	f := file{descriptor}
	memory, err := f.attach(size, settings)
	if err != nil {
		f.discard(memory)
		return file{}, nil, err
	}
	return f, memory, nil
}

// attach checks the file and maps it, and checks again: it may have shrunk
// in between.
func (f file) attach(size int, settings openSettings) ([]byte, error) {
	size, err := f.checkSize(size, settings.exactSize)
	if err != nil {
		return nil, err
	}
	protection, populate := unix.PROT_READ|unix.PROT_WRITE, unix.MADV_POPULATE_WRITE
	if settings.readOnly {
		protection, populate = unix.PROT_READ, unix.MADV_POPULATE_READ
	}
	memory, err := f.mapShared(size, protection)
	if err != nil {
		return nil, err
	}
	if _, err := f.checkSize(size, settings.exactSize); err != nil {
		return memory, err
	}
	if settings.prefault {
		prefault(memory, populate)
	}
	return memory, nil
}

// checkSize returns how many bytes to map of a file from which size are wanted.
func (f file) checkSize(size int, exact bool) (int, error) {
	var stat unix.Stat_t
	if err := ignoringEINTR(func() error { return unix.Fstat(f.descriptor, &stat) }); err != nil {
		return 0, err
	}
	if err := refuseIrregular(&stat); err != nil {
		return 0, err
	}
	wanted := int64(size)
	if size == wholeFile {
		wanted = max(stat.Size, 1)
	}
	switch {
	case stat.Size < wanted:
		return 0, &operationError{fault: ErrTooSmall, detail: fmt.Sprintf("%d < %d bytes", stat.Size, wanted)}
	case exact && stat.Size > wanted:
		return 0, &operationError{fault: ErrSizeMismatch, detail: fmt.Sprintf("%d > %d bytes", stat.Size, wanted)}
	case wanted > math.MaxInt:
		return 0, &operationError{fault: ErrOverflow, detail: fmt.Sprintf("%d bytes", wanted)}
	}
	return int(wanted), nil
}

// explainOpen names the real reason where open failed on what is no regular
// file: the kernel says so in as many ways as there are kinds.
func explainOpen(err error, path string, follow bool) error {
	if errors.Is(err, unix.ENOENT) || errors.Is(err, unix.EACCES) {
		return err
	}
	if stat, statErr := statPath(path, follow); statErr == nil && stat.Mode&unix.S_IFMT != unix.S_IFREG {
		return &operationError{fault: ErrNotRegular, detail: fileKind(stat.Mode), cause: err}
	}
	return err
}

func refuseIrregular(stat *unix.Stat_t) error {
	if stat.Mode&unix.S_IFMT != unix.S_IFREG {
		return &operationError{fault: ErrNotRegular, detail: fileKind(stat.Mode)}
	}
	return nil
}

func fileKind(mode uint32) string {
	switch mode & unix.S_IFMT {
	case unix.S_IFLNK:
		return "symlink"
	case unix.S_IFDIR:
		return "folder"
	case unix.S_IFIFO:
		return "FIFO"
	case unix.S_IFSOCK:
		return "socket"
	case unix.S_IFCHR, unix.S_IFBLK:
		return "device"
	}
	return fmt.Sprintf("file type %#o", mode&unix.S_IFMT)
}

func statPath(path string, follow bool) (stat unix.Stat_t, err error) {
	err = ignoringEINTR(func() error {
		if follow {
			return unix.Stat(path, &stat)
		}
		return unix.Lstat(path, &stat)
	})
	return stat, err
}

// isAt reports whether path names this file; follow says whether a symlink to it does.
func (f file) isAt(path string, follow bool) (bool, error) {
	var own unix.Stat_t
	if err := ignoringEINTR(func() error { return unix.Fstat(f.descriptor, &own) }); err != nil {
		return false, err
	}
	there, err := statPath(path, follow)
	if errors.Is(err, unix.ENOENT) || errors.Is(err, unix.ENOTDIR) {
		return false, nil
	}
	return err == nil && there.Dev == own.Dev && there.Ino == own.Ino, err
}

func unlink(path string) error {
	return ignoringEINTR(func() error { return unix.Unlink(path) })
}

func (f file) sync(memory []byte) error {
	if err := unix.Msync(memory, unix.MS_SYNC); err != nil {
		return err
	}
	return ignoringEINTR(func() error { return unix.Fsync(f.descriptor) })
}

func (f file) mapShared(size, protection int) ([]byte, error) {
	base, err := unix.MmapPtr(f.descriptor, 0, nil, uintptr(size), protection, unix.MAP_SHARED)
	if err != nil {
		return nil, err
	}
	return unsafe.Slice((*byte)(base), size), nil
}

// prefault brings pages in. Whatever goes wrong, the first access does it.
func prefault(memory []byte, advice int) { _ = unix.Madvise(memory, advice) }

// discard undoes what a failed create or open did. memory was never handed
// out, so its addresses may be used again at once.
func (f file) discard(memory []byte) {
	if memory != nil {
		release([][]byte{memory})
	}
	f.close()
}

// close does not retry: Linux frees the descriptor even on EINTR.
func (f file) close() error {
	if err := unix.Close(f.descriptor); err != nil && !errors.Is(err, unix.EINTR) {
		return err
	}
	return nil
}

// poison replaces the mapping by an inaccessible reservation of the same
// addresses, and gives back those of the oldest closed regions. An anonymous
// mapping, unlike PROT_NONE on the old one, frees the file and joins with its
// neighbours in the kernel's list.
func poison(memory []byte) error {
	base := unsafe.Pointer(unsafe.SliceData(memory))
	const flags = unix.MAP_PRIVATE | unix.MAP_ANONYMOUS | unix.MAP_NORESERVE | unix.MAP_FIXED
	if _, err := unix.MmapPtr(-1, 0, base, uintptr(len(memory)), unix.PROT_NONE, flags); err != nil {
		return err
	}
	page := unix.Getpagesize()
	reservation := unsafe.Slice((*byte)(base), (len(memory)+page-1)&^(page-1))
	return release(closedRegions.add(reservation))
}

// release gives addresses back to the kernel, neighbours together: taking one
// out of the middle would make the kernel split its mapping.
func release(reservations [][]byte) error {
	address := func(memory []byte) uintptr { return uintptr(unsafe.Pointer(unsafe.SliceData(memory))) }
	slices.SortFunc(reservations, func(a, b []byte) int { return cmp.Compare(address(a), address(b)) })
	var failed error
	for i := 0; i < len(reservations); {
		first := reservations[i]
		end := address(first)
		for i < len(reservations) && address(reservations[i]) == end {
			end += uintptr(len(reservations[i]))
			i++
		}
		failed = errors.Join(failed, unix.MunmapPtr(unsafe.Pointer(unsafe.SliceData(first)), end-address(first)))
	}
	return failed
}

func openRetry(path string, flags int, mode uint32) (descriptor int, err error) {
	err = ignoringEINTR(func() error {
		descriptor, err = unix.Open(path, flags, mode)
		return err
	})
	return descriptor, err
}

// ignoringEINTR repeats a call that a signal broke off; Go's own signals do so
// on FUSE and CIFS, and fallocate's on tmpfs.
func ignoringEINTR(call func() error) error {
	for {
		if err := call(); err != unix.EINTR {
			return err
		}
	}
}
