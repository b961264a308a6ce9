"""Writes what ml_dtypes makes of every code and every rounding boundary.

    pip install ml_dtypes==0.6.0 numpy
    python3 testdata/ml_dtypes_codes.py > testdata/ml_dtypes_codes.txt

One line per type and direction. decode: the float32 bits of code 0, 1, 2 and so
on. encode: pairs float32=code at each midpoint of two neighbours that are finite
and not negative, and one float32 to either side of it. All numbers are hex.
"""
import ml_dtypes
import numpy

TYPES = {
    "bfloat16": 16,
    "float8_e3m4": 8,
    "float8_e4m3": 8,
    "float8_e4m3b11fnuz": 8,
    "float8_e4m3fn": 8,
    "float8_e4m3fnuz": 8,
    "float8_e5m2": 8,
    "float8_e5m2fnuz": 8,
    "float8_e8m0fnu": 8,
    "float6_e2m3fn": 6,
    "float6_e3m2fn": 6,
    "float4_e2m1fn": 4,
}

print(f"# ml_dtypes {ml_dtypes.__version__}, written by ml_dtypes_codes.py")
for name, width in TYPES.items():
    dtype = numpy.dtype(getattr(ml_dtypes, name))
    unsigned = numpy.uint16 if width > 8 else numpy.uint8
    values = numpy.arange(1 << width).astype(unsigned).view(dtype).astype(numpy.float32)
    if width <= 8:
        print(name, "decode", *(f"{bits:08x}" for bits in values.view(numpy.uint32)))

    finite = numpy.sort(numpy.abs(values[numpy.isfinite(values)].astype(numpy.float64)))
    middles = (finite[1:] + finite[:-1]) / 2
    middles = numpy.unique(middles[numpy.diff(finite) > 0].astype(numpy.float32))
    if width > 8:
        middles = middles[::97]
    inputs = numpy.unique(numpy.concatenate([
        numpy.nextafter(middles, numpy.float32(0)), middles, numpy.nextafter(middles, numpy.float32("inf")),
    ]))
    codes = inputs.astype(dtype).view(unsigned)
    print(name, "encode", *(f"{bits:08x}={code:02x}" for bits, code in zip(inputs.view(numpy.uint32), codes)))
