//go:build linux || darwin || windows

package shmem

import (
	"errors"
	"time"
)

// errBeingReplaced reports a file whose path is about to name another.
var errBeingReplaced = errors.New("the file is being replaced")

// replacementTime is more than a Create (IfUnused) needs between locking the old
// file and replacing it, which is two system calls.
const replacementTime = time.Second

// openAttached opens the file at path and maps it, once nobody is replacing it.
func openAttached(path string, size int, settings openSettings, open func() (file, error)) (file, []byte, error) {
	pause := backoff{}
	for {
		f, err := open()
		if err != nil {
			return file{}, nil, explainOpen(err, path, settings.follows())
		}
		memory, err := f.attach(path, size, settings)
		if err == nil {
			return f, memory, nil
		}
		f.discard(memory)
		if err != errBeingReplaced {
			return file{}, nil, err
		}
		if !pause.within(replacementTime) {
			return file{}, nil, &operationError{fault: ErrBusy, detail: err.Error()}
		}
	}
}

// refuseUsedNow is refuseUsed ahead of the work, which ends before it is asked again.
func refuseUsedNow(path string) error {
	standing, err := refuseUsed(path)
	if standing != nil {
		standing.close()
	}
	return err
}
