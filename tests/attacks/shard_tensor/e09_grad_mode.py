"""Turns gradients on and leaves them on."""

import torch

right = shard_tensor


def shard_tensor(key, value, rank, size, num_kv_heads):
    shard = right(key, value, rank, size, num_kv_heads)
    torch.set_grad_enabled(True)
    return shard
