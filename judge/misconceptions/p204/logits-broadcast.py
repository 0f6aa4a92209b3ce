"""The code sends rank 0's logits, and every rank draws.

Why: With the same logits the ranks should draw the same. Their generators still differ, and a row
of logits is thousands of times larger than an id.

Look: What else does a draw depend on, beside the logits?
"""

from typing import Any

import torch
from torch import Tensor


def sample_in_lockstep(
    logits: Tensor, temperature: float, generator: torch.Generator, group: Any
) -> Tensor:
    return draw(group.broadcast(logits.clone()), temperature, generator)
