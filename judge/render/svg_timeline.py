"""The calls of all ranks as a picture: a lane for each rank, time goes down, a bar is one call.

A bar lies over the lanes of all ranks that came to it. Where the ranks part, the boxes have a thick
edge, a dashed one stands where a rank is missing, and the lines of code are written below.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..i18n import _
from ..records import Collective, RankRun
from ..trace import Event, Trace, divergence, events, reason
from . import svg
from .layout import Screen
from .svg import PAD, SOFT
from .trace import alike, called, doing, lines, parting_rows

_LEFT = 54  # where the lanes begin
_TOP = 92.0
_BAR, _TALL_BAR, _GAP = 38, 58, 10
_MOST = 30  # bars
_SMALL = 10.5
_OPS = ("all_reduce", "all_gather", "gather", "broadcast", "reduce_scatter", "send", "recv")


def timeline(trace: Trace, name: str = "") -> str:
    """The picture as a whole document; `name` is the problem's."""
    heading = f"{name} {trace.title}, tp={len(trace.ranks)}".removeprefix(" , ").strip()
    lanes = _Lanes(trace.ranks)
    bars, parting = alike(events(trace), divergence(trace)), divergence(trace)
    y, drawn = _TOP, ""
    for same in _few(bars):
        y, more = _row(lanes, same, parting, y, trace)
        drawn += more
    if not bars:
        said = "No rank called a collective of the judge's group."
        drawn += svg.text(_LEFT, y + 14, said, more=SOFT)
        y += 30
    ends = lanes.ends(y + 16)
    head = svg.heading(heading) + svg.text(
        PAD, 46, "Time goes down. A bar is one call, over the ranks that made it.", 11, more=SOFT
    )
    y, below = _below(trace, parting, y + 34)
    body = head + lanes.heads() + lanes.rules(y_end=y - below.count("<text") * 17 - 36)
    return svg.document(y + 6, heading, words(trace, name), body + drawn + ends + below)


def words(trace: Trace, name: str = "") -> str:
    """The same as text."""
    return "\n".join(lines(trace, name, Screen(100)))


