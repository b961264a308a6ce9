package minifloat

// DecodeF64 stores the numbers of src in dst, each rounded once, as Go converts a
// float64 to a float32, and returns how many: the lesser length. The slices must
// not overlap.
func DecodeF64(dst []float32, src []float64) int {
	return bulkDoubles{useKernels, lastLevelCache()}.narrow(dst, src)
}

// EncodeF64 stores the numbers of src in dst, always exactly, and returns how
// many: the lesser length. The slices must not overlap.
func EncodeF64(dst []float64, src []float32) int {
	return bulkDoubles{useKernels, lastLevelCache()}.widen(dst, src)
}

// bulkDoubles converts slices between the floats that Go has.
type bulkDoubles struct {
	kernels    bool
	streamFrom int // bytes: see spanOf
}

func (b bulkDoubles) narrow(dst []float32, src []float64) int {
	n := min(len(dst), len(src))
	dst, src = dst[:n], src[:n]
	var s span
	if b.kernels {
		s = spanOf(dst, n, 1, 1, b.streamFrom)
		convertEach(dst[:s.from], src[:s.from])
		for from, to := range s.pieces {
			runNarrow(dst[from:to], src[from:to], s.streamed)
		}
	}
	convertEach(dst[s.to:], src[s.to:])
	return n
}

func (b bulkDoubles) widen(dst []float64, src []float32) int {
	n := min(len(dst), len(src))
	dst, src = dst[:n], src[:n]
	var s span
	if b.kernels {
		s = spanOf(dst, n, 1, 1, b.streamFrom)
		convertEach(dst[:s.from], src[:s.from])
		for from, to := range s.pieces {
			runWiden(dst[from:to], src[from:to], s.streamed)
		}
	}
	convertEach(dst[s.to:], src[s.to:])
	return n
}

func convertEach[To, From float32 | float64](dst []To, src []From) {
	for i, x := range src {
		dst[i] = To(x)
	}
}
