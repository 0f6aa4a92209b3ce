"""Raises an error that holds the whole input, many times."""


def shard_tensor(key, value, rank, size, num_kv_heads):
    raise ValueError(f"{key} {value.tolist()} " * 10_000)
