"""The picture of a failing report: the learner's own shards beside the expected ones, or the calls.

Only for the case that decides the verdict, and only where it can be drawn: a loader's shards that
can be read back, or ranks that stopped at different calls.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ..blocks import Block, Compared, in_words, ranks_text, shape_text
from ..records import Report, Verdict
from . import svg, svg_timeline, terminal
from . import words as verdicts
from .picture import Picture
from .svg import PAD, SOFT
from .svg_shards import Cell, cells, column, column_heights, too_many

_OF_CALLS = (Verdict.DEADLOCK, Verdict.COLLECTIVE_MISMATCH)
_MOST_RANKS = 4  # of those that differ
_PAIR, _OWN = 300, 148


def picture(report: Report) -> Picture | None:
    """What is wrong, drawn; None where there is nothing to draw."""
    case = terminal.first_failure(report)
    if case is None:
        return None
    heading = verdicts.heading(case)
    if case.shards is not None:
        return Picture(shards(case.shards, heading), in_text(case.shards))
    if report.trace is not None and case.verdict in _OF_CALLS and case.ranks:
        name = verdicts.name(report.problem)
        drawn = svg_timeline.timeline(report.trace, name)
        return Picture(drawn, svg_timeline.words(report.trace, name))
    return None


def shards(both: Compared, title: str) -> str:
    """For each rank that differs, what it holds and what it should, block by block."""
    wrong = differing(both)
    head = svg.heading(title) + svg.text(
        PAD, 46, f"{both.name}: left what your code holds, right what should be there", 11,
        more=SOFT,
    )  # fmt: skip
    y, drawn = 60.0, head
    for start in range(0, min(len(wrong), _MOST_RANKS), 2):
        ends = []
        for place, rank in enumerate(wrong[start : min(start + 2, _MOST_RANKS)]):
            end, more = _pair(both, rank, PAD + place * (_PAIR + 64), y)
            drawn += more
            ends.append(end)
        y = max(ends) + 18
    y, more = _note(both, wrong, y)
    words = in_text(both)
    return svg.document(y, title, words, drawn + more)


def differing(both: Compared) -> list[int]:
    """The ranks that hold something else than they should."""
    got, expected = both.got, both.expected
    return [
        rank for rank in range(len(expected.ranks))
        if _origins(got.ranks[rank]) != _origins(expected.ranks[rank])
        or got.shapes[rank] != expected.shapes[rank]
    ]  # fmt: skip


def in_text(both: Compared) -> str:
    """Both holdings as text."""
    return f"{both.name} holds:\n{in_words(both.got)}\nIt should hold:\n{in_words(both.expected)}"


def _origins(blocks: Sequence[Block]) -> list[tuple[int, int, str]]:
    """Where each line of a shard comes from."""
    return [(b.whole, b.first + i, b.what) for b in blocks for i in range(b.length)]


def _pair(both: Compared, rank: int, x: float, y: float) -> tuple[float, str]:
    """Where it ends, and the two columns of one rank."""
    joining = too_many(both.got) or too_many(both.expected)
    mine = _marked(cells(both.got, rank, joining), both.expected.ranks[rank])
    right = cells(both.expected, rank, joining)
    heights = column_heights([mine, right])
    drawn = svg.text(x, y + 14, f"rank {rank}", 13, more=svg.BOLD)
    for place, (said, own) in enumerate((("holds", mine), ("should hold", right))):
        left = x + place * _OWN
        holding = (both.got, both.expected)[place]
        shape = shape_text(holding.shapes[rank])
        unlike = " ≠" * (place == 0 and both.got.shapes[rank] != both.expected.shapes[rank])
        drawn += svg.text(left + 24, y + 32, f"{said} {shape}{unlike}", 11, more=SOFT)
        drawn += column(own, heights[place], left, y + 42)
    return y + 42 + max(sum(heights[0]), sum(heights[1]), 20), drawn


def _marked(mine: Sequence[Cell], right: Sequence[Block]) -> list[Cell]:
    """The learner's blocks, those marked that are not what should be there."""
    there = _origins(right)

    def fits(block: Block) -> bool:
        return _origins([block]) == there[block.start : block.stop]

    return [replace(cell, wrong=not fits(cell.block)) for cell in mine]


def _note(both: Compared, wrong: Sequence[int], y: float) -> tuple[float, str]:
    """What the thick edge means, and which ranks are not drawn."""
    said = ["A thick edge and ≠: not what should be there."]
    if rest := [r for r in range(len(both.expected.ranks)) if r not in wrong]:
        said.append(f"As they should be: {ranks_text(rest)}.")
    if more := wrong[_MOST_RANKS:]:
        said.append(f"Not drawn: {ranks_text(more)}.")
    return y + 26, svg.text(PAD, y + 8, " ".join(said), 11, more=SOFT)
