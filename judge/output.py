"""Where lines go: what the console can show, colour or not, and a reader who has left.

A closed pipe (`| head`) is quiet: the rest is dropped, the grading and its exit code stay.
"""

from __future__ import annotations

import os
import shlex
import shutil
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from .render.layout import Screen, fit_characters

if TYPE_CHECKING:
    from rich.console import Console

COMMAND = "python practice/judge.py"  # as it is typed in the project's folder
ROOT = Path(__file__).resolve().parent.parent
WIDTHS = (30, 110)  # lines outside these are hard to read


class Output:
    """Lines for one stream, with commands as they must be typed in the current folder."""

    def __init__(self, stream: TextIO, screen: Screen, colour: bool = False) -> None:
        self.screen = screen
        self._command = _command_here()
        self._stream = stream
        self._console = _console(stream, screen) if colour else None

    def lines(self, lines: Iterable[str]) -> None:
        """Show the lines at once."""
        try:
            for line in lines:
                self._show(fit_characters(line.replace(COMMAND, self._command), self.screen))
            self._stream.flush()
        except BrokenPipeError:
            self._drop()

    def text(self, text: str) -> None:
        """Write a text as it is."""
        try:
            self._stream.write(text)
            self._stream.flush()
        except BrokenPipeError:
            self._drop()

    def status(self, text: str) -> None:
        """On a terminal, a passing line about what is going on; an empty one clears it."""
        if self._stream.isatty() and os.environ.get("TERM") != "dumb":
            shown = fit_characters(text, self.screen)[: self.screen.width - 1]
            self.text(f"\r{shown.ljust(self.screen.width - 1)}\r{shown}")

    def _show(self, line: str) -> None:
        if self._console is None:
            self._stream.write(line + "\n")
        else:
            from .render import colour

            colour.show(line, self._console)

    def _drop(self) -> None:
        """Nobody reads any more: later writes go nowhere, and the exit is quiet."""
        with open(os.devnull, "w") as nowhere:
            os.dup2(nowhere.fileno(), self._stream.fileno())


def screen_of(stream: TextIO, env: Mapping[str, str]) -> Screen:
    """What the console behind a stream can show."""
    least, most = WIDTHS
    columns = shutil.get_terminal_size((80, 24)).columns
    return Screen(width=max(least, min(columns, most)), ascii=_only_ascii(stream, env))


def wants_colour(stream: TextIO, env: Mapping[str, str], when: str = "auto") -> bool:
    """Whether to colour: --color, then NO_COLOR, then whether a capable terminal is there."""
    if when != "auto":
        return when == "always"
    return not env.get("NO_COLOR") and env.get("TERM") != "dumb" and stream.isatty()


def _command_here() -> str:
    try:
        script = os.path.relpath(ROOT / "practice" / "judge.py")
    except (OSError, ValueError):  # the current folder is gone, or on another drive
        return COMMAND
    return f"python {shlex.quote(script)}"


def _only_ascii(stream: TextIO, env: Mapping[str, str]) -> bool:
    try:
        "–·…×−→".encode(stream.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return True
    return _locale(env) in ("C", "POSIX")


def _locale(env: Mapping[str, str]) -> str:
    """The locale asked for. Python itself sets LC_CTYPE to C.UTF-8 when LANG is C: look past it."""
    spoken = env.get("LC_CTYPE", "")
    spoken = "" if spoken == "C.UTF-8" else spoken
    return env.get("LC_ALL") or spoken or env.get("LANG", "")


def _console(stream: TextIO, screen: Screen) -> Console | None:
    try:
        from .render import colour
    except ImportError:  # rich is not installed: plain text says the same
        return None
    return colour.console(stream, screen.width)
