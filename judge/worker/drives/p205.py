"""How problem 205 is exercised: every rank with its own tokens or partial sums."""

from __future__ import annotations

from typing import Any

from .common import cast


def gather(learner: Any, inputs: Any, group: Any) -> dict[str, Any]:
    tokens = inputs.params["tokens"]
    results = {"tokens": learner.gather_tokens(cast(inputs, f"local {group.rank}"), tokens)}
    if f"another {group.rank}" in inputs:
        again = learner.gather_tokens(cast(inputs, f"another {group.rank}"), tokens)
        results["tokens, called again"] = again
    return results


def scatter(learner: Any, inputs: Any, group: Any) -> dict[str, Any]:
    results = {"sum": learner.scatter_sum(cast(inputs, f"partial {group.rank}"))}
    if f"another {group.rank}" in inputs:
        results["sum, called again"] = learner.scatter_sum(cast(inputs, f"another {group.rank}"))
    return results


def block(learner: Any, inputs: Any, group: Any) -> dict[str, Any]:
    rank, params = group.rank, inputs.params
    weights = (inputs["norm_weight"], inputs[f"up {rank}"], inputs[f"down {rank}"])
    y = learner.mlp_block(inputs[f"x {rank}"], params["tokens"], *weights, params["eps"])
    return {"y": y}
