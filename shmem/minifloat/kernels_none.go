//go:build !amd64 || purego || race

package minifloat

// useKernels says that tables do everything. Under the race detector too: it
// does not see what assembly reads and writes.
const useKernels = false

// lastLevelCache is of no use without kernels.
func lastLevelCache() int { return 0 }

func (d *decoder) runBytes(dst []float32, src []uint8, streamed bool)  {}
func (d *decoder) runWords(dst []float32, src []uint16, streamed bool) {}
func (d *decoder) runPacked(dst []float32, src []byte, streamed bool)  {}
func (e *encoder) runBytes(dst []uint8, src []float32, streamed bool)  {}
func (e *encoder) runWords(dst []uint16, src []float32, streamed bool) {}
func (e *encoder) runPacked(dst []byte, src []float32, streamed bool)  {}
func runNarrow(dst []float32, src []float64, streamed bool)            {}
func runWiden(dst []float64, src []float32, streamed bool)             {}
