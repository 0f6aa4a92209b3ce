"""Colour, ASCII, width, and a reader that leaves."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from clones import command
from fake_session import FakeSession
from reports import ROW_BIAS, failing

from judge import cli
from judge.catalog import ROOT

pytestmark = pytest.mark.usefixtures("newcomer")
SOLUTIONS = ROOT / "solutions"


@pytest.fixture
def linear(tmp_path: Path) -> Path:
    """A file outside the working tree, so that no progress is recorded."""
    return Path(shutil.copy(SOLUTIONS / "ch02_linear" / "linear.py", tmp_path / "mine.py"))


def test_colour_adds_nothing_but_colour(linear: Path, capsys: pytest.CaptureFixture[str]) -> None:
    session = FakeSession({"ch02": failing(ROW_BIAS)})
    cli.main(["ch02", str(linear), "--color", "always"], lambda: session)
    coloured = capsys.readouterr().out
    cli.main(["ch02", str(linear), "--color", "never"], lambda: session)
    plain = capsys.readouterr().out
    assert "\x1b[" in coloured
    assert re.sub(r"\x1b\[[\d;]*m", "", coloured) == plain


@pytest.mark.parametrize("env", [{"NO_COLOR": "1"}, {"TERM": "dumb"}, {}])
def test_no_colour_without_a_capable_terminal_that_wants_it(
    env: dict[str, str], linear: Path
) -> None:
    from judge.output import wants_colour

    class Terminal:
        def isatty(self) -> bool:
            return bool(env)

    assert not wants_colour(Terminal(), env)  # type: ignore[arg-type]
    assert wants_colour(Terminal(), env, "always")  # type: ignore[arg-type]


@pytest.mark.parametrize("locale", [{"LC_ALL": "C"}, {"LANG": "C"}, {"PYTHONIOENCODING": "ascii"}])
def test_an_ascii_console_gets_ascii(locale: dict[str, str], fresh_clone: Path) -> None:
    done = command(fresh_clone, "check", **locale)
    assert done.returncode == 5, done.stderr
    assert done.stdout.isascii()
    assert "190-209" in done.stdout


def test_a_narrow_console_is_filled_line_by_line(fresh_clone: Path) -> None:
    done = command(fresh_clone, "show", "ch02", COLUMNS="40")
    assert done.returncode == 0
    wide = [line for line in done.stdout.splitlines() if len(line) > 40]
    assert all("python practice/judge.py" in line or "/" in line for line in wide)


def test_a_reader_that_leaves_is_no_error(fresh_clone: Path) -> None:
    script = [sys.executable, str(fresh_clone / "practice" / "judge.py"), "list"]
    read_end, write_end = os.pipe()
    os.close(read_end)
    done = subprocess.run(script, stdout=write_end, stderr=subprocess.PIPE, timeout=60)
    os.close(write_end)
    assert (done.returncode, done.stderr) == (0, b"")


def test_commands_fit_the_folder_they_are_typed_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(ROOT / "chapters")
    assert cli.main(["list"]) == 0
    assert "python ../practice/judge.py next" in capsys.readouterr().out
