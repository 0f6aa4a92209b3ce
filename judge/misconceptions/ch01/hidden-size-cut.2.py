"""up by rows and down by columns, multiplied as if it were the other way round."""

from torch import Tensor


def mlp(x: Tensor, up: Tensor, down: Tensor, tp_size: int) -> Tensor:
    ups = [row_shard(up, tp_rank, tp_size) for tp_rank in range(tp_size)]
    downs = [column_shard(down, tp_rank, tp_size) for tp_rank in range(tp_size)]
    slices = [y.relu() for y in column_parallel(x, ups)]
    return row_parallel(slices, downs)
