package shmem_test

import (
	"bytes"
	"errors"
	"io/fs"
	"math"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/tensorshm/tensorshm/shmem"
)

func TestCreateReplacesTheFileAndOldReadersKeepTheirs(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "region")
	first, err := shmem.Create(path, shmem.U8, 8192)
	noError(t, err)
	defer first.Close()
	fillBytes(t, &first.View, 7)
	reader, err := shmem.Open(path, shmem.U8, 8192, shmem.ReadOnly())
	noError(t, err)
	defer reader.Close()

	second, err := shmem.Create(path, shmem.U8, 16) // shorter: truncating would kill the reader
	noError(t, err)
	defer second.Close()
	fillBytes(t, &second.View, 9)

	old, err := reader.Bytes()
	noError(t, err)
	if !bytes.Equal(old, bytes.Repeat([]byte{7}, 8192)) {
		t.Error("the reader of the replaced region sees other bytes")
	}
	for handle, want := range map[*shmem.Storage]bool{first: true, reader: true, second: false} {
		if replaced, err := handle.Replaced(); replaced != want || err != nil {
			t.Errorf("Replaced gives %t, %v; want %t", replaced, err, want)
		}
	}
	content, err := os.ReadFile(path)
	if err != nil || !bytes.Equal(content, bytes.Repeat([]byte{9}, 16)) {
		t.Errorf("the path names % x, %v", content, err)
	}
	wantOnly(t, folder, "region")
}

func fillBytes(t *testing.T, v *shmem.View, value byte) {
	t.Helper()
	memory, err := v.Bytes()
	noError(t, err)
	for i := range memory {
		memory[i] = value
	}
}

func TestExclusiveRefusesWhateverStandsThere(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "region")
	storage, err := shmem.Create(path, shmem.U8, 4, shmem.Exclusive())
	noError(t, err)
	defer storage.Close()
	for name, make := range irregularFiles {
		make(t, filepath.Join(folder, name))
	}
	for name := range irregularFiles {
		if _, err := shmem.Create(filepath.Join(folder, name), shmem.U8, 4, shmem.Exclusive()); !errors.Is(err, fs.ErrExist) {
			t.Errorf("Exclusive over a %s gives %v, want fs.ErrExist", name, err)
		}
	}
	if _, err := shmem.Create(path, shmem.U8, 4, shmem.Exclusive()); !errors.Is(err, fs.ErrExist) {
		t.Errorf("Exclusive over a region gives %v, want fs.ErrExist", err)
	}
}

// irregularFiles makes one of every kind that needs no privilege.
var irregularFiles = map[string]func(t *testing.T, path string){
	"symlink": func(t *testing.T, path string) {
		target := filepath.Join(t.TempDir(), "target")
		noError(t, os.WriteFile(target, make([]byte, 64), 0o600))
		noError(t, os.Symlink(target, path))
	},
	"dangling symlink": func(t *testing.T, path string) { noError(t, os.Symlink(path+" target", path)) },
	"FIFO":             func(t *testing.T, path string) { noError(t, syscall.Mkfifo(path, 0o600)) },
	"folder":           func(t *testing.T, path string) { noError(t, os.Mkdir(path, 0o700)) },
	"socket": func(t *testing.T, path string) {
		listener, err := net.Listen("unix", path)
		noError(t, err)
		t.Cleanup(func() { listener.Close() })
	},
}

