"""Raises an error whose text raises."""


class Unprintable(Exception):
    def __str__(self):
        raise RuntimeError


right = shard_tensor


def shard_tensor(key, value, rank, size, num_kv_heads):
    shard = right(key, value, rank, size, num_kv_heads)
    raise Unprintable
