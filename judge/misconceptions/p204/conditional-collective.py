"""Only rank 0 calls broadcast.

Why: Rank 0 is the one that sends. But a collective is made by all ranks together: the others
receive by the same call.

Look: Which call brings rank 0's ids to rank 1?
"""

from typing import Any

import torch
from torch import Tensor


def sample_in_lockstep(
    logits: Tensor, temperature: float, generator: torch.Generator, group: Any
) -> Tensor:
    ids = draw(logits, temperature, generator)
    if group.rank == 0:
        group.broadcast(ids)
    return ids
