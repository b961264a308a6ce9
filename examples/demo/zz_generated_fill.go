// Code generated from dtypes.yaml by "go generate ./..."; DO NOT EDIT.

package main

import (
	"fmt"

	"github.com/tensorshm/tensorshm/shmem"
	"github.com/tensorshm/tensorshm/shmem/minifloat"
	"github.com/x448/float16"
)

// fill writes sample(0), sample(1) and so on to the elements of v.
func fill(v *shmem.View) error {
	switch v.DType() {
	case shmem.U8:
		elements, err := v.AsMutSliceU8()
		for i := range elements {
			elements[i] = uint8(sample(i))
		}
		return err
	case shmem.I8:
		elements, err := v.AsMutSliceI8()
		for i := range elements {
			elements[i] = int8(sample(i))
		}
		return err
	case shmem.U32:
		elements, err := v.AsMutSliceU32()
		for i := range elements {
			elements[i] = uint32(sample(i))
		}
		return err
	case shmem.I16:
		elements, err := v.AsMutSliceI16()
		for i := range elements {
			elements[i] = int16(sample(i))
		}
		return err
	case shmem.I32:
		elements, err := v.AsMutSliceI32()
		for i := range elements {
			elements[i] = int32(sample(i))
		}
		return err
	case shmem.I64:
		elements, err := v.AsMutSliceI64()
		for i := range elements {
			elements[i] = int64(sample(i))
		}
		return err
	case shmem.BF16:
		elements, err := v.AsMutSliceBF16()
		for i := range elements {
			elements[i] = minifloat.BF16FromFloat64(sample(i))
		}
		return err
	case shmem.F16:
		elements, err := v.AsMutSliceF16()
		for i := range elements {
			elements[i] = float16.Fromfloat32(float32(sample(i)))
		}
		return err
	case shmem.F32:
		elements, err := v.AsMutSliceF32()
		for i := range elements {
			elements[i] = float32(sample(i))
		}
		return err
	case shmem.F64:
		elements, err := v.AsMutSliceF64()
		for i := range elements {
			elements[i] = float64(sample(i))
		}
		return err
	case shmem.F8E4M3:
		elements, err := v.AsMutSliceF8E4M3()
		for i := range elements {
			elements[i] = minifloat.E4M3FromFloat64(sample(i))
		}
		return err
	case shmem.F8E5M2:
		elements, err := v.AsMutSliceF8E5M2()
		for i := range elements {
			elements[i] = minifloat.E5M2FromFloat64(sample(i))
		}
		return err
	case shmem.F6E2M3:
		groups, err := v.AsMutSliceF6E2M3()
		for i := range groups {
			for j := range 4 {
				groups[i].Set(j, minifloat.E2M3FromFloat64(sample(i*4+j)))
			}
		}
		return err
	case shmem.F6E3M2:
		groups, err := v.AsMutSliceF6E3M2()
		for i := range groups {
			for j := range 4 {
				groups[i].Set(j, minifloat.E3M2FromFloat64(sample(i*4+j)))
			}
		}
		return err
	case shmem.F4:
		groups, err := v.AsMutSliceF4()
		for i := range groups {
			for j := range 2 {
				groups[i].Set(j, minifloat.E2M1FromFloat64(sample(i*2+j)))
			}
		}
		return err
	case shmem.F8E8M0:
		elements, err := v.AsMutSliceF8E8M0()
		for i := range elements {
			elements[i] = minifloat.E8M0FromFloat64(sample(i))
		}
		return err
	case shmem.Bool:
		elements, err := v.AsMutSliceBool()
		for i := range elements {
			elements[i] = uint8(sampleBit(i))
		}
		return err
	case shmem.U16:
		elements, err := v.AsMutSliceU16()
		for i := range elements {
			elements[i] = uint16(sample(i))
		}
		return err
	case shmem.U64:
		elements, err := v.AsMutSliceU64()
		for i := range elements {
			elements[i] = uint64(sample(i))
		}
		return err
	case shmem.F8E4M3FNUZ:
		elements, err := v.AsMutSliceF8E4M3FNUZ()
		for i := range elements {
			elements[i] = minifloat.E4M3FNUZFromFloat64(sample(i))
		}
		return err
	case shmem.F8E5M2FNUZ:
		elements, err := v.AsMutSliceF8E5M2FNUZ()
		for i := range elements {
			elements[i] = minifloat.E5M2FNUZFromFloat64(sample(i))
		}
		return err
	case shmem.C64:
		elements, err := v.AsMutSliceC64()
		for i := range elements {
			elements[i] = complex64(complex(sample(i), sample(i)))
		}
		return err
	}
	return noTypedAccess(v)
}

