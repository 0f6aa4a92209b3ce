"""per_rank is read as if it were blocks."""

from torch import Tensor


def unpack_qkv(
    packed: Tensor,
    layout: str,
    num_heads: int,
    num_kv_heads: int,
    head_size: int,
    num_blocks: int = 1,
) -> tuple[Tensor, Tensor, Tensor]:
    counts = {"blocks": 1, "interleaved": num_kv_heads, "per_rank": 1}
    rows = (num_heads + 2 * num_kv_heads) * head_size
    if layout not in counts:
        raise ValueError(f"there is no layout {layout!r}")
    if packed.shape[0] != rows:
        raise ValueError(f"packed has {packed.shape[0]} rows, these heads make {rows}")
    count = counts[layout]
    local_q, local_kv = (heads * head_size // count for heads in (num_heads, num_kv_heads))
    blocks = packed.unflatten(0, (count, rows // count))
    q, k, v = blocks.split([local_q, local_kv, local_kv], dim=1)
    return q.flatten(0, 1), k.flatten(0, 1), v.flatten(0, 1)
