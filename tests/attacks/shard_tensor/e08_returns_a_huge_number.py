"""An integer that no JSON reader takes."""

right = shard_tensor


def shard_tensor(key, value, rank, size, num_kv_heads):
    shard = right(key, value, rank, size, num_kv_heads)
    return 10**5000
