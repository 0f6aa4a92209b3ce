"""A rank without ids offers a logit of 0.

Why: Zero looks like nothing. For a maximum it is a value like any other, and it wins when all real
logits are negative.

Look: Which number is below every logit?
"""

import torch
from torch import Tensor


def local_best(local_logits: Tensor, vocab_start: int) -> tuple[Tensor, Tensor]:
    if local_logits.shape[-1] == 0:
        local_logits = local_logits.new_zeros((*local_logits.shape[:-1], 1))
    values, index = local_logits.max(dim=-1)
    return values, index + vocab_start
