"""Raises the recursion limit and recurses."""

import sys


def shard_tensor(key, value, rank, size, num_kv_heads):
    sys.setrecursionlimit(10**9)
    return shard_tensor(key, value, rank, size + 1, num_kv_heads)
