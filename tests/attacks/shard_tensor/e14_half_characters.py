"""Raises an error whose text no terminal can print."""

right = shard_tensor


def shard_tensor(key, value, rank, size, num_kv_heads):
    shard = right(key, value, rank, size, num_kv_heads)
    raise ValueError("\ud800 \x1b[2J" + "x" * 10_000)
