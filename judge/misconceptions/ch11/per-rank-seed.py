"""The code lets every rank draw the next token for itself.

Why: All ranks run the same program, so the same draw seems to be sure.

Look: Each rank's generator has its own state. After one different draw the ranks work on different
texts, and no error says so.
"""

import torch
from torch import Tensor


def sample_in_lockstep(
    logits: Tensor | None,
    sequences: list,
    params: object,
    group: object,
    device: torch.device | None = None,
) -> Tensor:
    shape = group.broadcast(torch.tensor(logits.shape if logits is not None else (0, 0)))
    table = logits.contiguous() if logits is not None else torch.zeros(shape.tolist())
    table = group.broadcast(table)
    drawn = [sample(row, params, s.generator) for row, s in zip(table, sequences, strict=True)]
    return torch.tensor(drawn)
