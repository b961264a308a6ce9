package minifloat

import "fmt"

// Rule says how a number is rounded, and what becomes of one out of range: an
// infinity, or one that would round beyond the largest finite value were there
// more exponents; without a sign also a negative one; in a scale (a format
// without sign and zero, such as E8M0) also zero.
//
// To nearest is with ties to even, in a scale with ties up. Positive numbers
// below the smallest value of a scale give that value under every rule. NaN
// gives the same under every rule of its format. Where a rule gives NaN but the
// format has none, it does as Saturate.
//
// ml_dtypes' kSaturate, which clamps finite numbers but no infinity, is not
// among the rules, nor is fuel's rounding of a scale by its logarithm.
type Rule uint8

const (
	// Natural rounds to nearest, and is what conversions without a rule do. Out of
	// range it gives the infinity of the number's sign, or in a format without
	// infinities the largest finite value of that sign. Without a sign, negative
	// numbers give NaN; in a scale zero and infinity do too.
	Natural Rule = iota
	// Saturate rounds to nearest. Out of range it gives the nearest end of the
	// finite range in every format, for infinities too: the largest value with the
	// number's sign, and for what is below an unsigned format 0, or the smallest
	// value of a scale. So do CUDA's __NV_SATFINITE, ONNX's Cast with saturate and
	// Rust's float8. Only of infinity in a scale ONNX makes NaN all the same, and
	// it ignores the sign there.
	Saturate
	// NonSaturating rounds to nearest. Out of range it gives NaN, or does as
	// Natural in a format with infinities. So do ml_dtypes by default, PyTorch
	// before 2.12, ONNX's Cast without saturate and CUDA's __NV_NOSAT.
	NonSaturating
	// Floor rounds towards zero; in a scale that is to the next power of two down,
	// as OCP MX derives the scale of a block. Out of range it does as Saturate.
	Floor
	// Ceil rounds away from zero; in a scale that is to the next power of two up,
	// as CUDA (cudaRoundPosInf) and ONNX (round_mode up) make scales. Out of range
	// it does as Saturate.
	Ceil
)

// String returns the name of the constant, or Rule(n) for a number that is none
// of them. Such a rule converts as Natural.
func (r Rule) String() string {
	switch r {
	case Natural:
		return "Natural"
	case Saturate:
		return "Saturate"
	case NonSaturating:
		return "NonSaturating"
	case Floor:
		return "Floor"
	case Ceil:
		return "Ceil"
	default:
		return fmt.Sprintf("Rule(%d)", uint8(r))
	}
}

// saturates reports whether r keeps everything within the finite range.
func (r Rule) saturates() bool { return r == Saturate || r == Floor || r == Ceil }
