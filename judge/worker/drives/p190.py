"""How problem 190 is exercised: plain calls."""

from __future__ import annotations

from typing import Any

from .common import outcomes


def divide(learner: Any, inputs: Any, group: Any) -> dict[str, Any]:
    """Each call `[numerator, denominator]`, in order."""
    return outcomes(learner.divide, inputs.params["calls"])


def local_shapes(learner: Any, inputs: Any, group: Any) -> dict[str, Any]:
    """Each call `[hidden_size, num_heads, head_size, intermediate_size, tp_size]`, in order."""
    return outcomes(learner.local_shapes, inputs.params["calls"])
