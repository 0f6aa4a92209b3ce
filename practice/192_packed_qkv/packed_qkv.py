"""Problem 192: q, k and v out of one packed tensor, which may be packed in three ways.

Shapes: packed (rows, hidden), or (rows,) for a bias, with
rows = (num_heads + 2 * num_kv_heads) * head_size. Needs torch and nothing else.
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
    """The whole q, k and v, each with its heads in order.

    layout says how the rows are packed:
    - "blocks": all q heads, then all k heads, then all v heads;
    - "interleaved": for each KV head its q heads, then the k head, then the v head;
    - "per_rank": num_blocks equal blocks, each with the q heads, then the k heads, then the v heads
      of one rank of the run that saved them. num_blocks divides num_kv_heads; the other layouts
      ignore it.

    q (num_heads * head_size, ...), k and v (num_kv_heads * head_size, ...).
    num_kv_heads divides num_heads: q heads 0, 1, … read KV head 0, the next ones KV head 1.
    Raises ValueError for another layout, printing it, and when packed has another number of rows,
    printing both numbers.
    """
    raise NotImplementedError("p192.1 unpack_qkv")


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
    """This rank's q, k and v: an equal part of the heads of each.

    Arguments as for unpack_qkv; num_blocks need not be tp_size. The parts are in the order of the
    ranks and own their memory. Raises ValueError as unpack_qkv does, and, printing both numbers,
    when tp_size does not divide num_kv_heads: there are no replicas here.
    """
    raise NotImplementedError("p192.2 local_qkv")
