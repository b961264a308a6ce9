// Code generated from dtypes.yaml by "go generate ./..."; DO NOT EDIT.

package shmem_test

import (
	"unsafe"

	"github.com/tensorshm/tensorshm/shmem"
	"github.com/tensorshm/tensorshm/shmem/minifloat"
	"github.com/x448/float16"
)

// tableFacts is what the table says of each dtype, and how a supported one is
// accessed.
var tableFacts = []dtypeFacts{
	{
		dtype:        shmem.U8,
		value:        1,
		text:         "u8",
		bits:         8,
		unitElements: 1,
		unitBytes:    1,
		isInt:        true,
		isFloat:      false,
		status:       shmem.StatusSupported,
		rationale:    "",
		accessors:    accessorsOf[uint8, shmem.HostBufferRefU8, shmem.HostBufferU8]((*shmem.View).AsSliceU8, (*shmem.View).AsMutSliceU8),
	},
	{
		dtype:        shmem.I8,
		value:        2,
		text:         "i8",
		bits:         8,
		unitElements: 1,
		unitBytes:    1,
		isInt:        true,
		isFloat:      false,
		status:       shmem.StatusSupported,
		rationale:    "",
		accessors:    accessorsOf[int8, shmem.HostBufferRefI8, shmem.HostBufferI8]((*shmem.View).AsSliceI8, (*shmem.View).AsMutSliceI8),
	},
	{
		dtype:        shmem.U32,
		value:        3,
		text:         "u32",
		bits:         32,
		unitElements: 1,
		unitBytes:    4,
		isInt:        true,
		isFloat:      false,
		status:       shmem.StatusSupported,
		rationale:    "",
		accessors:    accessorsOf[uint32, shmem.HostBufferRefU32, shmem.HostBufferU32]((*shmem.View).AsSliceU32, (*shmem.View).AsMutSliceU32),
	},
	{
		dtype:        shmem.I16,
		value:        4,
		text:         "i16",
		bits:         16,
		unitElements: 1,
		unitBytes:    2,
		isInt:        true,
		isFloat:      false,
		status:       shmem.StatusSupported,
		rationale:    "",
		accessors:    accessorsOf[int16, shmem.HostBufferRefI16, shmem.HostBufferI16]((*shmem.View).AsSliceI16, (*shmem.View).AsMutSliceI16),
	},
	{
		dtype:        shmem.I32,
		value:        5,
		text:         "i32",
		bits:         32,
		unitElements: 1,
		unitBytes:    4,
		isInt:        true,
		isFloat:      false,
		status:       shmem.StatusSupported,
		rationale:    "",
		accessors:    accessorsOf[int32, shmem.HostBufferRefI32, shmem.HostBufferI32]((*shmem.View).AsSliceI32, (*shmem.View).AsMutSliceI32),
	},
	{
		dtype:        shmem.I64,
		value:        6,
		text:         "i64",
		bits:         64,
		unitElements: 1,
		unitBytes:    8,
		isInt:        true,
		isFloat:      false,
		status:       shmem.StatusSupported,
		rationale:    "",
		accessors:    accessorsOf[int64, shmem.HostBufferRefI64, shmem.HostBufferI64]((*shmem.View).AsSliceI64, (*shmem.View).AsMutSliceI64),
	},
	{
		dtype:        shmem.BF16,
		value:        7,
		text:         "bf16",
		bits:         16,
		unitElements: 1,
		unitBytes:    2,
		isInt:        false,
		isFloat:      true,
		status:       shmem.StatusSupported,
		rationale:    "",
		accessors:    accessorsOf[minifloat.BF16, shmem.HostBufferRefBF16, shmem.HostBufferBF16]((*shmem.View).AsSliceBF16, (*shmem.View).AsMutSliceBF16),
	},
	{
		dtype:        shmem.F16,
		value:        8,
		text:         "f16",
		bits:         16,
		unitElements: 1,
		unitBytes:    2,
		isInt:        false,
		isFloat:      true,
		status:       shmem.StatusSupported,
		rationale:    "",
		accessors:    accessorsOf[float16.Float16, shmem.HostBufferRefF16, shmem.HostBufferF16]((*shmem.View).AsSliceF16, (*shmem.View).AsMutSliceF16),
	},
	{
		dtype:        shmem.F32,
		value:        9,
		text:         "f32",
		bits:         32,
		unitElements: 1,
		unitBytes:    4,
		isInt:        false,
		isFloat:      true,
		status:       shmem.StatusSupported,
		rationale:    "",
		accessors:    accessorsOf[float32, shmem.HostBufferRefF32, shmem.HostBufferF32]((*shmem.View).AsSliceF32, (*shmem.View).AsMutSliceF32),
	},
	{
		dtype:        shmem.F64,
		value:        10,
		text:         "f64",
		bits:         64,
		unitElements: 1,
		unitBytes:    8,
		isInt:        false,
		isFloat:      true,
		status:       shmem.StatusSupported,
		rationale:    "",
		accessors:    accessorsOf[float64, shmem.HostBufferRefF64, shmem.HostBufferF64]((*shmem.View).AsSliceF64, (*shmem.View).AsMutSliceF64),
	},
	{
		dtype:        shmem.F8E4M3,
		value:        11,
		text:         "f8e4m3",
		bits:         8,
		unitElements: 1,
		unitBytes:    1,
		isInt:        false,
		isFloat:      true,
		status:       shmem.StatusSupported,
		rationale:    "",
		accessors:    accessorsOf[minifloat.E4M3, shmem.HostBufferRefF8E4M3, shmem.HostBufferF8E4M3]((*shmem.View).AsSliceF8E4M3, (*shmem.View).AsMutSliceF8E4M3),
	},
	{
		dtype:        shmem.F8E5M2,
		value:        12,
		text:         "f8e5m2",
		bits:         8,
		unitElements: 1,
		unitBytes:    1,
		isInt:        false,
		isFloat:      true,
		status:       shmem.StatusSupported,
		rationale:    "",
		accessors:    accessorsOf[minifloat.E5M2, shmem.HostBufferRefF8E5M2, shmem.HostBufferF8E5M2]((*shmem.View).AsSliceF8E5M2, (*shmem.View).AsMutSliceF8E5M2),
	},
	{
		dtype:        shmem.F6E2M3,
		value:        13,
		text:         "f6e2m3",
		bits:         6,
		unitElements: 4,
		unitBytes:    3,
		isInt:        false,
		isFloat:      true,
		status:       shmem.StatusSupported,
		rationale:    "",
		accessors:    accessorsOf[minifloat.E2M3x4, shmem.HostBufferRefF6E2M3, shmem.HostBufferF6E2M3]((*shmem.View).AsSliceF6E2M3, (*shmem.View).AsMutSliceF6E2M3),
	},
	{
		dtype:        shmem.F6E3M2,
		value:        14,
		text:         "f6e3m2",
		bits:         6,
		unitElements: 4,
		unitBytes:    3,
		isInt:        false,
		isFloat:      true,
		status:       shmem.StatusSupported,
		rationale:    "",
		accessors:    accessorsOf[minifloat.E3M2x4, shmem.HostBufferRefF6E3M2, shmem.HostBufferF6E3M2]((*shmem.View).AsSliceF6E3M2, (*shmem.View).AsMutSliceF6E3M2),
	},
	{
		dtype:        shmem.F4,
		value:        15,
		text:         "f4",
		bits:         4,
		unitElements: 2,
		unitBytes:    1,
		isInt:        false,
		isFloat:      true,
		status:       shmem.StatusSupported,
		rationale:    "",
		accessors:    accessorsOf[minifloat.E2M1x2, shmem.HostBufferRefF4, shmem.HostBufferF4]((*shmem.View).AsSliceF4, (*shmem.View).AsMutSliceF4),
	},
	{
		dtype:        shmem.F8E8M0,
		value:        16,
		text:         "f8e8m0",
		bits:         8,
		unitElements: 1,
		unitBytes:    1,
		isInt:        false,
		isFloat:      true,
		status:       shmem.StatusSupported,
		rationale:    "",
		accessors:    accessorsOf[minifloat.E8M0, shmem.HostBufferRefF8E8M0, shmem.HostBufferF8E8M0]((*shmem.View).AsSliceF8E8M0, (*shmem.View).AsMutSliceF8E8M0),
	},
	{
		dtype:        shmem.F8E6M2,
		value:        17,
		text:         "f8e6m2",
		bits:         8,
		unitElements: 1,
		unitBytes:    1,
		isInt:        false,
		isFloat:      true,
		status:       shmem.StatusReserved,
		rationale:    "Only the name and the 8-bit shape are known; no published format says which bias, zero, subnormals or NaN it has, so any number read from its bytes would be a guess. Use Bytes, or scale blocks with F8E8M0, which OCP MX defines.",
	},
	{
		dtype:        shmem.Bool,
		value:        18,
		text:         "bool",
		bits:         8,
		unitElements: 1,
		unitBytes:    1,
		isInt:        false,
		isFloat:      false,
		status:       shmem.StatusSupported,
		rationale:    "",
		accessors:    accessorsOf[uint8, shmem.HostBufferRefBool, shmem.HostBufferBool]((*shmem.View).AsSliceBool, (*shmem.View).AsMutSliceBool),
	},
	{
		dtype:        shmem.U16,
		value:        19,
		text:         "u16",
		bits:         16,
		unitElements: 1,
		unitBytes:    2,
		isInt:        true,
		isFloat:      false,
		status:       shmem.StatusSupported,
		rationale:    "",
		accessors:    accessorsOf[uint16, shmem.HostBufferRefU16, shmem.HostBufferU16]((*shmem.View).AsSliceU16, (*shmem.View).AsMutSliceU16),
	},
}

