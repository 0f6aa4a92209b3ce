"""The packed tensor is cut in one go, and each part is taken for a smaller [q; k; v].

Why: Every other weight is cut so. Of a packed tensor the first part is mostly q, and the last
mostly v, so each projection has to be found before it is cut.

Look: Which projections lie in the first half of the packed rows?
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
    part = packed.chunk(tp_size)[tp_rank].clone()
    sizes = [n // tp_size * head_size for n in (num_heads, num_kv_heads, num_kv_heads)]
    q, k, v = (one.clone() for one in part.split(sizes))
    return q, k, v