func TestWhatIsNoRegularFileIsRefusedWithoutBlocking(t *testing.T) {
	folder := t.TempDir()
	t.Chdir(folder) // socket paths are short
	for name, make := range irregularFiles {
		make(t, name)
		before, err := os.Lstat(name)
		noError(t, err)
		_, createErr := shmem.Create(name, shmem.U8, 4)
		_, openErr := shmem.Open(name, shmem.U8, 4)
		errs := map[string]error{"Create": createErr, "Open": openErr}
		if !strings.Contains(name, "symlink") {
			_, errs["read-only Open"] = shmem.Open(name, shmem.U8, 4, shmem.ReadOnly())
		}
		for op, err := range errs {
			if !errors.Is(err, shmem.ErrNotRegular) {
				t.Errorf("%s of a %s gives %v, want ErrNotRegular", op, name, err)
			}
		}
		if after, err := os.Lstat(name); err != nil || !os.SameFile(before, after) {
			t.Errorf("a refused %s was replaced: %v", name, err)
		}
	}
	for _, device := range []string{"/dev/null", "/dev/zero"} {
		for _, options := range [][]shmem.OpenOption{nil, {shmem.ReadOnly()}} {
			if _, err := shmem.Open(device, shmem.U8, 4, options...); !errors.Is(err, shmem.ErrNotRegular) {
				t.Errorf("Open of %s gives %v, want ErrNotRegular", device, err)
			}
		}
	}
	if _, err := shmem.OpenRegion("/proc/self/status", shmem.ReadOnly()); !errors.Is(err, shmem.ErrTooSmall) {
		t.Errorf("a /proc file, which says that it is empty, gives %v, want ErrTooSmall", err)
	}
}

func TestSymlinksAreFollowedWhereTheCallerSaysSo(t *testing.T) {
	folder := t.TempDir()
	target, link := filepath.Join(folder, "target"), filepath.Join(folder, "link")
	storage, err := shmem.Create(target, shmem.U8, 4)
	noError(t, err)
	defer storage.Close()
	noError(t, os.Symlink("target", link))
	for name, options := range map[string][]shmem.OpenOption{"ReadOnly": {shmem.ReadOnly()}, "FollowSymlinks": {shmem.FollowSymlinks()}} {
		followed, err := shmem.Open(link, shmem.U8, 4, options...)
		noError(t, err)
		if replaced, err := followed.Replaced(); replaced || err != nil {
			t.Errorf("%s: Replaced gives %t, %v", name, replaced, err)
		}
		if err := followed.Remove(); !errors.Is(err, shmem.ErrReplaced) {
			t.Errorf("%s: Remove through a symlink gives %v, want ErrReplaced", name, err)
		}
		noError(t, followed.Close())
	}
	wantOnly(t, folder, "link", "target")
}

func TestReadOnlyOpensAFileThatMayOnlyBeRead(t *testing.T) {
	path := filepath.Join(t.TempDir(), "region")
	producer, err := shmem.Create(path, shmem.F32, 4, shmem.Mode(0o444))
	noError(t, err)
	defer producer.Close()
	elements, err := producer.AsMutSliceF32()
	noError(t, err)
	elements[3] = 42

	consumer, err := shmem.Open(path, shmem.F32, 4, shmem.ReadOnly())
	noError(t, err)
	defer consumer.Close()
	if consumer.Writable() {
		t.Error("a ReadOnly region says that it is writable")
	}
	if got, err := consumer.AsSliceF32(); err != nil || got[3] != 42 {
		t.Errorf("the reader sees %v, %v", got, err)
	}
	if _, err := consumer.AsMutSliceF32(); !errors.Is(err, shmem.ErrReadOnly) {
		t.Errorf("AsMutSliceF32 gives %v, want ErrReadOnly", err)
	}
	if _, err := consumer.AsMutSliceF64(); !errors.Is(err, shmem.ErrDTypeMismatch) {
		t.Errorf("AsMutSliceF64 gives %v, want ErrDTypeMismatch before ErrReadOnly", err)
	}
	part, err := consumer.Slice(1, 1)
	noError(t, err)
	if _, err := part.AsMutSliceF32(); !errors.Is(err, shmem.ErrReadOnly) || part.Writable() {
		t.Errorf("a sub-range of a ReadOnly region is writable: %v", err)
	}
	memory, err := consumer.Bytes()
	noError(t, err)
	var fault *shmem.FaultError
	if err := consumer.Guard(func() error { memory[5] = 1; return nil }); !errors.As(err, &fault) || fault.Offset != 5 {
		t.Errorf("a store through a ReadOnly region gives %v, want a FaultError at byte 5", err)
	}
}

