"""The code gives every rank the first heads.

Why: All shapes are right, and rank 0 works. The rank has to decide where its heads begin.

Look: Compare the parts of rank 0 and rank 1.
"""

from torch import Tensor


def local_qkv(
    packed: Tensor,
    layout: str,
    num_heads: int,
    num_kv_heads: int,
    head_size: int,
    tp_rank: int,
    tp_size: int,
    num_blocks: int = 1,
) -> tuple[Tensor, Tensor, Tensor]:
    if num_kv_heads % tp_size:
        raise ValueError(f"{num_kv_heads} KV heads cannot be shared out on {tp_size} ranks")
    whole = unpack_qkv(packed, layout, num_heads, num_kv_heads, head_size, num_blocks)
    q, k, v = (part.chunk(tp_size)[0].clone() for part in whole)
    return q, k, v
