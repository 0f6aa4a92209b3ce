"""The sum at the end goes through relu.

Why: It is the one place where all ranks meet, so it looks like the safe place. But relu belongs
between the products: a negative number there must not reach the second one.

Look: Can the output of this MLP ever be negative? Should it?
"""

from torch import Tensor


def mlp(x: Tensor, up: Tensor, down: Tensor, tp_size: int) -> Tensor:
    ups = [column_shard(up, tp_rank, tp_size) for tp_rank in range(tp_size)]
    downs = [row_shard(down, tp_rank, tp_size) for tp_rank in range(tp_size)]
    return row_parallel(column_parallel(x, ups), downs).relu()
