"""KV heads that do not divide are cut all the same.

Why: Floor division always gives an answer. Here 2 KV heads on 4 ranks are 0 for each: k and v are
empty, and nothing says so.

Look: How many rows of k has each of 4 ranks when there are 2 KV heads?
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
    whole = unpack_qkv(packed, layout, num_heads, num_kv_heads, head_size, num_blocks)
    sizes = [n // tp_size * head_size for n in (num_heads, num_kv_heads, num_kv_heads)]
    pairs = zip(whole, sizes, strict=True)
    q, k, v = (part.narrow(0, tp_rank * size, size).clone() for part, size in pairs)
    return q, k, v
