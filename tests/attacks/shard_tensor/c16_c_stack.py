"""Recurses through C code until its stack is full."""

import sys


def shard_tensor(key, value, rank, size, num_kv_heads):
    sys.setrecursionlimit(10**6)
    return sorted([value], key=lambda v: shard_tensor(key, v, rank, size, num_kv_heads))
