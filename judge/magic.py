"""The magics of the lessons, after `%load_ext judge`.

    %judge ch02             the command, with all its words and options; so are %hint and %trace
    %%submit ch02           write the cell into the learner's file, then grade it
    %%ranks 2               run the cell on two ranks that the judge watches
    %%yours                 run a cell that needs the learner's code

Here is only what IPython sees: each magic lives in a module of its own and loads what it needs.
A user's mistake is one line, never a traceback.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

from . import magic_yours
from .catalog import ROOT
from .errors import JudgeException
from .i18n import _


class Said(Exception):
    """Shown as the text it holds. The cell counts as failed, so "run all" stops at it."""

    def _render_traceback_(self) -> list[str]:
        """What IPython shows instead of a traceback."""
        return str(self).split("\n")


def load(shell: Any) -> None:
    """Register the magics with an IPython shell."""
    if str(ROOT) not in sys.path:  # `../..` ends when a cell changes the folder
        sys.path.insert(0, str(ROOT))
    magics: dict[str, dict[str, Callable[..., Any]]] = {
        "line": {"judge": _judge, "hint": _hint, "trace": _trace},
        "cell": {"submit": _submit, "ranks": _ranks, "yours": _yours(shell)},
    }
    for kind, functions in magics.items():
        for name, function in functions.items():
            shell.register_magic_function(_one_line(function), kind, name)
    magic_yours.watch(shell)


def _one_line(magic: Callable[..., Any]) -> Callable[..., Any]:
    """The magic; whatever is not a fault of the judge ends in a line."""

    def told(line: str, cell: str | None = None) -> Any:
        __tracebackhide__ = True
        try:
            return magic(line) if cell is None else magic(line, cell)
        except JudgeException as error:
            said = Said(str(error))
        except KeyboardInterrupt:
            said = Said(_("Stopped. The ranks are gone."))
        raise said

    return told


def _judge(line: str) -> Any:
    from .magic_judge import judge

    return judge(line)


def _hint(line: str) -> Any:
    return _judge(f"hint {line}")


def _trace(line: str) -> Any:
    return _judge(f"trace {line}")


def _submit(line: str, cell: str) -> Any:
    from .magic_submit import submit

    return submit(line, cell)


def _ranks(line: str, cell: str) -> Any:
    from .magic_ranks import ranks

    return ranks(line, cell)


def _yours(shell: Any) -> Callable[[str, str], None]:
    def yours(_line: str, cell: str) -> None:
        __tracebackhide__ = True
        magic_yours.run(shell, cell)

    return yours
