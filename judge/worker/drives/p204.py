"""How problem 204 is exercised: every rank with a random state of its own."""

from __future__ import annotations

from typing import Any

import torch

from ...wire import described
from .common import cast


def draw(learner: Any, inputs: Any, group: Any) -> dict[str, Any]:
    """A draw for each row, and once more from the same state of the generator."""
    logits, temperature = cast(inputs, "logits"), inputs.params["temperature"]
    torch.manual_seed(inputs.params["seed"] + 1)
    ids = learner.draw(logits, temperature, _generator(inputs))
    torch.manual_seed(inputs.params["seed"])
    again = learner.draw(logits, temperature, _generator(inputs))
    return {"ids": ids, "ids from the same state": again}


def lockstep(learner: Any, inputs: Any, group: Any) -> dict[str, Any]:
    torch.manual_seed(inputs.params["seed"])  # each rank's own
    logits, temperature = inputs[f"logits {group.rank}"], inputs.params["temperature"]
    generator = _generator(inputs)
    return {"ids": learner.sample_in_lockstep(logits, temperature, generator, group)}


def seeded(learner: Any, inputs: Any, group: Any) -> dict[str, Any]:
    """All rows, the same rows in another order, and each of the first rows alone."""
    params = inputs.params
    torch.manual_seed(params["seed"] + group.rank)
    before = torch.get_rng_state()

    def sample(rows: list[int]) -> Any:
        seeds, steps = ([params[name][row] for row in rows] for name in ("seeds", "steps"))
        logits = inputs["logits"][rows]
        return learner.sample_with_seeds(logits, params["temperature"], seeds, steps)

    order = params["order"]
    found = {"ids": sample(list(range(len(order)))), "ids in another order": sample(order)}
    found |= {f"ids of row {row} alone": sample([row]) for row in range(3)}
    found["torch's own random state"] = _same(before, torch.get_rng_state())
    return found


def _same(before: torch.Tensor, after: torch.Tensor) -> dict[str, str]:
    return described("as it was" if torch.equal(before, after) else "changed")


def _generator(inputs: Any) -> torch.Generator:
    return torch.Generator().manual_seed(inputs.params["seed"] + 1000)
