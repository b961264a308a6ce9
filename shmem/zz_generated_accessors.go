// Code generated from dtypes.yaml by "go generate ./..."; DO NOT EDIT.

package shmem

import (
	"slices"

	"github.com/tensorshm/tensorshm/shmem/minifloat"
	"github.com/x448/float16"
)

// newHostBufferRef returns memory, which holds whole values of the host type of
// dtype, as the variant of dtype; nil where the dtype has no typed access.
func newHostBufferRef(dtype DType, memory []byte) HostBufferRef {
	switch dtype {
	case U8:
		return HostBufferRefU8(reinterpret[uint8](memory))
	case I8:
		return HostBufferRefI8(reinterpret[int8](memory))
	case U32:
		return HostBufferRefU32(reinterpret[uint32](memory))
	case I16:
		return HostBufferRefI16(reinterpret[int16](memory))
	case I32:
		return HostBufferRefI32(reinterpret[int32](memory))
	case I64:
		return HostBufferRefI64(reinterpret[int64](memory))
	case BF16:
		return HostBufferRefBF16(reinterpret[minifloat.BF16](memory))
	case F16:
		return HostBufferRefF16(reinterpret[float16.Float16](memory))
	case F32:
		return HostBufferRefF32(reinterpret[float32](memory))
	case F64:
		return HostBufferRefF64(reinterpret[float64](memory))
	case F8E4M3:
		return HostBufferRefF8E4M3(reinterpret[minifloat.E4M3](memory))
	case F8E5M2:
		return HostBufferRefF8E5M2(reinterpret[minifloat.E5M2](memory))
	case F6E2M3:
		return HostBufferRefF6E2M3(reinterpret[minifloat.E2M3x4](memory))
	case F6E3M2:
		return HostBufferRefF6E3M2(reinterpret[minifloat.E3M2x4](memory))
	case F4:
		return HostBufferRefF4(reinterpret[minifloat.E2M1x2](memory))
	case F8E8M0:
		return HostBufferRefF8E8M0(reinterpret[minifloat.E8M0](memory))
	case Bool:
		return HostBufferRefBool(reinterpret[uint8](memory))
	case U16:
		return HostBufferRefU16(reinterpret[uint16](memory))
	case U64:
		return HostBufferRefU64(reinterpret[uint64](memory))
	case F8E4M3FNUZ:
		return HostBufferRefF8E4M3FNUZ(reinterpret[minifloat.E4M3FNUZ](memory))
	case F8E5M2FNUZ:
		return HostBufferRefF8E5M2FNUZ(reinterpret[minifloat.E5M2FNUZ](memory))
	case C64:
		return HostBufferRefC64(reinterpret[complex64](memory))
	}
	return nil
}

// alignment returns the alignment of the dtype's byte offsets, in bytes.
func (d DType) alignment() int {
	switch d {
	case U32:
		return 4
	case I16:
		return 2
	case I32:
		return 4
	case I64:
		return 8
	case BF16:
		return 2
	case F16:
		return 2
	case F32:
		return 4
	case F64:
		return 8
	case U16:
		return 2
	case U64:
		return 8
	case C64:
		return 4
	}
	return 1
}

// AsSliceU8 returns the view's U8 elements for reading, aliasing the region.
// Errors: ErrClosed, ErrDTypeMismatch.
func (v *View) AsSliceU8() ([]uint8, error) {
	return typedSlice[uint8](v, U8, "AsSliceU8")
}

// AsMutSliceU8 returns the view's U8 elements for reading and writing, aliasing
// the region. Errors: ErrClosed, ErrDTypeMismatch, ErrReadOnly.
func (v *View) AsMutSliceU8() ([]uint8, error) {
	return mutableSlice[uint8](v, U8, "AsMutSliceU8")
}

// HostBufferRefU8 is a slice of borrowed U8 elements: it aliases the memory of
// a region or of a HostBufferU8.
type HostBufferRefU8 []uint8

// DType returns U8.
func (HostBufferRefU8) DType() DType {
	return U8
}

// Len returns the number of U8 elements.
func (b HostBufferRefU8) Len() int {
	return len(b)
}

// IsEmpty reports whether there are no U8 elements.
func (b HostBufferRefU8) IsEmpty() bool {
	return len(b) == 0
}

// Bytes returns the memory of the U8 elements, which it aliases.
func (b HostBufferRefU8) Bytes() []byte {
	return bytesOf(b)
}

// ToOwned returns a HostBufferU8 with a copy of the elements, made without a
// Guard.
func (b HostBufferRefU8) ToOwned() HostBuffer {
	return HostBufferU8(slices.Clone(b))
}

// ReadFloat32 returns ErrDTypeMismatch: U8 is no float dtype.
func (HostBufferRefU8) ReadFloat32([]float32, int) (int, error) {
	return declineRead(U8)
}

// WriteFloat32 returns ErrDTypeMismatch: U8 is no float dtype.
func (HostBufferRefU8) WriteFloat32([]float32, int) (int, error) {
	return declineWrite(U8)
}

func (HostBufferRefU8) hostBufferRef() {}

// HostBufferU8 is a slice of owned U8 elements, in ordinary memory.
type HostBufferU8 []uint8

// DType returns U8.
func (HostBufferU8) DType() DType {
	return U8
}

// Len returns the number of U8 elements.
func (b HostBufferU8) Len() int {
	return len(b)
}

// IsEmpty reports whether there are no U8 elements.
func (b HostBufferU8) IsEmpty() bool {
	return len(b) == 0
}

// Bytes returns the memory of the U8 elements, which it aliases.
func (b HostBufferU8) Bytes() []byte {
	return bytesOf(b)
}

// AsRef returns the elements as a HostBufferRefU8, which aliases them.
func (b HostBufferU8) AsRef() HostBufferRef {
	return HostBufferRefU8(b)
}

func (HostBufferU8) concat(parts []HostBuffer) (HostBuffer, error) {
	return concatAs[HostBufferU8](parts)
}

// AsSliceI8 returns the view's I8 elements for reading, aliasing the region.
// Errors: ErrClosed, ErrDTypeMismatch.
func (v *View) AsSliceI8() ([]int8, error) {
	return typedSlice[int8](v, I8, "AsSliceI8")
}

// AsMutSliceI8 returns the view's I8 elements for reading and writing, aliasing
// the region. Errors: ErrClosed, ErrDTypeMismatch, ErrReadOnly.
func (v *View) AsMutSliceI8() ([]int8, error) {
	return mutableSlice[int8](v, I8, "AsMutSliceI8")
}

// HostBufferRefI8 is a slice of borrowed I8 elements: it aliases the memory of
// a region or of a HostBufferI8.
type HostBufferRefI8 []int8

// DType returns I8.
func (HostBufferRefI8) DType() DType {
	return I8
}

// Len returns the number of I8 elements.
func (b HostBufferRefI8) Len() int {
	return len(b)
}

// IsEmpty reports whether there are no I8 elements.
func (b HostBufferRefI8) IsEmpty() bool {
	return len(b) == 0
}

// Bytes returns the memory of the I8 elements, which it aliases.
func (b HostBufferRefI8) Bytes() []byte {
	return bytesOf(b)
}

// ToOwned returns a HostBufferI8 with a copy of the elements, made without a
// Guard.
func (b HostBufferRefI8) ToOwned() HostBuffer {
	return HostBufferI8(slices.Clone(b))
}

// ReadFloat32 returns ErrDTypeMismatch: I8 is no float dtype.
func (HostBufferRefI8) ReadFloat32([]float32, int) (int, error) {
	return declineRead(I8)
}

// WriteFloat32 returns ErrDTypeMismatch: I8 is no float dtype.
func (HostBufferRefI8) WriteFloat32([]float32, int) (int, error) {
	return declineWrite(I8)
}

func (HostBufferRefI8) hostBufferRef() {}

// HostBufferI8 is a slice of owned I8 elements, in ordinary memory.
type HostBufferI8 []int8

// DType returns I8.
func (HostBufferI8) DType() DType {
	return I8
}

// Len returns the number of I8 elements.
func (b HostBufferI8) Len() int {
	return len(b)
}

// IsEmpty reports whether there are no I8 elements.
func (b HostBufferI8) IsEmpty() bool {
	return len(b) == 0
}

// Bytes returns the memory of the I8 elements, which it aliases.
func (b HostBufferI8) Bytes() []byte {
	return bytesOf(b)
}

// AsRef returns the elements as a HostBufferRefI8, which aliases them.
func (b HostBufferI8) AsRef() HostBufferRef {
	return HostBufferRefI8(b)
}

func (HostBufferI8) concat(parts []HostBuffer) (HostBuffer, error) {
	return concatAs[HostBufferI8](parts)
}

// AsSliceU32 returns the view's U32 elements for reading, aliasing the region.
// Errors: ErrClosed, ErrDTypeMismatch.
func (v *View) AsSliceU32() ([]uint32, error) {
	return typedSlice[uint32](v, U32, "AsSliceU32")
}

// AsMutSliceU32 returns the view's U32 elements for reading and writing,
// aliasing the region. Errors: ErrClosed, ErrDTypeMismatch, ErrReadOnly.
func (v *View) AsMutSliceU32() ([]uint32, error) {
	return mutableSlice[uint32](v, U32, "AsMutSliceU32")
}

// HostBufferRefU32 is a slice of borrowed U32 elements: it aliases the memory
// of a region or of a HostBufferU32.
type HostBufferRefU32 []uint32

// DType returns U32.
func (HostBufferRefU32) DType() DType {
	return U32
}

// Len returns the number of U32 elements.
func (b HostBufferRefU32) Len() int {
	return len(b)
}

// IsEmpty reports whether there are no U32 elements.
func (b HostBufferRefU32) IsEmpty() bool {
	return len(b) == 0
}

