"""Shares regions of one dtype with another process, which says in lines what to do.

    region_peer.py memmap DTYPE           by numpy.memmap, of files
    region_peer.py shared_memory DTYPE    by multiprocessing.shared_memory, of names in /dev/shm

DTYPE is a dtype's text form. The lines, and the words of elements, are those of
elements.py:

    about                 which versions these are
    create PATH COUNT     makes a region of so many elements, and says how it sees them
    attach PATH COUNT     maps one that is there, and says how it sees it
    read                  the elements
    bytes                 their bytes, in hexadecimal
    store WORD...         stores these elements, in place
    reverse               stores the elements in reverse order, in place
    detach                unmaps the region
"""
import os
import platform
import sys
from multiprocessing import resource_tracker, shared_memory

import numpy

from conversation import converse
from elements import Elements, versions


class Memmap:
    """A file, by numpy.memmap."""

    about = f"{versions()}, Python {platform.python_version()}"

    def __init__(self, path, dtype, length, create):
        # without a shape it is the whole file: with one, r+ makes a short file longer
        self.array = numpy.memmap(path, dtype, mode="w+" if create else "r+", shape=(length,) if create else None)

    def detach(self):
        self.array = None  # the last reference unmaps it


class SharedMemory:
    """A file in /dev/shm, by multiprocessing.shared_memory."""

    about = f"Python {platform.python_version()}"

    def __init__(self, path, dtype, length, create):
        name, size = os.path.basename(path), length * dtype.itemsize
        self.created = create
        if create:
            self.memory = shared_memory.SharedMemory(name, create=True, size=size)
        elif sys.version_info >= (3, 13):
            self.memory = shared_memory.SharedMemory(name, track=False)
        else:
            self.memory = shared_memory.SharedMemory(name)
            resource_tracker.unregister(self.memory._name, "shared_memory")  # or it unlinks the file at exit
        self.array = numpy.ndarray(self.memory.size // dtype.itemsize, dtype, buffer=self.memory.buf)

    def detach(self):
        self.array = None
        self.memory.close()
        if self.created:
            self.memory.unlink()


class Peer:
    def __init__(self, kind, name):
        self.kind = kind
        self.elements = Elements(name)
        self.region = None

    def about(self):
        return f"done {self.kind.about}"

    def create(self, path, count):
        return self._map(path, int(count), True)

    def attach(self, path, count):
        return self._map(path, int(count), False)

    def _map(self, path, count, create):
        length = self.elements.stored_length(count)
        self.region = self.kind(path, self.elements.stored, length, create)
        if self.region.array.shape != (length,):
            raise ValueError(f"mapped {self.region.array.shape}, not ({length},)")
        return self.elements.terms

    def read(self):
        return " ".join(["done", *self.elements.words(self.elements.load(self.region.array))])

    def bytes(self):
        return f"done {self.region.array.tobytes().hex()}"

    def store(self, *words):
        self.elements.store(self.region.array, self.elements.parse(words))

    def reverse(self):
        self.elements.store(self.region.array, self.elements.load(self.region.array)[::-1].copy())

    def detach(self):
        self.region.detach()
        self.region = None


def main():
    kind, name = sys.argv[1:]
    peer = Peer({"memmap": Memmap, "shared_memory": SharedMemory}[kind], name)
    steps = "about create attach read bytes store reverse detach"
    converse({step: getattr(peer, step) for step in steps.split()})


main()
