"""Problem 205: the residual cut by tokens between the blocks, whole inside them.

Idea: Korthikanti et al., "Reducing Activation Recomputation in Large Transformer Models" (2022).
The ranks talk through torch.distributed, whose default group is running. Needs torch and the
standard library only.

Shapes: T num_tokens · n = ceil(T / tp) rows of a rank, padding included · H hidden · F intermediate
"""

import torch
import torch.distributed as dist
from torch import Tensor


def gather_tokens(local: Tensor, num_tokens: int) -> Tensor:
    """Every token on every rank: (n, H) -> (T, H), in the order of the ranks, without padding.

    Rank r has the tokens r * n to (r + 1) * n - 1. Where T ends before, the rest of its rows is
    padding; a rank may have nothing else. One all-gather.
    """
    raise NotImplementedError("p205.1 every token on every rank")


def scatter_sum(partial: Tensor) -> Tensor:
    """This rank's tokens of the sum of all ranks' partial: (T, H) -> (n, H).

    Rows that stand for no token are zeros. One reduce-scatter; partial stays as it is.
    """
    raise NotImplementedError("p205.2 the sum, cut by tokens")


def mlp_block(
    x: Tensor, num_tokens: int, norm_weight: Tensor, up: Tensor, down: Tensor, eps: float
) -> Tensor:
    """x + down(relu(up(norm(x)))) for this rank's tokens: (n, H) -> (n, H).

    x is this rank's part of the residual, its padding rows zeros. norm is the RMS norm,
    norm_weight * x / sqrt(mean(x ** 2) + eps), (H,) whole on every rank. up (F/tp, H) and down
    (H, F/tp) are cut over the ranks, column-parallel and row-parallel. One all-gather and one
    reduce-scatter; rows that stand for no token come out as zeros.
    """
    raise NotImplementedError("p205.3 an MLP block")
