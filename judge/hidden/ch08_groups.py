"""Chapter 8: the groups of its cases, and what each collective must give back in them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ..records import Inputs

Rng = np.random.Generator
Make = Callable[[Rng, int], Inputs]
Groups = Callable[[Rng, int], list[list[int]]]  # the world's ranks of each; none: the world


def group_of(inputs: Inputs, rank: int, tp: int) -> list[int]:
    """The oracle: the world's ranks of the group that this one is in, in order."""
    groups = inputs.params["groups"] or [list(range(tp))]
    found: list[int] = next(ranks for ranks in groups if rank in ranks)
    return found


def result(inputs: Inputs, method: str, rank: int, tp: int, suffix: str, **options: int) -> Any:
    """The oracle: what a collective gives back on one rank; None where it gives nothing."""
    ranks = group_of(inputs, rank, tp)
    parts = [inputs.arrays[f"x {r}{suffix}"] for r in ranks]
    if method == "all_reduce":
        return np.sum(parts, axis=0, dtype=parts[0].dtype)
    if method == "broadcast":
        return parts[options.get("src", 0)]
    if method == "gather" and ranks.index(rank) != options.get("dst", 0):
        return None
    return np.concatenate(parts, axis=options.get("dim", -1))


def pairs(rng: Rng, tp: int) -> list[list[int]]:
    """Two groups in a world of 4; smaller ones are not divided."""
    choices = [[[0, 1], [2, 3]], [[0, 2], [1, 3]], [[0, 3], [1, 2]]]
    return choices[int(rng.integers(len(choices)))] if tp == 4 else []


def whole(_: Rng, tp: int) -> list[list[int]]:
    return []
