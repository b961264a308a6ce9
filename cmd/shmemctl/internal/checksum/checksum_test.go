package checksum

import (
	"bytes"
	"context"
	"errors"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/tensorshm/tensorshm/shmem"
)

// What zlib and hashlib of Python make of the same bytes.
const (
	sumOfNothing   = "sha256-of-1MiB-crc32:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
	sumOfDigits    = "sha256-of-1MiB-crc32:561352a29992d77b1351cd792192665fd58b1238e1c53d4415df7bf6cb57783e" // 123456789
	sumOfTwoBlocks = "sha256-of-1MiB-crc32:2635fca80d6c7ef031380b93dd1843b4f16ccdb7cd482f8f7532fa6239b7843a" // 1 MiB of a, 123456789
)

func TestBlocksAreSummedInPieces(t *testing.T) {
	if got := BlocksFor(0).String(); got != sumOfNothing {
		t.Errorf("nothing has the sum %s", got)
	}
	digits := BlocksFor(9)
	digits[0] = Add(Add(Add(0, []byte("1234")), nil), []byte("56789"))
	if got := digits.String(); got != sumOfDigits {
		t.Errorf("9 digits have the sum %s", got)
	}
	if sums := BlocksFor(1<<20 + 1); len(sums) != 2 {
		t.Errorf("a byte more than a block is %d blocks", len(sums))
	}
}

func TestSumOfARegionIsThatOfItsData(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("regions need Linux")
	}
	const ahead = 5
	region, err := shmem.Create(filepath.Join(t.TempDir(), "region"), shmem.U8, ahead+1<<20+9)
	if err != nil {
		t.Fatal(err)
	}
	defer region.Close()
	elements, err := region.AsMutSliceU8()
	if err != nil {
		t.Fatal(err)
	}
	copy(elements[ahead:], append(bytes.Repeat([]byte("a"), 1<<20), "123456789"...))
	for offset, want := range map[int64]string{ahead: sumOfTwoBlocks, ahead + 1<<20: sumOfDigits, region.Size(): sumOfNothing} {
		for _, workers := range []int{1, 3} {
			if got, err := Of(context.Background(), region.Region, offset, workers); got != want || err != nil {
				t.Errorf("from byte %d on, by %d workers, the sum is %s, %v; want %s", offset, workers, got, err, want)
			}
		}
	}
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Of(ended, region.Region, ahead, 1); !errors.Is(err, context.Canceled) {
		t.Errorf("with an ended context it returns %v", err)
	}
}

func TestPlaceholderHasRoomForAChecksumAndIsNone(t *testing.T) {
	first, second := Placeholder([32]byte{1}), Placeholder([32]byte{2})
	if len(first) != len(sumOfNothing) || first == second {
		t.Errorf("%s and %s stand for %s", first, second, sumOfNothing)
	}
}

func TestSumsOfOtherAlgorithmsAreUnknown(t *testing.T) {
	if !Known(sumOfNothing) {
		t.Error("its own is unknown")
	}
	for _, recorded := range []string{"", "md5:00", Algorithm, strings.ToUpper(sumOfNothing)} {
		if Known(recorded) {
			t.Errorf("%q is known", recorded)
		}
	}
}
