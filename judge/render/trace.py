"""A trace as text: the calls in columns, the bytes of each op, and where the ranks part."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from ..blocks import ranks_text
from ..i18n import _, plural
from ..records import Collective, Place, RankReport, RankRun, Verdict
from ..trace import Event, Trace, divergence, events, reason, sums
from . import words
from .layout import Screen, fold

_Row = tuple[str, ...]
_GAP = "   "


def lines(trace: Trace, name: str, screen: Screen) -> list[str]:
    """The whole screen; `name` is the problem's."""
    found = events(trace)
    if not found:
        return [*_head(trace, name, screen), *_no_calls(trace, screen)]
    parting = divergence(trace)
    table = [row for same in alike(found, parting) for row in _rows(same, parting)]
    said = _columns([(" ", "#", _("ranks"), _("call"), _("bytes"), _("where")), *table], screen)
    return [
        *_head(trace, name, screen), *said, *_left_out(trace, screen),
        *_sums(trace.ranks, parting, screen), *(parted(trace, parting, screen) if parting else []),
    ]  # fmt: skip


def _no_calls(trace: Trace, screen: Screen) -> list[str]:
    """Nothing was called; or the first call was refused, or code raised before it."""
    raised = [rank for rank in trace.ranks if rank.raised]
    if not raised:
        none = _("No rank called a collective of the judge's group.")
        others = _("What ranks do through memory that they share is not in here.")
        return [*fold(none, screen, "  "), *fold(others, screen, "  ")]
    said = fold(_("No call was carried out. One that is refused is not in here."), screen, "  ")
    for rank in raised:
        where = place(rank.raised.where if rank.raised else None)
        row = [ranks_text([rank.rank]), words.doing(_report(rank)), *where]
        said += fold(_GAP.join(row), screen, "    ", "      ")
    return said


def parted(trace: Trace, event: Event, screen: Screen) -> list[str]:
    """What each rank of the first divergence did, with its line of code, and why that cannot be."""
    head = _("First divergence, at call {step}").format(step=event.step)
    if event.is_message:
        head = _("First message that did not arrive, at call {step}").format(step=event.step)
    rows = [_GAP.join(row) for row in parting_rows(trace, event)]
    said = [line for row in rows for line in fold(row, screen, "    ", "      ")]
    why = fold(reason(event), screen, "    ") if reason(event) else []
    return ["", *fold(head, screen, "  "), *said, *why]


def parting_rows(trace: Trace, event: Event) -> list[list[str]]:
    """What `doing` says of the ranks of an event, once for neighbours that did the same.

    Of a message that did not arrive: of all ranks.
    """
    ranks = [trace.ranks[rank] for rank in event.group if rank >= 0]
    if event.is_message:  # who misses it may wait for a third rank
        ranks = list(trace.ranks)
    rows = []
    for did, same in groupby(ranks, lambda rank: doing(rank, event)):
        rows.append([ranks_text([rank.rank for rank in same]), *did])
    return rows


def doing(rank: RankRun, event: Event) -> list[str]:
    """ "waits in all_reduce #1 of [3, 4] float32", "linear.py:48", and the line's text."""
    call = event.calls.get(rank.rank)
    did = _("calls {call}").format(call=call)
    if call is None or call == rank.waits_in:
        did = words.doing(_report(rank))
    where = call.where if call else (rank.raised and rank.raised.where) or rank.where
    return [did, *place(where)]


def place(where: Place | None) -> list[str]:
    return [str(where), where.source.strip()] if where else []


def called(call: Collective) -> str:
    """ "all_reduce of [3, 4] float32": without its number."""
    return str(call).replace(f" #{call.number}", "", 1)


def _report(rank: RankRun) -> RankReport:
    exception = rank.raised.type if rank.raised else rank.detail
    return RankReport(rank.rank, rank.status, exception, last_collective=str(rank.waits_in or ""))


