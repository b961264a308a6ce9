// Package shmem shares tensors between the processes of one machine as plain
// memory. A producer creates a region, a file that it maps, and fills it
// through a typed slice; other processes open the same path and read the same
// physical pages, with no copy and no message. They need not use this package:
// a region is little-endian elements from byte 0 on, without a header, so that
// numpy, torch, Rust and C map it as it is.
//
//	cache, err := shmem.Create("/dev/shm/kv", shmem.BF16, 1<<20)  // in one process
//	elements, err := cache.AsMutSliceBF16()                       // []minifloat.BF16
//
//	cache, err := shmem.Open("/dev/shm/kv", shmem.BF16, 1<<20)    // in another
//	elements, err := cache.AsSliceBF16()                          // the same memory
//
// # Types
//
// [Storage] is a region that holds one dtype, which is all that most programs
// need. It consists of a [Region], the mapped file, and a [View], a typed window
// on it; more views come from [Region.ViewAs] and [View.Slice]. A service that
// handles every dtype switches on the type of a [HostBufferRef]; one that wants
// numbers of whatever float dtype converts them with [View.ReadFloat32] and
// [View.WriteFloat32]; and [View.CopyTo] and [View.CopyFrom] copy bytes on several
// goroutines. The dtypes and all that is typed are generated from dtypes.yaml at
// the module's root; DTYPES.md there is the table of them.
//
// # What is shared, and when it is seen
//
// Memory is coherent between the processes of one host: a store by one is what
// the others load. When they load it is another matter. Nothing here orders one
// process's accesses before another's; that takes atomics or locks, as between
// goroutines. [Region.Lock] is a lock that programs in other languages can take,
// too.
//
// The functions of sync/atomic work on elements of a region. Go's memory model speaks
// of the goroutines of one program only; between processes it is the instructions that
// count. On amd64 an atomic store is an XCHG and an atomic load a MOV, and the
// processor keeps stores in order, and loads. On arm64 they are STLR and LDAR,
// store-release and load-acquire. The compiler moves no ordinary load or store
// across them. So whoever loads what an atomic store has stored, or what the same
// process has stored there later, with an atomic load, sees after that load what had
// been stored before that store:
//
//	keys[n] = key                                // in one process
//	atomic.StoreUint32(&length[0], uint32(n+1))
//
//	n := atomic.LoadUint32(&length[0])           // in another
//	use(keys[:n])
//
// The reverse does not hold on arm64: an earlier ordinary load may be done after an
// atomic load, and a later ordinary store before an atomic store. Who re-reads a
// sequence number to learn whether what was read in between is whole has to read that
// with atomic loads, and to write it with atomic stores. examples/kvcache does both.
// An ordinary access to an element that another process stores at the same time
// is a data race as ever, and the race detector sees none in a region: [NewHeap]
// gives a test a Storage over memory where it does.
//
// # Who is alive
//
// Every open region holds a lock on its file that the kernel drops when the process
// ends, however it does. [InUse] asks for it, and Create with [IfUnused] replaces
// only what nobody has open. It is an open-file-description lock (on Windows
// LockFileEx) on one byte far beyond any data, and so in nobody's way. Programs in
// other languages that map the file do not take it, and are not seen.
//
// # Platforms
//
// Linux is where everything holds that is said here. macOS and Windows have
// implementations that differ where their systems do. On macOS InUse and IfUnused
// are errors.ErrUnsupported. On Windows a file that is mapped cannot be truncated,
// and where the system does not replace or remove one either, Create and Remove are
// ErrBusy; Sync of a ReadOnly region is fs.ErrPermission; and what Close leaves
// behind is lost where something maps memory there at that moment. The README says
// what was tested where.
//
// # Lifetime
//
// A slice from an accessor aliases the region and must not be used after
// Close. Close leaves an inaccessible reservation behind, so such a use
// crashes instead of reading other data, until 1,024 later Closes or 1 TiB of
// them (64 MiB on 32-bit platforms). Appending to a slice copies it out of the
// region, since its capacity is its length. The garbage collector never unmaps a
// region.
//
// # What can still kill a process
//
// Anyone who may write to the file can truncate it, and then an access beyond
// the new end is a signal that ends the process, as it is for every user of a
// mapped file. [View.Guard] turns it into a *FaultError, and so do
// [View.ToHostBuffer], [Storage.IntoHostBuffer], [View.CopyTo] and
// [View.CopyFrom] on all of their goroutines, and ReadFloat32 and WriteFloat32 of
// views and of HostBufferRefs; a bare loop over a slice, or HostBufferRef.ToOwned,
// dies. The same signal comes from a sparse region on a
// filesystem that becomes full, from a store to one that writes every change
// elsewhere, such as btrfs or zfs, when that is full, from a store through a slice
// of a ReadOnly region, and from a use after Close. In memory, as in /dev/shm, the
// kernel kills where a sparse region outgrows what the memory cgroup allows.
package shmem

//go:generate go tool gen
