"""Returns a view: the whole tensor stays in memory."""


def shard_tensor(key, value, rank, size, num_kv_heads):
    rows = value.shape[0] // size
    return value[rank * rows : (rank + 1) * rows]