// Bytes returns the memory of the U32 elements, which it aliases.
func (b HostBufferRefU32) Bytes() []byte {
	return bytesOf(b)
}

// ToOwned returns a HostBufferU32 with a copy of the elements, made without a
// Guard.
func (b HostBufferRefU32) ToOwned() HostBuffer {
	return HostBufferU32(slices.Clone(b))
}

// ReadFloat32 returns ErrDTypeMismatch: U32 is no float dtype.
func (HostBufferRefU32) ReadFloat32([]float32, int) (int, error) {
	return declineRead(U32)
}

// WriteFloat32 returns ErrDTypeMismatch: U32 is no float dtype.
func (HostBufferRefU32) WriteFloat32([]float32, int) (int, error) {
	return declineWrite(U32)
}

func (HostBufferRefU32) hostBufferRef() {}

// HostBufferU32 is a slice of owned U32 elements, in ordinary memory.
type HostBufferU32 []uint32

// DType returns U32.
func (HostBufferU32) DType() DType {
	return U32
}

// Len returns the number of U32 elements.
func (b HostBufferU32) Len() int {
	return len(b)
}

// IsEmpty reports whether there are no U32 elements.
func (b HostBufferU32) IsEmpty() bool {
	return len(b) == 0
}

// Bytes returns the memory of the U32 elements, which it aliases.
func (b HostBufferU32) Bytes() []byte {
	return bytesOf(b)
}

// AsRef returns the elements as a HostBufferRefU32, which aliases them.
func (b HostBufferU32) AsRef() HostBufferRef {
	return HostBufferRefU32(b)
}

func (HostBufferU32) concat(parts []HostBuffer) (HostBuffer, error) {
	return concatAs[HostBufferU32](parts)
}

// AsSliceI16 returns the view's I16 elements for reading, aliasing the region.
// Errors: ErrClosed, ErrDTypeMismatch.
func (v *View) AsSliceI16() ([]int16, error) {
	return typedSlice[int16](v, I16, "AsSliceI16")
}

// AsMutSliceI16 returns the view's I16 elements for reading and writing,
// aliasing the region. Errors: ErrClosed, ErrDTypeMismatch, ErrReadOnly.
func (v *View) AsMutSliceI16() ([]int16, error) {
	return mutableSlice[int16](v, I16, "AsMutSliceI16")
}

// HostBufferRefI16 is a slice of borrowed I16 elements: it aliases the memory
// of a region or of a HostBufferI16.
type HostBufferRefI16 []int16

// DType returns I16.
func (HostBufferRefI16) DType() DType {
	return I16
}

// Len returns the number of I16 elements.
func (b HostBufferRefI16) Len() int {
	return len(b)
}

// IsEmpty reports whether there are no I16 elements.
func (b HostBufferRefI16) IsEmpty() bool {
	return len(b) == 0
}

// Bytes returns the memory of the I16 elements, which it aliases.
func (b HostBufferRefI16) Bytes() []byte {
	return bytesOf(b)
}

// ToOwned returns a HostBufferI16 with a copy of the elements, made without a
// Guard.
func (b HostBufferRefI16) ToOwned() HostBuffer {
	return HostBufferI16(slices.Clone(b))
}

// ReadFloat32 returns ErrDTypeMismatch: I16 is no float dtype.
func (HostBufferRefI16) ReadFloat32([]float32, int) (int, error) {
	return declineRead(I16)
}

// WriteFloat32 returns ErrDTypeMismatch: I16 is no float dtype.
func (HostBufferRefI16) WriteFloat32([]float32, int) (int, error) {
	return declineWrite(I16)
}

func (HostBufferRefI16) hostBufferRef() {}

// HostBufferI16 is a slice of owned I16 elements, in ordinary memory.
type HostBufferI16 []int16

// DType returns I16.
func (HostBufferI16) DType() DType {
	return I16
}

// Len returns the number of I16 elements.
func (b HostBufferI16) Len() int {
	return len(b)
}

// IsEmpty reports whether there are no I16 elements.
func (b HostBufferI16) IsEmpty() bool {
	return len(b) == 0
}

// Bytes returns the memory of the I16 elements, which it aliases.
func (b HostBufferI16) Bytes() []byte {
	return bytesOf(b)
}

// AsRef returns the elements as a HostBufferRefI16, which aliases them.
func (b HostBufferI16) AsRef() HostBufferRef {
	return HostBufferRefI16(b)
}

func (HostBufferI16) concat(parts []HostBuffer) (HostBuffer, error) {
	return concatAs[HostBufferI16](parts)
}

// AsSliceI32 returns the view's I32 elements for reading, aliasing the region.
// Errors: ErrClosed, ErrDTypeMismatch.
func (v *View) AsSliceI32() ([]int32, error) {
	return typedSlice[int32](v, I32, "AsSliceI32")
}

// AsMutSliceI32 returns the view's I32 elements for reading and writing,
// aliasing the region. Errors: ErrClosed, ErrDTypeMismatch, ErrReadOnly.
func (v *View) AsMutSliceI32() ([]int32, error) {
	return mutableSlice[int32](v, I32, "AsMutSliceI32")
}

// HostBufferRefI32 is a slice of borrowed I32 elements: it aliases the memory
// of a region or of a HostBufferI32.
type HostBufferRefI32 []int32

// DType returns I32.
func (HostBufferRefI32) DType() DType {
	return I32
}

// Len returns the number of I32 elements.
func (b HostBufferRefI32) Len() int {
	return len(b)
}

// IsEmpty reports whether there are no I32 elements.
func (b HostBufferRefI32) IsEmpty() bool {
	return len(b) == 0
}

// Bytes returns the memory of the I32 elements, which it aliases.
func (b HostBufferRefI32) Bytes() []byte {
	return bytesOf(b)
}

// ToOwned returns a HostBufferI32 with a copy of the elements, made without a
// Guard.
func (b HostBufferRefI32) ToOwned() HostBuffer {
	return HostBufferI32(slices.Clone(b))
}

// ReadFloat32 returns ErrDTypeMismatch: I32 is no float dtype.
func (HostBufferRefI32) ReadFloat32([]float32, int) (int, error) {
	return declineRead(I32)
}

// WriteFloat32 returns ErrDTypeMismatch: I32 is no float dtype.
func (HostBufferRefI32) WriteFloat32([]float32, int) (int, error) {
	return declineWrite(I32)
}

func (HostBufferRefI32) hostBufferRef() {}

// HostBufferI32 is a slice of owned I32 elements, in ordinary memory.
type HostBufferI32 []int32

// DType returns I32.
func (HostBufferI32) DType() DType {
	return I32
}

// Len returns the number of I32 elements.
func (b HostBufferI32) Len() int {
	return len(b)
}

// IsEmpty reports whether there are no I32 elements.
func (b HostBufferI32) IsEmpty() bool {
	return len(b) == 0
}

// Bytes returns the memory of the I32 elements, which it aliases.
func (b HostBufferI32) Bytes() []byte {
	return bytesOf(b)
}

// AsRef returns the elements as a HostBufferRefI32, which aliases them.
func (b HostBufferI32) AsRef() HostBufferRef {
	return HostBufferRefI32(b)
}

func (HostBufferI32) concat(parts []HostBuffer) (HostBuffer, error) {
	return concatAs[HostBufferI32](parts)
}

// AsSliceI64 returns the view's I64 elements for reading, aliasing the region.
// Errors: ErrClosed, ErrDTypeMismatch.
func (v *View) AsSliceI64() ([]int64, error) {
	return typedSlice[int64](v, I64, "AsSliceI64")
}

// AsMutSliceI64 returns the view's I64 elements for reading and writing,
// aliasing the region. Errors: ErrClosed, ErrDTypeMismatch, ErrReadOnly.
func (v *View) AsMutSliceI64() ([]int64, error) {
	return mutableSlice[int64](v, I64, "AsMutSliceI64")
}

// HostBufferRefI64 is a slice of borrowed I64 elements: it aliases the memory
// of a region or of a HostBufferI64.
type HostBufferRefI64 []int64

// DType returns I64.
func (HostBufferRefI64) DType() DType {
	return I64
}

// Len returns the number of I64 elements.
func (b HostBufferRefI64) Len() int {
	return len(b)
}

// IsEmpty reports whether there are no I64 elements.
func (b HostBufferRefI64) IsEmpty() bool {
	return len(b) == 0
}

// Bytes returns the memory of the I64 elements, which it aliases.
func (b HostBufferRefI64) Bytes() []byte {
	return bytesOf(b)
}

// ToOwned returns a HostBufferI64 with a copy of the elements, made without a
// Guard.
func (b HostBufferRefI64) ToOwned() HostBuffer {
	return HostBufferI64(slices.Clone(b))
}

// ReadFloat32 returns ErrDTypeMismatch: I64 is no float dtype.
func (HostBufferRefI64) ReadFloat32([]float32, int) (int, error) {
	return declineRead(I64)
}

// WriteFloat32 returns ErrDTypeMismatch: I64 is no float dtype.
func (HostBufferRefI64) WriteFloat32([]float32, int) (int, error) {
	return declineWrite(I64)
}

func (HostBufferRefI64) hostBufferRef() {}

// HostBufferI64 is a slice of owned I64 elements, in ordinary memory.
type HostBufferI64 []int64

// DType returns I64.
func (HostBufferI64) DType() DType {
	return I64
}

// Len returns the number of I64 elements.
func (b HostBufferI64) Len() int {
	return len(b)
}

// IsEmpty reports whether there are no I64 elements.
func (b HostBufferI64) IsEmpty() bool {
	return len(b) == 0
}

