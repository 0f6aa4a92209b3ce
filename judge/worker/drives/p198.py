"""How problem 198 is exercised: every rank with its own numbers."""

from __future__ import annotations

from typing import Any

import torch

from .common import cast


def reduce_scatter(learner: Any, inputs: Any, group: Any) -> dict[str, Any]:
    count = inputs.params["parts"]
    parts = [cast(inputs, f"rank {group.rank} part {i}") for i in range(count)]
    return {"own sum": learner.reduce_scatter_ring(parts)}


def all_gather(learner: Any, inputs: Any, group: Any) -> dict[str, Any]:
    parts = learner.all_gather_ring(cast(inputs, f"part {group.rank}"), inputs.params["sizes"])
    if not isinstance(parts, list | tuple):
        return {"parts": parts}
    return {"number of parts": len(parts)} | {f"part of rank {i}": p for i, p in enumerate(parts)}


def all_reduce(learner: Any, inputs: Any, group: Any) -> dict[str, Any]:
    """The sum, then that of other numbers."""
    results = {"sum": learner.ring_all_reduce(_own(inputs, "x", group))}
    if f"another x {group.rank}" in inputs:
        results["sum, called again"] = learner.ring_all_reduce(_own(inputs, "another x", group))
    return results


def _own(inputs: Any, name: str, group: Any) -> torch.Tensor:
    """A rank's x; on request in the memory order of a transpose."""
    x = cast(inputs, f"{name} {group.rank}")
    return x.mT.contiguous().mT if inputs.params.get("strided") else x
