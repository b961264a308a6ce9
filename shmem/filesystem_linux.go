package shmem

import (
	"fmt"
	"sync"

	"golang.org/x/sys/unix"
)

// filesystem is what holds a file.
type filesystem struct {
	magic   int64
	free    uint64 // bytes
	limited bool   // whether free means anything
	noFiles bool   // whether no inode is free

	pageBytes int // of the filesystem, as hugetlbfs has them
}

func (f file) filesystem() (filesystem, error) {
	var stat unix.Statfs_t
	err := ignoringEINTR(func() (err error) { stat, err = kernel.Fstatfs(f.descriptor); return err })
	if err != nil {
		return filesystem{}, err
	}
	return filesystem{
		// The width of Type differs between platforms, and its sign means nothing.
		magic: int64(stat.Type) & 0xffffffff,
		// Blocks are counted in Frsize, which is not Bsize on FUSE and the like.
		free:      stat.Bfree * uint64(stat.Frsize),
		limited:   stat.Blocks != 0,
		noFiles:   stat.Files != 0 && stat.Ffree == 0,
		pageBytes: int(stat.Bsize),
	}, nil
}

// filesystemOn is filesystem for a file on the device of that number. In shared
// memory, where most are, it needs no system call, and says nothing of the room there.
func (f file) filesystemOn(device uint64) (filesystem, error) {
	if device == sharedMemoryDevice() {
		return filesystem{magic: unix.TMPFS_MAGIC}, nil
	}
	return f.filesystem()
}

// sharedMemoryDevice is the device number of /dev/shm, looked at once, or 0 if that
// is no tmpfs. The kernel gives the number to no other filesystem while /dev/shm is
// mounted, which is as long as programs run.
var sharedMemoryDevice = sync.OnceValue(func() uint64 {
	f, err := openDescriptor("/dev/shm", unix.O_PATH|unix.O_DIRECTORY, 0)
	if err != nil {
		return 0
	}
	defer f.close()
	where, err := f.filesystem()
	if err != nil || where.magic != unix.TMPFS_MAGIC {
		return 0
	}
	stat, err := f.stat()
	if err != nil {
		return 0
	}
	return uint64(stat.Dev)
})

// filesystemNames has those of the machine's own memory and disks.
var filesystemNames = map[int64]string{
	unix.TMPFS_MAGIC:           "tmpfs",
	unix.RAMFS_MAGIC:           "ramfs",
	unix.HUGETLBFS_MAGIC:       "hugetlbfs",
	unix.EXT4_SUPER_MAGIC:      "ext4",
	unix.XFS_SUPER_MAGIC:       "xfs",
	unix.BTRFS_SUPER_MAGIC:     "btrfs",
	unix.F2FS_SUPER_MAGIC:      "f2fs",
	unix.OVERLAYFS_SUPER_MAGIC: "overlayfs",
	0x2fc12fc1:                 "zfs",
}

// networkFilesystemNames has those on which a mapping is not shared with who
// opens the file elsewhere, or whose page-ins fail with the network. Those
// without a constant are as coreutils' stat has them.
var networkFilesystemNames = map[int64]string{
	unix.NFS_SUPER_MAGIC:   "nfs",
	unix.SMB_SUPER_MAGIC:   "smb",
	unix.SMB2_SUPER_MAGIC:  "smb2",
	unix.CIFS_SUPER_MAGIC:  "cifs",
	unix.FUSE_SUPER_MAGIC:  "fuse",
	unix.V9FS_MAGIC:        "9p",
	unix.CEPH_SUPER_MAGIC:  "ceph",
	unix.AFS_SUPER_MAGIC:   "afs",
	unix.AFS_FS_MAGIC:      "kafs",
	unix.CODA_SUPER_MAGIC:  "coda",
	unix.OCFS2_SUPER_MAGIC: "ocfs2",
	0x0bd00bd0:             "lustre",
	0x47504653:             "gpfs",
	0x19830326:             "beegfs",
	0x01161970:             "gfs2",
	0x20030528:             "orangefs",
	0xaad7aaea:             "panfs",
	0xbeefdead:             "snfs",
	0x786f4256:             "vboxsf",
	0xbacbacbc:             "vmhgfs",
	0x7c7c6673:             "prl_fs",
}

func (s filesystem) String() string {
	for _, names := range []map[int64]string{filesystemNames, networkFilesystemNames} {
		if name, ok := names[s.magic]; ok {
			return name
		}
	}
	return fmt.Sprintf("filesystem %#x", s.magic)
}

// inMemory reports whether files there are charged to a memory cgroup for good.
func (s filesystem) inMemory() bool {
	return s.magic == unix.TMPFS_MAGIC || s.magic == unix.RAMFS_MAGIC
}

// refuse fails where a region of size bytes could not keep its promises.
func (s filesystem) refuse(size int, allowNetwork bool) error {
	if _, network := networkFilesystemNames[s.magic]; network && !allowNetwork {
		return &operationError{fault: ErrUnsupportedFS, detail: s.String() + ", where memory is not reliably shared; AllowNetworkFS opens it all the same"}
	}
	// Its files are whole pages long, and no part of a page can be unmapped.
	if s.magic == unix.HUGETLBFS_MAGIC && size%s.pageBytes != 0 {
		return &operationError{fault: ErrUnsupportedFS, detail: fmt.Sprintf("%v, where regions are multiples of %d bytes, not %d", s, s.pageBytes, size)}
	}
	return nil
}

// noSpace says what there is no room for, and where a container sets the room.
func (s filesystem) noSpace(wanted int64, cause error) error {
	detail := fmt.Sprintf("%d bytes wanted on %v", wanted, s)
	if s.limited {
		detail += fmt.Sprintf(", %d free", s.free)
	}
	if s.noFiles {
		detail += ", no inode free"
	}
	if s.magic == unix.TMPFS_MAGIC {
		detail += " (in a container /dev/shm is as large as --shm-size or an emptyDir's sizeLimit makes it)"
	}
	return &operationError{fault: ErrNoSpace, detail: detail, cause: cause}
}

// noRoomIn is noSpace where not even a file or a name could be made in folder.
func noRoomIn(folder string, wanted int64, cause error) error {
	var where filesystem
	f, err := openDescriptor(folder, unix.O_PATH|unix.O_DIRECTORY, 0)
	if err == nil {
		where, err = f.filesystem()
		f.close()
	}
	if err != nil {
		return &operationError{fault: ErrNoSpace, detail: fmt.Sprintf("%d bytes wanted", wanted), cause: cause}
	}
	return where.noSpace(wanted, cause)
}
