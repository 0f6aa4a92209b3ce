"""How problem 197 is exercised: plain functions, called by keyword."""

from __future__ import annotations

from typing import Any

from .common import outcomes


def calls(learner: Any, inputs: Any, group: Any) -> dict[str, Any]:
    """Each call of the function that the parameters name, in order."""
    function = getattr(learner, inputs.params["function"])
    return outcomes(lambda named: function(**named), [[named] for named in inputs.params["calls"]])
