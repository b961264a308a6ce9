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

// afterReplacement opens a file once nobody is replacing it.
func afterReplacement(open func() (file, []byte, error)) (file, []byte, error) {
	pause := backoff{}
	for {
		f, memory, err := open()
		if err != errBeingReplaced {
			return f, memory, err
		}
		if !pause.within(replacementTime) {
			return file{}, nil, &operationError{fault: ErrBusy, detail: err.Error()}
		}
	}
}
