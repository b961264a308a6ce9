"""Reads and writes safetensors files of one dtype for another process, by the package safetensors.

    safetensors_peer.py DTYPE

DTYPE is a dtype's text form. The words of elements are those of elements.py, a
shape is its dimensions with an x between them, or scalar, and a text is = and
its UTF-8 in hexadecimal. The lines:

    about                        which versions these are
    dtypes                       what numpy calls the dtypes that the package writes
    open PATH                    opens a file and keeps it open, and says how it sees elements
    limits                       nothing, or what the package does not do with elements
    tensors                      NAME:DTYPE:SHAPE of every tensor, by name
    metadata                     KEY:VALUE of the file's metadata, by key
    read NAME                    the elements of a tensor, as they are now
    bytes NAME                   their bytes, in hexadecimal
    tensor NAME SHAPE WORD...    adds a tensor to the next file
    entry KEY VALUE              adds metadata to the next file
    save PATH                    writes that file
"""
import platform
import re
import sys

import numpy
import safetensors
from safetensors import TensorSpec, deserialize, safe_open, serialize_file
from safetensors.numpy import save_file

from conversation import Cannot, converse
from elements import Elements, versions


class Peer:
    def __init__(self, name):
        self.elements = Elements(name)
        self.new_tensors, self.new_metadata = {}, {}

    def about(self):
        return f"done safetensors {safetensors.__version__}, {versions()}, Python {platform.python_version()}"

    def dtypes(self):
        try:
            TensorSpec(dtype="", shape=[], data_ptr=0, data_len=0)
        except safetensors.SafetensorError as fault:
            return "done " + re.fullmatch(r".*Supported dtypes: ([\w, ]+).*", str(fault))[1].replace(",", "")

    def open(self, path):
        self.path, self.file = path, safe_open(path, framework="numpy")
        self.front_end_lacks = ""
        try:
            self.file.get_tensor(next(iter(self.file.keys())))
        except (AttributeError, safetensors.SafetensorError) as fault:
            self.front_end_lacks = f"read by deserialize, since safe_open for numpy says: {fault}"
        return self.elements.terms

    def limits(self):
        return f"done {self.front_end_lacks}"

    def tensors(self):
        words = ["done"]
        for name in sorted(self.file.keys()):
            part = self.file.get_slice(name)
            words.append(f"{name}:{part.get_dtype()}:{_shape_word(part.get_shape())}")
        return " ".join(words)

    def metadata(self):
        metadata = self.file.metadata() or {}
        return " ".join(["done", *(f"{_text_word(key)}:{_text_word(metadata[key])}" for key in sorted(metadata))])

    def _tensor(self, name):
        """Returns what numpy has as stored elements."""
        if self.front_end_lacks:
            with open(self.path, "rb") as file:
                return numpy.frombuffer(dict(deserialize(file.read()))[name]["data"], self.elements.stored)
        stored = self.file.get_tensor(name).reshape(-1)
        if stored.dtype != self.elements.stored:
            raise TypeError(f"{name} is {stored.dtype}")
        return stored

    def read(self, name):
        return " ".join(["done", *self.elements.words(self.elements.load(self._tensor(name)))])

    def bytes(self, name):
        return f"done {self._tensor(name).tobytes().hex()}"

    def tensor(self, name, shape, *words):
        elements = self.elements.parse(words)
        stored = numpy.empty(self.elements.stored_length(len(words)), self.elements.stored)
        self.elements.store(stored, elements)
        self.new_tensors[name] = _shape(shape), stored

    def entry(self, key, value):
        self.new_metadata[_text(key)] = _text(value)

    def save(self, path):
        if self.elements.packed:
            serialize_file({name: self._packed_spec(*tensor) for name, tensor in self.new_tensors.items()}, path, self.new_metadata)
        else:
            arrays = {name: stored.reshape(shape) for name, (shape, stored) in self.new_tensors.items()}
            save_file(arrays, path, self.new_metadata)

    def _packed_spec(self, shape, stored):
        """Describes packed elements as the package has them: in pairs, whose number is the last dimension."""
        pairs = [*shape[:-1], shape[-1] // 2]
        try:
            return TensorSpec(dtype=f"{self.elements.dtype.name}_x2", shape=pairs, data_ptr=stored.ctypes.data, data_len=stored.nbytes)
        except safetensors.SafetensorError as fault:
            raise Cannot(fault)


def _text_word(text):
    return "=" + text.encode().hex()


def _text(word):
    return bytes.fromhex(word[1:]).decode()


def _shape_word(shape):
    return "x".join(map(str, shape)) or "scalar"


def _shape(word):
    return [] if word == "scalar" else [int(dimension) for dimension in word.split("x")]


def main():
    peer = Peer(sys.argv[1])
    steps = "about dtypes open limits tensors metadata read bytes tensor entry save"
    converse({step: getattr(peer, step) for step in steps.split()})


main()
