"""What runs before anything else: find a Python that has what the judge needs.

Written for any Python 3.7 or later, and it imports nothing of the judge before that is settled.
"""

from __future__ import annotations

import os
import sys
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
NEEDED = ("torch", "numpy", "safetensors")
OLDEST = (3, 11)
UNFIT = 3
_TRIED = "JUDGE_TRIED_VENV"  # set for one start, so that a broken .venv is not tried for ever


def start(arguments: list[str]) -> int:
    """Run the command, in the project's own environment when this one lacks something."""
    _open_streams()
    tried = os.environ.pop(_TRIED, None)
    lacking = _lacking()
    if lacking and not tried:
        _move_to_venv(arguments)
    if lacking:
        print(f"{lacking}. Run `make check` first: it sets up .venv.", file=sys.stderr)
        return UNFIT
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # where it gets none it ends the process
    from . import interrupt
    from .cli import main

    interrupt.install()
    return main(arguments)


def _open_streams() -> None:
    """A stream that the shell has closed (`>&-`) is None, and a socket would get its number."""
    for number, name, mode in ((0, "stdin", "r"), (1, "stdout", "w"), (2, "stderr", "w")):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # takes the lowest number that is free
        if getattr(sys, name) is None:
            setattr(sys, name, os.fdopen(number, mode, closefd=False))


def _lacking() -> str:
    if sys.version_info < OLDEST:
        return f"Python {sys.version_info[0]}.{sys.version_info[1]} is too old, 3.11 is needed"
    missing = [name for name in NEEDED if find_spec(name) is None]
    return f"This Python has no {', '.join(missing)}" if missing else ""


def _move_to_venv(arguments: list[str]) -> None:
    """Become the Python of the project's environment, if there is one. Returns if there is none."""
    for name in ("bin/python", "Scripts/python.exe"):
        python = ROOT / ".venv" / name
        if python.is_file():
            os.environ[_TRIED] = "1"
            sys.stdout.flush()
            os.execv(str(python), [str(python), str(ROOT / "practice" / "judge.py"), *arguments])
