"""Each of q, k and v is taken to have a third of the rows.

Why: With as many KV heads as query heads each is a third of the packed tensor. With fewer KV heads,
k and v are smaller than q.

Look: Count the rows of q and of k for 4 query heads and 2 KV heads of 2 rows.
"""

from torch import Tensor


def unpack_qkv(
    packed: Tensor,
    layout: str,
    num_heads: int,
    num_kv_heads: int,
    head_size: int,
    num_blocks: int = 1,
) -> tuple[Tensor, Tensor, Tensor]:
    counts = {"blocks": 1, "interleaved": num_kv_heads, "per_rank": num_blocks}
    rows = (num_heads + 2 * num_kv_heads) * head_size
    if layout not in counts:
        raise ValueError(f"there is no layout {layout!r}")
    if packed.shape[0] != rows:
        raise ValueError(f"packed has {packed.shape[0]} rows, these heads make {rows}")
    blocks = packed.unflatten(0, (counts[layout], rows // counts[layout]))
    q, k, v = blocks.chunk(3, dim=1)
    return q.flatten(0, 1), k.flatten(0, 1), v.flatten(0, 1)
