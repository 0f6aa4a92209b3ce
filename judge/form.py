"""Whether an answer has the form of a right one.

A check may raise: if the answer is formed like the solution's, the judge is at fault; if not, the
code that sent it is, since a drive gives every answer the same form.
"""

from __future__ import annotations

from .records import GroupRun, Json, RankRun

_MOST = 1 << 63  # what no count or id reaches


def difference(run: GroupRun, right: GroupRun) -> str:
    """What is formed differently, as "outcomes on rank 0"; nothing where the forms are the same."""
    for mine, other in zip(run.ranks, right.ranks, strict=True):
        one, two = _form(mine), _form(other)
        for name in sorted(one.keys() | two.keys()):
            if one.get(name) != two.get(name):
                return f"{name[:80]} on rank {mine.rank}"
    return ""


def _form(rank: RankRun) -> dict[str, Json]:
    arrays = {name: (array.dtype, array.shape) for name, array in rank.arrays.items()}
    return {name: _kind(value) for name, value in rank.values.items()} | arrays


def _kind(value: Json) -> Json:
    """A value without what it says: types all the way down, and numbers that are out of bounds."""
    if isinstance(value, dict):
        return {name: _kind(part) for name, part in value.items()}
    if isinstance(value, list):
        return [_kind(part) for part in value]
    if isinstance(value, int | float) and not -_MOST < value < _MOST:  # nor is NaN within
        return "a number without bounds"
    return type(value).__name__
