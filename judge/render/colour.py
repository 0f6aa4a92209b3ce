"""Colour for a finished screen, found from its words: it never says anything the words do not.

Only imported where a colour terminal is there, for rich takes a while to load.
"""

from __future__ import annotations

from typing import TextIO

from rich.console import Console
from rich.highlighter import RegexHighlighter
from rich.text import Text
from rich.theme import Theme

_FAILED = (
    "FAIL|CONTRACT|IMPORT|ERROR|TIME|HANGS|MEMORY|OUTPUT|DEADLOCK|MISMATCH|TAMPERING|STOPPED|JUDGE"
)

_THEME = Theme(
    {
        "judge.good": "bold green",
        "judge.bad": "bold red",
        "judge.open": "bold yellow",
        "judge.label": "bold",
        "judge.faint": "dim",
        "judge.theirs": "cyan",
    }
)


class _Words(RegexHighlighter):
    base_style = "judge."
    highlights = [
        r"^  (?P<good>PASS|ACCEPTED)  ",
        rf"^  (?P<bad>{_FAILED}|NOT YET|NOT GRADED)  ",
        r"^  (?P<open>SKIP|NOT FINISHED)  ",
        r"^  (?:ch|)\d+ .*  (?P<good>passed)(?:  |$)",
        r"^  (?:ch|)\d+ .*  (?P<open>NEXT|stale)(?:  |$)",
        r"^  (?P<faint>(?:ch|)\d+ .*  later)$",
        r"^  (?P<label>Looks like|Still right|To see it|Next|This case)(?:  |$)",
        r"^    (?P<label>got|expected) ",
        r"^    (?P<theirs>\| .*)$",
    ]


def console(stream: TextIO, width: int) -> Console:
    """A console that prints lines as they are, in colour."""
    return Console(
        file=stream,
        force_terminal=True,
        width=width,
        theme=_THEME,
        highlight=False,
        no_color=False,
    )


def show(line: str, on: Console) -> None:
    """One line, coloured by its words."""
    text = Text(line)
    _Words().highlight(text)
    on.print(text, soft_wrap=True)
