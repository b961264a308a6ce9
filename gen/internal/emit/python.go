package emit

import (
	"fmt"
	"strings"

	"github.com/tensorshm/tensorshm/gen/internal/spec"
)

// pythonFile writes the facts of the dtypes for peers in Python. It names
// ml_dtypes only where numpy lacks a dtype, so that numpy alone serves the rest.
func pythonFile(s *spec.Spec) ([]byte, error) {
	var module strings.Builder
	module.WriteString("# " + Header + `
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
`)
	for _, d := range s.DTypes {
		elements, size := d.Unit()
		fmt.Fprintf(&module, "    %q: DType(\n        name=%q,\n        value=%d,\n", d.Text(), d.Text(), d.Value)
		fmt.Fprintf(&module, "        bits=%s,\n        unit_elements=%s,\n        unit_bytes=%s,\n", pythonNumber(d.Bits()), pythonNumber(elements), pythonNumber(size))
		fmt.Fprintf(&module, "        numpy=%s,\n        status=%q,\n    ),\n", pythonText(d.Names.NumPy), d.Status)
	}
	module.WriteString(`}


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
`)
	return []byte(module.String()), nil
}

func pythonNumber(n int) string {
	if n == 0 {
		return "None"
	}
	return fmt.Sprint(n)
}

func pythonText(text string) string {
	if text == "" {
		return "None"
	}
	return fmt.Sprintf("%q", text)
}