// Bytes returns the memory of the I64 elements, which it aliases.
func (b HostBufferI64) Bytes() []byte {
	return bytesOf(b)
}

// AsRef returns the elements as a HostBufferRefI64, which aliases them.
func (b HostBufferI64) AsRef() HostBufferRef {
	return HostBufferRefI64(b)
}

func (HostBufferI64) concat(parts []HostBuffer) (HostBuffer, error) {
	return concatAs[HostBufferI64](parts)
}

// AsSliceBF16 returns the view's BF16 elements for reading, aliasing the
// region. Errors: ErrClosed, ErrDTypeMismatch.
func (v *View) AsSliceBF16() ([]minifloat.BF16, error) {
	return typedSlice[minifloat.BF16](v, BF16, "AsSliceBF16")
}

// AsMutSliceBF16 returns the view's BF16 elements for reading and writing,
// aliasing the region. Errors: ErrClosed, ErrDTypeMismatch, ErrReadOnly.
func (v *View) AsMutSliceBF16() ([]minifloat.BF16, error) {
	return mutableSlice[minifloat.BF16](v, BF16, "AsMutSliceBF16")
}

// HostBufferRefBF16 is a slice of borrowed BF16 elements: it aliases the memory
// of a region or of a HostBufferBF16.
type HostBufferRefBF16 []minifloat.BF16

// DType returns BF16.
func (HostBufferRefBF16) DType() DType {
	return BF16
}

// Len returns the number of BF16 elements.
func (b HostBufferRefBF16) Len() int {
	return len(b)
}

// IsEmpty reports whether there are no BF16 elements.
func (b HostBufferRefBF16) IsEmpty() bool {
	return len(b) == 0
}

// Bytes returns the memory of the BF16 elements, which it aliases.
func (b HostBufferRefBF16) Bytes() []byte {
	return bytesOf(b)
}

// ToOwned returns a HostBufferBF16 with a copy of the elements, made without a
// Guard.
func (b HostBufferRefBF16) ToOwned() HostBuffer {
	return HostBufferBF16(slices.Clone(b))
}

// ReadFloat32 stores the values of the BF16 elements from element off on in dst
// and returns how many. Errors: ErrRange, *FaultError.
func (b HostBufferRefBF16) ReadFloat32(dst []float32, off int) (int, error) {
	return readFloats(b, dst, off)
}

// WriteFloat32 stores the numbers of src in the BF16 elements from element off
// on, as minifloat.BF16FromFloat32 converts them, and returns how many. Errors:
// ErrRange, *FaultError.
func (b HostBufferRefBF16) WriteFloat32(src []float32, off int) (int, error) {
	return writeFloats(b, src, off)
}

// decode is ReadFloat32 without a guard, for an off that was checked.
func (b HostBufferRefBF16) decode(dst []float32, off int) int {
	return minifloat.DecodeBF16(dst, b[off:])
}

// encode is WriteFloat32 without a guard, for an off that was checked.
func (b HostBufferRefBF16) encode(src []float32, off int) int {
	return minifloat.EncodeBF16(b[off:], src)
}

func (HostBufferRefBF16) hostBufferRef() {}

// HostBufferBF16 is a slice of owned BF16 elements, in ordinary memory.
type HostBufferBF16 []minifloat.BF16

// DType returns BF16.
func (HostBufferBF16) DType() DType {
	return BF16
}

// Len returns the number of BF16 elements.
func (b HostBufferBF16) Len() int {
	return len(b)
}

// IsEmpty reports whether there are no BF16 elements.
func (b HostBufferBF16) IsEmpty() bool {
	return len(b) == 0
}

// Bytes returns the memory of the BF16 elements, which it aliases.
func (b HostBufferBF16) Bytes() []byte {
	return bytesOf(b)
}

// AsRef returns the elements as a HostBufferRefBF16, which aliases them.
func (b HostBufferBF16) AsRef() HostBufferRef {
	return HostBufferRefBF16(b)
}

func (HostBufferBF16) concat(parts []HostBuffer) (HostBuffer, error) {
	return concatAs[HostBufferBF16](parts)
}

// AsSliceF16 returns the view's F16 elements for reading, aliasing the region.
// Errors: ErrClosed, ErrDTypeMismatch.
func (v *View) AsSliceF16() ([]float16.Float16, error) {
	return typedSlice[float16.Float16](v, F16, "AsSliceF16")
}

// AsMutSliceF16 returns the view's F16 elements for reading and writing,
// aliasing the region. Errors: ErrClosed, ErrDTypeMismatch, ErrReadOnly.
func (v *View) AsMutSliceF16() ([]float16.Float16, error) {
	return mutableSlice[float16.Float16](v, F16, "AsMutSliceF16")
}

// HostBufferRefF16 is a slice of borrowed F16 elements: it aliases the memory
// of a region or of a HostBufferF16.
type HostBufferRefF16 []float16.Float16

// DType returns F16.
func (HostBufferRefF16) DType() DType {
	return F16
}

// Len returns the number of F16 elements.
func (b HostBufferRefF16) Len() int {
	return len(b)
}

// IsEmpty reports whether there are no F16 elements.
func (b HostBufferRefF16) IsEmpty() bool {
	return len(b) == 0
}

// Bytes returns the memory of the F16 elements, which it aliases.
func (b HostBufferRefF16) Bytes() []byte {
	return bytesOf(b)
}

// ToOwned returns a HostBufferF16 with a copy of the elements, made without a
// Guard.
func (b HostBufferRefF16) ToOwned() HostBuffer {
	return HostBufferF16(slices.Clone(b))
}

// ReadFloat32 stores the values of the F16 elements from element off on in dst
// and returns how many. Errors: ErrRange, *FaultError.
func (b HostBufferRefF16) ReadFloat32(dst []float32, off int) (int, error) {
	return readFloats(b, dst, off)
}

// WriteFloat32 stores the numbers of src in the F16 elements from element off
// on, as minifloat.F16FromFloat32 converts them, and returns how many. Errors:
// ErrRange, *FaultError.
func (b HostBufferRefF16) WriteFloat32(src []float32, off int) (int, error) {
	return writeFloats(b, src, off)
}

// decode is ReadFloat32 without a guard, for an off that was checked.
func (b HostBufferRefF16) decode(dst []float32, off int) int {
	return minifloat.DecodeF16(dst, b[off:])
}

// encode is WriteFloat32 without a guard, for an off that was checked.
func (b HostBufferRefF16) encode(src []float32, off int) int {
	return minifloat.EncodeF16(b[off:], src)
}

func (HostBufferRefF16) hostBufferRef() {}

// HostBufferF16 is a slice of owned F16 elements, in ordinary memory.
type HostBufferF16 []float16.Float16

// DType returns F16.
func (HostBufferF16) DType() DType {
	return F16
}

// Len returns the number of F16 elements.
func (b HostBufferF16) Len() int {
	return len(b)
}

// IsEmpty reports whether there are no F16 elements.
func (b HostBufferF16) IsEmpty() bool {
	return len(b) == 0
}

// Bytes returns the memory of the F16 elements, which it aliases.
func (b HostBufferF16) Bytes() []byte {
	return bytesOf(b)
}

// AsRef returns the elements as a HostBufferRefF16, which aliases them.
func (b HostBufferF16) AsRef() HostBufferRef {
	return HostBufferRefF16(b)
}

func (HostBufferF16) concat(parts []HostBuffer) (HostBuffer, error) {
	return concatAs[HostBufferF16](parts)
}

// AsSliceF32 returns the view's F32 elements for reading, aliasing the region.
// Errors: ErrClosed, ErrDTypeMismatch.
func (v *View) AsSliceF32() ([]float32, error) {
	return typedSlice[float32](v, F32, "AsSliceF32")
}

// AsMutSliceF32 returns the view's F32 elements for reading and writing,
// aliasing the region. Errors: ErrClosed, ErrDTypeMismatch, ErrReadOnly.
func (v *View) AsMutSliceF32() ([]float32, error) {
	return mutableSlice[float32](v, F32, "AsMutSliceF32")
}

// HostBufferRefF32 is a slice of borrowed F32 elements: it aliases the memory
// of a region or of a HostBufferF32.
type HostBufferRefF32 []float32

// DType returns F32.
func (HostBufferRefF32) DType() DType {
	return F32
}

// Len returns the number of F32 elements.
func (b HostBufferRefF32) Len() int {
	return len(b)
}

// IsEmpty reports whether there are no F32 elements.
func (b HostBufferRefF32) IsEmpty() bool {
	return len(b) == 0
}

// Bytes returns the memory of the F32 elements, which it aliases.
func (b HostBufferRefF32) Bytes() []byte {
	return bytesOf(b)
}

// ToOwned returns a HostBufferF32 with a copy of the elements, made without a
// Guard.
func (b HostBufferRefF32) ToOwned() HostBuffer {
	return HostBufferF32(slices.Clone(b))
}

// ReadFloat32 stores the values of the F32 elements from element off on in dst
// and returns how many. Errors: ErrRange, *FaultError.
func (b HostBufferRefF32) ReadFloat32(dst []float32, off int) (int, error) {
	return readFloats(b, dst, off)
}

// WriteFloat32 stores the numbers of src in the F32 elements from element off
// on and returns how many. Errors: ErrRange, *FaultError.
func (b HostBufferRefF32) WriteFloat32(src []float32, off int) (int, error) {
	return writeFloats(b, src, off)
}

// decode is ReadFloat32 without a guard, for an off that was checked.
func (b HostBufferRefF32) decode(dst []float32, off int) int {
	return copy(dst, b[off:])
}

// encode is WriteFloat32 without a guard, for an off that was checked.
func (b HostBufferRefF32) encode(src []float32, off int) int {
	return copy(b[off:], src)
}

