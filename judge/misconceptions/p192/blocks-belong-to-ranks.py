"""Block r of a per_rank tensor is taken for rank r's, whoever saved it.

Why: When as many ranks load as saved, it is. A checkpoint saved by 4 ranks has 4 blocks, also when
2 ranks load it or 8.

Look: Which heads lie in block 0 when 2 ranks saved, and which does rank 0 of 4 need?
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
    whole = unpack_qkv(packed, layout, num_heads, num_kv_heads, head_size, tp_size)
    q, k, v = (part.chunk(tp_size)[tp_rank].clone() for part in whole)
    return q, k, v
