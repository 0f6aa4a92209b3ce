"""What a rank holds of stacked projections, in words: row by row, and as a picture of all ranks."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

import numpy as np

from .. import provenance
from ..compare import Difference
from ..i18n import _
from ..provenance import Segment, Source
from ..records import Check, Finding, GroupRun, Inputs
from ..wire import Array
from .common import Expected, by_rank
from .wording import Wrong, finding_of

Reader: TypeAlias = Callable[[Inputs, str, np.ndarray], list[Segment]]  # of a named parameter
Rows: TypeAlias = Sequence[tuple[str, int]]  # part and number of rows, from the top
_MOST = 6  # lines of a table


def texts(oracle: Callable[[Inputs, int], Sequence[Mapping[str, str]]]) -> Check:
    """A check of results that are compared as they are written, "(0, range(4, 6))"."""

    def check(inputs: Inputs, run: GroupRun) -> Finding | None:
        expected = oracle(inputs, run.tp)
        run = by_rank(run, len(expected))
        wrong = [
            Wrong(rank, name, Difference("type", f"{name} is wrong", text, said), text)
            for name in expected[0]
            for rank, wanted in zip(run.ranks, expected, strict=True)
            if (said := str(rank.values.get(name))) != (text := wanted[name])
        ]
        return finding_of(wrong, inputs, run, (), None, "") if wrong else None

    return check


def labels(sources: Callable[[Inputs, str], Sequence[Source]]) -> Reader:
    """Reads tensors whose numbers occur once."""
    return lambda inputs, name, array: provenance.read(array, sources(inputs, name))


def filled(units: Mapping[int, tuple[str, int]]) -> Reader:
    """Reads tensors whose rows are full of one number, which says ("k head", 1)."""

    def read(inputs: Inputs, name: str, array: np.ndarray) -> list[Segment]:
        found = [_unit(row, units) for row in array.reshape(len(array), -1)]
        starts = [i for i in range(len(found)) if i == 0 or not _follows(found[i], found[i - 1])]
        ends = [end - 1 for end in [*starts[1:], len(found)]]
        runs = [(i, end, _span(found[i], found[end])) for i, end in zip(starts, ends, strict=True)]
        return [Segment(*run) for run in runs]

    return read


def _unit(row: np.ndarray, units: Mapping[int, tuple[str, int]]) -> tuple[str, int]:
    if np.isnan(row).all():
        return "nothing (never written)", -1
    other = (provenance.no_row() if row.any() else _("zeros"), -1)
    return units.get(row[0].item(), other) if (row == row[0]).all() else other


def _follows(below: tuple[str, int], above: tuple[str, int]) -> bool:
    return below[0] == above[0] and below[1] in (above[1], above[1] + 1)


def _span(first: tuple[str, int], last: tuple[str, int]) -> str:
    """ "k head 1", "q heads 2–3"; a unit numbered -1 has no number."""
    if first[1] < 0:
        return first[0]
    return f"{first[0]} {first[1]}" if first == last else f"{first[0]}s {first[1]}–{last[1]}"


def first_table(
    expected: Sequence[Expected], run: GroupRun, inputs: Inputs, rows: Rows, reader: Reader
) -> list[str]:
    """Lines `rows 4–5   k   v head 0   k head 1` of the first parameter that differs.

    None where it has another shape than it should, or no tensor is there.
    """
    for name in dict.fromkeys(name for wanted in expected for name in wanted):
        for rank, wanted in zip(run.ranks, expected, strict=True):
            got = rank.arrays.get(name)
            if not isinstance(got, Array) or got.shape != wanted[name].shape:
                return []
            if not np.array_equal(got.numpy(), wanted[name]):
                lines = _lines(wanted[name], got.numpy(), inputs, name, rows, reader)
                head = (f"rank {rank.rank}", "part", "holds", "should hold")
                return _columns([head, *lines])
    return []


def _lines(
    want: np.ndarray, have: np.ndarray, inputs: Inputs, name: str, rows: Rows, reader: Reader
) -> list[tuple[str, ...]]:
    read = [segment for array in (have, want) for segment in reader(inputs, name, array)]
    part_of = [part for part, size in rows for _ in range(size)]
    starts = {i for i in range(1, len(part_of)) if part_of[i] != part_of[i - 1]}
    cuts = sorted({*starts, *(segment.first for segment in read), len(want)})
    lines: list[tuple[str, ...]] = []
    for first, end in zip(cuts, cuts[1:], strict=False):
        holds, should = (_text(reader(inputs, name, a[first:end])) for a in (have, want))
        span = f"row {first}" if end == first + 1 else f"rows {first}–{end - 1}"
        lines.append((span, part_of[first], holds, should))
    return lines if len(lines) <= _MOST else [*lines[: _MOST - 1], ("…", "", "", "")]


def picture(expected: Sequence[Expected], inputs: Inputs, rows: Rows, reader: Reader) -> list[str]:
    """`rank 1   | q heads 2–3 | k head 1 | v head 1 |`: what should be where.

    Nothing where all ranks read the same.
    """
    lines = []
    for rank, wanted in enumerate(expected):
        name, whole = next(iter(wanted.items()))
        parts = np.split(whole, np.cumsum([size for _, size in rows])[:-1])
        lines.append((f"rank {rank}", *(f"| {_text(reader(inputs, name, p))}" for p in parts), "|"))
    alike = len({line[1:] for line in lines}) == 1
    return [] if alike else ["Who should hold what:", *_columns(lines, gap=" ")]


def _text(segments: Sequence[Segment]) -> str:
    return ", ".join(dict.fromkeys(segment.text for segment in segments))


def _columns(lines: Sequence[tuple[str, ...]], gap: str = "   ") -> list[str]:
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return [
        gap.join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip()
        for line in lines
    ]
