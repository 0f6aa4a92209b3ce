"""The parts are slices of a larger tensor, which stays in memory.

Why: A slice looks like a small tensor of its own. It points into the memory of the whole one and
keeps all of it alive, on every rank.

Look: Compare q.untyped_storage().nbytes() with the bytes of q's own numbers.
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
    q, k, v = (part.chunk(tp_size)[tp_rank] for part in whole)
    return q, k, v
