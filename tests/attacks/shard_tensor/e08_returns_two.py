"""Returns the shard twice."""

right = shard_tensor


def shard_tensor(key, value, rank, size, num_kv_heads):
    return right(key, value, rank, size, num_kv_heads), value
