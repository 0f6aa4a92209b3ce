"""The number of rows is not checked.

Why: Slices take what is there and never complain. A tensor of another model, or one with other
counts of heads, is then cut at the wrong places.

Look: What becomes of a row that is one too many?
"""

import torch
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
    if layout not in counts:
        raise ValueError(f"there is no layout {layout!r}")
    count = counts[layout]
    local_q, local_kv = (heads * head_size // count for heads in (num_heads, num_kv_heads))
    size = local_q + 2 * local_kv
    blocks = [packed[i * size : (i + 1) * size] for i in range(count)]
    q = torch.cat([block[:local_q] for block in blocks])
    k = torch.cat([block[local_q : local_q + local_kv] for block in blocks])
    v = torch.cat([block[local_q + local_kv :] for block in blocks])
    return q, k, v