func TestModeHoldsWhateverTheUmask(t *testing.T) {
	old := syscall.Umask(0o077)
	defer syscall.Umask(old)
	for _, mode := range []fs.FileMode{0o600, 0o660, 0o444, 0o666, 0} {
		path := filepath.Join(t.TempDir(), "region")
		storage, err := shmem.Create(path, shmem.U8, 4, shmem.Mode(mode))
		noError(t, err)
		defer storage.Close()
		if info, err := os.Stat(path); err != nil || info.Mode() != mode {
			t.Errorf("Mode(%v) makes %v, %v", mode, info.Mode(), err)
		}
	}
}

func TestOpenMapsWhatWasAskedFor(t *testing.T) {
	path := filepath.Join(t.TempDir(), "region")
	noError(t, os.WriteFile(path, []byte("0123456789"), 0o600))
	storage, err := shmem.Open(path, shmem.U8, 4)
	noError(t, err)
	defer storage.Close()
	memory, err := storage.Bytes()
	noError(t, err)
	if string(memory) != "0123" || cap(memory) != 4 || storage.Size() != 4 {
		t.Errorf("4 of 10 bytes: %q, capacity %d, size %d", memory, cap(memory), storage.Size())
	}
	if _, err := shmem.Open(path, shmem.U8, 4, shmem.ExactSize()); !errors.Is(err, shmem.ErrSizeMismatch) || !strings.Contains(err.Error(), "10 > 4 bytes") {
		t.Errorf("ExactSize of 4 of 10 bytes gives %v, want ErrSizeMismatch", err)
	}
	if _, err := shmem.Open(path, shmem.U8, 11, shmem.ExactSize()); !errors.Is(err, shmem.ErrTooSmall) {
		t.Errorf("ExactSize of 11 of 10 bytes gives %v, want ErrTooSmall", err)
	}
	region, err := shmem.OpenRegion(path)
	noError(t, err)
	defer region.Close()
	if region.Size() != 10 {
		t.Errorf("OpenRegion maps %d of 10 bytes", region.Size())
	}
	empty := filepath.Join(t.TempDir(), "empty")
	noError(t, os.WriteFile(empty, nil, 0o600))
	if _, err := shmem.OpenRegion(empty); !errors.Is(err, shmem.ErrTooSmall) {
		t.Errorf("OpenRegion of an empty file gives %v, want ErrTooSmall", err)
	}
	if info, err := os.Stat(path); err != nil || info.Size() != 10 {
		t.Errorf("Open changed the size to %d, %v", info.Size(), err)
	}
}

func TestAbundantSizeIsNoSpaceAndLeavesNothing(t *testing.T) {
	const pebibyte = int64(1) << 50
	if strconv.IntSize == 32 {
		t.Skip("no 32-bit size is beyond what a disk has")
	}
	folders := []string{t.TempDir()}
	if folder, err := os.MkdirTemp("/dev/shm", "tensorshm-test-"); err == nil {
		defer os.RemoveAll(folder)
		folders = append(folders, folder)
	}
	for _, folder := range folders {
		_, err := shmem.CreateRegion(filepath.Join(folder, "region"), pebibyte)
		if !errors.Is(err, shmem.ErrNoSpace) || !errors.Is(err, syscall.ENOSPC) || !strings.Contains(err.Error(), "1125899906842624 bytes wanted") {
			t.Errorf("a pebibyte in %s gives %v, want ErrNoSpace", folder, err)
		}
		wantOnly(t, folder)
	}
}

func TestBlocksAreReservedUnlessSparse(t *testing.T) {
	const size = 1 << 20
	for name, options := range map[string][]shmem.CreateOption{"reserved": nil, "sparse": {shmem.Sparse()}} {
		path := filepath.Join(t.TempDir(), "region")
		storage, err := shmem.Create(path, shmem.U8, size, options...)
		noError(t, err)
		defer storage.Close()
		info, err := os.Stat(path)
		noError(t, err)
		blocks := info.Sys().(*syscall.Stat_t).Blocks * 512
		if reserved := blocks >= size; reserved != (name == "reserved") || info.Size() != size {
			t.Errorf("%s: %d of %d bytes have blocks, length %d", name, blocks, size, info.Size())
		}
	}
}

