"""On a tie the code takes the highest id.

Why: Which of two equal logits wins looks like a matter of taste. One process takes the lowest id,
and the text must not depend on the number of ranks.

Look: What does torch.argmax(torch.tensor([7, 7])) give?
"""

import torch
from torch import Tensor


def local_best(local_logits: Tensor, vocab_start: int) -> tuple[Tensor, Tensor]:
    if local_logits.shape[-1] == 0:
        local_logits = local_logits.new_full((*local_logits.shape[:-1], 1), -torch.inf)
    values, index = local_logits.flip(-1).max(dim=-1)
    return values, local_logits.shape[-1] - 1 - index + vocab_start
