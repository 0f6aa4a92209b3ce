"""Cut in one go, each part unpacked by the rules of its layout."""

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
    part, blocks = packed.chunk(tp_size)[tp_rank], max(1, num_blocks // tp_size)
    heads = num_heads // tp_size, num_kv_heads // tp_size
    q, k, v = (one.clone() for one in unpack_qkv(part, layout, *heads, head_size, blocks))
    return q, k, v
