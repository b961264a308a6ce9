/* Code generated from dtypes.yaml by "go generate ./..."; DO NOT EDIT. */

#ifndef TENSORSHM_H
#define TENSORSHM_H

#include <stddef.h>
#include <stdint.h>

/* A region is an array of the type tensorshm_X_t of its dtype X, little-endian, from byte 0 of the file on. */

/* The type of a tensor's elements. Values never change. */
typedef enum tensorshm_dtype {
	TENSORSHM_NO_DTYPE = 0,
	/* u8, 1 byte per element. Unsigned integer of 8 bits. */
	TENSORSHM_DTYPE_U8 = 1,
	/* i8, 1 byte per element. Signed integer of 8 bits, two's complement. */
	TENSORSHM_DTYPE_I8 = 2,
	/* u32, 4 bytes per element. Unsigned integer of 32 bits. */
	TENSORSHM_DTYPE_U32 = 3,
	/* i16, 2 bytes per element. Signed integer of 16 bits, two's complement. */
	TENSORSHM_DTYPE_I16 = 4,
	/* i32, 4 bytes per element. Signed integer of 32 bits, two's complement. */
	TENSORSHM_DTYPE_I32 = 5,
	/* i64, 8 bytes per element. Signed integer of 64 bits, two's complement. */
	TENSORSHM_DTYPE_I64 = 6,
	/* bf16, 2 bytes per element. Brain float, the upper half of an IEEE 754 binary32. */
	TENSORSHM_DTYPE_BF16 = 7,
	/* f16, 2 bytes per element. IEEE 754 binary16. */
	TENSORSHM_DTYPE_F16 = 8,
	/* f32, 4 bytes per element. IEEE 754 binary32. */
	TENSORSHM_DTYPE_F32 = 9,
	/* f64, 8 bytes per element. IEEE 754 binary64. */
	TENSORSHM_DTYPE_F64 = 10,
	/* f8e4m3, 1 byte per element. OCP 8-bit float E4M3, called E4M3FN elsewhere for having no infinity; 7F and FF */
	/* are its only NaNs. */
	TENSORSHM_DTYPE_F8E4M3 = 11,
	/* f8e5m2, 1 byte per element. OCP 8-bit float E5M2, with the infinities and NaNs of IEEE 754. */
	TENSORSHM_DTYPE_F8E5M2 = 12,
	/* f6e2m3, 6 bits per element, 4 elements in 3 bytes. OCP MX 6-bit float E2M3. */
	TENSORSHM_DTYPE_F6E2M3 = 13,
	/* f6e3m2, 6 bits per element, 4 elements in 3 bytes. OCP MX 6-bit float E3M2. */
	TENSORSHM_DTYPE_F6E3M2 = 14,
	/* f4, 4 bits per element, 2 elements in 1 byte. OCP MX 4-bit float E2M1; the low nibble of a byte comes first. */
	TENSORSHM_DTYPE_F4 = 15,
	/* f8e8m0, 1 byte per element. OCP MX block scale E8M0, a power of two without sign or zero; FF is its only NaN. */
	TENSORSHM_DTYPE_F8E8M0 = 16,
	/* f8e6m2, 1 byte per element. Unsigned block scale, 6 exponent and 2 mantissa bits. Its status is reserved. */
	TENSORSHM_DTYPE_F8E6M2 = 17,
	/* bool, 1 byte per element. Truth value in one byte, 0 is false and 1 is true; a peer may store any other value, */
	/* which reads as true. */
	TENSORSHM_DTYPE_BOOL = 18,
	/* u16, 2 bytes per element. Unsigned integer of 16 bits. */
	TENSORSHM_DTYPE_U16 = 19,
	/* u64, 8 bytes per element. Unsigned integer of 64 bits. */
	TENSORSHM_DTYPE_U64 = 20,
	/* f8e4m3fnuz, 1 byte per element. 8-bit float E4M3 of AMD and Graphcore; finite, with one NaN in the place of */
	/* negative zero. */
	TENSORSHM_DTYPE_F8E4M3FNUZ = 21,
	/* f8e5m2fnuz, 1 byte per element. 8-bit float E5M2 of AMD and Graphcore; finite, with one NaN in the place of */
	/* negative zero. */
	TENSORSHM_DTYPE_F8E5M2FNUZ = 22,
	/* c64, 8 bytes per element. Complex number of two IEEE 754 binary32, the real part first. */
	TENSORSHM_DTYPE_C64 = 23,
	/* i4, 4 bits per element, 2 elements in 1 byte. Signed integer of 4 bits, -8 to 7 in two's complement; the low */
	/* nibble of a byte comes first. Its status is unshipped. */
	TENSORSHM_DTYPE_I4 = 24,
	/* u4, 4 bits per element, 2 elements in 1 byte. Unsigned integer of 4 bits, 0 to 15; the low nibble of a byte */
	/* comes first. Its status is unshipped. */
	TENSORSHM_DTYPE_U4 = 25,
} tensorshm_dtype;

