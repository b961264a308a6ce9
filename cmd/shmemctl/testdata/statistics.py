"""Maps a safetensors file, says so, waits for a line, and prints its statistics."""

import json, struct, sys

import ml_dtypes
import numpy

names = {"F32": numpy.float32, "F16": numpy.float16, "BF16": ml_dtypes.bfloat16, "F64": numpy.float64, "I64": numpy.int64, "U8": numpy.uint8}
with open(sys.argv[1], "rb") as file:
    length, = struct.unpack("<Q", file.read(8))
    header = json.loads(file.read(length))
header.pop("__metadata__", None)
data = numpy.memmap(sys.argv[1], dtype=numpy.uint8, mode="r", offset=8 + length)
tensors = {}
for name, entry in header.items():
    begin, end = entry["data_offsets"]
    tensors[name] = data[begin:end].view(names[entry["dtype"]])
print("mapped", flush=True)
sys.stdin.readline()
for name, tensor in tensors.items():
    wide = tensor.astype(numpy.float64)
    counts, edges = numpy.histogram(wide, bins=10)
    if wide.min() == wide.max():
        counts, edges = numpy.array([wide.size]), numpy.array([wide.min(), wide.max()])
    print(json.dumps({
        "name": name,
        "elements": wide.size,
        "values": [float(x) for x in wide[:16]],
        "min": float(wide.min()),
        "max": float(wide.max()),
        "mean": float(wide.mean()),
        "standard_deviation": float(wide.std()),
        "zeros": int((wide == 0).sum()),
        "counts": counts.tolist(),
        "edges": edges.tolist(),
    }), flush=True)
