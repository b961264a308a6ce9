"""Writes what numpy and ml_dtypes make of numbers, raw and little-endian.

    oracle.py decode TYPE                          the float32 of every code
    oracle.py encode TYPE FIRST:STEP:COUNT...      the codes of float32s

A block of float32s is given by the bits of the first, the step to the next and
their number. TYPE is the name of a dtype; its codes take one byte or two.
"""
import sys

import ml_dtypes
import numpy

PIECE = 1 << 18  # numbers at once; few enough for the processor's cache


def decode(dtype, unsigned):
    codes = numpy.arange(1 << ml_dtypes.finfo(dtype).bits).astype(unsigned)
    yield codes.view(dtype).astype(numpy.float32).view(numpy.uint32).astype("<u4")


def encode(dtype, unsigned, blocks):
    for block in blocks:
        first, step, count = map(int, block.split(":"))
        offsets = numpy.arange(min(PIECE, count), dtype=numpy.uint32) * numpy.uint32(step)
        for done in range(0, count, PIECE):
            bits = offsets[: count - done] + numpy.uint32(first + done * step)
            codes = bits.view(numpy.float32).astype(dtype).view(unsigned)
            yield codes.astype(unsigned.newbyteorder("<"))


def main():
    direction, name, *blocks = sys.argv[1:]
    dtype = numpy.dtype(getattr(ml_dtypes, name, None) or name)
    unsigned = numpy.dtype(f"u{dtype.itemsize}")
    answers = decode(dtype, unsigned) if direction == "decode" else encode(dtype, unsigned, blocks)
    with numpy.errstate(all="ignore"):
        for answer in answers:
            sys.stdout.buffer.write(answer)
    sys.stdout.buffer.flush()


main()
