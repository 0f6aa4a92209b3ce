"""Heads are cut inside, row by row."""

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
    whole = unpack_qkv(packed, layout, num_heads, num_kv_heads, head_size, num_blocks)
    q, k, v = (part.chunk(tp_size)[tp_rank].clone() for part in whole)
    return q, k, v
