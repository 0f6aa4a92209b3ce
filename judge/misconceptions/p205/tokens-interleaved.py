"""The code deals the tokens out in turns: rank r gets r, r + tp, and so on.

Why: Dealing keeps the ranks equally busy, and some engines do it. Here a rank has a run of
neighbours, as the table of the page says.

Look: Which tokens of 4 does rank 0 of 2 have?
"""

import torch
import torch.distributed as dist
from torch import Tensor


def gather_tokens(local: Tensor, num_tokens: int) -> Tensor:
    tp_size = dist.get_world_size()
    whole = _gathered(local).unflatten(0, (tp_size, -1))
    return whole.transpose(0, 1).flatten(0, 1)[:num_tokens]


def scatter_sum(partial: Tensor) -> Tensor:
    tp_size, (tokens, hidden) = dist.get_world_size(), partial.shape
    rows = -(-tokens // tp_size)
    padded = torch.zeros(tp_size * rows, hidden, dtype=partial.dtype)
    padded[:tokens] = partial
    dealt = padded.unflatten(0, (rows, tp_size)).transpose(0, 1).flatten(0, 1).contiguous()
    local = torch.empty(rows, hidden, dtype=partial.dtype)
    dist.reduce_scatter_single(local, dealt)
    return local
