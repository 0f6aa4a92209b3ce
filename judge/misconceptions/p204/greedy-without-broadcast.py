"""Only draws are broadcast, not the largest logit.

Why: Without chance every rank finds the same maximum, it seems. Their logits are not the same to
the last bit, and between two nearly equal logits that is enough.

Look: Take the logits of the page's second example.
"""

from typing import Any

import torch
from torch import Tensor


def sample_in_lockstep(
    logits: Tensor, temperature: float, generator: torch.Generator, group: Any
) -> Tensor:
    ids = draw(logits, temperature, generator)
    return group.broadcast(ids) if temperature else ids
