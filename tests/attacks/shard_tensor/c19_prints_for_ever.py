"""One endless line."""

import sys


def shard_tensor(key, value, rank, size, num_kv_heads):
    while True:
        sys.stdout.write("x" * 65536)
