"""Chapter 13: sums of floats, whose order shows."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ..i18n import _
from ..records import Check, Finding, GroupRun, Inputs, RankRun, Verdict
from .common import Expected, Oracle, by_rank, integers, outputs

Rng = np.random.Generator


def in_rank_order(parts: Sequence[np.ndarray]) -> np.ndarray:
    """The oracle: added from left to right, each sum rounded to the dtype."""
    total = parts[0]
    for part in parts[1:]:
        total = total + part
    return np.asarray(total)


def large_sums(rng: Rng, tp: int) -> Inputs:
    """Numbers that float32 cannot hold."""
    arrays = {f"x {rank}": rng.integers(1 << 40, 1 << 41, 4) for rank in range(tp)}
    return Inputs({"size": tp}, arrays)


def exact_sums(rng: Rng, tp: int) -> Inputs:
    """Numbers whose sums bfloat16 holds, whatever they are added in."""
    arrays = {f"x {rank}": integers(rng, 4, low=-9, high=10) for rank in range(tp)}
    return Inputs({"size": tp, "dtype": "bfloat16"}, arrays)


def cancelling(rng: Rng, tp: int, n: int = 6) -> list[np.ndarray]:
    """Numbers whose float32 sum is another one in another order."""
    scale = np.float32(10.0 ** float(rng.integers(7, 10)))
    values = [scale, np.float32(rng.integers(1, 4)), -scale, np.float32(rng.integers(4, 7))][:tp]
    orders = [rng.permutation(tp) for _ in range(n)]
    orders[0] = np.array([0, 2, 1, 3][:tp])  # its sum is not 0
    columns = np.array([[values[i] for i in each] for each in orders], np.float32)  # (n, tp)
    return [np.ascontiguousarray(column) for column in columns.T]


def order_shows(rng: Rng, tp: int) -> Inputs:
    parts = cancelling(rng, tp)
    return Inputs({"size": tp}, {f"x {rank}": part for rank, part in enumerate(parts)})


def sums_example(rng: Rng, tp: int) -> Inputs:
    rows = [[1e8, 1.0], [-1e8, 2.0], [1.0, 3.0]]
    return Inputs({"size": 3}, {f"x {r}": np.array(row, np.float32) for r, row in enumerate(rows)})


def sums_expected(inputs: Inputs, tp: int) -> list[Expected]:
    parts = list(inputs.arrays.values())
    around = np.full(2, 99, parts[0].dtype)
    kept = [True] * len(parts)
    return [{"out": in_rank_order(parts), "parts that were kept": kept, "around out": around}]


def same_bits(oracle: Oracle) -> Check:
    """The sum in any order, as long as it is one order for all ranks."""

    def check(inputs: Inputs, run: GroupRun) -> Finding | None:
        expected = oracle(inputs, run.tp)
        sums = [x for own in expected for x in own.values() if isinstance(x, np.ndarray)]
        largest = max(float(abs(x).max()) for x in inputs.arrays.values())
        smallest = min(float(abs(x).max()) for x in sums)  # never 0: see cancelling
        rounding = 1e-6 * run.tp * largest / smallest
        return outputs(oracle, tolerance=rounding)(inputs, run) or _differs(inputs, run)

    return check


def _differs(inputs: Inputs, run: GroupRun) -> Finding | None:
    ranks = by_rank(run, inputs.params["size"]).ranks
    for name in sorted(ranks[0].arrays):
        first = ranks[0].arrays[name].numpy()
        for other in ranks[1:]:
            if not np.array_equal(first, other.arrays[name].numpy()):
                return _two_results(name, first, other, inputs)
    return None


def _two_results(name: str, first: np.ndarray, other: RankRun, inputs: Inputs) -> Finding:
    got = other.arrays[name].numpy()
    at = int(np.flatnonzero(first != got)[0])
    number = int(name.removeprefix("y ")) - 1
    terms = [inputs.arrays[f"x {rank} {number}"][at] for rank in range(inputs.params["size"])]
    return Finding(
        Verdict.WRONG_ANSWER,
        _(
            "The sum is not the same on rank 0 and rank {rank}: element {at}.\nThe "
            "ranks bring {listed}, in rank order, as float32."
        ).format(rank=other.rank, at=at, listed=", ".join(f"{term:g}" for term in terms)),
        _("the same bits on every rank"),
        _("{value:g} on rank 0, {value_2:g} on rank {rank}").format(
            value=first[at], value_2=got[at], rank=other.rank
        ),
        rank=other.rank,
        still_right=_("Its size: it is off by rounding only"),
    )
