//go:build wine

package shmem_test

import _ "unsafe" // for go:linkname

// Wine before 9 does not delete as POSIX has it, and says so by an error that package os
// does not expect. This makes os delete in the way of older systems.
//
//go:linkname deleteAsOfOld internal/syscall/windows.TestDeleteatFallback
var deleteAsOfOld bool

func init() { deleteAsOfOld = true }