func (HostBufferRefF32) hostBufferRef() {}

// HostBufferF32 is a slice of owned F32 elements, in ordinary memory.
type HostBufferF32 []float32

// DType returns F32.
func (HostBufferF32) DType() DType {
	return F32
}

// Len returns the number of F32 elements.
func (b HostBufferF32) Len() int {
	return len(b)
}

// IsEmpty reports whether there are no F32 elements.
func (b HostBufferF32) IsEmpty() bool {
	return len(b) == 0
}

// Bytes returns the memory of the F32 elements, which it aliases.
func (b HostBufferF32) Bytes() []byte {
	return bytesOf(b)
}

// AsRef returns the elements as a HostBufferRefF32, which aliases them.
func (b HostBufferF32) AsRef() HostBufferRef {
	return HostBufferRefF32(b)
}

func (HostBufferF32) concat(parts []HostBuffer) (HostBuffer, error) {
	return concatAs[HostBufferF32](parts)
}

// AsSliceF64 returns the view's F64 elements for reading, aliasing the region.
// Errors: ErrClosed, ErrDTypeMismatch.
func (v *View) AsSliceF64() ([]float64, error) {
	return typedSlice[float64](v, F64, "AsSliceF64")
}

// AsMutSliceF64 returns the view's F64 elements for reading and writing,
// aliasing the region. Errors: ErrClosed, ErrDTypeMismatch, ErrReadOnly.
func (v *View) AsMutSliceF64() ([]float64, error) {
	return mutableSlice[float64](v, F64, "AsMutSliceF64")
}

// HostBufferRefF64 is a slice of borrowed F64 elements: it aliases the memory
// of a region or of a HostBufferF64.
type HostBufferRefF64 []float64

// DType returns F64.
func (HostBufferRefF64) DType() DType {
	return F64
}

// Len returns the number of F64 elements.
func (b HostBufferRefF64) Len() int {
	return len(b)
}

// IsEmpty reports whether there are no F64 elements.
func (b HostBufferRefF64) IsEmpty() bool {
	return len(b) == 0
}

// Bytes returns the memory of the F64 elements, which it aliases.
func (b HostBufferRefF64) Bytes() []byte {
	return bytesOf(b)
}

// ToOwned returns a HostBufferF64 with a copy of the elements, made without a
// Guard.
func (b HostBufferRefF64) ToOwned() HostBuffer {
	return HostBufferF64(slices.Clone(b))
}

// ReadFloat32 stores the values of the F64 elements from element off on in dst,
// each rounded once, to nearest even, and returns how many. Errors: ErrRange,
// *FaultError.
func (b HostBufferRefF64) ReadFloat32(dst []float32, off int) (int, error) {
	return readFloats(b, dst, off)
}

// WriteFloat32 stores the numbers of src in the F64 elements from element off
// on and returns how many. Errors: ErrRange, *FaultError.
func (b HostBufferRefF64) WriteFloat32(src []float32, off int) (int, error) {
	return writeFloats(b, src, off)
}

// decode is ReadFloat32 without a guard, for an off that was checked.
func (b HostBufferRefF64) decode(dst []float32, off int) int {
	return minifloat.DecodeF64(dst, b[off:])
}

// encode is WriteFloat32 without a guard, for an off that was checked.
func (b HostBufferRefF64) encode(src []float32, off int) int {
	return minifloat.EncodeF64(b[off:], src)
}

func (HostBufferRefF64) hostBufferRef() {}

// HostBufferF64 is a slice of owned F64 elements, in ordinary memory.
type HostBufferF64 []float64

// DType returns F64.
func (HostBufferF64) DType() DType {
	return F64
}

// Len returns the number of F64 elements.
func (b HostBufferF64) Len() int {
	return len(b)
}

// IsEmpty reports whether there are no F64 elements.
func (b HostBufferF64) IsEmpty() bool {
	return len(b) == 0
}

// Bytes returns the memory of the F64 elements, which it aliases.
func (b HostBufferF64) Bytes() []byte {
	return bytesOf(b)
}

// AsRef returns the elements as a HostBufferRefF64, which aliases them.
func (b HostBufferF64) AsRef() HostBufferRef {
	return HostBufferRefF64(b)
}

func (HostBufferF64) concat(parts []HostBuffer) (HostBuffer, error) {
	return concatAs[HostBufferF64](parts)
}

// AsSliceF8E4M3 returns the view's F8E4M3 elements for reading, aliasing the
// region. Errors: ErrClosed, ErrDTypeMismatch.
func (v *View) AsSliceF8E4M3() ([]minifloat.E4M3, error) {
	return typedSlice[minifloat.E4M3](v, F8E4M3, "AsSliceF8E4M3")
}

// AsMutSliceF8E4M3 returns the view's F8E4M3 elements for reading and writing,
// aliasing the region. Errors: ErrClosed, ErrDTypeMismatch, ErrReadOnly.
func (v *View) AsMutSliceF8E4M3() ([]minifloat.E4M3, error) {
	return mutableSlice[minifloat.E4M3](v, F8E4M3, "AsMutSliceF8E4M3")
}

// HostBufferRefF8E4M3 is a slice of borrowed F8E4M3 elements: it aliases the
// memory of a region or of a HostBufferF8E4M3.
type HostBufferRefF8E4M3 []minifloat.E4M3

// DType returns F8E4M3.
func (HostBufferRefF8E4M3) DType() DType {
	return F8E4M3
}

// Len returns the number of F8E4M3 elements.
func (b HostBufferRefF8E4M3) Len() int {
	return len(b)
}

// IsEmpty reports whether there are no F8E4M3 elements.
func (b HostBufferRefF8E4M3) IsEmpty() bool {
	return len(b) == 0
}

// Bytes returns the memory of the F8E4M3 elements, which it aliases.
func (b HostBufferRefF8E4M3) Bytes() []byte {
	return bytesOf(b)
}

// ToOwned returns a HostBufferF8E4M3 with a copy of the elements, made without
// a Guard.
func (b HostBufferRefF8E4M3) ToOwned() HostBuffer {
	return HostBufferF8E4M3(slices.Clone(b))
}

// ReadFloat32 stores the values of the F8E4M3 elements from element off on in
// dst and returns how many. Errors: ErrRange, *FaultError.
func (b HostBufferRefF8E4M3) ReadFloat32(dst []float32, off int) (int, error) {
	return readFloats(b, dst, off)
}

// WriteFloat32 stores the numbers of src in the F8E4M3 elements from element
// off on, as minifloat.E4M3FromFloat32 converts them, and returns how many.
// Errors: ErrRange, *FaultError.
func (b HostBufferRefF8E4M3) WriteFloat32(src []float32, off int) (int, error) {
	return writeFloats(b, src, off)
}

// decode is ReadFloat32 without a guard, for an off that was checked.
func (b HostBufferRefF8E4M3) decode(dst []float32, off int) int {
	return minifloat.DecodeE4M3(dst, b[off:])
}

// encode is WriteFloat32 without a guard, for an off that was checked.
func (b HostBufferRefF8E4M3) encode(src []float32, off int) int {
	return minifloat.EncodeE4M3(b[off:], src)
}

func (HostBufferRefF8E4M3) hostBufferRef() {}

// HostBufferF8E4M3 is a slice of owned F8E4M3 elements, in ordinary memory.
type HostBufferF8E4M3 []minifloat.E4M3

// DType returns F8E4M3.
func (HostBufferF8E4M3) DType() DType {
	return F8E4M3
}

// Len returns the number of F8E4M3 elements.
func (b HostBufferF8E4M3) Len() int {
	return len(b)
}

// IsEmpty reports whether there are no F8E4M3 elements.
func (b HostBufferF8E4M3) IsEmpty() bool {
	return len(b) == 0
}

// Bytes returns the memory of the F8E4M3 elements, which it aliases.
func (b HostBufferF8E4M3) Bytes() []byte {
	return bytesOf(b)
}

// AsRef returns the elements as a HostBufferRefF8E4M3, which aliases them.
func (b HostBufferF8E4M3) AsRef() HostBufferRef {
	return HostBufferRefF8E4M3(b)
}

func (HostBufferF8E4M3) concat(parts []HostBuffer) (HostBuffer, error) {
	return concatAs[HostBufferF8E4M3](parts)
}

// AsSliceF8E5M2 returns the view's F8E5M2 elements for reading, aliasing the
// region. Errors: ErrClosed, ErrDTypeMismatch.
func (v *View) AsSliceF8E5M2() ([]minifloat.E5M2, error) {
	return typedSlice[minifloat.E5M2](v, F8E5M2, "AsSliceF8E5M2")
}

// AsMutSliceF8E5M2 returns the view's F8E5M2 elements for reading and writing,
// aliasing the region. Errors: ErrClosed, ErrDTypeMismatch, ErrReadOnly.
func (v *View) AsMutSliceF8E5M2() ([]minifloat.E5M2, error) {
	return mutableSlice[minifloat.E5M2](v, F8E5M2, "AsMutSliceF8E5M2")
}

// HostBufferRefF8E5M2 is a slice of borrowed F8E5M2 elements: it aliases the
// memory of a region or of a HostBufferF8E5M2.
type HostBufferRefF8E5M2 []minifloat.E5M2

// DType returns F8E5M2.
func (HostBufferRefF8E5M2) DType() DType {
	return F8E5M2
}

// Len returns the number of F8E5M2 elements.
func (b HostBufferRefF8E5M2) Len() int {
	return len(b)
}

// IsEmpty reports whether there are no F8E5M2 elements.
func (b HostBufferRefF8E5M2) IsEmpty() bool {
	return len(b) == 0
}

// Bytes returns the memory of the F8E5M2 elements, which it aliases.
func (b HostBufferRefF8E5M2) Bytes() []byte {
	return bytesOf(b)
}