// set writes sample(step) to element i of v.
func set(v *shmem.View, i, step int) error {
	switch v.DType() {
	case shmem.U8:
		elements, err := v.AsMutSliceU8()
		if err != nil {
			return err
		}
		elements[i] = uint8(sample(step))
		return nil
	case shmem.I8:
		elements, err := v.AsMutSliceI8()
		if err != nil {
			return err
		}
		elements[i] = int8(sample(step))
		return nil
	case shmem.U32:
		elements, err := v.AsMutSliceU32()
		if err != nil {
			return err
		}
		elements[i] = uint32(sample(step))
		return nil
	case shmem.I16:
		elements, err := v.AsMutSliceI16()
		if err != nil {
			return err
		}
		elements[i] = int16(sample(step))
		return nil
	case shmem.I32:
		elements, err := v.AsMutSliceI32()
		if err != nil {
			return err
		}
		elements[i] = int32(sample(step))
		return nil
	case shmem.I64:
		elements, err := v.AsMutSliceI64()
		if err != nil {
			return err
		}
		elements[i] = int64(sample(step))
		return nil
	case shmem.BF16:
		elements, err := v.AsMutSliceBF16()
		if err != nil {
			return err
		}
		elements[i] = minifloat.BF16FromFloat64(sample(step))
		return nil
	case shmem.F16:
		elements, err := v.AsMutSliceF16()
		if err != nil {
			return err
		}
		elements[i] = float16.Fromfloat32(float32(sample(step)))
		return nil
	case shmem.F32:
		elements, err := v.AsMutSliceF32()
		if err != nil {
			return err
		}
		elements[i] = float32(sample(step))
		return nil
	case shmem.F64:
		elements, err := v.AsMutSliceF64()
		if err != nil {
			return err
		}
		elements[i] = float64(sample(step))
		return nil
	case shmem.F8E4M3:
		elements, err := v.AsMutSliceF8E4M3()
		if err != nil {
			return err
		}
		elements[i] = minifloat.E4M3FromFloat64(sample(step))
		return nil
	case shmem.F8E5M2:
		elements, err := v.AsMutSliceF8E5M2()
		if err != nil {
			return err
		}
		elements[i] = minifloat.E5M2FromFloat64(sample(step))
		return nil
	case shmem.F6E2M3:
		groups, err := v.AsMutSliceF6E2M3()
		if err != nil {
			return err
		}
		groups[i/4].Set(i%4, minifloat.E2M3FromFloat64(sample(step)))
		return nil
	case shmem.F6E3M2:
		groups, err := v.AsMutSliceF6E3M2()
		if err != nil {
			return err
		}
		groups[i/4].Set(i%4, minifloat.E3M2FromFloat64(sample(step)))
		return nil
	case shmem.F4:
		groups, err := v.AsMutSliceF4()
		if err != nil {
			return err
		}
		groups[i/2].Set(i%2, minifloat.E2M1FromFloat64(sample(step)))
		return nil
	case shmem.F8E8M0:
		elements, err := v.AsMutSliceF8E8M0()
		if err != nil {
			return err
		}
		elements[i] = minifloat.E8M0FromFloat64(sample(step))
		return nil
	case shmem.Bool:
		elements, err := v.AsMutSliceBool()
		if err != nil {
			return err
		}
		elements[i] = uint8(sampleBit(step))
		return nil
	case shmem.U16:
		elements, err := v.AsMutSliceU16()
		if err != nil {
			return err
		}
		elements[i] = uint16(sample(step))
		return nil
	case shmem.U64:
		elements, err := v.AsMutSliceU64()
		if err != nil {
			return err
		}
		elements[i] = uint64(sample(step))
		return nil
	case shmem.F8E4M3FNUZ:
		elements, err := v.AsMutSliceF8E4M3FNUZ()
		if err != nil {
			return err
		}
		elements[i] = minifloat.E4M3FNUZFromFloat64(sample(step))
		return nil
	case shmem.F8E5M2FNUZ:
		elements, err := v.AsMutSliceF8E5M2FNUZ()
		if err != nil {
			return err
		}
		elements[i] = minifloat.E5M2FNUZFromFloat64(sample(step))
		return nil
	case shmem.C64:
		elements, err := v.AsMutSliceC64()
		if err != nil {
			return err
		}
		elements[i] = complex64(complex(sample(step), sample(step)))
		return nil
	}
	return noTypedAccess(v)
}

// text returns element i of b as a person reads it.
func text(b shmem.HostBufferRef, i int) string {
	switch b := b.(type) {
	case shmem.HostBufferRefU8:
		return fmt.Sprint(b[i])
	case shmem.HostBufferRefI8:
		return fmt.Sprint(b[i])
	case shmem.HostBufferRefU32:
		return fmt.Sprint(b[i])
	case shmem.HostBufferRefI16:
		return fmt.Sprint(b[i])
	case shmem.HostBufferRefI32:
		return fmt.Sprint(b[i])
	case shmem.HostBufferRefI64:
		return fmt.Sprint(b[i])
	case shmem.HostBufferRefBF16:
		return fmt.Sprint(b[i])
	case shmem.HostBufferRefF16:
		return fmt.Sprint(b[i])
	case shmem.HostBufferRefF32:
		return fmt.Sprint(b[i])
	case shmem.HostBufferRefF64:
		return fmt.Sprint(b[i])
	case shmem.HostBufferRefF8E4M3:
		return fmt.Sprint(b[i])
	case shmem.HostBufferRefF8E5M2:
		return fmt.Sprint(b[i])
	case shmem.HostBufferRefF6E2M3:
		return fmt.Sprint(b[i/4].At(i % 4))
	case shmem.HostBufferRefF6E3M2:
		return fmt.Sprint(b[i/4].At(i % 4))
	case shmem.HostBufferRefF4:
		return fmt.Sprint(b[i/2].At(i % 2))
	case shmem.HostBufferRefF8E8M0:
		return fmt.Sprint(b[i])
	case shmem.HostBufferRefBool:
		return fmt.Sprint(b[i])
	case shmem.HostBufferRefU16:
		return fmt.Sprint(b[i])
	case shmem.HostBufferRefU64:
		return fmt.Sprint(b[i])
	case shmem.HostBufferRefF8E4M3FNUZ:
		return fmt.Sprint(b[i])
	case shmem.HostBufferRefF8E5M2FNUZ:
		return fmt.Sprint(b[i])
	case shmem.HostBufferRefC64:
		return fmt.Sprint(b[i])
	}
	return "?"
}
