"""How problem 196 is exercised: one process plays every rank, or each rank has its own columns."""

from __future__ import annotations

from typing import Any

from ...wire import described
from .common import cast, kind_of


def best(learner: Any, inputs: Any, group: Any) -> dict[str, Any]:
    """Each rank's best logits and their ids."""
    results: dict[str, Any] = {}
    for rank, start in enumerate(inputs.params["starts"]):
        pair = learner.local_best(cast(inputs, f"logits {rank}"), start)
        results |= _named(pair, f"@{rank}")
    return results


def argmax(learner: Any, inputs: Any, group: Any) -> dict[str, Any]:
    """The ids, then those of other logits."""
    results = {"result": _argmax(learner, inputs, group, "")}
    if f"logits again {group.rank}" in inputs:
        results["result for other logits"] = _argmax(learner, inputs, group, " again")
    return results


def _argmax(learner: Any, inputs: Any, group: Any, of: str) -> Any:
    logits = cast(inputs, f"logits{of} {group.rank}")
    if inputs.params.get("strided"):
        logits = logits.mT.contiguous().mT
    return learner.sharded_argmax(logits, inputs.params["starts"][group.rank], group)


def _named(pair: Any, suffix: str) -> dict[str, Any]:
    if not isinstance(pair, tuple | list) or len(pair) != 2:
        return {f"what came back{suffix}": kind_of(pair)}
    values, ids = pair
    return {
        f"what came back{suffix}": described("a pair"),
        f"best logit{suffix}": values,
        f"best id{suffix}": ids,
    }
