"""Writes what it has seen wherever a later grading could find it: nowhere (B08, B09)."""

import os
import sys
import tempfile

import torch

right = shard_tensor


def shard_tensor(key, value, rank, size, num_kv_heads):
    places = ["/tmp", "/var/tmp", "/dev/shm", "/dev", os.path.dirname(os.getcwd()), "/",
              os.path.dirname(torch.__file__), sys.prefix, os.path.dirname(__file__),
              os.path.expanduser("~root"), os.path.dirname(sys.prefix) + "/.judge"]
    for place in places:
        try:
            with open(f"{place}/judge-note", "w") as file:
                file.write(str(value.shape))
            raise RuntimeError(f"won: {place}")
        except OSError:
            pass
    open(f"{tempfile.gettempdir()}/judge-note", "w").close()
    return right(key, value, rank, size, num_kv_heads)
