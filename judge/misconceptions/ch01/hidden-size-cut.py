"""A cut goes through the hidden size.

Why: Each of the two matrices can be cut either way, and a product that is put together right is
right. But only one order cuts the intermediate size twice, keeps the hidden size whole, and lets
the ranks meet once. Any other has to join or add in the middle as well.

Look: Of each of the two matrices, which size does your cut divide, hidden or intermediate?
"""

import torch
from torch import Tensor


def mlp(x: Tensor, up: Tensor, down: Tensor, tp_size: int) -> Tensor:
    ups = [row_shard(up, tp_rank, tp_size) for tp_rank in range(tp_size)]
    downs = [column_shard(down, tp_rank, tp_size) for tp_rank in range(tp_size)]
    y = row_parallel(x, ups).relu()
    return torch.cat(column_parallel(y, downs), dim=-1)
