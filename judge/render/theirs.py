"""What a learner's code printed, as lines of a screen: the end of it, marked as theirs."""

from __future__ import annotations

from ..i18n import _
from ..records import CaseReport
from .layout import Screen, printable

MOST_THEIRS = 8  # lines


def printed(case: CaseReport, screen: Screen) -> list[str]:
    """The end of what the learner's code printed, marked as theirs; by rank where ranks differ."""
    said = {rank.rank: printable(rank.output).rstrip() for rank in case.ranks}
    if not any(said.values()):
        return []
    if len(set(said.values())) == 1:
        said = {-1: next(iter(said.values()))}
    lines = []
    for rank, text in said.items():
        who = _("your code printed") if rank < 0 else _("rank {rank} printed").format(rank=rank)
        rows = [f"    | {line}"[: screen.width] for line in text.splitlines()]
        lines += [f"    {who}", *rows[-MOST_THEIRS:]] if rows else []
    return lines
