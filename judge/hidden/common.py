"""What hidden cases share: checks built from an oracle, and how a finding is worded."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

import numpy as np

from .. import compare, provenance
from ..compare import Difference
from ..records import Check, Finding, GroupRun, Inputs, RankRun, Verdict
from ..wire import Array

Expected: TypeAlias = Mapping[str, Any]  # name -> numpy array, or a plain Python value
Oracle: TypeAlias = Callable[[Inputs, int], Sequence[Expected]]  # one entry a rank
Sources: TypeAlias = Callable[[Inputs], Sequence[provenance.Source]]
Counts: TypeAlias = Callable[[Inputs, int], Mapping[str, int]]


def integers(rng: np.random.Generator, *dims: int, low: int = -4, high: int = 5) -> np.ndarray:
    """Small whole numbers without 0 as float32: every sum of them is exact, in any order."""
    values = rng.integers(low, high, dims)
    return np.where(values == 0, high, values).astype(np.float32)


def outputs(
    oracle: Oracle,
    show: Sequence[str] = (),
    tolerance: float = 0.0,
    sources: Sources | None = None,
    counts: Counts | None = None,
) -> Check:
    """A check that every rank gave back what the oracle says.

    `show` names the inputs that the message prints, `sources` the labelled tensors a wrong shard is
    read back into, `counts` the collectives that each rank must have made.
    """

    def check(inputs: Inputs, run: GroupRun) -> Finding | None:
        wrong = _wrong(oracle(inputs, run.tp), run, tolerance)
        if wrong:
            return _finding(wrong, inputs, run, show, sources)
        return _count_finding(counts(inputs, run.tp), run) if counts else None

    return check


def owns_memory(check: Check, whole: Callable[[Inputs, int], bool]) -> Check:
    """Also: `storage…` beside each `shard…` is no larger than the shard, unless `whole` says so."""

    def checked(inputs: Inputs, run: GroupRun) -> Finding | None:
        if (finding := check(inputs, run)) or whole(inputs, run.tp):
            return finding
        return next(filter(None, (_view(rank) for rank in run.ranks)), None)

    return checked


_Wrong: TypeAlias = tuple[RankRun, str, Difference, Any]


def _wrong(expected: Sequence[Expected], run: GroupRun, tolerance: float) -> list[_Wrong]:
    """What differs, on the rank where it does."""
    found = []
    for rank, wanted in zip(run.ranks, expected, strict=True):
        for name, value in wanted.items():
            got = rank.arrays.get(name, rank.values.get(name))
            if isinstance(value, np.ndarray):
                difference = compare.difference(name, value, got, tolerance)
            else:
                difference = compare.value_difference(name, value, got)
            if difference:
                found.append((rank, name, difference, value))
    return found


def _finding(
    wrong: list[_Wrong],
    inputs: Inputs,
    run: GroupRun,
    show: Sequence[str],
    sources: Sources | None,
) -> Finding:
    rank, name, difference, value = wrong[0]
    lines = [f"{difference.sentence} {_on(wrong, run)}".rstrip() + "."]
    if inputs_line := shown(inputs, show):
        lines.append(inputs_line)
    got = rank.arrays.get(name)
    if sources and difference.kind == "values" and isinstance(got, Array):
        lines.append(_read_back(value, got.numpy(), sources(inputs)))
    return Finding(
        verdict=Verdict.WRONG_ANSWER,
        message="\n".join(line for line in lines if line),
        expected=difference.expected,
        actual=difference.actual,
        rank=rank.rank,
        still_right=_still_right(wrong, run),
    )


def _read_back(want: np.ndarray, got: np.ndarray, sources: Sequence[provenance.Source]) -> str:
    """A wrong shard in words: by rows, or by columns when the rows are right."""
    by_rows = provenance.table(want, got, sources)
    return by_rows


def _on(wrong: list[_Wrong], run: GroupRun) -> str:
    """ "on rank 1", "on both ranks", "on all 4 ranks"; nothing for a single process."""
    first = wrong[0]
    same = {rank.rank for rank, name, difference, _ in wrong if name == first[1]}
    if run.tp == 1:
        return ""
    if len(same) == run.tp:
        return "on both ranks" if run.tp == 2 else f"on all {run.tp} ranks"
    return "on rank " + ", ".join(str(r) for r in sorted(same))


def _still_right(wrong: list[_Wrong], run: GroupRun) -> str:
    """What a learner need not doubt."""
    bad = {rank.rank for rank, *_ in wrong}
    good = [rank.rank for rank in run.ranks if rank.rank not in bad]
    if good:
        return ("rank " if len(good) == 1 else "ranks ") + ", ".join(map(str, good))
    if all(difference.kind == "values" for _, _, difference, _ in wrong):
        return "shape and dtype"
    return ""


def shown(inputs: Inputs, names: Sequence[str]) -> str:
    """The inputs that fit on a line."""
    parts = [f"{name} {compare.show(inputs.arrays[name])}" for name in names if name in inputs.arrays]
    return "   ".join(part for part in parts)


def _count_finding(expected: Mapping[str, int], run: GroupRun) -> Finding | None:
    for rank in run.ranks:
        counted = Counter(call.op for call in rank.collectives)
        if dict(counted) != {op: n for op, n in expected.items() if n}:
            return Finding(
                Verdict.CONTRACT_VIOLATION,
                f"rank {rank.rank} made other collectives than this layer needs.",
                expected=_counted(expected),
                actual=_counted(counted),
                rank=rank.rank,
                still_right="the values",
            )
    return None


def _counted(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{n} {op}" for op, n in sorted(counts.items()) if n) or "none"


def _view(rank: RankRun) -> Finding | None:
    for name, array in rank.arrays.items():
        storage = rank.values.get(name.replace("shard", "storage", 1), -1)
        if isinstance(storage, int) and storage > len(array.data):
            return Finding(
                Verdict.CONTRACT_VIOLATION,
                f"The {name} of rank {rank.rank} is a view: it keeps {storage} bytes alive.",
                expected=f"{len(array.data)} bytes",
                actual=f"{storage} bytes",
                rank=rank.rank,
                still_right="its values",
            )
    return None
