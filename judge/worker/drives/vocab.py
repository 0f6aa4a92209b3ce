"""What the drives of chapters 5 and 6 share: a table on each rank, set here and not by a loader."""

from __future__ import annotations

import contextlib
from typing import Any

import torch
from torch import nn

from .common import cast


def ready(kind: Any, inputs: Any, group: Any, sizes: Any = None) -> Any:
    """A layer that is as its `__init__` should leave it, whatever that does, and full of NaN.

    The learner's own `__init__` makes it, since later methods may use what it sets besides.
    `sizes` are [vocab, dim] where they are not the case's.
    """
    vocab, dim = sizes or (inputs.params["vocab"], inputs.params["dim"])
    try:
        layer = kind(vocab, dim, group)
    except Exception:
        layer = kind.__new__(kind)
        nn.Module.__init__(layer)
    rows = -(-vocab // group.size)
    start, end = (min(rank * rows, vocab) for rank in (group.rank, group.rank + 1))
    attributes = {"group": group, "tp_rank": group.rank, "tp_size": group.size}
    attributes |= {"num_embeddings": vocab, "vocab_start": start, "vocab_end": end}
    for name, value in attributes.items():
        with contextlib.suppress(AttributeError, TypeError):  # a property, or a buffer
            setattr(layer, name, value)
    _reshape(layer, [rows, dim], getattr(torch, inputs.params.get("dtype", "float32")))
    return layer


def _reshape(layer: Any, shape: list[int], dtype: torch.dtype) -> None:
    """Replace a weight that has another shape or dtype."""
    param = getattr(layer, "weight", None)
    if not isinstance(param, nn.Parameter) or list(param.shape) != shape or param.dtype != dtype:
        param = nn.Parameter(torch.empty(shape, dtype=dtype), requires_grad=False)
        param.weight_loader = layer.weight_loader  # type: ignore[attr-defined]
        layer.weight = param
    param.data.fill_(torch.nan)


def set_table(layer: Any, inputs: Any, name: str) -> None:
    """This rank's rows of a table with its padding, which is all that it was sent."""
    layer.weight.data.copy_(cast(inputs, name))


def loader(layer: Any) -> Any:
    return getattr(layer.weight, "weight_loader", layer.weight_loader)
