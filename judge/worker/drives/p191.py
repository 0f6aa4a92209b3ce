"""How problem 191 is exercised: one process asks for every rank's shard."""

from __future__ import annotations

from functools import partial
from typing import Any

import torch

from ...wire import described
from .common import cast, extra_bytes, kind_of, outcome


def shards(learner: Any, inputs: Any, group: Any) -> dict[str, Any]:
    """Every rank's weight and bias, then those of another layer, last rank first."""
    results: dict[str, Any] = {}
    for rank in range(inputs.params["size"]):
        results |= _shards(learner, inputs, rank, "")
    if "W again" in inputs:
        for rank in reversed(range(inputs.params["size"])):
            results |= _shards(learner, inputs, rank, " again")
    return results


def refused(learner: Any, inputs: Any, group: Any) -> dict[str, Any]:
    """What a size that does not divide comes to, on the first and on the last rank."""
    last = inputs.params["size"] - 1
    return {
        "outcome first": outcome(partial(_shape_of_weight, learner, inputs, 0)),
        "outcome last": outcome(partial(_shape_of_weight, learner, inputs, last)),
    }


def _shape_of_weight(learner: Any, inputs: Any, rank: int) -> dict[str, str]:
    pair = _cut(learner, inputs, "", rank)
    if isinstance(pair, tuple) and pair and isinstance(pair[0], torch.Tensor):
        return described(f"a weight of shape {list(pair[0].shape)}")
    return kind_of(pair)


def _cut(learner: Any, inputs: Any, of: str, rank: int) -> Any:
    function = getattr(learner, inputs.params["function"])
    bias = cast(inputs, f"b{of}") if f"b{of}" in inputs else None
    return function(cast(inputs, f"W{of}"), bias, rank, inputs.params["size"])


def _shards(learner: Any, inputs: Any, rank: int, of: str) -> dict[str, Any]:
    pair = _cut(learner, inputs, of, rank)
    if type(pair) not in (tuple, list) or len(pair) != 2:
        return {f"what came back{of}@{rank}": kind_of(pair)}
    weight, bias = pair
    found = {
        f"what came back{of}@{rank}": described("a pair"),
        f"weight{of}@{rank}": weight,
        f"bias{of}@{rank}": bias,
        f"extra weight{of}@{rank}": extra_bytes(weight),
    }
    if isinstance(bias, torch.Tensor):
        found[f"extra bias{of}@{rank}"] = extra_bytes(bias)
    return found
