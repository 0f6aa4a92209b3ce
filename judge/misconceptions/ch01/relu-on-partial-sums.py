"""Each partial sum goes through relu.

Why: Each rank applies relu to its own part, which is right for a slice of the first product. A
partial sum is not a slice: a negative part may still be balanced by another rank's.

Look: Take partial sums of 5 and -3 and compare relu of each with relu of what they add up to.
"""

from torch import Tensor


def mlp(x: Tensor, up: Tensor, down: Tensor, tp_size: int) -> Tensor:
    ups = [column_shard(up, tp_rank, tp_size) for tp_rank in range(tp_size)]
    downs = [row_shard(down, tp_rank, tp_size) for tp_rank in range(tp_size)]
    slices = column_parallel(x, ups)
    return sum((part @ shard.T).relu() for part, shard in zip(slices, downs, strict=True))
