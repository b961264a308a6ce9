package minifloat

// nextUp returns the code of the least value greater than that of code, as
// nextUp of IEEE 754-2019. The greatest value gives itself, and so does NaN.
func (f *format) nextUp(code uint16) uint16 {
	code &= f.signBit() | f.magnitudeMask()
	switch {
	case f.isNaN(code):
		return code
	case f.signbit(code) && !f.isZero(code):
		return f.inwards(code)
	default:
		return f.outwards(code &^ f.signBit())
	}
}

// nextDown returns the code of the greatest value less than that of code, as
// nextDown of IEEE 754-2019. The lowest value gives itself, and so does NaN.
func (f *format) nextDown(code uint16) uint16 {
	code &= f.signBit() | f.magnitudeMask()
	switch {
	case f.isNaN(code):
		return code
	case f.signbit(code) || f.isZero(code):
		if !f.sign {
			return code
		}
		return f.outwards(code | f.signBit())
	default:
		return f.inwards(code)
	}
}

// outwards returns the code one step further from zero, up to infinity where
// the format has it, else to the largest finite value.
func (f *format) outwards(code uint16) uint16 {
	last := f.largestFinite()
	if f.inf == infIEEE {
		last = f.infinity()
	}
	return code&f.signBit() | min(code&f.magnitudeMask()+1, last)
}

// inwards returns the code one step closer to zero, or code itself where it is
// the smallest of a zeroless format.
func (f *format) inwards(code uint16) uint16 {
	if code&f.magnitudeMask() == 0 {
		return code
	}
	code--
	if f.isNaN(code) {
		return 0 // the place of a negative zero
	}
	return code
}
