"""Text that fits: columns, folds and characters that any console shows. Nothing here has colour.

Lines are plain strings. What a learner's code printed or raised passes through `printable`, so that
it can neither move the cursor nor hide other text.
"""

from __future__ import annotations

import re
import textwrap
from dataclasses import dataclass

LABEL_WIDTH = 12  # "Still right "
_GAP = re.compile(r" {3,}")  # between the cells of a line
MOST_FOLDED = 10_000  # characters of one line
NARROW = 60  # below this, folded text hangs near the left edge

_ASCII = str.maketrans(
    {"–": "-", "—": "-", "−": "-", "·": "-", "…": "...", "×": "x", "→": "->", "≤": "<=", "≥": ">=",
     "‘": "'", "’": "'", "“": '"', "”": '"', "│": "|"}
)  # fmt: skip


@dataclass(frozen=True)
class Screen:
    """What the reader's console can show."""

    width: int = 80
    ascii: bool = False


def printable(text: str) -> str:
    """The text with control, direction and other invisible characters escaped; newlines stay."""
    if text.isprintable():
        return text
    return "".join(c if c == "\n" or c.isprintable() else _escaped(c) for c in text)


def _escaped(character: str) -> str:
    return "    " if character == "\t" else character.encode("unicode_escape").decode()


def fit_characters(text: str, screen: Screen) -> str:
    """The text in characters the console has: printable, and ASCII where it knows no other."""
    text = printable(text)
    if screen.ascii:
        return text.translate(_ASCII).encode("ascii", "backslashreplace").decode()
    return text


def lines_of(text: str) -> list[str]:
    """The lines of a text that may come from a learner's code; at least one."""
    return printable(text).rstrip("\n").split("\n")


def fold(text: str, screen: Screen, first: str = "", rest: str | None = None) -> list[str]:
    """Paragraphs folded at the width; `first` and `rest` are the indents."""
    rest = " " * len(first) if rest is None else rest
    lines: list[str] = []
    for paragraph in lines_of(text):
        if len(paragraph) > MOST_FOLDED:  # one endless word takes quadratic time
            paragraph = paragraph[:MOST_FOLDED] + "…"
        lines += _fold_line(paragraph, screen, rest if lines else first, rest)
    return lines


def _fold_line(line: str, screen: Screen, first: str, rest: str) -> list[str]:
    if len(first) + len(line) <= screen.width:
        return [(first + line).rstrip()]
    if _GAP.search(line.strip()):
        return _fold_cells(_GAP.split(line.strip()), screen, first, rest)
    own = line[: len(line) - len(line.lstrip())]  # a table's or a code line's own indent
    longest = max(map(len, line.split()))
    return textwrap.wrap(
        line.strip(),
        screen.width,
        initial_indent=first + own,
        subsequent_indent=rest + own + "  " * bool(own),
        break_on_hyphens=False,
        break_long_words=longest > screen.width - len(rest + own) - 2,
    )


def _fold_cells(cells: list[str], screen: Screen, first: str, rest: str) -> list[str]:
    """Cells of a wide line: as many on a line as fit, so that none is broken without need."""
    lines, current = [], first
    for cell in cells:
        gap = "   " if current.strip() and current != first else ""
        if gap and len(current + gap + cell) > screen.width:
            lines.append(current)
            current, gap = rest, ""
        if len(current + gap + cell) > screen.width:
            *before, cell = _fold_line(cell, screen, current, rest)
            lines += before
            current, gap = "", ""
        current += gap + cell
    return [*lines, current]


def labelled(label: str, text: str, screen: Screen) -> list[str]:
    """`  Looks like  text`, folded under the text, or near the left edge on a narrow screen."""
    first = f"  {label.ljust(LABEL_WIDTH)}"
    return fold(text, screen, first, "    " if screen.width < NARROW else " " * len(first))


def value(label: str, text: str, screen: Screen, most: int = 8) -> list[str]:
    """`    got       [[30, 66]]`; a value of many lines keeps its columns and is capped."""
    lines = fold(text, screen, f"    {label.ljust(10)}")
    return capped(lines, most)


def capped(lines: list[str], most: int) -> list[str]:
    """At most `most` lines, the last one saying how many are left out."""
    if len(lines) <= most:
        return lines
    indent = " " * (len(lines[1]) - len(lines[1].lstrip()))
    return [*lines[: most - 1], f"{indent}… ({len(lines) - most + 1} more lines)"]


def columns(left: str, right: str, at: int, screen: Screen) -> list[str]:
    """Two cells on one line, `right` at column `at`, or below when they do not fit."""
    if not right:
        return fold(left, screen, rest="    ")
    for line in (f"{left.ljust(at)}  {right}", f"{left}  {right}"):
        if len(line) <= screen.width:
            return [line]
    return [*fold(left, screen, rest="    "), *fold(right, screen, " " * 8)]


def command(label: str, place: str, line: str, screen: Screen) -> list[str]:
    """A place to look at and a command to paste; the command is never folded."""
    first = f"  {label.ljust(LABEL_WIDTH)}"
    joined = f"{first}{place} · {line}" if place else first + line
    if len(joined) <= screen.width:
        return [joined]
    indent = " " * len(first) if len(first) + len(line) <= screen.width else "  "
    places = fold(place, screen, first, "    ") if place else [first.rstrip()]
    return [*places, indent + line]