func TestRemoveOnlyTakesItsOwnName(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "region")
	first, err := shmem.Create(path, shmem.U8, 4)
	noError(t, err)
	defer first.Close()
	second, err := shmem.Create(path, shmem.U8, 4)
	noError(t, err)
	defer second.Close()
	if err := first.Remove(); !errors.Is(err, shmem.ErrReplaced) {
		t.Errorf("Remove of a replaced region gives %v, want ErrReplaced", err)
	}
	wantOnly(t, folder, "region")
	noError(t, second.Remove())
	wantOnly(t, folder)
	if replaced, err := second.Replaced(); !replaced || err != nil {
		t.Errorf("after Remove Replaced gives %t, %v", replaced, err)
	}
	if err := second.Remove(); !errors.Is(err, shmem.ErrReplaced) {
		t.Errorf("a second Remove gives %v, want ErrReplaced", err)
	}
	fillBytes(t, &second.View, 1) // still mapped

	noError(t, os.Remove(folder))
	noError(t, os.WriteFile(folder, nil, 0o600))
	if replaced, err := second.Replaced(); !replaced || err != nil {
		t.Errorf("after a file took the folder's place Replaced gives %t, %v", replaced, err)
	}
}

func TestCloseIsIdempotentAndKeepsTheFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "region")
	storage, err := shmem.Create(path, shmem.U8, 4)
	noError(t, err)
	part, err := storage.Slice(1, 2)
	noError(t, err)
	noError(t, storage.Sync())
	for range 3 {
		noError(t, storage.Close())
	}
	_, bytesErr := storage.Bytes()
	_, sliceErr := part.Slice(0, 1)
	_, mutErr := part.AsMutSliceU8()
	_, refErr := storage.AsHostBufferRef()
	_, ownedErr := storage.ToHostBuffer()
	_, intoErr := storage.IntoHostBuffer()
	_, viewErr := storage.ViewAs(shmem.U8, 0, 1)
	_, replacedErr := storage.Replaced()
	wantClosed(t, "closed Storage", bytesErr, sliceErr, mutErr, refErr, ownedErr, intoErr, viewErr, replacedErr,
		storage.Remove(), storage.Sync(), storage.Guard(nothing))
	if storage.Len() != 4 || storage.Path() != path {
		t.Error("a closed Storage forgets what it was")
	}
	if content, err := os.ReadFile(path); err != nil || len(content) != 4 {
		t.Errorf("after Close the file holds %d bytes, %v", len(content), err)
	}
}

func TestStaleSliceFaultsInsteadOfReadingAnotherRegion(t *testing.T) {
	folder := t.TempDir()
	storage, err := shmem.Create(filepath.Join(folder, "stale"), shmem.U8, 4096)
	noError(t, err)
	stale, err := storage.Bytes()
	noError(t, err)
	noError(t, storage.Close())
	for i := range 64 {
		other, err := shmem.Create(filepath.Join(folder, strconv.Itoa(i)), shmem.U8, 4096)
		noError(t, err)
		defer other.Close()
		fillBytes(t, &other.View, 0xee)
	}
	if value, faulted := loadOrFault(&stale[0]); !faulted {
		t.Errorf("a slice of a closed region reads %#x", value)
	}
}

func TestGarbageCollectionUnmapsNothing(t *testing.T) {
	folder := t.TempDir()
	var slices [][]byte
	for i := range 32 {
		storage, err := shmem.Create(filepath.Join(folder, strconv.Itoa(i)), shmem.U8, 8192)
		noError(t, err)
		fillBytes(t, &storage.View, byte(i))
		memory, err := storage.Bytes()
		noError(t, err)
		slices = append(slices, memory)
	}
	for range 3 {
		runtime.GC()
	}
	for i, memory := range slices {
		if value, faulted := loadOrFault(&memory[8191]); faulted || value != byte(i) {
			t.Errorf("after a collection region %d reads %d, faulted %t", i, value, faulted)
		}
	}
}

