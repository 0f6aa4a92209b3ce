"""A list that contains itself."""

right = shard_tensor


def shard_tensor(key, value, rank, size, num_kv_heads):
    shard = right(key, value, rank, size, num_kv_heads)
    loop = []
    loop.append(loop)
    return loop