/* An element of u8. */
typedef uint8_t tensorshm_u8_t;

/* An element of i8. */
typedef int8_t tensorshm_i8_t;

/* An element of u32. */
typedef uint32_t tensorshm_u32_t;

/* An element of i16. */
typedef int16_t tensorshm_i16_t;

/* An element of i32. */
typedef int32_t tensorshm_i32_t;

/* An element of i64. */
typedef int64_t tensorshm_i64_t;

/* An element of bf16. */
typedef uint16_t tensorshm_bf16_t;

/* An element of f16. */
typedef uint16_t tensorshm_f16_t;

/* An element of f32. */
typedef float tensorshm_f32_t;

/* An element of f64. */
typedef double tensorshm_f64_t;

/* An element of f8e4m3. */
typedef uint8_t tensorshm_f8e4m3_t;

/* An element of f8e5m2. */
typedef uint8_t tensorshm_f8e5m2_t;

/* 4 elements of f6e2m3, the first in the least significant bits. */
typedef struct {
	uint8_t bytes[3];
} tensorshm_f6e2m3_t;

/* 4 elements of f6e3m2, the first in the least significant bits. */
typedef struct {
	uint8_t bytes[3];
} tensorshm_f6e3m2_t;

/* 2 elements of f4, the first in the least significant bits. */
typedef struct {
	uint8_t bytes[1];
} tensorshm_f4_t;

/* An element of f8e8m0. */
typedef uint8_t tensorshm_f8e8m0_t;

/* An element of f8e6m2. */
typedef uint8_t tensorshm_f8e6m2_t;

/* An element of bool. */
typedef uint8_t tensorshm_bool_t;

/* An element of u16. */
typedef uint16_t tensorshm_u16_t;

/* An element of u64. */
typedef uint64_t tensorshm_u64_t;

/* An element of f8e4m3fnuz. */
typedef uint8_t tensorshm_f8e4m3fnuz_t;

/* An element of f8e5m2fnuz. */
typedef uint8_t tensorshm_f8e5m2fnuz_t;

/* An element of c64. */
typedef struct {
	float real, imaginary;
} tensorshm_c64_t;

/* 2 elements of i4, the first in the least significant bits. */
typedef struct {
	uint8_t bytes[1];
} tensorshm_i4_t;

/* 2 elements of u4, the first in the least significant bits. */
typedef struct {
	uint8_t bytes[1];
} tensorshm_u4_t;

/* The text form of a dtype, NULL for a value that is none. */
static inline const char *tensorshm_dtype_name(tensorshm_dtype dtype)
{
	switch (dtype) {
	case TENSORSHM_DTYPE_U8:
		return "u8";
	case TENSORSHM_DTYPE_I8:
		return "i8";
	case TENSORSHM_DTYPE_U32:
		return "u32";
	case TENSORSHM_DTYPE_I16:
		return "i16";
	case TENSORSHM_DTYPE_I32:
		return "i32";
	case TENSORSHM_DTYPE_I64:
		return "i64";
	case TENSORSHM_DTYPE_BF16:
		return "bf16";
	case TENSORSHM_DTYPE_F16:
		return "f16";
	case TENSORSHM_DTYPE_F32:
		return "f32";
	case TENSORSHM_DTYPE_F64:
		return "f64";
	case TENSORSHM_DTYPE_F8E4M3:
		return "f8e4m3";
	case TENSORSHM_DTYPE_F8E5M2:
		return "f8e5m2";
	case TENSORSHM_DTYPE_F6E2M3:
		return "f6e2m3";
	case TENSORSHM_DTYPE_F6E3M2:
		return "f6e3m2";
	case TENSORSHM_DTYPE_F4:
		return "f4";
	case TENSORSHM_DTYPE_F8E8M0:
		return "f8e8m0";
	case TENSORSHM_DTYPE_F8E6M2:
		return "f8e6m2";
	case TENSORSHM_DTYPE_BOOL:
		return "bool";
	case TENSORSHM_DTYPE_U16:
		return "u16";
	case TENSORSHM_DTYPE_U64:
		return "u64";
	case TENSORSHM_DTYPE_F8E4M3FNUZ:
		return "f8e4m3fnuz";
	case TENSORSHM_DTYPE_F8E5M2FNUZ:
		return "f8e5m2fnuz";
	case TENSORSHM_DTYPE_C64:
		return "c64";
	case TENSORSHM_DTYPE_I4:
		return "i4";
	case TENSORSHM_DTYPE_U4:
		return "u4";
	default:
		return NULL;
	}
}

