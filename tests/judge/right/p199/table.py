"""A table of what is cut how; whole tensors are copied."""

import torch
from torch import Tensor


def div_even(a: int, b: int, allow_replicate: bool = False) -> int:
    if b > 0 and a % b == 0:
        return a // b
    if allow_replicate and 0 < a < b and b % a == 0:
        return 1
    raise ValueError(f"{a} things on {b} ranks")


def shard_tensor(key: str, value: Tensor, rank: int, size: int, num_kv_heads: int) -> Tensor:
    cuts = {"q_proj": 0, "gate_proj": 0, "up_proj": 0, "o_proj": 1, "down_proj": 1}
    module, kind = key.split(".")[-2:]
    if size == 1 or module not in [*cuts, "k_proj", "v_proj", "embed_tokens", "lm_head"]:
        return value.clone()
    if module in ("embed_tokens", "lm_head"):
        rows = (len(value) + size - 1) // size
        return value[rank * rows : rank * rows + rows].clone()
    if module in ("k_proj", "v_proj"):
        heads = value.reshape(num_kv_heads, len(value) // num_kv_heads, *value.shape[1:])
        count = div_even(num_kv_heads, size, allow_replicate=True)
        first = rank * count if num_kv_heads >= size else rank // (size // num_kv_heads)
        return heads[first : first + count].flatten(0, 1).clone()
    if kind == "bias" and cuts[module] == 1:
        return value.clone()
    div_even(value.shape[cuts[module]], size)
    return value.chunk(size, dim=cuts[module])[rank].clone(memory_format=torch.contiguous_format)
