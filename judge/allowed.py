"""Which files ranks may see: what Python and torch need, and nothing of the user's or of the clone.

Paths only; landlock.py and namespaces.py make them the only ones there are.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from pathlib import Path

DEVICES = ("/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom")
_PROGRAMS = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32")
_SETTINGS = (
    "alternatives", "group", "hosts", "ld.so.cache", "localtime", "nsswitch.conf", "passwd"
)  # fmt: skip
_MACHINE = ("/sys/bus", "/sys/class", "/sys/devices", "/sys/kernel/mm")  # gloo lists devices
_OF_PYTHON = ("bin", "lib", "lib64", "include", "pyvenv.cfg")


def reads(clone: Path) -> list[str]:
    """What this Python needs, without `clone` where that lies inside: its `.venv` is not meant."""
    hidden = os.path.realpath(clone)
    wanted = [*_PROGRAMS, *(f"/etc/{name}" for name in _SETTINGS), *_MACHINE, *_python()]
    found = [path for name in wanted for path in _without(name, hidden)]
    found += [folder for folder in _mapped() if not _covers([*found, hidden], folder)]
    return outermost(found)


def _python() -> list[str]:
    prefixes = dict.fromkeys((sys.prefix, sys.exec_prefix, sys.base_prefix, sys.base_exec_prefix))
    return [
        *(f"{prefix}/{name}" for prefix in prefixes for name in _OF_PYTHON),
        *_hops(sys.executable),
        *(path for path in sys.path if path),
        *filter(None, os.environ.get("LD_LIBRARY_PATH", "").split(":")),
    ]


def _hops(link: str) -> list[str]:
    """The folders through which a chain of links goes."""
    folders = [os.path.dirname(link)]
    while os.path.islink(link) and len(folders) < 20:
        link = os.path.join(os.path.dirname(link), os.readlink(link))
        folders.append(os.path.dirname(os.path.normpath(link)))
    return folders


def _mapped() -> list[str]:
    """The folders of the libraries that this process has loaded."""
    try:
        with open("/proc/self/maps") as maps:
            paths = {line.split(maxsplit=5)[5].rstrip("\n") for line in maps if "/" in line}
    except OSError:
        return []
    return sorted({os.path.dirname(path) for path in paths if ".so" in path})


def _without(path: str, hidden: str) -> list[str]:
    """`path`, or, where `hidden` lies in it, everything in it that does not lead there."""
    real = os.path.realpath(path)
    if real == hidden or not os.path.exists(path):
        return []
    if not _covers([real], hidden):
        return [path]
    inside = [os.path.join(real, name) for name in os.listdir(real)]
    return [found for name in inside for found in _without(name, hidden)]


def _covers(folders: Iterable[str], path: str) -> bool:
    return any(path == f or path.startswith(f.rstrip("/") + "/") for f in folders)


def outermost(paths: Iterable[str]) -> list[str]:
    """Each path by the name it is called and by its real one; none inside another."""
    names = {name(path) for path in paths for name in (os.path.abspath, os.path.realpath)}
    kept: list[str] = []
    for path in sorted(names):  # a folder comes before what is in it
        if not _covers(kept, path):
            kept.append(path)
    return kept
