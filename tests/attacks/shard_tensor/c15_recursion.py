"""Calls itself for ever."""


def shard_tensor(key, value, rank, size, num_kv_heads):
    return shard_tensor(key, value, rank, size, num_kv_heads)
