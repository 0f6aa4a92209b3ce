"""Reads address 0."""

import ctypes


def shard_tensor(key, value, rank, size, num_kv_heads):
    ctypes.string_at(0)
