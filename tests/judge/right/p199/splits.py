"""Every part is made, one is kept; a view of the whole where nothing is cut."""

from torch import Tensor


def shard_tensor(key: str, value: Tensor, rank: int, size: int, num_kv_heads: int) -> Tensor:
    return shards(key, value, size, num_kv_heads)[rank]


def shards(key: str, value: Tensor, size: int, num_kv_heads: int) -> list[Tensor]:
    whole = [value[:] for _ in range(size)]
    if size == 1:
        return whole
    if key.endswith(("q_proj.weight", "gate_proj.weight", "up_proj.weight")) or key.endswith(
        ("q_proj.bias", "gate_proj.bias", "up_proj.bias")
    ):
        return [part.clone() for part in value.split(div_even(len(value), size))]
    if key.endswith(("o_proj.weight", "down_proj.weight")):
        return [part.clone() for part in value.split(div_even(value.shape[1], size), dim=1)]
    if "k_proj." in key or "v_proj." in key:
        per_rank = div_even(num_kv_heads, size, allow_replicate=True)
        parts = value.split(len(value) // num_kv_heads * per_rank)
        copies = size // len(parts)
        return [part.clone() for part in parts for _ in range(copies)]
    if "embed_tokens" in key or "lm_head" in key:
        rows = (len(value) - 1) // size + 1
        parts = [part.clone() for part in value.split(rows)]
        return parts + [value.new_empty(0, value.shape[1])] * (size - len(parts))
    return whole
