"""Problem 200: norms of hidden vectors that are cut over the ranks, and of heads that are not.

`group` has rank, size and all_reduce(x), which gives back the sum over the ranks: use what it
returns. Needs torch and the standard library only.

Shapes: H hidden_size · h columns of this rank, which may differ from rank to rank · D head_dim
"""

from typing import Any

import torch
from torch import Tensor


def sharded_rms_norm(x: Tensor, weight: Tensor, eps: float, hidden_size: int, group: Any) -> Tensor:
    """This rank's columns of weight * x / sqrt(mean(x ** 2) + eps), the mean over all H columns.

    x (..., h), weight (h,) -> (..., h), in x's dtype; computed in float32. The ranks' columns
    together are H = hidden_size. One all-reduce, of one float32 for each hidden vector.
    """
    raise NotImplementedError("p200.1 RMS norm of sharded vectors")


def head_rms_norm(x: Tensor, weight: Tensor, eps: float, group: Any) -> Tensor:
    """Each of this rank's heads divided by its own root mean square, as Qwen3 does with q and k.

    x (..., heads/tp * D): whole heads, side by side. weight (D,) is that of every head.
    -> (..., heads/tp * D), in x's dtype; computed in float32.
    """
    raise NotImplementedError("p200.2 RMS norm of heads")


def sharded_layer_norm(
    x: Tensor, weight: Tensor, bias: Tensor, eps: float, hidden_size: int, group: Any
) -> Tensor:
    """This rank's columns of weight * (x - mean) / sqrt(variance + eps) + bias, over all H columns.

    x (..., h), weight and bias (h,) -> (..., h), in x's dtype; computed in float32. The variance is
    the mean squared distance from the mean. One all-reduce, of two float32 for each hidden vector.
    """
    raise NotImplementedError("p200.3 layer norm of sharded vectors")