// ToOwned returns a HostBufferF8E5M2 with a copy of the elements, made without
// a Guard.
func (b HostBufferRefF8E5M2) ToOwned() HostBuffer {
	return HostBufferF8E5M2(slices.Clone(b))
}

// ReadFloat32 stores the values of the F8E5M2 elements from element off on in
// dst and returns how many. Errors: ErrRange, *FaultError.
func (b HostBufferRefF8E5M2) ReadFloat32(dst []float32, off int) (int, error) {
	return readFloats(b, dst, off)
}

// WriteFloat32 stores the numbers of src in the F8E5M2 elements from element
// off on, as minifloat.E5M2FromFloat32 converts them, and returns how many.
// Errors: ErrRange, *FaultError.
func (b HostBufferRefF8E5M2) WriteFloat32(src []float32, off int) (int, error) {
	return writeFloats(b, src, off)
}

// decode is ReadFloat32 without a guard, for an off that was checked.
func (b HostBufferRefF8E5M2) decode(dst []float32, off int) int {
	return minifloat.DecodeE5M2(dst, b[off:])
}

// encode is WriteFloat32 without a guard, for an off that was checked.
func (b HostBufferRefF8E5M2) encode(src []float32, off int) int {
	return minifloat.EncodeE5M2(b[off:], src)
}

func (HostBufferRefF8E5M2) hostBufferRef() {}

// HostBufferF8E5M2 is a slice of owned F8E5M2 elements, in ordinary memory.
type HostBufferF8E5M2 []minifloat.E5M2

// DType returns F8E5M2.
func (HostBufferF8E5M2) DType() DType {
	return F8E5M2
}

// Len returns the number of F8E5M2 elements.
func (b HostBufferF8E5M2) Len() int {
	return len(b)
}

// IsEmpty reports whether there are no F8E5M2 elements.
func (b HostBufferF8E5M2) IsEmpty() bool {
	return len(b) == 0
}

// Bytes returns the memory of the F8E5M2 elements, which it aliases.
func (b HostBufferF8E5M2) Bytes() []byte {
	return bytesOf(b)
}

// AsRef returns the elements as a HostBufferRefF8E5M2, which aliases them.
func (b HostBufferF8E5M2) AsRef() HostBufferRef {
	return HostBufferRefF8E5M2(b)
}

func (HostBufferF8E5M2) concat(parts []HostBuffer) (HostBuffer, error) {
	return concatAs[HostBufferF8E5M2](parts)
}

// AsSliceF6E2M3 returns the view's F6E2M3 elements in groups of 4 for reading,
// aliasing the region. Errors: ErrClosed, ErrDTypeMismatch.
func (v *View) AsSliceF6E2M3() ([]minifloat.E2M3x4, error) {
	return typedSlice[minifloat.E2M3x4](v, F6E2M3, "AsSliceF6E2M3")
}

// AsMutSliceF6E2M3 returns the view's F6E2M3 elements in groups of 4 for
// reading and writing, aliasing the region. Errors: ErrClosed,
// ErrDTypeMismatch, ErrReadOnly.
func (v *View) AsMutSliceF6E2M3() ([]minifloat.E2M3x4, error) {
	return mutableSlice[minifloat.E2M3x4](v, F6E2M3, "AsMutSliceF6E2M3")
}

// HostBufferRefF6E2M3 is a slice of borrowed F6E2M3 elements in groups of 4: it
// aliases the memory of a region or of a HostBufferF6E2M3.
type HostBufferRefF6E2M3 []minifloat.E2M3x4

// DType returns F6E2M3.
func (HostBufferRefF6E2M3) DType() DType {
	return F6E2M3
}

// Len returns the number of F6E2M3 elements, 4 for each group.
func (b HostBufferRefF6E2M3) Len() int {
	return len(b) * 4
}

// IsEmpty reports whether there are no F6E2M3 elements.
func (b HostBufferRefF6E2M3) IsEmpty() bool {
	return len(b) == 0
}

// Bytes returns the memory of the F6E2M3 elements, which it aliases.
func (b HostBufferRefF6E2M3) Bytes() []byte {
	return bytesOf(b)
}

// ToOwned returns a HostBufferF6E2M3 with a copy of the elements, made without
// a Guard.
func (b HostBufferRefF6E2M3) ToOwned() HostBuffer {
	return HostBufferF6E2M3(slices.Clone(b))
}

// ReadFloat32 stores the values of the F6E2M3 elements from element off on in
// dst and returns how many. Errors: ErrRange, *FaultError.
func (b HostBufferRefF6E2M3) ReadFloat32(dst []float32, off int) (int, error) {
	return readFloats(b, dst, off)
}

// WriteFloat32 stores the numbers of src in the F6E2M3 elements from element
// off on, as minifloat.E2M3FromFloat32 converts them, and returns how many.
// Errors: ErrRange, *FaultError.
func (b HostBufferRefF6E2M3) WriteFloat32(src []float32, off int) (int, error) {
	return writeFloats(b, src, off)
}

// decode is ReadFloat32 without a guard, for an off that was checked.
func (b HostBufferRefF6E2M3) decode(dst []float32, off int) int {
	return minifloat.DecodeE2M3x4(dst, b, off)
}

// encode is WriteFloat32 without a guard, for an off that was checked.
func (b HostBufferRefF6E2M3) encode(src []float32, off int) int {
	return minifloat.EncodeE2M3x4(b, src, off)
}

func (HostBufferRefF6E2M3) hostBufferRef() {}

// HostBufferF6E2M3 is a slice of owned F6E2M3 elements in groups of 4, in
// ordinary memory.
type HostBufferF6E2M3 []minifloat.E2M3x4

// DType returns F6E2M3.
func (HostBufferF6E2M3) DType() DType {
	return F6E2M3
}

// Len returns the number of F6E2M3 elements, 4 for each group.
func (b HostBufferF6E2M3) Len() int {
	return len(b) * 4
}

// IsEmpty reports whether there are no F6E2M3 elements.
func (b HostBufferF6E2M3) IsEmpty() bool {
	return len(b) == 0
}

// Bytes returns the memory of the F6E2M3 elements, which it aliases.
func (b HostBufferF6E2M3) Bytes() []byte {
	return bytesOf(b)
}

// AsRef returns the elements as a HostBufferRefF6E2M3, which aliases them.
func (b HostBufferF6E2M3) AsRef() HostBufferRef {
	return HostBufferRefF6E2M3(b)
}

func (HostBufferF6E2M3) concat(parts []HostBuffer) (HostBuffer, error) {
	return concatAs[HostBufferF6E2M3](parts)
}

// AsSliceF6E3M2 returns the view's F6E3M2 elements in groups of 4 for reading,
// aliasing the region. Errors: ErrClosed, ErrDTypeMismatch.
func (v *View) AsSliceF6E3M2() ([]minifloat.E3M2x4, error) {
	return typedSlice[minifloat.E3M2x4](v, F6E3M2, "AsSliceF6E3M2")
}

// AsMutSliceF6E3M2 returns the view's F6E3M2 elements in groups of 4 for
// reading and writing, aliasing the region. Errors: ErrClosed,
// ErrDTypeMismatch, ErrReadOnly.
func (v *View) AsMutSliceF6E3M2() ([]minifloat.E3M2x4, error) {
	return mutableSlice[minifloat.E3M2x4](v, F6E3M2, "AsMutSliceF6E3M2")
}

// HostBufferRefF6E3M2 is a slice of borrowed F6E3M2 elements in groups of 4: it
// aliases the memory of a region or of a HostBufferF6E3M2.
type HostBufferRefF6E3M2 []minifloat.E3M2x4

// DType returns F6E3M2.
func (HostBufferRefF6E3M2) DType() DType {
	return F6E3M2
}

// Len returns the number of F6E3M2 elements, 4 for each group.
func (b HostBufferRefF6E3M2) Len() int {
	return len(b) * 4
}

// IsEmpty reports whether there are no F6E3M2 elements.
func (b HostBufferRefF6E3M2) IsEmpty() bool {
	return len(b) == 0
}

// Bytes returns the memory of the F6E3M2 elements, which it aliases.
func (b HostBufferRefF6E3M2) Bytes() []byte {
	return bytesOf(b)
}

// ToOwned returns a HostBufferF6E3M2 with a copy of the elements, made without
// a Guard.
func (b HostBufferRefF6E3M2) ToOwned() HostBuffer {
	return HostBufferF6E3M2(slices.Clone(b))
}

// ReadFloat32 stores the values of the F6E3M2 elements from element off on in
// dst and returns how many. Errors: ErrRange, *FaultError.
func (b HostBufferRefF6E3M2) ReadFloat32(dst []float32, off int) (int, error) {
	return readFloats(b, dst, off)
}

// WriteFloat32 stores the numbers of src in the F6E3M2 elements from element
// off on, as minifloat.E3M2FromFloat32 converts them, and returns how many.
// Errors: ErrRange, *FaultError.
func (b HostBufferRefF6E3M2) WriteFloat32(src []float32, off int) (int, error) {
	return writeFloats(b, src, off)
}

// decode is ReadFloat32 without a guard, for an off that was checked.
func (b HostBufferRefF6E3M2) decode(dst []float32, off int) int {
	return minifloat.DecodeE3M2x4(dst, b, off)
}

// encode is WriteFloat32 without a guard, for an off that was checked.
func (b HostBufferRefF6E3M2) encode(src []float32, off int) int {
	return minifloat.EncodeE3M2x4(b, src, off)
}

func (HostBufferRefF6E3M2) hostBufferRef() {}

// HostBufferF6E3M2 is a slice of owned F6E3M2 elements in groups of 4, in
// ordinary memory.
type HostBufferF6E3M2 []minifloat.E3M2x4

