package shmem

import (
	"fmt"

	"golang.org/x/sys/unix"
)

// filesystem is what holds a file.
type filesystem struct {
	magic   int64
	free    uint64 // bytes
	limited bool   // whether free means anything
}

func (f file) filesystem() (filesystem, error) {
	var stat unix.Statfs_t
	if err := ignoringEINTR(func() error { return kernel.Fstatfs(f.descriptor, &stat) }); err != nil {
		return filesystem{}, err
	}
	// The width of Type differs between platforms, and its sign means nothing.
	return filesystem{magic: int64(stat.Type) & 0xffffffff, free: stat.Bfree * uint64(stat.Bsize), limited: stat.Blocks != 0}, nil
}

// filesystemNames are those that the C library's statfs page lists by f_type.
var filesystemNames = map[int64]string{
	unix.TMPFS_MAGIC:           "tmpfs",
	unix.RAMFS_MAGIC:           "ramfs",
	unix.HUGETLBFS_MAGIC:       "hugetlbfs",
	unix.EXT4_SUPER_MAGIC:      "ext4",
	unix.XFS_SUPER_MAGIC:       "xfs",
	unix.BTRFS_SUPER_MAGIC:     "btrfs",
	unix.F2FS_SUPER_MAGIC:      "f2fs",
	unix.OVERLAYFS_SUPER_MAGIC: "overlayfs",
	zfsMagic:                   "zfs",
	unix.NFS_SUPER_MAGIC:       "nfs",
	unix.SMB_SUPER_MAGIC:       "smb",
	unix.SMB2_SUPER_MAGIC:      "smb2",
	unix.CIFS_SUPER_MAGIC:      "cifs",
	unix.FUSE_SUPER_MAGIC:      "fuse",
	unix.V9FS_MAGIC:            "9p",
	unix.CEPH_SUPER_MAGIC:      "ceph",
	unix.AFS_SUPER_MAGIC:       "afs",
	unix.CODA_SUPER_MAGIC:      "coda",
	unix.OCFS2_SUPER_MAGIC:     "ocfs2",
}

const zfsMagic = 0x2fc12fc1

func (s filesystem) String() string {
	if name, ok := filesystemNames[s.magic]; ok {
		return name
	}
	return fmt.Sprintf("filesystem %#x", s.magic)
}

// inMemory reports whether files there are charged to a memory cgroup for good.
func (s filesystem) inMemory() bool {
	return s.magic == unix.TMPFS_MAGIC || s.magic == unix.RAMFS_MAGIC
}

// refuseNetwork fails for filesystems on which a mapping is not shared with
// those who open the file elsewhere, or whose page-ins fail with the network.
func (s filesystem) refuseNetwork(allow bool) error {
	switch s.magic {
	case unix.NFS_SUPER_MAGIC, unix.SMB_SUPER_MAGIC, unix.SMB2_SUPER_MAGIC, unix.CIFS_SUPER_MAGIC, unix.FUSE_SUPER_MAGIC,
		unix.V9FS_MAGIC, unix.CEPH_SUPER_MAGIC, unix.AFS_SUPER_MAGIC, unix.CODA_SUPER_MAGIC, unix.OCFS2_SUPER_MAGIC:
		if !allow {
			return &operationError{fault: ErrUnsupportedFS, detail: s.String() + ", where memory is not reliably shared; AllowNetworkFS opens it all the same"}
		}
	}
	return nil
}

// noSpace says what there is no room for, and where a container sets the room.
func (s filesystem) noSpace(wanted int64, cause error) error {
	detail := fmt.Sprintf("%d bytes wanted on %v", wanted, s)
	if s.limited {
		detail += fmt.Sprintf(", %d free", s.free)
	}
	if s.magic == unix.TMPFS_MAGIC {
		detail += " (in a container /dev/shm is as large as --shm-size or an emptyDir's sizeLimit makes it)"
	}
	return &operationError{fault: ErrNoSpace, detail: detail, cause: cause}
}
