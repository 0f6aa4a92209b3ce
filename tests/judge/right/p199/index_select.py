"""Row numbers are worked out first and selected at the end."""

import torch
from torch import Tensor


def shard_tensor(key: str, value: Tensor, rank: int, size: int, num_kv_heads: int) -> Tensor:
    parts = set(key.split("."))
    if size == 1:
        return value
    if parts & {"o_proj", "down_proj"}:
        if "bias" in parts:
            return value
        columns = div_even(value.size(1), size)
        return value.index_select(1, torch.arange(columns) + columns * rank)
    if parts & {"q_proj", "gate_proj", "up_proj"}:
        rows = div_even(value.size(0), size)
        return value.index_select(0, torch.arange(rows) + rows * rank)
    if parts & {"k_proj", "v_proj"}:
        div_even(num_kv_heads, size, True)
        head = torch.arange(value.size(0)) * num_kv_heads // value.size(0)
        owned = range(num_kv_heads * rank // size, max(num_kv_heads * (rank + 1) // size, 0))
        owned = owned or [num_kv_heads * rank // size]
        return value[torch.isin(head, torch.tensor(list(owned)))]
    if parts & {"embed_tokens", "lm_head"}:
        rows = -(-value.size(0) // size)
        ids = torch.arange(value.size(0))
        return value[ids // rows == rank]
    return value
