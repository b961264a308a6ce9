"""Says what the package safetensors makes of the files of a folder, a JSON value
in a line for each, in the order of their names:

    verdicts.py FOLDER
"""
import json
import pathlib
import sys

from safetensors import deserialize, safe_open


def verdict(path):
    try:
        tensors = deserialize(path.read_bytes())
        with safe_open(path, framework="np") as file:
            metadata = file.metadata()
    except BaseException as error:  # a panic of Rust's is no Exception
        return {"error": f"{type(error).__name__}: {error}"[:200]}
    tensors = [{"name": name, "dtype": t["dtype"], "shape": t["shape"], "data": t["data"].hex()} for name, t in tensors]
    return {"tensors": sorted(tensors, key=lambda t: t["name"].encode()), "metadata": metadata}


for path in sorted(pathlib.Path(sys.argv[1]).iterdir()):
    print(json.dumps(verdict(path)))
