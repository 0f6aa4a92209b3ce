"""Every packed tensor is taken to be [q; k; v].

Why: Many checkpoints pack all q rows, then all k rows, then all v rows. Others do not, and the
shapes are the same: nothing fails, the model only talks nonsense.

Look: Write down which head each row of an interleaved tensor belongs to.
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
    if layout not in ("blocks", "interleaved", "per_rank"):
        raise ValueError(f"there is no layout {layout!r}")
    rows = (num_heads + 2 * num_kv_heads) * head_size
    if packed.shape[0] != rows:
        raise ValueError(f"packed has {packed.shape[0]} rows, these heads make {rows}")
    return packed.split([n * head_size for n in (num_heads, num_kv_heads, num_kv_heads)])
