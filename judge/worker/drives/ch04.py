"""How chapter 4 is exercised: its two functions, and the layer as all that stack projections."""

from __future__ import annotations

from typing import Any

from ...wire import described
from .common import outcome, outcomes
from .stacked import (
    forward,
    load,
    load_wrong_shapes,
    parameters,
    refused,
    segment,
    text_of,
)

__all__ = [
    "divided",
    "forward",
    "heads",
    "load",
    "load_wrong_shapes",
    "no_layout",
    "parameters",
    "refused",
    "segment",
]


def divided(learner: Any, inputs: Any, group: Any) -> dict[str, Any]:
    """Each call `[a, b]` or `[a, b, allow_replicate]`, in order."""
    return outcomes(learner.div_even, inputs.params["calls"])


def heads(learner: Any, inputs: Any, group: Any) -> dict[str, Any]:
    """The KV heads of every rank, last rank first."""
    size = inputs.params["size"]
    return {
        f"kv_heads_of_rank(tp_rank, {size}, {kv_heads})@{rank}": _range_text(
            learner.kv_heads_of_rank(rank, size, kv_heads)
        )
        for kv_heads in inputs.params["kv_heads"]
        for rank in reversed(range(size))
    }


def _range_text(value: Any) -> str:
    """A range as Python writes it; of a list or tuple also what it is, which is no range."""
    if isinstance(value, list | tuple):
        return f"{value!r}"[:60] + f", a {type(value).__name__}"
    return text_of(value)


def no_layout(learner: Any, inputs: Any, group: Any) -> dict[str, Any]:
    """What asking the first and the last rank's heads comes to, for each `[ranks, KV heads]`."""

    def ask(rank: int, size: int, kv_heads: int) -> dict[str, Any]:
        return outcome(lambda: described(text_of(learner.kv_heads_of_rank(rank, size, kv_heads))))

    layouts = inputs.params["layouts"]
    return {"outcomes": [[n, kv, ask(rank, n, kv)] for n, kv in layouts for rank in (0, n - 1)]}