// DType returns F6E3M2.
func (HostBufferF6E3M2) DType() DType {
	return F6E3M2
}

// Len returns the number of F6E3M2 elements, 4 for each group.
func (b HostBufferF6E3M2) Len() int {
	return len(b) * 4
}

// IsEmpty reports whether there are no F6E3M2 elements.
func (b HostBufferF6E3M2) IsEmpty() bool {
	return len(b) == 0
}

// Bytes returns the memory of the F6E3M2 elements, which it aliases.
func (b HostBufferF6E3M2) Bytes() []byte {
	return bytesOf(b)
}

// AsRef returns the elements as a HostBufferRefF6E3M2, which aliases them.
func (b HostBufferF6E3M2) AsRef() HostBufferRef {
	return HostBufferRefF6E3M2(b)
}

func (HostBufferF6E3M2) concat(parts []HostBuffer) (HostBuffer, error) {
	return concatAs[HostBufferF6E3M2](parts)
}

// AsSliceF4 returns the view's F4 elements in groups of 2 for reading, aliasing
// the region. Errors: ErrClosed, ErrDTypeMismatch.
func (v *View) AsSliceF4() ([]minifloat.E2M1x2, error) {
	return typedSlice[minifloat.E2M1x2](v, F4, "AsSliceF4")
}

// AsMutSliceF4 returns the view's F4 elements in groups of 2 for reading and
// writing, aliasing the region. Errors: ErrClosed, ErrDTypeMismatch,
// ErrReadOnly.
func (v *View) AsMutSliceF4() ([]minifloat.E2M1x2, error) {
	return mutableSlice[minifloat.E2M1x2](v, F4, "AsMutSliceF4")
}

// HostBufferRefF4 is a slice of borrowed F4 elements in groups of 2: it aliases
// the memory of a region or of a HostBufferF4.
type HostBufferRefF4 []minifloat.E2M1x2

// DType returns F4.
func (HostBufferRefF4) DType() DType {
	return F4
}

// Len returns the number of F4 elements, 2 for each group.
func (b HostBufferRefF4) Len() int {
	return len(b) * 2
}

// IsEmpty reports whether there are no F4 elements.
func (b HostBufferRefF4) IsEmpty() bool {
	return len(b) == 0
}

// Bytes returns the memory of the F4 elements, which it aliases.
func (b HostBufferRefF4) Bytes() []byte {
	return bytesOf(b)
}

// ToOwned returns a HostBufferF4 with a copy of the elements, made without a
// Guard.
func (b HostBufferRefF4) ToOwned() HostBuffer {
	return HostBufferF4(slices.Clone(b))
}

// ReadFloat32 stores the values of the F4 elements from element off on in dst
// and returns how many. Errors: ErrRange, *FaultError.
func (b HostBufferRefF4) ReadFloat32(dst []float32, off int) (int, error) {
	return readFloats(b, dst, off)
}

// WriteFloat32 stores the numbers of src in the F4 elements from element off
// on, as minifloat.E2M1FromFloat32 converts them, and returns how many. Errors:
// ErrRange, *FaultError.
func (b HostBufferRefF4) WriteFloat32(src []float32, off int) (int, error) {
	return writeFloats(b, src, off)
}

// decode is ReadFloat32 without a guard, for an off that was checked.
func (b HostBufferRefF4) decode(dst []float32, off int) int {
	return minifloat.DecodeE2M1x2(dst, b, off)
}

// encode is WriteFloat32 without a guard, for an off that was checked.
func (b HostBufferRefF4) encode(src []float32, off int) int {
	return minifloat.EncodeE2M1x2(b, src, off)
}

func (HostBufferRefF4) hostBufferRef() {}

// HostBufferF4 is a slice of owned F4 elements in groups of 2, in ordinary
// memory.
type HostBufferF4 []minifloat.E2M1x2

// DType returns F4.
func (HostBufferF4) DType() DType {
	return F4
}

// Len returns the number of F4 elements, 2 for each group.
func (b HostBufferF4) Len() int {
	return len(b) * 2
}

// IsEmpty reports whether there are no F4 elements.
func (b HostBufferF4) IsEmpty() bool {
	return len(b) == 0
}

// Bytes returns the memory of the F4 elements, which it aliases.
func (b HostBufferF4) Bytes() []byte {
	return bytesOf(b)
}

// AsRef returns the elements as a HostBufferRefF4, which aliases them.
func (b HostBufferF4) AsRef() HostBufferRef {
	return HostBufferRefF4(b)
}

func (HostBufferF4) concat(parts []HostBuffer) (HostBuffer, error) {
	return concatAs[HostBufferF4](parts)
}

// AsSliceF8E8M0 returns the view's F8E8M0 elements for reading, aliasing the
// region. Errors: ErrClosed, ErrDTypeMismatch.
func (v *View) AsSliceF8E8M0() ([]minifloat.E8M0, error) {
	return typedSlice[minifloat.E8M0](v, F8E8M0, "AsSliceF8E8M0")
}

// AsMutSliceF8E8M0 returns the view's F8E8M0 elements for reading and writing,
// aliasing the region. Errors: ErrClosed, ErrDTypeMismatch, ErrReadOnly.
func (v *View) AsMutSliceF8E8M0() ([]minifloat.E8M0, error) {
	return mutableSlice[minifloat.E8M0](v, F8E8M0, "AsMutSliceF8E8M0")
}

// HostBufferRefF8E8M0 is a slice of borrowed F8E8M0 elements: it aliases the
// memory of a region or of a HostBufferF8E8M0.
type HostBufferRefF8E8M0 []minifloat.E8M0

// DType returns F8E8M0.
func (HostBufferRefF8E8M0) DType() DType {
	return F8E8M0
}

// Len returns the number of F8E8M0 elements.
func (b HostBufferRefF8E8M0) Len() int {
	return len(b)
}

// IsEmpty reports whether there are no F8E8M0 elements.
func (b HostBufferRefF8E8M0) IsEmpty() bool {
	return len(b) == 0
}

// Bytes returns the memory of the F8E8M0 elements, which it aliases.
func (b HostBufferRefF8E8M0) Bytes() []byte {
	return bytesOf(b)
}

// ToOwned returns a HostBufferF8E8M0 with a copy of the elements, made without
// a Guard.
func (b HostBufferRefF8E8M0) ToOwned() HostBuffer {
	return HostBufferF8E8M0(slices.Clone(b))
}

// ReadFloat32 stores the values of the F8E8M0 elements from element off on in
// dst and returns how many. Errors: ErrRange, *FaultError.
func (b HostBufferRefF8E8M0) ReadFloat32(dst []float32, off int) (int, error) {
	return readFloats(b, dst, off)
}

// WriteFloat32 stores the numbers of src in the F8E8M0 elements from element
// off on, as minifloat.E8M0FromFloat32 converts them, and returns how many.
// Errors: ErrRange, *FaultError.
func (b HostBufferRefF8E8M0) WriteFloat32(src []float32, off int) (int, error) {
	return writeFloats(b, src, off)
}

// decode is ReadFloat32 without a guard, for an off that was checked.
func (b HostBufferRefF8E8M0) decode(dst []float32, off int) int {
	return minifloat.DecodeE8M0(dst, b[off:])
}

// encode is WriteFloat32 without a guard, for an off that was checked.
func (b HostBufferRefF8E8M0) encode(src []float32, off int) int {
	return minifloat.EncodeE8M0(b[off:], src)
}

func (HostBufferRefF8E8M0) hostBufferRef() {}

// HostBufferF8E8M0 is a slice of owned F8E8M0 elements, in ordinary memory.
type HostBufferF8E8M0 []minifloat.E8M0

// DType returns F8E8M0.
func (HostBufferF8E8M0) DType() DType {
	return F8E8M0
}

// Len returns the number of F8E8M0 elements.
func (b HostBufferF8E8M0) Len() int {
	return len(b)
}

// IsEmpty reports whether there are no F8E8M0 elements.
func (b HostBufferF8E8M0) IsEmpty() bool {
	return len(b) == 0
}

// Bytes returns the memory of the F8E8M0 elements, which it aliases.
func (b HostBufferF8E8M0) Bytes() []byte {
	return bytesOf(b)
}

// AsRef returns the elements as a HostBufferRefF8E8M0, which aliases them.
func (b HostBufferF8E8M0) AsRef() HostBufferRef {
	return HostBufferRefF8E8M0(b)
}

func (HostBufferF8E8M0) concat(parts []HostBuffer) (HostBuffer, error) {
	return concatAs[HostBufferF8E8M0](parts)
}

// AsSliceBool returns the view's Bool elements for reading, aliasing the
// region. Errors: ErrClosed, ErrDTypeMismatch.
func (v *View) AsSliceBool() ([]uint8, error) {
	return typedSlice[uint8](v, Bool, "AsSliceBool")
}

// AsMutSliceBool returns the view's Bool elements for reading and writing,
// aliasing the region. Errors: ErrClosed, ErrDTypeMismatch, ErrReadOnly.
func (v *View) AsMutSliceBool() ([]uint8, error) {
	return mutableSlice[uint8](v, Bool, "AsMutSliceBool")
}

// HostBufferRefBool is a slice of borrowed Bool elements: it aliases the memory
// of a region or of a HostBufferBool.
type HostBufferRefBool []uint8

// DType returns Bool.
func (HostBufferRefBool) DType() DType {
	return Bool
}

// Len returns the number of Bool elements.
func (b HostBufferRefBool) Len() int {
	return len(b)
}

// IsEmpty reports whether there are no Bool elements.
func (b HostBufferRefBool) IsEmpty() bool {
	return len(b) == 0
}

