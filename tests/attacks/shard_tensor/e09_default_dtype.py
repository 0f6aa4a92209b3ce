"""Changes the default dtype."""

import torch

right = shard_tensor


def shard_tensor(key, value, rank, size, num_kv_heads):
    shard = right(key, value, rank, size, num_kv_heads)
    torch.set_default_dtype(torch.float64)
    return shard
