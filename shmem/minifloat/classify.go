package minifloat

// isFinite reports whether code is a number.
func (f *format) isFinite(code uint16) bool {
	return !f.isNaN(code) && !f.isInf(code, 0)
}

// isZero reports whether code is zero, of either sign.
func (f *format) isZero(code uint16) bool {
	return code&f.magnitudeMask() == 0 && !f.zeroless() && !f.isNaN(code)
}

// isNormal reports whether code is a number with all bits of precision.
func (f *format) isNormal(code uint16) bool {
	return f.isFinite(code) && (code&f.magnitudeMask() >= 1<<f.mantissa || f.zeroless())
}

// isSubnormal reports whether code is a number closer to zero than normal ones.
func (f *format) isSubnormal(code uint16) bool {
	return f.isFinite(code) && !f.isNormal(code) && !f.isZero(code)
}

// signbit reports whether code has a sign bit that is set, be it NaN's.
func (f *format) signbit(code uint16) bool {
	return code&f.signBit() != 0
}