def _head(trace: Trace, name: str, screen: Screen) -> list[str]:
    size = len(trace.ranks)
    said = f"{name} {trace.title}, tp={size}".removeprefix(" , ").strip()
    if trace.verdict is not Verdict.ACCEPTED:
        said += f": {words.phrase(trace.verdict)}"
    return fold(said, screen, rest="  ")


def alike(found: Sequence[Event], parting: Event | None) -> list[list[Event]]:
    """Neighbours that differ in nothing but their numbers; the divergence stands alone."""

    def what(event: Event) -> object:
        calls = [(r, called(c), c.num_bytes, c.where) for r, c in event.calls.items()]
        return event == parting, calls

    return [list(same) for _what, same in groupby(found, what)]


def _rows(same: Sequence[Event], parting: Event | None) -> list[_Row]:
    """A row for each different call of one event, or of several that are alike."""
    first, last = same[0], same[-1]
    number = str(first.step) if len(same) == 1 else f"{first.step}–{last.step}"
    mark = ">" if first == parting else " "
    rows: list[_Row] = []
    ranks_of: dict[tuple[str, int, str], list[int]] = {}
    for rank, call in first.calls.items():
        key = called(call), call.num_bytes, str(call.where or "")
        ranks_of.setdefault(key, []).append(rank)
    for (said, size, where), ranks in ranks_of.items():
        rows.append((mark, number, _numbers(ranks), said, f"{size:,}", where))
    if first == parting and (missing := sorted(set(first.group) - set(first.calls))):
        rows.append((mark, number, _numbers(missing), _("(not there)"), "", ""))
    return rows


def _numbers(ranks: Sequence[int]) -> str:
    return ranks_text(ranks).partition(" ")[2]


def _columns(rows: Sequence[_Row], screen: Screen) -> list[str]:
    """Aligned; numbers to the right. Where a row is too wide its last cells go below."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines_ = []
    for mark, number, ranks, said, size, where in rows:
        left = f"{mark} {number.rjust(widths[1])}"
        cells = [ranks.ljust(widths[2]), said.ljust(widths[3]), size.rjust(widths[4]), where]
        lines_.append(_GAP.join([left, *cells]).rstrip())
    if max(map(len, lines_)) <= screen.width:
        return lines_
    return [line for row in rows for line in _narrow(row, widths, screen)]


def _narrow(row: _Row, widths: Sequence[int], screen: Screen) -> list[str]:
    mark, number, ranks, said, size, where = row
    head = f"{mark} {number.rjust(widths[1])}  {ranks.ljust(widths[2])}  "
    rest = _GAP.join(filter(None, [size and size.rjust(widths[4]), where]))
    below = fold(rest, screen, " " * len(head)) if rest else []
    return [*fold(said, screen, head), *below]


def _left_out(trace: Trace, screen: Screen) -> list[str]:
    if not trace.left_out:
        return []
    said = _("{n} later calls are not kept.").format(n=trace.left_out)
    return fold(said, screen, "  ")


def _sums(ranks: Sequence[RankRun], parting: Event | None, screen: Screen) -> list[str]:
    """The bytes that a rank gave to each op, once for ranks that did the same."""
    ranks_of: dict[tuple[tuple[str, tuple[int, int]], ...], list[int]] = {}
    for rank in ranks:
        ranks_of.setdefault(tuple(sorted(sums(rank).items())), []).append(rank.rank)
    rows: list[_Row] = []
    for found, numbers in ranks_of.items():
        who = _("each rank") if len(ranks_of) == 1 else ranks_text(numbers)
        rows += [(who, op, _count(n), _bytes(size)) for op, (n, size) in found]
        rows += [] if found else [(who, _("no call"), "", "")]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    padded = [_GAP.join(map(str.ljust, row, widths)).rstrip() for row in rows]
    said = [line for row in padded for line in fold(row, screen, "    ", "      ")]
    head = _("Handed over in all") if parting is None else _("Called in all, met or not")
    return ["", *fold(head, screen, "  "), *said]


def _count(number: int) -> str:
    return plural("{count} call", "{count} calls", number).format(count=number)


def _bytes(size: int) -> str:
    return _("{size} bytes").format(size=f"{size:,}")
