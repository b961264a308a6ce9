"""Converts arrays as numpy and ml_dtypes do, as a peer of make bench
(bench_peer_linux_test.go has the protocol).

usage: convert.py astype|copyto FROM TO FROM_FILE TO_FILE

FROM and TO are numpy's names of dtypes; the files hold their elements packed,
as tensorshm does. Where ml_dtypes has a byte for each, that is what is timed.
"""

import sys
import time

import ml_dtypes
import numpy


def read(path, dtype):
    bits = ml_dtypes.finfo(dtype).bits
    if bits >= 8:
        return numpy.asarray(numpy.memmap(path, dtype, "r"))
    stream = numpy.unpackbits(numpy.fromfile(path, numpy.uint8), bitorder="little")
    return numpy.packbits(stream.reshape(-1, bits), axis=1, bitorder="little").ravel().view(dtype)


def write(path, array):
    bits = ml_dtypes.finfo(array.dtype).bits
    if bits < 8:
        stream = numpy.unpackbits(array.view(numpy.uint8).reshape(-1, 1), axis=1, bitorder="little")
        array = numpy.packbits(stream[:, :bits].ravel(), bitorder="little")
    numpy.memmap(path, numpy.uint8, "r+")[:] = array.view(numpy.uint8)


def main(method, source_name, result_name, source_path, result_path):
    source = read(source_path, numpy.dtype(source_name))
    result = numpy.empty(source.shape, numpy.dtype(result_name))
    written = False
    for line in sys.stdin:
        times = int(line)
        start = time.perf_counter_ns()
        if method == "astype":
            for _ in range(times):
                converted = source.astype(result.dtype)
        else:
            for _ in range(times):
                numpy.copyto(result, source, casting="unsafe")
            converted = result
        spent = time.perf_counter_ns() - start
        if not written:
            write(result_path, converted)
            written = True
        print(spent, flush=True)


main(*sys.argv[1:])
