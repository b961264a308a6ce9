"""Elements of a region as numpy arrays, and as the words that peers exchange.

A word is an element's value: an integer in decimal, the 16 hexadecimal digits
of a float64 or nan, two of these with a comma for a complex number, 0 or 1 for
a truth value. Where numpy has no such dtype it is the element's bits, as an
unsigned integer in decimal.
"""
import ml_dtypes
import numpy

import tensorshm_dtypes


class Elements:
    """What numpy makes of a dtype's elements."""

    def __init__(self, name):
        self.table = tensorshm_dtypes.DTYPES[name]
        self.packed = self.table.unit_elements > 1
        try:
            self.dtype = tensorshm_dtypes.numpy_dtype(name)
            self.terms = f"values {self.dtype.name}"
        except ValueError as reason:
            self.dtype = numpy.dtype(f"u{max(1, self.table.bits // 8)}")
            self.terms = f"codes {reason}"
        # what a mapping holds: numpy has no packed dtype
        self.stored = numpy.dtype("u1") if self.packed else self.dtype.newbyteorder("<")

    def stored_length(self, count):
        return tensorshm_dtypes.storage_bytes(self.table.name, count) // self.stored.itemsize

    def load(self, stored):
        """Returns a copy of the elements of a mapping."""
        if not self.packed:
            return stored.copy()
        bits = numpy.unpackbits(stored, bitorder="little").reshape(-1, self.table.bits)
        codes = numpy.packbits(bits, axis=1, bitorder="little").reshape(-1)
        return codes.view(self.dtype)  # one element per byte

    def store(self, stored, elements):
        """Stores elements in a mapping, in place."""
        if self.packed:
            bits = numpy.unpackbits(elements.view("u1").reshape(-1, 1), axis=1, bitorder="little")
            elements = numpy.packbits(bits[:, : self.table.bits], bitorder="little")
        stored[...] = elements

    def words(self, elements):
        elements = elements.reshape(-1)
        name = self.dtype.name
        with numpy.errstate(all="ignore"):
            if name.startswith("complex"):
                parts = _float_words(elements.real), _float_words(elements.imag)
                return [f"{real},{imaginary}" for real, imaginary in zip(*parts)]
            if name.startswith(("int", "uint", "bool")):
                return elements.astype(numpy.uint64 if name.startswith("uint") else numpy.int64).astype(str).tolist()
            return _float_words(elements)

    def parse(self, words):
        name = self.dtype.name
        with numpy.errstate(all="ignore"):
            if name.startswith("complex"):
                parts = [[word.split(",")[part] for word in words] for part in (0, 1)]
                elements = numpy.empty(len(words), self.dtype)
                elements.real, elements.imag = map(_floats, parts)
                return elements
            if name.startswith(("int", "uint", "bool")):
                wide = numpy.uint64 if name.startswith("uint") else numpy.int64
                return numpy.array([int(word) for word in words], wide).astype(self.dtype)
            return _floats(words).astype(self.dtype)


def _float_words(elements):
    numbers = elements.astype(numpy.float64)
    return ["nan" if nan else f"{bits:016x}" for bits, nan in zip(numbers.view(numpy.uint64).tolist(), numpy.isnan(numbers))]


def _floats(words):
    nan = 0x7FF8000000000000
    return numpy.array([nan if word == "nan" else int(word, 16) for word in words], numpy.uint64).view(numpy.float64)


def versions():
    return f"numpy {numpy.__version__}, ml_dtypes {ml_dtypes.__version__}"
