// Package minifloat holds the narrow floats of machine learning, bit for bit:
// bfloat16, the 8-bit formats of OCP FP8, the element and scale formats of OCP MX
// v1.0, and what else the table of tensorshm has.
//
// Every type is the code itself, an unsigned integer, so a slice of them can
// lie over memory that another program wrote. A format of fewer than 8 bits
// uses the low bits of its byte, and the bits above are ignored. XxN is N
// codes of X without gaps, the first in the least significant bits.
//
// # Decoding
//
// Every finite value is exact as a float32, and so as a float64. NaN decodes to
// a quiet NaN, of the same sign where NaNs of the format have one.
//
// # Encoding
//
// A number is rounded once, from the bits of its argument, to the nearest value
// of the format; of two equally near, to the one with an even significand, as
// in IEEE 754. Subnormals are produced, never flushed. A float64 must not be
// converted to float32 on the way: the second rounding may undo the first.
//
// Beyond the largest finite value a format with infinities gives infinity, and
// one without gives its largest finite value; infinity is treated alike. NaN
// gives the quiet NaN, of the same sign where NaNs of the format have one, or the
// largest finite value where the format has no NaN. Where it has no negative
// zero, a negative number that rounds to zero gives zero. So encoding what was
// decoded gives back every code that is not NaN.
//
// E8M0 has neither zero nor sign. It too rounds to the nearest value, with ties
// to the larger one; zero, negative numbers and infinities give NaN, finite
// numbers outside the range give its nearest end.
//
// Libraries differ here. ONNX and Rust's float8 by default clamp E5M2 too, which
// has infinities; ml_dtypes, and PyTorch before 2.12, turn what is too large for
// E4M3 into NaN; scales are often rounded up or down. For each there is a [Rule],
// which the functions whose names end in With take. ml_dtypes turns NaN into a
// zero where the format has no NaN; no rule does that.
//
// The functions whose names end in Checked round as described, but return an
// [UnrepresentableError] where the format has no value that is near: for numbers
// that round beyond its largest finite value, even if it has infinities, for
// infinities and NaN where there are none, for negative numbers where there is
// no sign, and for zero and what is too small in E8M0. Small numbers that round
// to zero are no error.
//
// None of this depends on how the processor's floating point is set up: all
// conversions between floats are integer arithmetic, so a library that flushes
// subnormals to zero, or a processor that drops the sign of a NaN, changes no
// result.
//
// # Slices
//
// DecodeX and EncodeX convert slices of X as Float32 and XFromFloat32 do, code by
// code, without allocating and on the caller's goroutine: to use more processors,
// call them on parts. Those of a packed group take the element to begin with, so
// that parts need not begin with a group; parts that are encoded at the same time
// must not share one. The first conversion of a format in a direction
// makes its tables, of 256 KiB at most.
//
// On amd64 with AVX2 and F16C, assembly does it, bit for bit like everything
// here; what is larger than the processor's caches it stores past them. Elsewhere,
// with the build tag purego, and under the race detector, tables do. With TENSORSHM_KERNELS=tables in its
// environment a program uses the tables on any processor. The variable is read
// at start, and other values mean nothing.
//
// # Other types
//
// IEEE 754 binary16 is float16.Float16 of github.com/x448/float16; the
// functions and constants that begin with F16 do for it what methods do for the
// types here. [DecodeF64] and [EncodeF64] are there for slices of float64, and
// round as Go's own conversions do. [SaturateToInt] converts to integers.
package minifloat