func TestFileBeyondFourGigabytesIsSeenWhole(t *testing.T) {
	path := filepath.Join(t.TempDir(), "region")
	file, err := os.Create(path)
	noError(t, err)
	defer file.Close()
	if err := file.Truncate(1<<32 + 8); err != nil {
		t.Skipf("no sparse file of 4 GiB here: %v", err)
	}
	storage, err := shmem.Open(path, shmem.F32, 100) // more than 8, if the top bits were lost
	noError(t, err)
	noError(t, storage.Close())
	region, err := shmem.OpenRegion(path, shmem.ReadOnly())
	if strconv.IntSize == 32 {
		if !errors.Is(err, shmem.ErrOverflow) {
			t.Errorf("OpenRegion of 4 GiB gives %v, want ErrOverflow", err)
		}
		return
	}
	noError(t, err)
	defer region.Close()
	view, err := region.ViewAs(shmem.F64, 1<<32, 1)
	noError(t, err)
	if last, err := view.AsSliceF64(); err != nil || last[0] != 0 {
		t.Errorf("the last element reads %v, %v", last, err)
	}
	if _, err := shmem.CreateRegion(path, math.MaxInt64); !errors.Is(err, shmem.ErrNoSpace) {
		t.Errorf("CreateRegion of 2^63-1 bytes gives %v, want ErrNoSpace", err)
	}
}

func TestPathsAreTheKernelsNotTheTexts(t *testing.T) {
	folder := t.TempDir()
	noError(t, os.MkdirAll(filepath.Join(folder, "far", "away"), 0o700))
	noError(t, os.Symlink(filepath.Join("far", "away"), filepath.Join(folder, "link")))
	path := folder + "/link/../region" // in far, not in folder
	storage, err := shmem.Create(path, shmem.U8, 4)
	noError(t, err)
	defer storage.Close()
	again, err := shmem.Create(path, shmem.U8, 4)
	noError(t, err)
	defer again.Close()
	if replaced, err := storage.Replaced(); !replaced || err != nil {
		t.Errorf("Replaced gives %t, %v", replaced, err)
	}
	wantOnly(t, filepath.Join(folder, "far"), "away", "region")
	wantOnly(t, folder, "far", "link")
	slash := filepath.Join(folder, "far", "region") + "/"
	if _, err := shmem.Open(slash, shmem.U8, 4); !errors.Is(err, syscall.ENOTDIR) {
		t.Errorf("a file with a slash behind it gives %v, want ENOTDIR", err)
	}
	if _, err := shmem.Create(filepath.Join(folder, "new")+"/", shmem.U8, 4); err == nil {
		t.Error("a file is made where a folder was named")
	}
	wantOnly(t, folder, "far", "link")
}

func TestDescriptorsAreClosedOnExec(t *testing.T) {
	path := filepath.Join(t.TempDir(), "region")
	storage, err := shmem.Create(path, shmem.U8, 4)
	noError(t, err)
	defer storage.Close()
	reader, err := shmem.Open(path, shmem.U8, 4, shmem.ReadOnly())
	noError(t, err)
	defer reader.Close()
	region, err := os.Stat(path)
	noError(t, err)
	descriptors := 0
	for i := range 1024 {
		name := strconv.Itoa(i)
		if file, err := os.Stat("/proc/self/fd/" + name); err != nil || !os.SameFile(file, region) {
			continue
		}
		descriptors++
		info, err := os.ReadFile("/proc/self/fdinfo/" + name)
		noError(t, err)
		_, after, _ := strings.Cut(string(info), "flags:")
		flags, err := strconv.ParseInt(strings.Fields(after)[0], 8, 64)
		if err != nil || flags&syscall.O_CLOEXEC == 0 {
			t.Errorf("descriptor %d stays open on exec: flags %o, %v", i, flags, err)
		}
	}
	if descriptors != 2 {
		t.Errorf("%d descriptors of the region are open, want 2", descriptors)
	}
}

func TestHardLinksKeepTheReplacedFile(t *testing.T) {
	folder := t.TempDir()
	path, other := filepath.Join(folder, "region"), filepath.Join(folder, "other name")
	noError(t, os.WriteFile(path, []byte("kept"), 0o600))
	noError(t, os.Link(path, other))
	storage, err := shmem.Create(path, shmem.U8, 4)
	noError(t, err)
	defer storage.Close()
	if content, err := os.ReadFile(other); string(content) != "kept" {
		t.Errorf("the other name reads %q, %v", content, err)
	}
}