// Bytes returns the memory of the Bool elements, which it aliases.
func (b HostBufferRefBool) Bytes() []byte {
	return bytesOf(b)
}

// ToOwned returns a HostBufferBool with a copy of the elements, made without a
// Guard.
func (b HostBufferRefBool) ToOwned() HostBuffer {
	return HostBufferBool(slices.Clone(b))
}

// ReadFloat32 returns ErrDTypeMismatch: Bool is no float dtype.
func (HostBufferRefBool) ReadFloat32([]float32, int) (int, error) {
	return declineRead(Bool)
}

// WriteFloat32 returns ErrDTypeMismatch: Bool is no float dtype.
func (HostBufferRefBool) WriteFloat32([]float32, int) (int, error) {
	return declineWrite(Bool)
}

func (HostBufferRefBool) hostBufferRef() {}

// HostBufferBool is a slice of owned Bool elements, in ordinary memory.
type HostBufferBool []uint8

// DType returns Bool.
func (HostBufferBool) DType() DType {
	return Bool
}

// Len returns the number of Bool elements.
func (b HostBufferBool) Len() int {
	return len(b)
}

// IsEmpty reports whether there are no Bool elements.
func (b HostBufferBool) IsEmpty() bool {
	return len(b) == 0
}

// Bytes returns the memory of the Bool elements, which it aliases.
func (b HostBufferBool) Bytes() []byte {
	return bytesOf(b)
}

// AsRef returns the elements as a HostBufferRefBool, which aliases them.
func (b HostBufferBool) AsRef() HostBufferRef {
	return HostBufferRefBool(b)
}

func (HostBufferBool) concat(parts []HostBuffer) (HostBuffer, error) {
	return concatAs[HostBufferBool](parts)
}

// AsSliceU16 returns the view's U16 elements for reading, aliasing the region.
// Errors: ErrClosed, ErrDTypeMismatch.
func (v *View) AsSliceU16() ([]uint16, error) {
	return typedSlice[uint16](v, U16, "AsSliceU16")
}

// AsMutSliceU16 returns the view's U16 elements for reading and writing,
// aliasing the region. Errors: ErrClosed, ErrDTypeMismatch, ErrReadOnly.
func (v *View) AsMutSliceU16() ([]uint16, error) {
	return mutableSlice[uint16](v, U16, "AsMutSliceU16")
}

// HostBufferRefU16 is a slice of borrowed U16 elements: it aliases the memory
// of a region or of a HostBufferU16.
type HostBufferRefU16 []uint16

// DType returns U16.
func (HostBufferRefU16) DType() DType {
	return U16
}

// Len returns the number of U16 elements.
func (b HostBufferRefU16) Len() int {
	return len(b)
}

// IsEmpty reports whether there are no U16 elements.
func (b HostBufferRefU16) IsEmpty() bool {
	return len(b) == 0
}

// Bytes returns the memory of the U16 elements, which it aliases.
func (b HostBufferRefU16) Bytes() []byte {
	return bytesOf(b)
}

// ToOwned returns a HostBufferU16 with a copy of the elements, made without a
// Guard.
func (b HostBufferRefU16) ToOwned() HostBuffer {
	return HostBufferU16(slices.Clone(b))
}

// ReadFloat32 returns ErrDTypeMismatch: U16 is no float dtype.
func (HostBufferRefU16) ReadFloat32([]float32, int) (int, error) {
	return declineRead(U16)
}

// WriteFloat32 returns ErrDTypeMismatch: U16 is no float dtype.
func (HostBufferRefU16) WriteFloat32([]float32, int) (int, error) {
	return declineWrite(U16)
}

func (HostBufferRefU16) hostBufferRef() {}

// HostBufferU16 is a slice of owned U16 elements, in ordinary memory.
type HostBufferU16 []uint16

// DType returns U16.
func (HostBufferU16) DType() DType {
	return U16
}

// Len returns the number of U16 elements.
func (b HostBufferU16) Len() int {
	return len(b)
}

// IsEmpty reports whether there are no U16 elements.
func (b HostBufferU16) IsEmpty() bool {
	return len(b) == 0
}

// Bytes returns the memory of the U16 elements, which it aliases.
func (b HostBufferU16) Bytes() []byte {
	return bytesOf(b)
}

// AsRef returns the elements as a HostBufferRefU16, which aliases them.
func (b HostBufferU16) AsRef() HostBufferRef {
	return HostBufferRefU16(b)
}

func (HostBufferU16) concat(parts []HostBuffer) (HostBuffer, error) {
	return concatAs[HostBufferU16](parts)
}

// AsSliceU64 returns the view's U64 elements for reading, aliasing the region.
// Errors: ErrClosed, ErrDTypeMismatch.
func (v *View) AsSliceU64() ([]uint64, error) {
	return typedSlice[uint64](v, U64, "AsSliceU64")
}

// AsMutSliceU64 returns the view's U64 elements for reading and writing,
// aliasing the region. Errors: ErrClosed, ErrDTypeMismatch, ErrReadOnly.
func (v *View) AsMutSliceU64() ([]uint64, error) {
	return mutableSlice[uint64](v, U64, "AsMutSliceU64")
}

// HostBufferRefU64 is a slice of borrowed U64 elements: it aliases the memory
// of a region or of a HostBufferU64.
type HostBufferRefU64 []uint64

// DType returns U64.
func (HostBufferRefU64) DType() DType {
	return U64
}

// Len returns the number of U64 elements.
func (b HostBufferRefU64) Len() int {
	return len(b)
}

// IsEmpty reports whether there are no U64 elements.
func (b HostBufferRefU64) IsEmpty() bool {
	return len(b) == 0
}

// Bytes returns the memory of the U64 elements, which it aliases.
func (b HostBufferRefU64) Bytes() []byte {
	return bytesOf(b)
}

// ToOwned returns a HostBufferU64 with a copy of the elements, made without a
// Guard.
func (b HostBufferRefU64) ToOwned() HostBuffer {
	return HostBufferU64(slices.Clone(b))
}

// ReadFloat32 returns ErrDTypeMismatch: U64 is no float dtype.
func (HostBufferRefU64) ReadFloat32([]float32, int) (int, error) {
	return declineRead(U64)
}

// WriteFloat32 returns ErrDTypeMismatch: U64 is no float dtype.
func (HostBufferRefU64) WriteFloat32([]float32, int) (int, error) {
	return declineWrite(U64)
}

func (HostBufferRefU64) hostBufferRef() {}

// HostBufferU64 is a slice of owned U64 elements, in ordinary memory.
type HostBufferU64 []uint64

// DType returns U64.
func (HostBufferU64) DType() DType {
	return U64
}

// Len returns the number of U64 elements.
func (b HostBufferU64) Len() int {
	return len(b)
}

// IsEmpty reports whether there are no U64 elements.
func (b HostBufferU64) IsEmpty() bool {
	return len(b) == 0
}

// Bytes returns the memory of the U64 elements, which it aliases.
func (b HostBufferU64) Bytes() []byte {
	return bytesOf(b)
}

// AsRef returns the elements as a HostBufferRefU64, which aliases them.
func (b HostBufferU64) AsRef() HostBufferRef {
	return HostBufferRefU64(b)
}

func (HostBufferU64) concat(parts []HostBuffer) (HostBuffer, error) {
	return concatAs[HostBufferU64](parts)
}

// AsSliceF8E4M3FNUZ returns the view's F8E4M3FNUZ elements for reading,
// aliasing the region. Errors: ErrClosed, ErrDTypeMismatch.
func (v *View) AsSliceF8E4M3FNUZ() ([]minifloat.E4M3FNUZ, error) {
	return typedSlice[minifloat.E4M3FNUZ](v, F8E4M3FNUZ, "AsSliceF8E4M3FNUZ")
}

// AsMutSliceF8E4M3FNUZ returns the view's F8E4M3FNUZ elements for reading and
// writing, aliasing the region. Errors: ErrClosed, ErrDTypeMismatch,
// ErrReadOnly.
func (v *View) AsMutSliceF8E4M3FNUZ() ([]minifloat.E4M3FNUZ, error) {
	return mutableSlice[minifloat.E4M3FNUZ](v, F8E4M3FNUZ, "AsMutSliceF8E4M3FNUZ")
}

// HostBufferRefF8E4M3FNUZ is a slice of borrowed F8E4M3FNUZ elements: it
// aliases the memory of a region or of a HostBufferF8E4M3FNUZ.
type HostBufferRefF8E4M3FNUZ []minifloat.E4M3FNUZ

// DType returns F8E4M3FNUZ.
func (HostBufferRefF8E4M3FNUZ) DType() DType {
	return F8E4M3FNUZ
}

// Len returns the number of F8E4M3FNUZ elements.
func (b HostBufferRefF8E4M3FNUZ) Len() int {
	return len(b)
}

// IsEmpty reports whether there are no F8E4M3FNUZ elements.
func (b HostBufferRefF8E4M3FNUZ) IsEmpty() bool {
	return len(b) == 0
}

// Bytes returns the memory of the F8E4M3FNUZ elements, which it aliases.
func (b HostBufferRefF8E4M3FNUZ) Bytes() []byte {
	return bytesOf(b)
}

// ToOwned returns a HostBufferF8E4M3FNUZ with a copy of the elements, made
// without a Guard.
func (b HostBufferRefF8E4M3FNUZ) ToOwned() HostBuffer {
	return HostBufferF8E4M3FNUZ(slices.Clone(b))
}

// ReadFloat32 stores the values of the F8E4M3FNUZ elements from element off on
// in dst and returns how many. Errors: ErrRange, *FaultError.
func (b HostBufferRefF8E4M3FNUZ) ReadFloat32(dst []float32, off int) (int, error) {
	return readFloats(b, dst, off)
}

