"""A rank without ids asks for the maximum of nothing.

Why: Vocabularies usually have many ids for each rank. With fewer ids than ranks, or when ranges are
rounded up, a rank can own none, and max of nothing is an error.

Look: Try logits of shape [3, 0].
"""

from torch import Tensor


def local_best(local_logits: Tensor, vocab_start: int) -> tuple[Tensor, Tensor]:
    values, index = local_logits.max(dim=-1)
    return values, index + vocab_start
