"""How problem 194 is exercised: plain calls."""

from __future__ import annotations

from typing import Any

from .common import outcomes


def vocab_range(learner: Any, inputs: Any, group: Any) -> dict[str, Any]:
    """Each call `[vocab_size, tp_rank, tp_size]`, in order."""
    return outcomes(learner.vocab_range, inputs.params["calls"])


def padded_range(learner: Any, inputs: Any, group: Any) -> dict[str, Any]:
    """Each call `[vocab_size, tp_rank, tp_size, multiple]`, in order."""
    return outcomes(learner.padded_range, inputs.params["calls"])
