// Code generated from dtypes.yaml by "go generate ./..."; DO NOT EDIT.

package shmem

// DType is the type of a tensor's elements. Values are part of what services
// store and send: they never change. The zero DType is invalid.
type DType uint8

const (
	// U8 is the dtype u8, 1 byte per element. Unsigned integer of 8 bits.
	U8 DType = 1
	// I8 is the dtype i8, 1 byte per element. Signed integer of 8 bits, two's
	// complement.
	I8 DType = 2
	// U32 is the dtype u32, 4 bytes per element. Unsigned integer of 32 bits.
	U32 DType = 3
	// I16 is the dtype i16, 2 bytes per element. Signed integer of 16 bits, two's
	// complement.
	I16 DType = 4
	// I32 is the dtype i32, 4 bytes per element. Signed integer of 32 bits, two's
	// complement.
	I32 DType = 5
	// I64 is the dtype i64, 8 bytes per element. Signed integer of 64 bits, two's
	// complement.
	I64 DType = 6
	// BF16 is the dtype bf16, 2 bytes per element. Brain float, the upper half of
	// an IEEE 754 binary32.
	BF16 DType = 7
	// F16 is the dtype f16, 2 bytes per element. IEEE 754 binary16.
	F16 DType = 8
	// F32 is the dtype f32, 4 bytes per element. IEEE 754 binary32.
	F32 DType = 9
	// F64 is the dtype f64, 8 bytes per element. IEEE 754 binary64.
	F64 DType = 10
	// F8E4M3 is the dtype f8e4m3, 1 byte per element. OCP 8-bit float E4M3, called
	// E4M3FN elsewhere for having no infinity; 7F and FF are its only NaNs.
	F8E4M3 DType = 11
	// F8E5M2 is the dtype f8e5m2, 1 byte per element. OCP 8-bit float E5M2, with
	// the infinities and NaNs of IEEE 754.
	F8E5M2 DType = 12
	// F6E2M3 is the dtype f6e2m3, 6 bits per element, 4 elements in 3 bytes. OCP MX
	// 6-bit float E2M3.
	F6E2M3 DType = 13
	// F6E3M2 is the dtype f6e3m2, 6 bits per element, 4 elements in 3 bytes. OCP MX
	// 6-bit float E3M2.
	F6E3M2 DType = 14
	// F4 is the dtype f4, 4 bits per element, 2 elements in 1 byte. OCP MX 4-bit
	// float E2M1; the low nibble of a byte comes first.
	F4 DType = 15
	// F8E8M0 is the dtype f8e8m0, 1 byte per element. OCP MX block scale E8M0, a
	// power of two without sign or zero; FF is its only NaN.
	F8E8M0 DType = 16
	// F8E6M2 is the dtype f8e6m2, 1 byte per element. Unsigned block scale, 6
	// exponent and 2 mantissa bits.
	//
	// It is reserved, so typed access declines. Only the name and the 8-bit shape
	// are known; no published format says which bias, zero, subnormals or NaN it
	// has, so any number read from its bytes would be a guess. Use Bytes, or scale
	// blocks with F8E8M0, which OCP MX defines.
	F8E6M2 DType = 17
	// Bool is the dtype bool, 1 byte per element. Truth value in one byte, 0 is
	// false and 1 is true; a peer may store any other value, which reads as true.
	Bool DType = 18
	// U16 is the dtype u16, 2 bytes per element. Unsigned integer of 16 bits.
	U16 DType = 19
	// U64 is the dtype u64, 8 bytes per element. Unsigned integer of 64 bits.
	U64 DType = 20
	// F8E4M3FNUZ is the dtype f8e4m3fnuz, 1 byte per element. 8-bit float E4M3 of
	// AMD and Graphcore; finite, with one NaN in the place of negative zero.
	F8E4M3FNUZ DType = 21
	// F8E5M2FNUZ is the dtype f8e5m2fnuz, 1 byte per element. 8-bit float E5M2 of
	// AMD and Graphcore; finite, with one NaN in the place of negative zero.
	F8E5M2FNUZ DType = 22
	// C64 is the dtype c64, 8 bytes per element. Complex number of two IEEE 754
	// binary32, the real part first.
	C64 DType = 23
	// I4 is the dtype i4, 4 bits per element, 2 elements in 1 byte. Signed integer
	// of 4 bits, -8 to 7 in two's complement; the low nibble of a byte comes first.
	//
	// It is unshipped, so typed access declines. The encoding is settled, but Go
	// has no signed integer of 4 bits, and tensorshm packs only floats so far; it
	// would take a packed group of integers. Use Bytes: take the low nibble of byte
	// i/2 for an even i and the high one for an odd i, and extend its sign.
	I4 DType = 24
	// U4 is the dtype u4, 4 bits per element, 2 elements in 1 byte. Unsigned
	// integer of 4 bits, 0 to 15; the low nibble of a byte comes first.
	//
	// It is unshipped, so typed access declines. The encoding is settled, but Go
	// has no unsigned integer of 4 bits, and tensorshm packs only floats so far; it
	// would take a packed group of integers. Use Bytes: element i is the low nibble
	// of byte i/2 for an even i, and the high one for an odd i.
	U4 DType = 25
)

