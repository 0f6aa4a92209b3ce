"""How problem 200 is exercised: each rank with its own columns or heads."""

from __future__ import annotations

from typing import Any

import torch

from .common import cast


def norm(learner: Any, inputs: Any, group: Any) -> dict[str, Any]:
    """The function that the parameters name; then again, on another x."""
    results = {"y": _call(learner, inputs, group, "x")}
    if f"another x {group.rank}" in inputs:
        results["y of another x"] = _call(learner, inputs, group, "another x")
    return results


def _call(learner: Any, inputs: Any, group: Any, name: str) -> Any:
    function, params = getattr(learner, inputs.params["function"]), inputs.params
    arguments: list[torch.Tensor] = [cast(inputs, f"{name} {group.rank}")]
    arguments += [cast(inputs, f"{part} {group.rank}") for part in params["parts"]]
    hidden = [params["hidden_size"]] if "hidden_size" in params else []
    return function(*arguments, params["eps"], *hidden, group)
