"""A list that says what each row is, and what it selects."""

import torch


def unpack_qkv(packed, layout, num_heads, num_kv_heads, head_size, num_blocks=1):
    kinds = _kinds(layout, num_heads, num_kv_heads, num_blocks)
    if len(kinds) * head_size != len(packed):
        raise ValueError(f"{len(packed)} rows, expected {len(kinds) * head_size}")
    return tuple(
        torch.cat(
            [packed[i * head_size : (i + 1) * head_size] for i, k in enumerate(kinds) if k == n]
        )
        for n in "qkv"
    )


def local_qkv(packed, layout, num_heads, num_kv_heads, head_size, tp_rank, tp_size, num_blocks=1):
    if num_kv_heads % tp_size:
        raise ValueError(f"{tp_size} ranks for {num_kv_heads} heads")
    found = []
    for part in unpack_qkv(packed, layout, num_heads, num_kv_heads, head_size, num_blocks):
        rows = len(part) // tp_size
        found.append(part[tp_rank * rows :][:rows].clone())
    return found


def _kinds(layout, num_heads, num_kv_heads, num_blocks):
    group = num_heads // num_kv_heads
    if layout == "blocks":
        return "q" * num_heads + "k" * num_kv_heads + "v" * num_kv_heads
    if layout == "interleaved":
        return ("q" * group + "kv") * num_kv_heads
    if layout == "per_rank":
        n = num_kv_heads // num_blocks
        return ("q" * (n * group) + "k" * n + "v" * n) * num_blocks
    raise ValueError(f"unknown layout {layout}")
