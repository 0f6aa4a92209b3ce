"""Asks for a tensor larger than the machine."""

import torch


def shard_tensor(key, value, rank, size, num_kv_heads):
    return torch.ones(1 << 40)