// declaredDTypes holds every dtype in the order of the table.
var declaredDTypes = []DType{
	U8,
	I8,
	U32,
	I16,
	I32,
	I64,
	BF16,
	F16,
	F32,
	F64,
	F8E4M3,
	F8E5M2,
	F6E2M3,
	F6E3M2,
	F4,
	F8E8M0,
	F8E6M2,
	Bool,
	U16,
	U64,
	F8E4M3FNUZ,
	F8E5M2FNUZ,
	C64,
	I4,
	U4,
}

// String returns the text form, which is the lower-case name; for a value that
// the table does not have it is like DType(200).
func (d DType) String() string {
	switch d {
	case U8:
		return "u8"
	case I8:
		return "i8"
	case U32:
		return "u32"
	case I16:
		return "i16"
	case I32:
		return "i32"
	case I64:
		return "i64"
	case BF16:
		return "bf16"
	case F16:
		return "f16"
	case F32:
		return "f32"
	case F64:
		return "f64"
	case F8E4M3:
		return "f8e4m3"
	case F8E5M2:
		return "f8e5m2"
	case F6E2M3:
		return "f6e2m3"
	case F6E3M2:
		return "f6e3m2"
	case F4:
		return "f4"
	case F8E8M0:
		return "f8e8m0"
	case F8E6M2:
		return "f8e6m2"
	case Bool:
		return "bool"
	case U16:
		return "u16"
	case U64:
		return "u64"
	case F8E4M3FNUZ:
		return "f8e4m3fnuz"
	case F8E5M2FNUZ:
		return "f8e5m2fnuz"
	case C64:
		return "c64"
	case I4:
		return "i4"
	case U4:
		return "u4"
	}
	return d.unknown()
}

// dtypeOfText returns the dtype of a text form, the invalid DType for any other
// text.
func dtypeOfText(text string) DType {
	switch text {
	case "u8":
		return U8
	case "i8":
		return I8
	case "u32":
		return U32
	case "i16":
		return I16
	case "i32":
		return I32
	case "i64":
		return I64
	case "bf16":
		return BF16
	case "f16":
		return F16
	case "f32":
		return F32
	case "f64":
		return F64
	case "f8e4m3":
		return F8E4M3
	case "f8e5m2":
		return F8E5M2
	case "f6e2m3":
		return F6E2M3
	case "f6e3m2":
		return F6E3M2
	case "f4":
		return F4
	case "f8e8m0":
		return F8E8M0
	case "f8e6m2":
		return F8E6M2
	case "bool":
		return Bool
	case "u16":
		return U16
	case "u64":
		return U64
	case "f8e4m3fnuz":
		return F8E4M3FNUZ
	case "f8e5m2fnuz":
		return F8E5M2FNUZ
	case "c64":
		return C64
	case "i4":
		return I4
	case "u4":
		return U4
	}
	return 0
}

// Bits returns the width of an element in bits, 0 for a dtype without size.
func (d DType) Bits() int {
	switch d {
	case U8:
		return 8
	case I8:
		return 8
	case U32:
		return 32
	case I16:
		return 16
	case I32:
		return 32
	case I64:
		return 64
	case BF16:
		return 16
	case F16:
		return 16
	case F32:
		return 32
	case F64:
		return 64
	case F8E4M3:
		return 8
	case F8E5M2:
		return 8
	case F6E2M3:
		return 6
	case F6E3M2:
		return 6
	case F4:
		return 4
	case F8E8M0:
		return 8
	case F8E6M2:
		return 8
	case Bool:
		return 8
	case U16:
		return 16
	case U64:
		return 64
	case F8E4M3FNUZ:
		return 8
	case F8E5M2FNUZ:
		return 8
	case C64:
		return 64
	case I4:
		return 4
	case U4:
		return 4
	}
	return 0
}

