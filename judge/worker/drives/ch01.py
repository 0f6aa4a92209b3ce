"""How chapter 1 is exercised: one process plays every rank, `tp` is only a number."""

from __future__ import annotations

from typing import Any

import torch

from ...wire import described
from .common import cast, extra_bytes, outcome, outcomes


def divide(learner: Any, inputs: Any, group: Any) -> dict[str, Any]:
    """Each call `[numerator, denominator]`, in order."""
    return outcomes(learner.divide, inputs.params["calls"])


def collectives(learner: Any, inputs: Any, group: Any) -> dict[str, Any]:
    """Each call `[num_layers]`, in order. A tuple, which would arrive as a list, is described."""

    def call(num_layers: int) -> Any:
        result = learner.collectives_per_forward(num_layers)
        numbers = type(result) is tuple and all(type(part) is int for part in result)
        return described(repr(result)) if numbers else result

    return outcomes(call, inputs.params["calls"])


def shards(learner: Any, inputs: Any, group: Any) -> dict[str, Any]:
    """Every rank's shard of W, then of another W of the same shape, last rank first."""
    cut, tp = getattr(learner, inputs.params["function"]), inputs.params["tp"]
    results: dict[str, Any] = {}
    for rank in range(tp):
        shard = cut(cast(inputs, "W"), rank, tp)
        results |= {f"shard@{rank}": shard, f"extra shard@{rank}": extra_bytes(shard)}
    if "W again" in inputs:
        for rank in reversed(range(tp)):
            results[f"shard of another W@{rank}"] = cut(cast(inputs, "W again"), rank, tp)
    return results


def refused_shard(learner: Any, inputs: Any, group: Any) -> dict[str, Any]:
    """What cutting a size that tp does not divide comes to."""
    cut, tp = getattr(learner, inputs.params["function"]), inputs.params["tp"]
    return {"outcome": outcome(lambda: _shape(cut(inputs["W"], 0, tp)))}


def column_parallel(learner: Any, inputs: Any, group: Any) -> dict[str, Any]:
    """The slices that come back, by rank."""
    results = _slices(learner.column_parallel(cast(inputs, "x"), _shards(inputs)), "slice")
    if "x again" in inputs:
        again = learner.column_parallel(cast(inputs, "x again"), _shards(inputs))
        results |= _slices(again, "slice of another x")
    return results


def row_parallel(learner: Any, inputs: Any, group: Any) -> dict[str, Any]:
    """The sum, from a whole x or from its slices `x0`, `x1`, …"""
    results = {"y": learner.row_parallel(_x(inputs, "x"), _shards(inputs))}
    if "x again" in inputs or "x again0" in inputs:
        results["y of another x"] = learner.row_parallel(_x(inputs, "x again"), _shards(inputs))
    return results


def mlp(learner: Any, inputs: Any, group: Any) -> dict[str, Any]:
    """The MLP's output, twice when there is another x."""
    up, down, tp = cast(inputs, "up"), cast(inputs, "down"), inputs.params["tp"]
    results = {"y": learner.mlp(cast(inputs, "x"), up, down, tp)}
    if "x again" in inputs:
        results["y of another x"] = learner.mlp(cast(inputs, "x again"), up, down, tp)
    return results


def refused_mlp(learner: Any, inputs: Any, group: Any) -> dict[str, Any]:
    """What an intermediate size that tp does not divide comes to, with the numbers if it does."""
    arguments = inputs["x"], inputs["up"], inputs["down"], inputs.params["tp"]
    numbers: dict[str, Any] = {}

    def call() -> dict[str, str]:
        result = learner.mlp(*arguments)
        if isinstance(result, torch.Tensor):
            numbers["y"] = result
        return _shape(result)

    return {"outcome": outcome(call), **numbers}


def _shards(inputs: Any) -> list[torch.Tensor]:
    """Shards cut here, not by the learner."""
    parts = cast(inputs, "W").chunk(inputs.params["tp"], inputs.params["dim"])
    return [part.clone() for part in parts]


def _x(inputs: Any, name: str) -> Any:
    if f"{name}0" not in inputs:
        return cast(inputs, name)
    return [cast(inputs, f"{name}{rank}") for rank in range(inputs.params["tp"])]


def _slices(returned: Any, name: str) -> dict[str, Any]:
    if type(returned) not in (list, tuple):
        return {"what came back": {"type": type(returned).__name__}}
    slices = {f"{name}@{rank}": part for rank, part in enumerate(returned)}
    return {"what came back": {"type": f"list of {len(returned)} slices"}, **slices}


def _shape(result: Any) -> dict[str, str]:
    """A result only named, as `{"type": …}` is."""
    return {"type": f"result of shape {list(getattr(result, 'shape', ()))}"}
