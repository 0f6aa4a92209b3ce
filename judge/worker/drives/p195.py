"""How problem 195 is exercised: one process plays every rank, with tables cut by the judge."""

from __future__ import annotations

from typing import Any

from .common import cast


def lookup(learner: Any, inputs: Any, group: Any) -> dict[str, Any]:
    """Every rank's contribution, then that to other ids from another table, last rank first."""
    starts = inputs.params["starts"]
    results = {f"contribution@{r}": _one(learner, inputs, r, "") for r in range(len(starts))}
    if "ids again" in inputs:
        for rank in reversed(range(len(starts))):
            again = _one(learner, inputs, rank, " again")
            results[f"contribution to other ids@{rank}"] = again
    return results


def _one(learner: Any, inputs: Any, rank: int, of: str) -> Any:
    table = cast(inputs, f"table{of} {rank}")
    return learner.masked_lookup(inputs[f"ids{of}"], table, inputs.params["starts"][rank])