// A line below stops compiling where a host type is not as many bytes as the
// table says: run go generate ./... after an edit.
var _ [1]struct{} = [unsafe.Sizeof(*new(uint8))]struct{}{}
var _ [1]struct{} = [unsafe.Sizeof(*new(int8))]struct{}{}
var _ [4]struct{} = [unsafe.Sizeof(*new(uint32))]struct{}{}
var _ [2]struct{} = [unsafe.Sizeof(*new(int16))]struct{}{}
var _ [4]struct{} = [unsafe.Sizeof(*new(int32))]struct{}{}
var _ [8]struct{} = [unsafe.Sizeof(*new(int64))]struct{}{}
var _ [2]struct{} = [unsafe.Sizeof(*new(minifloat.BF16))]struct{}{}
var _ [2]struct{} = [unsafe.Sizeof(*new(float16.Float16))]struct{}{}
var _ [4]struct{} = [unsafe.Sizeof(*new(float32))]struct{}{}
var _ [8]struct{} = [unsafe.Sizeof(*new(float64))]struct{}{}
var _ [1]struct{} = [unsafe.Sizeof(*new(minifloat.E4M3))]struct{}{}
var _ [1]struct{} = [unsafe.Sizeof(*new(minifloat.E5M2))]struct{}{}
var _ [3]struct{} = [unsafe.Sizeof(*new(minifloat.E2M3x4))]struct{}{}
var _ [3]struct{} = [unsafe.Sizeof(*new(minifloat.E3M2x4))]struct{}{}
var _ [1]struct{} = [unsafe.Sizeof(*new(minifloat.E2M1x2))]struct{}{}
var _ [1]struct{} = [unsafe.Sizeof(*new(minifloat.E8M0))]struct{}{}
var _ [1]struct{} = [unsafe.Sizeof(*new(uint8))]struct{}{}
var _ [2]struct{} = [unsafe.Sizeof(*new(uint16))]struct{}{}
