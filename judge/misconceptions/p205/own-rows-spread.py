"""An all-reduce takes the place of the all-gather.

Why: Each rank writes its rows into zeros, and the sum puts all rows together. The values are right.
But an all-reduce moves twice the bytes of an all-gather, and the padding's rows too.

Look: How many bytes does each rank send in an all-gather, and how many in an all-reduce?
"""

import torch
import torch.distributed as dist
from torch import Tensor


def gather_tokens(local: Tensor, num_tokens: int) -> Tensor:
    tp_size, rank, (rows, hidden) = dist.get_world_size(), dist.get_rank(), local.shape
    whole = torch.zeros(tp_size * rows, hidden, dtype=local.dtype)
    whole[rank * rows : (rank + 1) * rows] = local
    dist.all_reduce(whole)
    return whole[:num_tokens]
