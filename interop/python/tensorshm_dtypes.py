# Code generated from dtypes.yaml by "go generate ./..."; DO NOT EDIT.
"""The dtypes of tensorshm regions, and what numpy and ml_dtypes call them.

A region is little-endian elements from byte 0 of the file on:

    numpy.memmap("/dev/shm/kv", dtype=numpy_dtype("bf16"), mode="r+")

Where a unit holds several elements they are packed, the first in the least
significant bits. numpy has no packed dtypes, so map such a region as
numpy.uint8 and unpack it; ml_dtypes then takes one element per byte.
"""

from typing import NamedTuple, Optional


class DType(NamedTuple):
    """One dtype of the table."""

    name: str
    value: int
    bits: Optional[int]
    unit_elements: Optional[int]
    unit_bytes: Optional[int]
    numpy: Optional[str]
    status: str


DTYPES = {
    "u8": DType(
        name="u8",
        value=1,
        bits=8,
        unit_elements=1,
        unit_bytes=1,
        numpy="uint8",
        status="supported",
    ),
    "i8": DType(
        name="i8",
        value=2,
        bits=8,
        unit_elements=1,
        unit_bytes=1,
        numpy="int8",
        status="supported",
    ),
    "u32": DType(
        name="u32",
        value=3,
        bits=32,
        unit_elements=1,
        unit_bytes=4,
        numpy="uint32",
        status="supported",
    ),
    "i16": DType(
        name="i16",
        value=4,
        bits=16,
        unit_elements=1,
        unit_bytes=2,
        numpy="int16",
        status="supported",
    ),
    "i32": DType(
        name="i32",
        value=5,
        bits=32,
        unit_elements=1,
        unit_bytes=4,
        numpy="int32",
        status="supported",
    ),
    "i64": DType(
        name="i64",
        value=6,
        bits=64,
        unit_elements=1,
        unit_bytes=8,
        numpy="int64",
        status="supported",
    ),
    "bf16": DType(
        name="bf16",
        value=7,
        bits=16,
        unit_elements=1,
        unit_bytes=2,
        numpy="bfloat16",
        status="supported",
    ),
    "f16": DType(
        name="f16",
        value=8,
        bits=16,
        unit_elements=1,
        unit_bytes=2,
        numpy="float16",
        status="supported",
    ),
    "f32": DType(
        name="f32",
        value=9,
        bits=32,
        unit_elements=1,
        unit_bytes=4,
        numpy="float32",
        status="supported",
    ),
    "f64": DType(
        name="f64",
        value=10,
        bits=64,
        unit_elements=1,
        unit_bytes=8,
        numpy="float64",
        status="supported",
    ),
    "f8e4m3": DType(
        name="f8e4m3",
        value=11,
        bits=8,
        unit_elements=1,
        unit_bytes=1,
        numpy="float8_e4m3fn",
        status="supported",
    ),
    "f8e5m2": DType(
        name="f8e5m2",
        value=12,
        bits=8,
        unit_elements=1,
        unit_bytes=1,
        numpy="float8_e5m2",
        status="supported",
    ),
    "f6e2m3": DType(
        name="f6e2m3",
        value=13,
        bits=6,
        unit_elements=4,
        unit_bytes=3,
        numpy="float6_e2m3fn",
        status="supported",
    ),
    "f6e3m2": DType(
        name="f6e3m2",
        value=14,
        bits=6,
        unit_elements=4,
        unit_bytes=3,
        numpy="float6_e3m2fn",
        status="supported",
    ),
    "f4": DType(
        name="f4",
        value=15,
        bits=4,
        unit_elements=2,
        unit_bytes=1,
        numpy="float4_e2m1fn",
        status="supported",
    ),
    "f8e8m0": DType(
        name="f8e8m0",
        value=16,
        bits=8,
        unit_elements=1,
        unit_bytes=1,
        numpy="float8_e8m0fnu",
        status="supported",
    ),
    "f8e6m2": DType(
        name="f8e6m2",
        value=17,
        bits=8,
        unit_elements=1,
        unit_bytes=1,
        numpy=None,
        status="reserved",
    ),
    "bool": DType(
        name="bool",
        value=18,
        bits=8,
        unit_elements=1,
        unit_bytes=1,
        numpy="bool",
        status="supported",
    ),
    "u16": DType(
        name="u16",
        value=19,
        bits=16,
        unit_elements=1,
        unit_bytes=2,
        numpy="uint16",
        status="supported",
    ),
    "u64": DType(
        name="u64",
        value=20,
        bits=64,
        unit_elements=1,
        unit_bytes=8,
        numpy="uint64",
        status="supported",
    ),
    "f8e4m3fnuz": DType(
        name="f8e4m3fnuz",
        value=21,
        bits=8,
        unit_elements=1,
        unit_bytes=1,
        numpy="float8_e4m3fnuz",
        status="supported",
    ),
    "f8e5m2fnuz": DType(
        name="f8e5m2fnuz",
        value=22,
        bits=8,
        unit_elements=1,
        unit_bytes=1,
        numpy="float8_e5m2fnuz",
        status="supported",
    ),
    "c64": DType(
        name="c64",
        value=23,
        bits=64,
        unit_elements=1,
        unit_bytes=8,
        numpy="complex64",
        status="supported",
    ),
    "i4": DType(
        name="i4",
        value=24,
        bits=4,
        unit_elements=2,
        unit_bytes=1,
        numpy="int4",
        status="unshipped",
    ),
    "u4": DType(
        name="u4",
        value=25,
        bits=4,
        unit_elements=2,
        unit_bytes=1,
        numpy="uint4",
        status="unshipped",
    ),
}


def storage_bytes(name, elements):
    """Returns the length in bytes of a region of elements of the named dtype.

    Raises KeyError for an unknown name, and ValueError for a dtype without
    size and for a count that is negative or splits a unit.
    """
    dtype = DTYPES[name]
    if dtype.bits is None:
        raise ValueError(f"{name} has no size")
    if elements < 0 or elements % dtype.unit_elements != 0:
        raise ValueError(f"{elements} elements of {name}, which come in units of {dtype.unit_elements}")
    return elements // dtype.unit_elements * dtype.unit_bytes


def numpy_dtype(name):
    """Returns the numpy.dtype of the named dtype, from ml_dtypes where numpy lacks it.

    Raises KeyError for an unknown name, and ValueError where neither has it.
    """
    import numpy

    attribute = DTYPES[name].numpy
    if attribute is None:
        raise ValueError(f"numpy and ml_dtypes have no {name}")
    if hasattr(numpy, attribute):
        return numpy.dtype(getattr(numpy, attribute))
    import ml_dtypes

    return numpy.dtype(getattr(ml_dtypes, attribute))
