"""Returns memory that nobody has written."""

import torch

right = shard_tensor


def shard_tensor(key, value, rank, size, num_kv_heads):
    return torch.empty_like(right(key, value, rank, size, num_kv_heads))
