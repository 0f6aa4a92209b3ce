"""Blocks copied into zeros."""

import torch


def padded_layout(num_heads, num_kv_heads, tp_size):
    if num_heads % num_kv_heads != 0:
        raise ValueError(f"{num_kv_heads} KV heads, {num_heads} query heads, {tp_size} ranks")
    if num_kv_heads % tp_size != 0 and tp_size % num_kv_heads != 0:
        raise ValueError(f"{num_kv_heads} KV heads, {num_heads} query heads, {tp_size} ranks")
    layout = []
    group = num_heads // num_kv_heads
    for head in range(num_heads):
        layout.append(head)
        if (head + 1) % group == 0:
            while tp_size > num_kv_heads and len(layout) % (tp_size // num_kv_heads):
                layout.append(None)
    return layout


def pad_rows(weight, layout, head_dim):
    padded = torch.zeros(len(layout) * head_dim, *weight.shape[1:], dtype=weight.dtype)
    for slot, head in enumerate(layout):
        if head is not None:
            rows = weight[head * head_dim : (head + 1) * head_dim]
            padded[slot * head_dim : (slot + 1) * head_dim] = rows
    return padded


def pad_columns(weight, layout, head_dim):
    padded = torch.zeros(weight.shape[0], len(layout) * head_dim, dtype=weight.dtype)
    for slot, head in enumerate(layout):
        if head is not None:
            columns = weight.narrow(1, head * head_dim, head_dim)
            padded.narrow(1, slot * head_dim, head_dim).copy_(columns)
    return padded


def rank_shards(weights, rank, tp_size, num_heads, num_kv_heads, head_dim):
    layout = padded_layout(num_heads, num_kv_heads, tp_size)
    shards = {}
    for name, weight in weights.items():
        if name.startswith("q_proj."):
            shards[name] = pad_rows(weight, layout, head_dim).chunk(tp_size)[rank].clone()
        elif name.startswith("o_proj."):
            whole = pad_columns(weight, layout, head_dim)
            shards[name] = whole.chunk(tp_size, 1)[rank].clone()
        elif num_kv_heads % tp_size == 0:
            shards[name] = weight.chunk(tp_size)[rank].clone()
        else:
            shards[name] = weight.chunk(num_kv_heads)[rank * num_kv_heads // tp_size].clone()
    return shards