func TestLargeRegionsAreReservedWhole(t *testing.T) {
	skipIfShort(t)
	const size = 130 << 20 // more than two chunks
	path := filepath.Join(t.TempDir(), "region")
	storage, err := shmem.Create(path, shmem.U8, size, shmem.Prefault())
	if errors.Is(err, shmem.ErrNoSpace) {
		t.Skip(err)
	}
	noError(t, err)
	defer storage.Close()
	info, err := os.Stat(path)
	noError(t, err)
	if blocks := info.Sys().(*syscall.Stat_t).Blocks * 512; blocks < size || info.Size() != size {
		t.Errorf("%d of %d bytes have blocks, length %d", blocks, size, info.Size())
	}
}

func TestPrefaultBringsEveryPageIn(t *testing.T) {
	skipIfEmulated(t, emulatedAdvice)
	const size = 8 << 20
	folder, err := os.MkdirTemp("/dev/shm", "tensorshm-test-")
	if err != nil {
		t.Skip(err)
	}
	defer os.RemoveAll(folder)
	for name, test := range map[string]struct {
		options []shmem.OpenOption
		whole   bool
	}{"without": {nil, false}, "Prefault": {[]shmem.OpenOption{shmem.Prefault()}, true}, "ReadOnly and Prefault": {[]shmem.OpenOption{shmem.Prefault(), shmem.ReadOnly()}, true}} {
		path := filepath.Join(folder, name)
		created, err := shmem.Create(path, shmem.U8, size)
		noError(t, err)
		noError(t, created.Close())
		storage, err := shmem.Open(path, shmem.U8, size, test.options...)
		noError(t, err)
		if resident := residentBytes(t, path); (resident >= size) != test.whole {
			t.Errorf("%s: %d of %d bytes are mapped in", name, resident, size)
		}
		noError(t, storage.Close())
	}
}

// residentBytes is how much of a mapped file this process has in its page tables.
func residentBytes(t *testing.T, path string) int {
	t.Helper()
	maps, err := os.ReadFile("/proc/self/smaps")
	noError(t, err)
	_, after, found := strings.Cut(string(maps), path+"\n")
	if !found {
		t.Fatalf("%s is not mapped", path)
	}
	_, after, _ = strings.Cut(after, "Rss:")
	kilobytes, err := strconv.Atoi(strings.Fields(after)[0])
	noError(t, err)
	return kilobytes << 10
}

func TestSyncRangeChecksItsBounds(t *testing.T) {
	storage := mustCreate(t, shmem.U8, 10000)
	for _, test := range []struct {
		off, n int64
		want   error
	}{
		{0, 10000, nil},
		{5001, 4999, nil},
		{10000, 0, nil},
		{3, 0, nil},
		{-1, 1, shmem.ErrRange},
		{10001, 0, shmem.ErrRange},
		{1, 10000, shmem.ErrRange},
		{1, math.MaxInt64, shmem.ErrRange},
		{0, -1, shmem.ErrInvalidCount},
		{math.MinInt64, math.MinInt64, shmem.ErrRange},
	} {
		if err := storage.SyncRange(test.off, test.n); !errors.Is(err, test.want) {
			t.Errorf("SyncRange(%d, %d) gives %v, want %v", test.off, test.n, err, test.want)
		}
	}
	noError(t, storage.Close())
	wantClosed(t, "closed region", storage.SyncRange(0, 1))
}

func TestMappingsStayFewOverManyCycles(t *testing.T) {
	cycles := 70_000
	if testing.Short() {
		cycles = 3_000
	}
	path := filepath.Join(t.TempDir(), "region")
	storage, err := shmem.Create(path, shmem.U8, 4096)
	noError(t, err)
	noError(t, storage.Close())
	most := 0
	for i := range cycles {
		storage, err := shmem.Open(path, shmem.U8, 4096)
		noError(t, err)
		noError(t, storage.Close())
		if i%1000 == 999 {
			maps, err := os.ReadFile("/proc/self/maps")
			noError(t, err)
			count := bytes.Count(maps, []byte{'\n'})
			if i == 1999 {
				most = count + 100
			}
			if i > 1999 && count > most {
				t.Fatalf("%d mappings after %d cycles, at most %d expected", count, i+1, most)
			}
		}
	}
}

