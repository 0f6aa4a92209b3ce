"""How many numbers each call of a rank carries: the right ones leave no room for anything else.

A layer whose ranks send one another their weights gives the right answer too, and is no cut layer.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import TypeAlias

import numpy as np

from ..i18n import _
from ..records import Check, Collective, Finding, GroupRun, Inputs, Verdict
from ..telling import first_of
from .common import Oracle

Carried: TypeAlias = Callable[[Inputs, int], Sequence[int]]  # by a rank's calls, in their order


def carrying(check: Check, carried: Carried) -> Check:
    """The same check; then no call may carry more or fewer numbers, in whatever shape and dtype."""

    return first_of(check, lambda inputs, run: _odd(carried(inputs, run.tp), run))


def results(oracle: Oracle, times: int = 1) -> Carried:
    """The sizes of the oracle's tensors for rank 0, each so many times."""

    def carried(inputs: Inputs, tp: int) -> list[int]:
        tensors = [v for v in oracle(inputs, tp)[0].values() if isinstance(v, np.ndarray)]
        return [size for tensor in tensors for size in [tensor.size] * times]

    return carried


def _odd(wanted: Sequence[int], run: GroupRun) -> Finding | None:
    for rank in run.ranks:
        for call, size in zip(rank.collectives, wanted, strict=False):
            if math.prod(call.shape) != size:
                return _finding(call, size, rank.rank)
    return None


def _finding(call: Collective, size: int, rank: int) -> Finding:
    name, sent = f"{call.op} #{call.number}", math.prod(call.shape)
    part = _("the partial sums") if "reduce" in call.op else _("this rank's part")
    return Finding(
        Verdict.CONTRACT_VIOLATION,
        _("{call} carries {sent} numbers on rank {rank}.").format(call=name, sent=sent, rank=rank),
        expected=_("{size} numbers: {part} and nothing else").format(size=size, part=part),
        actual=_("{sent} numbers").format(sent=sent),
        rank=rank,
        still_right=_("The values"),
    )
