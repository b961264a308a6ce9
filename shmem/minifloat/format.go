package minifloat

// format describes a narrow binary float. A code holds, from the top, the sign
// bit if there is one, the exponent and the mantissa; bits above are ignored.
//
// Exponent field 0 is zero and the subnormals, as in IEEE 754; with no mantissa
// it is zero alone. Only an unsigned format with no mantissa gives it to one
// more power of two (E8M0 of OCP MX), and so has no zero: see zeroless.
//
// The methods are total for any format of 1 to 8 exponent bits and at most 16
// bits in all whose finite values are exact in a float32, with infIEEE exactly
// where there is nanIEEE, nanIEEE only with a mantissa, and nanMinusZero only
// with a sign.
type format struct {
	name     string // of the element type, for errors
	sign     bool
	exponent uint // bits
	mantissa uint // bits
	bias     int
	inf      infRule
	nan      nanRule
}

// infRule says which codes are infinities.
type infRule uint8

const (
	infNone infRule = iota
	infIEEE         // exponent all ones, mantissa zero
)

// nanRule says which codes are NaN.
type nanRule uint8

const (
	nanNone      nanRule = iota
	nanIEEE              // exponent all ones, mantissa not zero
	nanLast              // all ones below the sign
	nanMinusZero         // the sign bit alone: there is no negative zero
)

// zeroless reports whether exponent field 0 is a power of two like the others.
func (f *format) zeroless() bool { return !f.sign && f.mantissa == 0 }

// width is the bits of a code.
func (f *format) width() int {
	width := int(f.exponent + f.mantissa)
	if f.sign {
		width++
	}
	return width
}

// isUpperHalf reports whether a code is the upper half of its value's float32.
func (f *format) isUpperHalf() bool {
	return f.sign && f.exponent == 8 && f.mantissa == 7 && f.bias == float32Bias && f.inf == infIEEE
}

// signBit is the place of the sign in a code, 0 in an unsigned format.
func (f *format) signBit() uint16 {
	if !f.sign {
		return 0
	}
	return 1 << (f.exponent + f.mantissa)
}

// magnitudeMask is every bit below the sign.
func (f *format) magnitudeMask() uint16 {
	return uint16(1<<(f.exponent+f.mantissa) - 1)
}

// infinity is the code of +Inf, meaningful with infIEEE alone.
func (f *format) infinity() uint16 {
	return uint16(1<<f.exponent-1) << f.mantissa
}

// largestFinite is the greatest code that is positive and finite: magnitudes
// ascend with their codes, and what is not finite comes last.
func (f *format) largestFinite() uint16 {
	switch f.nan {
	case nanIEEE:
		return f.infinity() - 1
	case nanLast:
		return f.magnitudeMask() - 1
	default:
		return f.magnitudeMask()
	}
}

// quietNaN is the code that a NaN of the given sign bit is encoded to: under
// nanIEEE the one with only the top mantissa bit set, and without a NaN the
// largest finite value, whatever the sign.
func (f *format) quietNaN(sign uint16) uint16 {
	switch f.nan {
	case nanIEEE:
		return sign | f.infinity() | 1<<(f.mantissa-1)
	case nanLast:
		return sign | f.magnitudeMask()
	case nanMinusZero:
		return f.signBit()
	default:
		return f.largestFinite()
	}
}

// isNaN reports whether code is NaN.
func (f *format) isNaN(code uint16) bool {
	magnitude := code & f.magnitudeMask()
	switch f.nan {
	case nanIEEE:
		return magnitude > f.infinity()
	case nanLast:
		return magnitude == f.magnitudeMask()
	case nanMinusZero:
		return magnitude == 0 && code&f.signBit() != 0
	default:
		return false
	}
}

// isInf reports whether code is an infinity: the positive one for sign > 0, the
// negative one for sign < 0, either for sign == 0.
func (f *format) isInf(code uint16, sign int) bool {
	if f.inf == infNone || code&f.magnitudeMask() != f.infinity() {
		return false
	}
	negative := code&f.signBit() != 0
	return sign == 0 || sign < 0 == negative
}