/* The width of an element in bits, 0 for a dtype without size. */
static inline unsigned tensorshm_dtype_bits(tensorshm_dtype dtype)
{
	switch (dtype) {
	case TENSORSHM_DTYPE_U8:
		return 8;
	case TENSORSHM_DTYPE_I8:
		return 8;
	case TENSORSHM_DTYPE_U32:
		return 32;
	case TENSORSHM_DTYPE_I16:
		return 16;
	case TENSORSHM_DTYPE_I32:
		return 32;
	case TENSORSHM_DTYPE_I64:
		return 64;
	case TENSORSHM_DTYPE_BF16:
		return 16;
	case TENSORSHM_DTYPE_F16:
		return 16;
	case TENSORSHM_DTYPE_F32:
		return 32;
	case TENSORSHM_DTYPE_F64:
		return 64;
	case TENSORSHM_DTYPE_F8E4M3:
		return 8;
	case TENSORSHM_DTYPE_F8E5M2:
		return 8;
	case TENSORSHM_DTYPE_F6E2M3:
		return 6;
	case TENSORSHM_DTYPE_F6E3M2:
		return 6;
	case TENSORSHM_DTYPE_F4:
		return 4;
	case TENSORSHM_DTYPE_F8E8M0:
		return 8;
	case TENSORSHM_DTYPE_F8E6M2:
		return 8;
	case TENSORSHM_DTYPE_BOOL:
		return 8;
	case TENSORSHM_DTYPE_U16:
		return 16;
	case TENSORSHM_DTYPE_U64:
		return 64;
	case TENSORSHM_DTYPE_F8E4M3FNUZ:
		return 8;
	case TENSORSHM_DTYPE_F8E5M2FNUZ:
		return 8;
	case TENSORSHM_DTYPE_C64:
		return 64;
	case TENSORSHM_DTYPE_I4:
		return 4;
	case TENSORSHM_DTYPE_U4:
		return 4;
	default:
		return 0;
	}
}

/* How many elements fill whole bytes together: counts are multiples of it. 0 for a dtype without size. */
static inline unsigned tensorshm_dtype_unit_elements(tensorshm_dtype dtype)
{
	switch (dtype) {
	case TENSORSHM_DTYPE_U8:
		return 1;
	case TENSORSHM_DTYPE_I8:
		return 1;
	case TENSORSHM_DTYPE_U32:
		return 1;
	case TENSORSHM_DTYPE_I16:
		return 1;
	case TENSORSHM_DTYPE_I32:
		return 1;
	case TENSORSHM_DTYPE_I64:
		return 1;
	case TENSORSHM_DTYPE_BF16:
		return 1;
	case TENSORSHM_DTYPE_F16:
		return 1;
	case TENSORSHM_DTYPE_F32:
		return 1;
	case TENSORSHM_DTYPE_F64:
		return 1;
	case TENSORSHM_DTYPE_F8E4M3:
		return 1;
	case TENSORSHM_DTYPE_F8E5M2:
		return 1;
	case TENSORSHM_DTYPE_F6E2M3:
		return 4;
	case TENSORSHM_DTYPE_F6E3M2:
		return 4;
	case TENSORSHM_DTYPE_F4:
		return 2;
	case TENSORSHM_DTYPE_F8E8M0:
		return 1;
	case TENSORSHM_DTYPE_F8E6M2:
		return 1;
	case TENSORSHM_DTYPE_BOOL:
		return 1;
	case TENSORSHM_DTYPE_U16:
		return 1;
	case TENSORSHM_DTYPE_U64:
		return 1;
	case TENSORSHM_DTYPE_F8E4M3FNUZ:
		return 1;
	case TENSORSHM_DTYPE_F8E5M2FNUZ:
		return 1;
	case TENSORSHM_DTYPE_C64:
		return 1;
	case TENSORSHM_DTYPE_I4:
		return 2;
	case TENSORSHM_DTYPE_U4:
		return 2;
	default:
		return 0;
	}
}

/* The length in bytes of a region of elements; 0 where there is none: the dtype has no size, the count splits a unit, or a size_t
   cannot hold the length. */
static inline size_t tensorshm_storage_bytes(tensorshm_dtype dtype, size_t elements)
{
	size_t unit_elements = tensorshm_dtype_unit_elements(dtype);
	size_t unit_bytes = unit_elements * tensorshm_dtype_bits(dtype) / 8;
	if (unit_elements == 0 || elements % unit_elements != 0 || elements / unit_elements > SIZE_MAX / unit_bytes) {
		return 0;
	}
	return elements / unit_elements * unit_bytes;
}

#endif
