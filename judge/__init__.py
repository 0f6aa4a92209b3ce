"""The judge: grades tensor-parallel code on ranks it watches. Run `python -m judge --help`."""

from typing import Any


def load_ipython_extension(shell: Any) -> None:
    """What `%load_ext judge` calls: the magics of the lessons, see judge/magic.py."""
    from .magic import load  # a command line has no use for it

    load(shell)
