"""wrong_answer: every number is 0, every slot empty."""

import torch


def padded_layout(num_heads, num_kv_heads, tp_size):
    return [None] * num_heads


def pad_rows(weight, layout, head_dim):
    return torch.zeros(len(layout) * head_dim, *weight.shape[1:], dtype=weight.dtype)


def pad_columns(weight, layout, head_dim):
    return torch.zeros(weight.shape[0], len(layout) * head_dim, dtype=weight.dtype)


def rank_shards(weights, rank, tp_size, num_heads, num_kv_heads, head_dim):
    return {name: torch.zeros_like(weight) for name, weight in weights.items()}