def _few(bars: list[list[Event]]) -> list[list[Event]]:
    """The first and the last ones of many; an empty one between stands for the others."""
    return bars if len(bars) <= _MOST else [*bars[: _MOST // 2], [], *bars[-_MOST // 2 :]]


@dataclass(frozen=True)
class _Lanes:
    """Where the lane of each rank is."""

    ranks: Sequence[RankRun]

    @property
    def width(self) -> float:
        return (svg.WIDTH - PAD - _LEFT) / len(self.ranks)

    def left(self, rank: int) -> float:
        return _LEFT + rank * self.width

    def middle(self, rank: int) -> float:
        return self.left(rank) + self.width / 2

    def heads(self) -> str:
        long = self.width >= 50
        said = ((r.rank, f"rank {r.rank}" if long else str(r.rank)) for r in self.ranks)
        return "".join(
            svg.text(self.middle(rank), 76, name, 12, "middle", svg.BOLD) for rank, name in said
        )

    def rules(self, y_end: float) -> str:
        return "".join(
            svg.line(self.middle(r.rank), 84, self.middle(r.rank), y_end) for r in self.ranks
        )

    def ends(self, y: float) -> str:
        """What became of each rank, below its lane; once where all fared alike."""
        said = [_end(rank) for rank in self.ranks]
        if len(set(said)) == 1 < len(said):
            return svg.text(
                (_LEFT + svg.WIDTH - PAD) / 2, y, f"each rank: {said[0]}", 11, "middle", SOFT
            )
        return "".join(
            svg.text(self.middle(rank), y, end, 11, "middle", SOFT)
            for rank, end in enumerate(said) if svg.fits([end], self.width - 4, 11)
        )  # fmt: skip


def _end(rank: RankRun) -> str:
    raised = rank.raised.type if rank.raised else "raised"
    return {"waits": "waits for ever", "raised": raised}.get(rank.status, rank.status)


def _row(
    lanes: _Lanes, same: Sequence[Event], parting: Event | None, y: float, trace: Trace
) -> tuple[float, str]:
    """Where the next one begins, and one event, or several alike that follow each other."""
    if not same:
        return y + 24, svg.text(_LEFT, y + 12, "… calls left out …", 11, more=SOFT)
    first, times = same[0], f" ×{len(same)}" if len(same) > 1 else ""
    number = str(first.step) if not times else f"{first.step}–{same[-1].step}"
    drawn = ""
    if first == parting:
        drawn += svg.rect(_LEFT - 2, y - 1, 122, 18, 'class="card" style="stroke:none"')
        said = _("Did not arrive") if first.is_message else _("First divergence")
        drawn += svg.text(_LEFT, y + 12, said, 12, more=svg.BOLD)
        y += 20
    height = _TALL_BAR if first == parting else _BAR
    drawn += svg.text(_LEFT - 8, y + height / 2 + 4, number, 11, "end", SOFT)
    if first == parting:
        drawn += _parting(lanes, first, trace.ranks, y)
    elif len({called(call) for call in first.calls.values()}) == 1:
        drawn += _together(lanes, first, times, y)
    else:
        drawn += _apart(lanes, first, y)
    return y + height + _GAP, drawn


def _together(lanes: _Lanes, event: Event, times: str, y: float) -> str:
    """One bar over neighbouring lanes; parts of a scattered group are joined by a line."""
    call, runs = next(iter(event.calls.values())), _neighbours(sorted(event.calls))
    drawn = svg.line(lanes.middle(runs[0][0]), y + _BAR / 2, lanes.middle(runs[-1][-1]),
                     y + _BAR / 2, 'class="rule" stroke-width="3"')  # fmt: skip
    for run in runs:
        x, width = lanes.left(run[0]) + 5, lanes.width * len(run) - 10
        drawn += _box(x, y, width, _BAR, call, _label(call, times, width, _BAR))
    return drawn


def _apart(lanes: _Lanes, event: Event, y: float) -> str:
    """A box in each lane, with an arrow where it is a message."""
    drawn = ""
    if len(event.calls) == 2 and event.group[0] in event.calls and event.group[1] in event.calls:
        drawn += _arrow(lanes, event.group[0], event.group[1], y + _BAR / 2)
    for rank, call in event.calls.items():
        width = lanes.width - 10 if len(lanes.ranks) < 3 else lanes.width - 22
        x = lanes.middle(rank) - width / 2
        drawn += _box(x, y, width, _BAR, call, _label(call, "", width, _BAR))
    return drawn


def _arrow(lanes: _Lanes, source: int, target: int, y: float) -> str:
    """Between the boxes of a message; its head is at the receiver's."""
    way = 1 if target > source else -1
    tip = lanes.middle(target) - way * (lanes.width / 2 - (5 if len(lanes.ranks) < 3 else 11))
    head = f"M{tip:.1f} {y:.1f}l{-9 * way} -5v10z"
    line = svg.line(lanes.middle(source), y, tip, y, 'class="rule" stroke-width="3"')
    return f'{line}<path d="{head}" class="soft"/>'


def _parting(lanes: _Lanes, event: Event, ranks: Sequence[RankRun], y: float) -> str:
    """What each rank of the group did instead of the same."""
    drawn = ""
    for rank in (rank for rank in event.group if rank >= 0):
        x, width = lanes.left(rank) + 5, lanes.width - 10
        call = event.calls.get(rank)
        said = doing(ranks[rank], event)
        title = ", ".join([f"rank {rank}", *said])
        if call is None:
            lines_ = _lines([(said[0], 12), *((s, _SMALL) for s in said[1:2])], width, _TALL_BAR)
            drawn += svg.rect(x, y, width, _TALL_BAR, _MISSING, title)
            drawn += _stack(x, y, width, _TALL_BAR, lines_, svg.BOLD)
        else:
            drawn += _box(x, y, width, _TALL_BAR, call, _label(call, "", width, _TALL_BAR), title)
            drawn += svg.rect(x, y, width, _TALL_BAR, _WRONG)
    return drawn


_WRONG = f'fill="none" stroke="{svg.WRONG}" stroke-width="4" rx="4"'
_MISSING = f'class="card" style="stroke:{svg.WRONG};stroke-width:3;stroke-dasharray:7 5" rx="4"'


def _label(call: Collective, times: str, width: float, height: float) -> list[tuple[str, float]]:
    """As much of a call as there is room for."""
    where = [f"{call.num_bytes:,} bytes", *([str(call.where)] if call.where else [])]
    full, short = called(call) + times, f"{call.op}{times}"
    wanted = [
        [(full, 12.0), (" · ".join(where), _SMALL)],
        [(full, 12.0), (where[0], _SMALL)],
        [(full, 12.0)],
        [(full, _SMALL)],
        [(short, _SMALL)],
    ]
    return next(filter(None, (_lines(said, width, height) for said in wanted)), [])


def _lines(
    said: Sequence[tuple[str, float]], width: float, height: float
) -> list[tuple[str, float]]:
    """The texts, wrapped; nothing where they do not fit."""
    wrapped = [(s, size) for text, size in said for s in svg.wrap(text, width - 10, size)]
    fit = all(svg.text_width(s, size) <= width - 10 for s, size in wrapped)
    return wrapped if fit and sum(size * 1.25 for _, size in wrapped) <= height - 4 else []


def _box(
    x: float, y: float, width: float, height: float, call: Collective,
    said: Sequence[tuple[str, float]], title: str = "",
) -> str:  # fmt: skip
    fill = _colour(call.op)
    box = svg.rect(
        x, y, width, height, f'fill="{fill}" stroke="#16191D" rx="4"', title or called(call)
    )
    return box + _stack(x, y, width, height, said, f'fill="{svg.ink_on(fill)}"')


def _stack(
    x: float, y: float, width: float, height: float, said: Sequence[tuple[str, float]], more: str
) -> str:
    top, drawn = y + (height - sum(size * 1.25 for _, size in said)) / 2, ""
    for words_, size in said:
        drawn += svg.text(x + width / 2, top + size * 0.97, words_, size, "middle", more)
        top += size * 1.25
    return drawn


def _colour(op: str) -> str:
    return svg.COLOURS[_OPS.index(op) % 6] if op in _OPS else svg.GREY


def _neighbours(ranks: Sequence[int]) -> list[list[int]]:
    runs: list[list[int]] = []
    for rank in ranks:
        if runs and runs[-1][-1] == rank - 1:
            runs[-1].append(rank)
        else:
            runs.append([rank])
    return runs


def _below(trace: Trace, parting: Event | None, y: float) -> tuple[float, str]:
    """The lines of code at which the ranks part."""
    if parting is None:
        return y, ""
    rows = parting_rows(trace, parting)
    said = [" · ".join([f"{who} {did}", *where]) for who, did, *where in rows]
    drawn = ""
    for text in (part for row in [*said, reason(parting)] if row for part in _indented(row)):
        drawn += svg.text(PAD + 12 * text.startswith("  "), y + 12, text.strip(), 11.5)
        y += 17
    return y, drawn


def _indented(row: str) -> list[str]:
    first, *rest = svg.wrap(row, svg.WIDTH - 2 * PAD - 12, 11.5)
    return [first, *(f"  {line}" for line in rest)]
