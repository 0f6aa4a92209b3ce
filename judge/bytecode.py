"""Bytecode beside the copies of Python files, so that nobody who imports them compiles them.

Python takes it without a look at the source: never for a file that may be written over.
"""

from __future__ import annotations

import functools
import importlib.util
import marshal
import sys
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import CodeType

_UNCHECKED = (1).to_bytes(4, "little")  # the flag that says so


def lay(source: bytes, file: Path) -> None:
    """For a file that holds this source."""
    _write(file, source, _compiled(source, file.name))


def copy(original: Path, file: Path) -> None:
    """For the copy of a module; compiled once, and kept in the original's __pycache__."""
    code = SourceFileLoader(original.stem, str(original)).get_code(original.stem)
    if code is not None:
        _write(file, original.read_bytes(), code)


@functools.cache
def _compiled(source: bytes, name: str) -> CodeType:
    return compile(source, name, "exec", dont_inherit=True)


def _write(file: Path, source: bytes, code: CodeType) -> None:
    # Beside it, also where PYTHONPYCACHEPREFIX has another place: the ranks do not hear of that.
    target = file.parent / "__pycache__" / f"{file.stem}.{sys.implementation.cache_tag}.pyc"
    target.parent.mkdir(exist_ok=True)
    head = importlib.util.MAGIC_NUMBER + _UNCHECKED + importlib.util.source_hash(source)
    target.write_bytes(head + marshal.dumps(code))  # Python puts the file's own path in
