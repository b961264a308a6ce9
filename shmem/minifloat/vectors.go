package minifloat

// The tables of this file are what kernels get of a format: rows of one register
// each, made of the values that tables for plain Go have. A kernel that cannot
// do a format gets none; the table of dtypes can have any format.
type (
	// nibbleTables hold the two upper bytes of the float32 of a code of a byte, by
	// the nibbles of the code; the lower bytes are zero. Between the subnormals and
	// the codes that stand for something else the value is linear in the code, so
	// the upper byte is a sum of what each nibble gives, and the lower one follows
	// from the lower nibble. The rows:
	//
	//	0         upper byte by upper nibble
	//	1, 2      upper and lower byte by lower nibble
	//	3, 4      the same in the first group of codes, the subnormals'
	//	5, 6      the same in the last one, the infinities' and NaN's
	//	7         the bits of a code
	//	8         the bits that are zero in the first group
	//	9, 10     bits, and what they are in the last group
	nibbleTables [11][32]uint8

	// sixBitTables hold those two bytes by the lower 5 bits: rows 0 and 1 the upper
	// byte of codes below 16 and of others, 2 and 3 the lower one. The sixth is the sign.
	sixBitTables [4][32]uint8

	// fourBitTables hold them by the code: row 0 the upper byte, 1 the lower.
	fourBitTables [2][32]uint8

	// roundingFactors are what the codes of a format with a sign are made with. The
	// rows, of which the last two are counts of bits to shift by:
	//
	//	0   exponent field of a float32 as large as the smallest normal code
	//	1   places by which a float32's mantissa is longer than a code's
	//	2   half of the last place that is left, in a normal significand
	//	3   largest code of a number, or infinity
	//	4   code of NaN
	//	5   all ones where that has no sign of its own
	//	6   largest code that has no sign: 0 without a negative zero, or else -1
	//	7   bits of the mantissa
	//	8   places by which a float32's sign lies above a code's
	roundingFactors [9][8]uint32
)

// upperBytes are the two upper bytes of the float32s of codes, of which the
// others must be zero.
func upperBytes(values []uint32) (high, low []uint8, ok bool) {
	for _, value := range values {
		if value&0xffff != 0 {
			return nil, nil, false
		}
		high, low = append(high, uint8(value>>24)), append(low, uint8(value>>16))
	}
	return high, low, true
}

// newNibbleTables returns nil for a format that nibbles cannot serve.
func newNibbleTables(f *format, values []uint32) *nibbleTables {
	high, low, ok := upperBytes(values)
	if !ok {
		return nil
	}
	signBit, codeMask := uint8(f.signBit()), uint8(f.signBit()|f.magnitudeMask())
	firstMask := 0xf0 & uint8(f.magnitudeMask())
	lastMask, lastValue := firstMask, firstMask
	if f.nan == nanMinusZero {
		lastMask, lastValue = 0xf0&codeMask, 0xf0&signBit
	}
	middle := codeMask & 0xf0 & ^signBit & ^(firstMask << 1) // the first upper nibble of neither group, if there is one

	t := new(nibbleTables)
	fill := func(row, i int, number uint8) { t[row][i], t[row][i+16] = number, number }
	signOf := func(code uint8) uint8 { return code & signBit << (8 - f.width()) }
	for i := range 16 {
		upper, lower := uint8(i)<<4, uint8(i)
		fill(0, i, high[upper])
		if upper&firstMask == 0 || upper&lastMask == lastValue {
			fill(0, i, signOf(upper))
		}
		fill(1, i, high[middle|lower]-high[middle])
		fill(2, i, low[middle|lower])
		fill(3, i, high[lower])
		fill(4, i, low[lower])
		fill(5, i, high[lastValue|lower]-signOf(lastValue))
		fill(6, i, low[lastValue|lower])
	}
	for i := range 32 {
		t[7][i], t[8][i], t[9][i], t[10][i] = codeMask, firstMask, lastMask, lastValue
	}
	for code := range 1 << 8 {
		if gotHigh, gotLow := t.lookUp(uint8(code)); gotHigh != high[code] || gotLow != low[code] {
			return nil
		}
	}
	return t
}

// lookUp does for one code what the kernel does.
func (t *nibbleTables) lookUp(code uint8) (high, low uint8) {
	code &= t[7][0]
	upper, lower := code>>4, code&0xf
	high, low = t[1][lower], t[2][lower]
	if code&t[8][0] == 0 {
		high, low = t[3][lower], t[4][lower]
	}
	if code&t[9][0] == t[10][0] {
		high, low = t[5][lower], t[6][lower]
	}
	return high + t[0][upper], low
}

// newSixBitTables returns nil for a format whose sixth bit is not a sign.
func newSixBitTables(f *format, values []uint32) *sixBitTables {
	high, low, ok := upperBytes(values)
	if !ok || f.width() != 6 {
		return nil
	}
	t := new(sixBitTables)
	for code := range 32 {
		if values[code|32] != values[code]|1<<31 {
			return nil
		}
		row, i := code/16, code%16
		t[row][i], t[row][i+16] = high[code], high[code]
		t[2+row][i], t[2+row][i+16] = low[code], low[code]
	}
	return t
}

func newFourBitTables(f *format, values []uint32) *fourBitTables {
	high, low, ok := upperBytes(values)
	if !ok || f.width() != 4 {
		return nil
	}
	t := new(fourBitTables)
	for code := range 16 {
		t[0][code], t[0][code+16] = high[code], high[code]
		t[1][code], t[1][code+16] = low[code], low[code]
	}
	return t
}

// newRoundingFactors returns nil for a format without a sign, of more than a
// byte, or with values near those of float32's subnormals.
func newRoundingFactors(f *format) *roundingFactors {
	shift := float32Mantissa - int(f.mantissa)
	lowest := float32Bias + 1 - f.bias
	if !f.sign || f.width() > 8 || lowest+shift < float32Mantissa+3 {
		return nil
	}
	largest, unsigned, signless := f.largestFinite(), uint32(0), ^uint32(0)
	if f.inf == infIEEE {
		largest = f.infinity()
	}
	if f.nan == nanNone || f.nan == nanMinusZero {
		unsigned = ^uint32(0)
	}
	if f.nan == nanMinusZero {
		signless = 0
	}
	factors := new(roundingFactors)
	for row, factor := range []uint32{
		uint32(lowest), uint32(shift), 1 << (shift - 1), uint32(largest), uint32(f.quietNaN(0)), unsigned, signless,
	} {
		for i := range factors[row] {
			factors[row][i] = factor
		}
	}
	factors[7][0] = uint32(f.mantissa) // shifts are by 64 bits
	factors[8][0] = uint32(32 - f.width())
	return factors
}

// isScale reports whether a code is the exponent field of a float32.
func (f *format) isScale() bool {
	return f.zeroless() && f.exponent == 8 && f.bias == float32Bias && f.nan == nanLast
}

// isUpperByte reports whether a code is the upper byte of its value's binary16.
func (f *format) isUpperByte() bool {
	return f.sign && f.exponent == 5 && f.mantissa == 2 && f.bias == 15 && f.inf == infIEEE
}

// isHalf reports whether f is binary16.
func (f *format) isHalf() bool {
	return f.sign && f.exponent == 5 && f.mantissa == 10 && f.bias == 15 && f.inf == infIEEE
}
