package shmem

import "golang.org/x/sys/unix"

// build makes the file and publishes it. There are no unnamed files here.
func build(path string, size int, _ bool, settings createSettings) (file, []byte, error) {
	return buildNamed(path, size, settings)
}

// renameExclusively gives the file at temporary the name path unless something
// has it, by a link where the filesystem cannot rename so; temporary goes either way.
func renameExclusively(temporary, path string) error {
	err := ignoringEINTR(func() error { return kernel.RenamexNp(temporary, path, unix.RENAME_EXCL) })
	if err == nil {
		return nil
	}
	if isUnsupported(err) {
		err = ignoringEINTR(func() error { return kernel.Linkat(unix.AT_FDCWD, temporary, unix.AT_FDCWD, path, 0) })
	}
	unlink(temporary)
	return err
}
