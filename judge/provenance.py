"""Reads a shard back into words: which rows of which tensor does a parameter hold?

Loader cases fill tensors with labels, numbers that occur once in all of them. What a rank holds can
then be looked up number by number: "rows 4–5 hold k head 1". Nothing here knows what is right.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from .i18n import _

_ORIGIN = tuple[int, int, int, int]  # source, row, first column, last column


@dataclass(frozen=True)
class Source:
    """A labelled tensor of the checkpoint. `unit` names a block of `unit_rows` rows: "k head"."""

    name: str
    values: np.ndarray  # (rows, columns) or (rows,)
    unit: str = ""
    unit_rows: int = 0


def labelled(start: int, *dims: int, dtype: str = "float32") -> np.ndarray:
    """An array that counts up from `start`; exact in float32 up to 2**24."""
    size = int(np.prod(dims))
    assert start + size < 1 << 24
    return np.arange(start, start + size, dtype=np.float64).reshape(dims).astype(dtype)


@dataclass(frozen=True)
class Segment:
    """Rows `first` to `last` (inclusive) of a parameter, and what is in them, in words."""

    first: int
    last: int
    text: str


def read(array: np.ndarray, sources: Sequence[Source]) -> list[Segment]:
    """Which rows of which source the rows of `array` are, neighbours joined; none of none."""
    if array.size == 0:
        return []
    rows = array.reshape(len(array), -1)
    where = _index(sources)
    origins = [_origin(row, where) for row in rows]
    segments: list[Segment] = []
    start = 0
    for i in range(1, len(rows) + 1):
        if i < len(rows) and _continues(origins[i - 1], origins[i]):
            continue
        text = _words(origins[start], origins[i - 1], rows[start], sources)
        segments.append(Segment(start, i - 1, text))
        start = i
    return segments


def words(array: np.ndarray, sources: Sequence[Source], most: int = 3) -> str:
    """What an array holds, on one line; "" when that cannot be said."""
    if array.ndim == 0 or array.size == 0:
        return _("nothing") if array.ndim else ""
    segments = read(array, sources)
    told = len(segments) <= most and all(s.text != no_row() for s in segments)
    return _(", then ").join(segment.text for segment in segments) if told else ""


def no_row() -> str:
    return _("values of no single row")


def table(expected: np.ndarray, got: np.ndarray, sources: Sequence[Source]) -> str:
    """Lines `rows 4–5   holds v head 0   should hold k head 1`, only where the two differ.

    Both have the same number of rows.
    """
    have, want = read(got, sources), read(expected, sources)
    cuts = sorted({s.first for s in have + want} | {len(got)})
    lines: list[tuple[str, str, str]] = []
    for first, end in zip(cuts, cuts[1:], strict=False):
        holds, should = _part(got, first, end, sources), _part(expected, first, end, sources)
        if holds != should:
            lines.append((_rows(first, end - 1), holds, should))
    return _columns([("", _("holds"), _("should hold")), *lines]) if lines else ""


def _part(array: np.ndarray, first: int, end: int, sources: Sequence[Source]) -> str:
    return ", ".join(segment.text for segment in read(array[first:end], sources))


def _columns(lines: list[tuple[str, str, str]]) -> str:
    widths = [max(len(line[i]) for line in lines) for i in range(3)]
    rows = (zip(line, widths, strict=True) for line in lines)
    padded = ("   ".join(cell.ljust(width) for cell, width in row) for row in rows)
    return "\n".join(line.rstrip() for line in padded)


def _index(sources: Sequence[Source]) -> dict[float, tuple[int, int, int]]:
    where = {}
    for number, source in enumerate(sources):
        values = source.values.reshape(len(source.values), -1)
        for (row, column), value in np.ndenumerate(values):
            where[float(value)] = (number, row, column)
    return where


def _origin(row: np.ndarray, where: dict[float, tuple[int, int, int]]) -> _ORIGIN | None:
    """The one row that all values of `row` come from, in one run of columns; else None."""
    found = [where.get(float(value)) for value in np.real(row)]
    if not found or any(f is None for f in found):
        return None
    source, line, column = found[0]  # type: ignore[misc]
    if found != [(source, line, column + i) for i in range(len(found))]:
        return None
    return source, line, column, column + len(found) - 1


def _continues(above: _ORIGIN | None, below: _ORIGIN | None) -> bool:
    if above is None or below is None:
        return above is below
    return (above[0], above[1] + 1, *above[2:]) == below


def _words(
    first: _ORIGIN | None, last: _ORIGIN | None, row: np.ndarray, sources: Sequence[Source]
) -> str:
    if first is None or last is None:
        if np.isnan(row).all():
            return _("nothing (never written)")
        return _("zeros") if not row.any() else no_row()
    source = sources[first[0]]
    whole = (first[1], last[1]) == (0, len(source.values) - 1)
    text = _unit(source, first[1], last[1]) or _part_of(source, first[1], last[1], whole)
    columns = source.values.reshape(len(source.values), -1).shape[1]
    if (first[2], first[3]) == (0, columns - 1):
        return text
    cut = span("column", first[2], first[3])
    return f"{source.name} {cut}" if whole else f"{text}, {cut}"


def _part_of(source: Source, first: int, last: int, whole: bool) -> str:
    if whole:
        return _("all of {name}").format(name=source.name)
    return f"{source.name} {span('value' if source.values.ndim == 1 else 'row', first, last)}"


def _unit(source: Source, first: int, last: int) -> str:
    """ "k head 1" or "q heads 2–3" when the rows are whole units."""
    size = source.unit_rows
    if not size or first % size or (last + 1) % size:
        return ""
    return span(source.unit, first // size, last // size)


def _rows(first: int, last: int) -> str:
    return span("row", first, last)


def span(noun: str, first: int, last: int) -> str:
    """ "row 3", "rows 3–5"."""
    return f"{noun} {first}" if first == last else f"{noun}s {first}–{last}"