func TestWhatIsNoRegularFileIsRefusedAsSuchWithoutPermission(t *testing.T) {
	t.Chdir(t.TempDir()) // socket paths are short
	for name, make := range irregularFiles {
		make(t, name)
		restore := shmem.InterceptSystemCalls(func(call string) error {
			if call == "Open" {
				return syscall.EACCES // as for a stranger, or for a device where mounts allow none
			}
			return nil
		})
		_, err := shmem.Open(name, shmem.U8, 4)
		restore()
		if !errors.Is(err, shmem.ErrNotRegular) || !errors.Is(err, fs.ErrPermission) {
			t.Errorf("a %s that may not be opened gives %v, want ErrNotRegular", name, err)
		}
	}
}

func TestAddressesOfClosedRegionsAreGivenBack(t *testing.T) {
	const size, cycles = 1 << 20, 3000
	path := filepath.Join(t.TempDir(), "region")
	created, err := shmem.Create(path, shmem.U8, size, shmem.Sparse())
	noError(t, err)
	noError(t, created.Close())
	before := addressSpace(t)
	for range cycles {
		storage, err := shmem.Open(path, shmem.U8, size)
		noError(t, err)
		noError(t, storage.Close())
	}
	kept := shmem.ReadStats().QuarantinedBytes
	if grown := addressSpace(t) - before; grown > kept+256<<20 || kept > cycles*size/2 {
		t.Errorf("%d regions of %d bytes take %d bytes of addresses, of which %d are said to be reserved", cycles, size, grown, kept)
	}
}

// addressSpace is how many bytes of addresses this process takes.
func addressSpace(t *testing.T) int64 {
	t.Helper()
	sizes, err := os.ReadFile("/proc/self/statm")
	noError(t, err)
	pages, err := strconv.ParseInt(strings.Fields(string(sizes))[0], 10, 64)
	noError(t, err)
	return pages * int64(os.Getpagesize())
}

func TestFileThatShrinksWhileItIsMappedIsTooSmall(t *testing.T) {
	path := filepath.Join(t.TempDir(), "region")
	for name, open := range map[string]func() error{
		"Open":       func() error { _, err := shmem.Open(path, shmem.U8, 100); return err },
		"OpenRegion": func() error { _, err := shmem.OpenRegion(path); return err },
	} {
		noError(t, os.WriteFile(path, make([]byte, 100), 0o600))
		descriptors := openDescriptors(t)
		restore := shmem.InterceptSystemCalls(func(call string) error {
			if call == "Mmap" {
				return os.Truncate(path, 99)
			}
			return nil
		})
		err := open()
		restore()
		if !errors.Is(err, shmem.ErrTooSmall) || !strings.Contains(err.Error(), "99 < 100 bytes") {
			t.Errorf("%s gives %v, want ErrTooSmall", name, err)
		}
		if after := openDescriptors(t); after != descriptors || mappingsOf(t, path) != 0 {
			t.Errorf("%s leaves %d descriptors where %d were, and %d mappings", name, after, descriptors, mappingsOf(t, path))
		}
	}
}

func TestSymlinkToTheRegionReplacesItForWhomItWouldNotOpen(t *testing.T) {
	folder := t.TempDir()
	path, moved := filepath.Join(folder, "region"), filepath.Join(folder, "moved")
	strict, err := shmem.Create(path, shmem.U8, 4)
	noError(t, err)
	defer strict.Close()
	following, err := shmem.Open(path, shmem.U8, 4, shmem.FollowSymlinks())
	noError(t, err)
	defer following.Close()
	noError(t, os.Rename(path, moved))
	noError(t, os.Symlink(moved, path))
	for handle, want := range map[*shmem.Storage]bool{strict: true, following: false} {
		if replaced, err := handle.Replaced(); replaced != want || err != nil {
			t.Errorf("Replaced gives %t, %v; want %t", replaced, err, want)
		}
	}
}
