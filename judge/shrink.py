"""Smaller inputs on which a failing case may still fail.

Cases choose their sizes from the seed, so smaller inputs are those of other seeds: many are made,
none is run, and the smallest are offered first. The seed that a message shows reruns exactly them.
"""

from __future__ import annotations

import json
from collections.abc import Iterator

from .records import Case, Inputs
from .runner import make_inputs

_TRIED = 60  # seeds looked at
_OFFERED = 5  # of them, at most


def smaller(case: Case, seed: str, tp: int, inputs: Inputs) -> Iterator[tuple[str, Inputs]]:
    """Seeds and their inputs, the smallest first; none that is not smaller than `inputs`."""
    made = [(f"{seed}.{n}", make_inputs(case, f"{seed}.{n}", tp)) for n in range(_TRIED)]
    sized = sorted(((size(found), other, found) for other, found in made), key=lambda one: one[:2])
    yield from (pair[1:] for pair in sized[:_OFFERED] if pair[0] < size(inputs))


def size(inputs: Inputs) -> int:
    """How much there is to work out by hand: all numbers, and the text of the parameters."""
    numbers = sum(array.size for array in inputs.arrays.values())
    return numbers + len(json.dumps(dict(inputs.params), default=str)) // 4
