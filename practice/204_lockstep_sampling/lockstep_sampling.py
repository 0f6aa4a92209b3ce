"""Problem 204: sampling, so that every rank goes on with the same tokens.

`group` has rank, size and broadcast(x, src=0), which gives back rank src's x on every rank: use
what it returns. Needs torch and the standard library only.

Shapes: B sequences · V vocab_size
"""

import random
from collections.abc import Sequence
from typing import Any

import torch
from torch import Tensor


def draw(logits: Tensor, temperature: float, generator: torch.Generator) -> Tensor:
    """One token id for each row: logits (B, V) -> (B,) int64.

    The probabilities are softmax(logits / temperature). Each row has a draw of its own; all random
    numbers come from the generator. At temperature 0 the id is that of the largest logit, the
    lowest id on a tie.
    """
    raise NotImplementedError("p204.1 draw")


def sample_in_lockstep(
    logits: Tensor, temperature: float, generator: torch.Generator, group: Any
) -> Tensor:
    """One token id for each row, the same on every rank: logits (B, V) -> (B,) int64.

    Every rank has logits, but they may differ in the last bits, and the generators may stand
    anywhere. What rank 0 draws counts. One broadcast, of the ids.
    """
    raise NotImplementedError("p204.2 rank 0 draws")


def sample_with_seeds(
    logits: Tensor, temperature: float, seeds: Sequence[int], steps: Sequence[int]
) -> Tensor:
    """One token id for each row, without a word between the ranks: logits (B, V) -> (B,) int64.

    Every rank has the same logits. Row i belongs to a sequence with the seed seeds[i], which has
    made steps[i] tokens so far; 0 <= seed < 2 ** 31 and 0 <= step < 2 ** 20. Its id depends on its
    logits, the temperature, its seed and its step, and on nothing else: not on the other rows, nor
    on what was drawn before. Different seeds or steps draw independently. torch's own random state
    stays as it is.
    """
    raise NotImplementedError("p204.3 seeds and steps")
