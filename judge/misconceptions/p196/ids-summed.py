"""The code adds the ids of all ranks.

Why: An all-reduce is what most layers end with. A sum of ids is the id of some other token.

Look: What is the sum of the ids 4 and 5?
"""

from torch import Tensor


def sharded_argmax(local_logits: Tensor, vocab_start: int, group) -> Tensor:
    return group.all_reduce(local_best(local_logits, vocab_start)[1])
