"""Heads as a dimension of their own, padded group by group."""

import torch
import torch.nn.functional as F


def padded_layout(num_heads, num_kv_heads, tp_size):
    if num_heads % num_kv_heads or max(num_kv_heads, tp_size) % min(num_kv_heads, tp_size):
        raise ValueError(f"heads {num_heads}, KV heads {num_kv_heads}, ranks {tp_size}")
    share = -(-tp_size // num_kv_heads)
    heads = torch.arange(num_heads).reshape(num_kv_heads, -1)
    padded = F.pad(heads, (0, -heads.shape[1] % share), value=-1).flatten().tolist()
    return [None if head < 0 else head for head in padded]


def pad_rows(weight, layout, head_dim):
    index = torch.tensor([0 if head is None else head for head in layout])
    real = torch.tensor([head is not None for head in layout])
    heads = weight.unflatten(0, (-1, head_dim))[index]
    heads[~real] = 0
    return heads.flatten(0, 1)


def pad_columns(weight, layout, head_dim):
    return pad_rows(weight.T, layout, head_dim).T


def rank_shards(weights, rank, tp_size, num_heads, num_kv_heads, head_dim):
    layout = padded_layout(num_heads, num_kv_heads, tp_size)
    per_rank = len(layout) // tp_size
    mine = layout[per_rank * rank :][:per_rank]
    group = num_heads // num_kv_heads
    if tp_size > num_kv_heads:
        kv = [rank * num_kv_heads // tp_size]
    else:
        kv = sorted({head // group for head in mine})
    found = {}
    for name in weights:
        slots = mine if name[0] in "qo" else kv
        pad = pad_columns if name[0] == "o" else pad_rows
        found[name] = pad(weights[name], slots, head_dim).clone()
    return found