// IsInt reports whether the elements are integers, signed or unsigned.
func (d DType) IsInt() bool {
	switch d {
	case U8:
		return true
	case I8:
		return true
	case U32:
		return true
	case I16:
		return true
	case I32:
		return true
	case I64:
		return true
	case U16:
		return true
	case U64:
		return true
	case I4:
		return true
	case U4:
		return true
	}
	return false
}

// IsFloat reports whether the elements are floating-point numbers.
func (d DType) IsFloat() bool {
	switch d {
	case BF16:
		return true
	case F16:
		return true
	case F32:
		return true
	case F64:
		return true
	case F8E4M3:
		return true
	case F8E5M2:
		return true
	case F6E2M3:
		return true
	case F6E3M2:
		return true
	case F4:
		return true
	case F8E8M0:
		return true
	case F8E6M2:
		return true
	case F8E4M3FNUZ:
		return true
	case F8E5M2FNUZ:
		return true
	}
	return false
}

// Status returns how far the dtype is served, 0 for an invalid DType.
func (d DType) Status() Status {
	switch d {
	case U8:
		return StatusSupported
	case I8:
		return StatusSupported
	case U32:
		return StatusSupported
	case I16:
		return StatusSupported
	case I32:
		return StatusSupported
	case I64:
		return StatusSupported
	case BF16:
		return StatusSupported
	case F16:
		return StatusSupported
	case F32:
		return StatusSupported
	case F64:
		return StatusSupported
	case F8E4M3:
		return StatusSupported
	case F8E5M2:
		return StatusSupported
	case F6E2M3:
		return StatusSupported
	case F6E3M2:
		return StatusSupported
	case F4:
		return StatusSupported
	case F8E8M0:
		return StatusSupported
	case F8E6M2:
		return StatusReserved
	case Bool:
		return StatusSupported
	case U16:
		return StatusSupported
	case U64:
		return StatusSupported
	case F8E4M3FNUZ:
		return StatusSupported
	case F8E5M2FNUZ:
		return StatusSupported
	case C64:
		return StatusSupported
	case I4:
		return StatusUnshipped
	case U4:
		return StatusUnshipped
	}
	return 0
}

// Rationale returns why typed access to the dtype declines and what to do
// instead; it is empty for a supported dtype.
func (d DType) Rationale() string {
	switch d {
	case F8E6M2:
		return "Only the name and the 8-bit shape are known; no published format says which bias, zero, subnormals or NaN it has, so any number read from its bytes would be a guess. Use Bytes, or scale blocks with F8E8M0, which OCP MX defines."
	case I4:
		return "The encoding is settled, but Go has no signed integer of 4 bits, and tensorshm packs only floats so far; it would take a packed group of integers. Use Bytes: take the low nibble of byte i/2 for an even i and the high one for an odd i, and extend its sign."
	case U4:
		return "The encoding is settled, but Go has no unsigned integer of 4 bits, and tensorshm packs only floats so far; it would take a packed group of integers. Use Bytes: element i is the low nibble of byte i/2 for an even i, and the high one for an odd i."
	}
	return ""
}

