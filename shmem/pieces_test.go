package shmem

import (
	"math"
	"testing"
)

func TestPiecesFillTheViewAndMeetBetweenPages(t *testing.T) {
	for _, page := range []int{4096, 16384, 65536} {
		for _, offset := range []int{0, 1, 64, page - 1, page, page + 1, 5*smallestPiece + 8} {
			for _, size := range []int{
				1, page - 1, page, page + 1, smallestPiece - 1, smallestPiece, smallestPiece + 1, 2*smallestPiece - 1, 2*smallestPiece + 1,
				7*smallestPiece + 13, 1 << 20, 1<<20 + page - 1, 100<<20 + 77, math.MaxInt - 1<<20,
			} {
				for _, workers := range []int{1, 2, 3, 5, 64, math.MaxInt} {
					p := piecesOf(offset, size, workers, page)
					if p.stride < smallestPiece || p.stride%page != 0 || p.count < 1 {
						t.Fatalf("%d bytes at byte %d for %d workers come in %d pieces of %d", size, offset, workers, p.count, p.stride)
					}
					if whole := size / smallestPiece; p.count > whole+2 || p.count < min(workers, max(whole, 1)) {
						t.Errorf("%d bytes at byte %d for %d workers come in %d pieces", size, offset, workers, p.count)
					}
					checkPieces(t, p, offset, size, page)
				}
			}
		}
	}
}

// checkPieces looks at the first pieces and the last ones.
func checkPieces(t *testing.T, p pieces, offset, size, page int) {
	t.Helper()
	end := 0
	for i := 0; i < p.count; i++ {
		if i == 1000 && p.count > 2000 {
			i = p.count - 1000
			_, end = p.at(i - 1)
		}
		from, to := p.at(i)
		if from != end || to <= from || to > size || i > 0 && (offset+from)%page != 0 || to-from > p.stride {
			t.Fatalf("piece %d of %d bytes at byte %d is from %d to %d, after one that ends at %d", i, size, offset, from, to, end)
		}
		end = to
	}
	if end != size {
		t.Fatalf("pieces of %d bytes at byte %d end at %d", size, offset, end)
	}
}
