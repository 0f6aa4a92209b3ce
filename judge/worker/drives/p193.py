"""How problem 193 is exercised: plain calls."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .common import outcomes


def call(learner: Any, inputs: Any, group: Any) -> dict[str, Any]:
    """Each call of the function that the case names, in order."""
    function = getattr(learner, inputs.params["function"])
    return outcomes(_as_list(function), inputs.params["calls"])


def _as_list(function: Callable[..., Any]) -> Callable[..., Any]:
    """A range is as good as a list."""

    def called(*arguments: int) -> Any:
        answer = function(*arguments)
        return list(answer) if type(answer) in (range, tuple) else answer

    return called
