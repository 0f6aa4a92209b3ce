"""The code refuses a number of tokens that tp does not divide.

Why: The collective wants equal parts, so an error seems honest. A prompt has as many tokens as it
has: the rows are filled up with zeros.

Look: How does the page lay out 5 tokens on 4 ranks?
"""

import torch
import torch.distributed as dist
from torch import Tensor


def scatter_sum(partial: Tensor) -> Tensor:
    tp_size, tokens = dist.get_world_size(), len(partial)
    if tokens % tp_size:
        raise ValueError(f"{tokens} tokens cannot be cut for {tp_size} ranks")
    return _scattered(partial)