// WriteFloat32 stores the numbers of src in the F8E4M3FNUZ elements from
// element off on, as minifloat.E4M3FNUZFromFloat32 converts them, and returns
// how many. Errors: ErrRange, *FaultError.
func (b HostBufferRefF8E4M3FNUZ) WriteFloat32(src []float32, off int) (int, error) {
	return writeFloats(b, src, off)
}

// decode is ReadFloat32 without a guard, for an off that was checked.
func (b HostBufferRefF8E4M3FNUZ) decode(dst []float32, off int) int {
	return minifloat.DecodeE4M3FNUZ(dst, b[off:])
}

// encode is WriteFloat32 without a guard, for an off that was checked.
func (b HostBufferRefF8E4M3FNUZ) encode(src []float32, off int) int {
	return minifloat.EncodeE4M3FNUZ(b[off:], src)
}

func (HostBufferRefF8E4M3FNUZ) hostBufferRef() {}

// HostBufferF8E4M3FNUZ is a slice of owned F8E4M3FNUZ elements, in ordinary
// memory.
type HostBufferF8E4M3FNUZ []minifloat.E4M3FNUZ

// DType returns F8E4M3FNUZ.
func (HostBufferF8E4M3FNUZ) DType() DType {
	return F8E4M3FNUZ
}

// Len returns the number of F8E4M3FNUZ elements.
func (b HostBufferF8E4M3FNUZ) Len() int {
	return len(b)
}

// IsEmpty reports whether there are no F8E4M3FNUZ elements.
func (b HostBufferF8E4M3FNUZ) IsEmpty() bool {
	return len(b) == 0
}

// Bytes returns the memory of the F8E4M3FNUZ elements, which it aliases.
func (b HostBufferF8E4M3FNUZ) Bytes() []byte {
	return bytesOf(b)
}

// AsRef returns the elements as a HostBufferRefF8E4M3FNUZ, which aliases them.
func (b HostBufferF8E4M3FNUZ) AsRef() HostBufferRef {
	return HostBufferRefF8E4M3FNUZ(b)
}

func (HostBufferF8E4M3FNUZ) concat(parts []HostBuffer) (HostBuffer, error) {
	return concatAs[HostBufferF8E4M3FNUZ](parts)
}

// AsSliceF8E5M2FNUZ returns the view's F8E5M2FNUZ elements for reading,
// aliasing the region. Errors: ErrClosed, ErrDTypeMismatch.
func (v *View) AsSliceF8E5M2FNUZ() ([]minifloat.E5M2FNUZ, error) {
	return typedSlice[minifloat.E5M2FNUZ](v, F8E5M2FNUZ, "AsSliceF8E5M2FNUZ")
}

// AsMutSliceF8E5M2FNUZ returns the view's F8E5M2FNUZ elements for reading and
// writing, aliasing the region. Errors: ErrClosed, ErrDTypeMismatch,
// ErrReadOnly.
func (v *View) AsMutSliceF8E5M2FNUZ() ([]minifloat.E5M2FNUZ, error) {
	return mutableSlice[minifloat.E5M2FNUZ](v, F8E5M2FNUZ, "AsMutSliceF8E5M2FNUZ")
}

// HostBufferRefF8E5M2FNUZ is a slice of borrowed F8E5M2FNUZ elements: it
// aliases the memory of a region or of a HostBufferF8E5M2FNUZ.
type HostBufferRefF8E5M2FNUZ []minifloat.E5M2FNUZ

// DType returns F8E5M2FNUZ.
func (HostBufferRefF8E5M2FNUZ) DType() DType {
	return F8E5M2FNUZ
}

// Len returns the number of F8E5M2FNUZ elements.
func (b HostBufferRefF8E5M2FNUZ) Len() int {
	return len(b)
}

// IsEmpty reports whether there are no F8E5M2FNUZ elements.
func (b HostBufferRefF8E5M2FNUZ) IsEmpty() bool {
	return len(b) == 0
}

// Bytes returns the memory of the F8E5M2FNUZ elements, which it aliases.
func (b HostBufferRefF8E5M2FNUZ) Bytes() []byte {
	return bytesOf(b)
}

// ToOwned returns a HostBufferF8E5M2FNUZ with a copy of the elements, made
// without a Guard.
func (b HostBufferRefF8E5M2FNUZ) ToOwned() HostBuffer {
	return HostBufferF8E5M2FNUZ(slices.Clone(b))
}

// ReadFloat32 stores the values of the F8E5M2FNUZ elements from element off on
// in dst and returns how many. Errors: ErrRange, *FaultError.
func (b HostBufferRefF8E5M2FNUZ) ReadFloat32(dst []float32, off int) (int, error) {
	return readFloats(b, dst, off)
}

// WriteFloat32 stores the numbers of src in the F8E5M2FNUZ elements from
// element off on, as minifloat.E5M2FNUZFromFloat32 converts them, and returns
// how many. Errors: ErrRange, *FaultError.
func (b HostBufferRefF8E5M2FNUZ) WriteFloat32(src []float32, off int) (int, error) {
	return writeFloats(b, src, off)
}

// decode is ReadFloat32 without a guard, for an off that was checked.
func (b HostBufferRefF8E5M2FNUZ) decode(dst []float32, off int) int {
	return minifloat.DecodeE5M2FNUZ(dst, b[off:])
}

// encode is WriteFloat32 without a guard, for an off that was checked.
func (b HostBufferRefF8E5M2FNUZ) encode(src []float32, off int) int {
	return minifloat.EncodeE5M2FNUZ(b[off:], src)
}

func (HostBufferRefF8E5M2FNUZ) hostBufferRef() {}

// HostBufferF8E5M2FNUZ is a slice of owned F8E5M2FNUZ elements, in ordinary
// memory.
type HostBufferF8E5M2FNUZ []minifloat.E5M2FNUZ

// DType returns F8E5M2FNUZ.
func (HostBufferF8E5M2FNUZ) DType() DType {
	return F8E5M2FNUZ
}

// Len returns the number of F8E5M2FNUZ elements.
func (b HostBufferF8E5M2FNUZ) Len() int {
	return len(b)
}

// IsEmpty reports whether there are no F8E5M2FNUZ elements.
func (b HostBufferF8E5M2FNUZ) IsEmpty() bool {
	return len(b) == 0
}

// Bytes returns the memory of the F8E5M2FNUZ elements, which it aliases.
func (b HostBufferF8E5M2FNUZ) Bytes() []byte {
	return bytesOf(b)
}

// AsRef returns the elements as a HostBufferRefF8E5M2FNUZ, which aliases them.
func (b HostBufferF8E5M2FNUZ) AsRef() HostBufferRef {
	return HostBufferRefF8E5M2FNUZ(b)
}

func (HostBufferF8E5M2FNUZ) concat(parts []HostBuffer) (HostBuffer, error) {
	return concatAs[HostBufferF8E5M2FNUZ](parts)
}

// AsSliceC64 returns the view's C64 elements for reading, aliasing the region.
// Errors: ErrClosed, ErrDTypeMismatch.
func (v *View) AsSliceC64() ([]complex64, error) {
	return typedSlice[complex64](v, C64, "AsSliceC64")
}

// AsMutSliceC64 returns the view's C64 elements for reading and writing,
// aliasing the region. Errors: ErrClosed, ErrDTypeMismatch, ErrReadOnly.
func (v *View) AsMutSliceC64() ([]complex64, error) {
	return mutableSlice[complex64](v, C64, "AsMutSliceC64")
}

// HostBufferRefC64 is a slice of borrowed C64 elements: it aliases the memory
// of a region or of a HostBufferC64.
type HostBufferRefC64 []complex64

// DType returns C64.
func (HostBufferRefC64) DType() DType {
	return C64
}

// Len returns the number of C64 elements.
func (b HostBufferRefC64) Len() int {
	return len(b)
}

// IsEmpty reports whether there are no C64 elements.
func (b HostBufferRefC64) IsEmpty() bool {
	return len(b) == 0
}

// Bytes returns the memory of the C64 elements, which it aliases.
func (b HostBufferRefC64) Bytes() []byte {
	return bytesOf(b)
}

// ToOwned returns a HostBufferC64 with a copy of the elements, made without a
// Guard.
func (b HostBufferRefC64) ToOwned() HostBuffer {
	return HostBufferC64(slices.Clone(b))
}

// ReadFloat32 returns ErrDTypeMismatch: C64 is no float dtype.
func (HostBufferRefC64) ReadFloat32([]float32, int) (int, error) {
	return declineRead(C64)
}

// WriteFloat32 returns ErrDTypeMismatch: C64 is no float dtype.
func (HostBufferRefC64) WriteFloat32([]float32, int) (int, error) {
	return declineWrite(C64)
}

func (HostBufferRefC64) hostBufferRef() {}

// HostBufferC64 is a slice of owned C64 elements, in ordinary memory.
type HostBufferC64 []complex64

// DType returns C64.
func (HostBufferC64) DType() DType {
	return C64
}

// Len returns the number of C64 elements.
func (b HostBufferC64) Len() int {
	return len(b)
}

// IsEmpty reports whether there are no C64 elements.
func (b HostBufferC64) IsEmpty() bool {
	return len(b) == 0
}

// Bytes returns the memory of the C64 elements, which it aliases.
func (b HostBufferC64) Bytes() []byte {
	return bytesOf(b)
}

// AsRef returns the elements as a HostBufferRefC64, which aliases them.
func (b HostBufferC64) AsRef() HostBufferRef {
	return HostBufferRefC64(b)
}

func (HostBufferC64) concat(parts []HostBuffer) (HostBuffer, error) {
	return concatAs[HostBufferC64](parts)
}
