"""Zeroes what it was given."""

right = shard_tensor


def shard_tensor(key, value, rank, size, num_kv_heads):
    shard = right(key, value, rank, size, num_kv_heads)
    shard = shard.clone()
    value.zero_()
    return shard
