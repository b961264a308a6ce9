package shmem

import (
	"reflect"

	"golang.org/x/sys/unix"
)

// InterceptSystemCalls has before called ahead of every system call of this
// package, with its name. An error from it is returned instead of the call
// being made; Close alone is made all the same, since Linux frees a descriptor
// whatever close returns. The function that it returns ends that.
func InterceptSystemCalls(before func(name string) error) (restore func()) {
	original := kernel
	calls := reflect.ValueOf(&kernel).Elem()
	for i := range calls.NumField() {
		name, call := calls.Type().Field(i).Name, reflect.ValueOf(original).Field(i)
		calls.Field(i).Set(reflect.MakeFunc(call.Type(), func(args []reflect.Value) []reflect.Value {
			if err := before(name); err != nil {
				if name == "Close" {
					call.Call(args)
				}
				results := make([]reflect.Value, call.Type().NumOut())
				for i := range results {
					results[i] = reflect.Zero(call.Type().Out(i))
				}
				results[len(results)-1] = reflect.ValueOf(&err).Elem()
				return results
			}
			return call.Call(args)
		}))
	}
	return func() { kernel = original }
}

// RefuseUnnamedFiles makes every filesystem seem to have no unnamed files, which
// it says by failure. The function that it returns ends that.
func RefuseUnnamedFiles(failure error) (restore func()) {
	open := kernel.Open
	kernel.Open = func(path string, flags int, mode uint32) (int, error) {
		if flags&unix.O_TMPFILE == unix.O_TMPFILE {
			return -1, failure
		}
		return open(path, flags, mode)
	}
	return func() { kernel.Open = open }
}

// RefuseLivenessLocks makes every filesystem seem to have none. The function that
// it returns ends that.
func RefuseLivenessLocks() (restore func()) {
	lock := kernel.Lock
	kernel.Lock = func(_ uintptr, _ int, lock unix.Flock_t) (unix.Flock_t, error) { return lock, unix.EINVAL }
	return func() { kernel.Lock = lock }
}

// OnFilesystem makes every file seem to be on the filesystem of a magic number,
// until the test ends.
var OnFilesystem = onFilesystem
