// Package unpublished lets packages below shmem write to a region before its
// file has a name, so that nobody can open one that is half made.
package unpublished

// Fill returns a shmem.CreateOption that has Create and CreateRegion call fill
// with the region's memory, all zero, once its blocks are reserved. An error, or a
// page fault in that memory, fails them. Package shmem sets Fill: this one cannot
// name shmem's types.
var Fill func(fill func(memory []byte) error) any