// Names returns what other ecosystems call the dtype.
func (d DType) Names() Names {
	switch d {
	case U8:
		return Names{
			Safetensors: "U8",
			NumPy:       "uint8",
			Torch:       "uint8",
			Rust:        "u8",
			ONNX:        2,
			DLPack:      DLPackType{1, 8, 1},
		}
	case I8:
		return Names{
			Safetensors: "I8",
			NumPy:       "int8",
			Torch:       "int8",
			Rust:        "i8",
			ONNX:        3,
			DLPack:      DLPackType{0, 8, 1},
		}
	case U32:
		return Names{
			Safetensors: "U32",
			NumPy:       "uint32",
			Torch:       "uint32",
			Rust:        "u32",
			ONNX:        12,
			DLPack:      DLPackType{1, 32, 1},
		}
	case I16:
		return Names{
			Safetensors: "I16",
			NumPy:       "int16",
			Torch:       "int16",
			Rust:        "i16",
			ONNX:        5,
			DLPack:      DLPackType{0, 16, 1},
		}
	case I32:
		return Names{
			Safetensors: "I32",
			NumPy:       "int32",
			Torch:       "int32",
			Rust:        "i32",
			ONNX:        6,
			DLPack:      DLPackType{0, 32, 1},
		}
	case I64:
		return Names{
			Safetensors: "I64",
			NumPy:       "int64",
			Torch:       "int64",
			Rust:        "i64",
			ONNX:        7,
			DLPack:      DLPackType{0, 64, 1},
		}
	case BF16:
		return Names{
			Safetensors: "BF16",
			NumPy:       "bfloat16",
			Torch:       "bfloat16",
			Rust:        "half::bf16",
			ONNX:        16,
			DLPack:      DLPackType{4, 16, 1},
		}
	case F16:
		return Names{
			Safetensors: "F16",
			NumPy:       "float16",
			Torch:       "float16",
			Rust:        "half::f16",
			ONNX:        10,
			DLPack:      DLPackType{2, 16, 1},
		}
	case F32:
		return Names{
			Safetensors: "F32",
			NumPy:       "float32",
			Torch:       "float32",
			Rust:        "f32",
			ONNX:        1,
			DLPack:      DLPackType{2, 32, 1},
		}
	case F64:
		return Names{
			Safetensors: "F64",
			NumPy:       "float64",
			Torch:       "float64",
			Rust:        "f64",
			ONNX:        11,
			DLPack:      DLPackType{2, 64, 1},
		}
	case F8E4M3:
		return Names{
			Safetensors: "F8_E4M3",
			NumPy:       "float8_e4m3fn",
			Torch:       "float8_e4m3fn",
			Rust:        "float8::F8E4M3",
			ONNX:        17,
			DLPack:      DLPackType{10, 8, 1},
		}
	case F8E5M2:
		return Names{
			Safetensors: "F8_E5M2",
			NumPy:       "float8_e5m2",
			Torch:       "float8_e5m2",
			Rust:        "float8::F8E5M2",
			ONNX:        19,
			DLPack:      DLPackType{12, 8, 1},
		}
	case F6E2M3:
		return Names{
			Safetensors: "F6_E2M3",
			NumPy:       "float6_e2m3fn",
			DLPack:      DLPackType{15, 6, 1},
		}
	case F6E3M2:
		return Names{
			Safetensors: "F6_E3M2",
			NumPy:       "float6_e3m2fn",
			DLPack:      DLPackType{16, 6, 1},
		}
	case F4:
		return Names{
			Safetensors: "F4",
			NumPy:       "float4_e2m1fn",
			Torch:       "float4_e2m1fn_x2",
			ONNX:        23,
			DLPack:      DLPackType{17, 4, 1},
		}
	case F8E8M0:
		return Names{
			Safetensors: "F8_E8M0",
			NumPy:       "float8_e8m0fnu",
			Torch:       "float8_e8m0fnu",
			ONNX:        24,
			DLPack:      DLPackType{14, 8, 1},
		}
	case Bool:
		return Names{
			Safetensors: "BOOL",
			NumPy:       "bool",
			Torch:       "bool",
			Rust:        "u8",
			ONNX:        9,
			DLPack:      DLPackType{6, 8, 1},
		}
	case U16:
		return Names{
			Safetensors: "U16",
			NumPy:       "uint16",
			Torch:       "uint16",
			Rust:        "u16",
			ONNX:        4,
			DLPack:      DLPackType{1, 16, 1},
		}
	case U64:
		return Names{
			Safetensors: "U64",
			NumPy:       "uint64",
			Torch:       "uint64",
			Rust:        "u64",
			ONNX:        13,
			DLPack:      DLPackType{1, 64, 1},
		}
	case F8E4M3FNUZ:
		return Names{
			Safetensors: "F8_E4M3FNUZ",
			NumPy:       "float8_e4m3fnuz",
			Torch:       "float8_e4m3fnuz",
			ONNX:        18,
			DLPack:      DLPackType{11, 8, 1},
		}
	case F8E5M2FNUZ:
		return Names{
			Safetensors: "F8_E5M2FNUZ",
			NumPy:       "float8_e5m2fnuz",
			Torch:       "float8_e5m2fnuz",
			ONNX:        20,
			DLPack:      DLPackType{13, 8, 1},
		}
	case C64:
		return Names{
			Safetensors: "C64",
			NumPy:       "complex64",
			Torch:       "complex64",
			ONNX:        14,
			DLPack:      DLPackType{5, 64, 1},
		}
	case I4:
		return Names{
			NumPy:  "int4",
			Torch:  "int4",
			ONNX:   22,
			DLPack: DLPackType{0, 4, 1},
		}
	case U4:
		return Names{
			NumPy:  "uint4",
			Torch:  "uint4",
			ONNX:   21,
			DLPack: DLPackType{1, 4, 1},
		}
	}
	return Names{}
}
