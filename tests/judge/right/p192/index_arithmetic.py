"""Row numbers computed for each head, and index_select."""

import torch


def unpack_qkv(packed, layout, num_heads, num_kv_heads, head_size, num_blocks=1):
    if layout not in ("blocks", "interleaved", "per_rank"):
        raise ValueError(layout)
    want = (num_heads + num_kv_heads * 2) * head_size
    if packed.size(0) != want:
        raise ValueError(f"expected {want} rows, got {packed.size(0)}")
    count = {"blocks": 1, "interleaved": num_kv_heads, "per_rank": num_blocks}[layout]
    rows = torch.arange(want).view(count, want // count)
    q, kv = num_heads * head_size // count, num_kv_heads * head_size // count
    return (
        packed[rows[:, :q].reshape(-1)],
        packed[rows[:, q : q + kv].reshape(-1)],
        packed[rows[:, q + kv :].reshape(-1)],
    )


def local_qkv(packed, layout, num_heads, num_kv_heads, head_size, tp_rank, tp_size, num_blocks=1):
    if num_heads % tp_size or num_kv_heads % tp_size:
        raise ValueError(f"{num_heads}, {num_kv_heads} heads on {tp_size} ranks")
    whole = unpack_qkv(packed, layout, num_heads, num_kv_heads, head_size, num_blocks)
    return tuple(torch.stack(list(part.tensor_split(tp_size)))[tp_rank].clone() for part in whole)
