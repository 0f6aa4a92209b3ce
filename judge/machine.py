"""Quick looks at this machine: what the judge needs of it, each with what to do where it lacks.

Nothing is started here but a socket; `doctor` adds what must be tried on ranks.
"""

from __future__ import annotations

import importlib.util
import os
import platform
import resource
import shutil
import socket
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from typing import Literal, TypeAlias

from .i18n import _

Status: TypeAlias = Literal["OK", "WARN", "FAIL"]

TESTED = "2.13"  # of torch: the referee uses private calls
_OLDEST = (3, 11)
_PACKAGES = ("numpy", "safetensors", "tokenizers")
_ENOUGH_MB, _LEAST_MB = 2048, 200
_NO_LIMIT = resource.RLIM_INFINITY
_MIB = 1 << 20


@dataclass(frozen=True)
class Check:
    """One thing looked at: what was found, and what to do about it."""

    name: str  # "open files"
    status: Status
    found: str
    advice: str = ""


def quick(state: Path) -> list[Check]:
    """All that can be said at once. `state` is the folder in which progress is kept."""
    return [python(), torch(), *packages(), disk(), scratch(), progress(state), *limits()]


def python() -> Check:
    found = f"{platform.python_implementation()} {platform.python_version()}, {sys.executable}"
    if sys.version_info < _OLDEST or platform.python_implementation() != "CPython":
        return Check("python", "FAIL", found, _("CPython 3.11 or newer is needed."))
    return Check("python", "OK", found)


def torch() -> Check:
    version = _version("torch")
    if not version:
        return Check("torch", "FAIL", _("not installed"), _("Run: make check"))
    tested = _("the tests have run on {tested}").format(tested=TESTED)
    if _numbers(version) < _numbers(TESTED):
        return Check("torch", "FAIL", version, _("It is too old: {tested}.").format(tested=tested))
    if _numbers(version) > _numbers(TESTED):
        advice = _("It is newer than what {tested}; if odd things happen: make clean check.")
        return Check("torch", "WARN", version, advice.format(tested=tested))
    return Check("torch", "OK", f"{version}, {tested}")


def packages() -> Iterator[Check]:
    """The others: their versions do not matter, but they must be there."""
    versions = {name: _version(name) for name in _PACKAGES}
    for name in (name for name, version in versions.items() if not version):
        yield Check(name, "FAIL", _("not installed"), _("Run: make check"))
    found = ", ".join(f"{name} {version}" for name, version in versions.items() if version)
    yield Check("packages", "OK", found)


def disk() -> Check:
    """Ranks write below the temporary directory, up to 1 GiB a case."""
    folder = _temporary()
    if not Path(folder).is_dir():
        return Check("disk", "FAIL", folder, _("Set TMPDIR to a folder that can be written."))
    free = shutil.disk_usage(folder).free // _MIB
    found = _("{free} MiB free in {folder}").format(free=free, folder=folder)
    advice = _("Make room there, or set TMPDIR to a folder on another disk.")
    if free < _LEAST_MB:
        return Check("disk", "FAIL", found, advice)
    return (
        Check("disk", "OK", found) if free >= _ENOUGH_MB else Check("disk", "WARN", found, advice)
    )


def scratch() -> Check:
    folder = _temporary()
    if why := _cannot_write(Path(folder)):
        advice = _("Set TMPDIR to a folder that can be written.")
        return Check("scratch", "FAIL", f"{folder}: {why}", advice)
    return Check("scratch", "OK", _("{folder} can be written").format(folder=folder))


def progress(folder: Path) -> Check:
    """Without it everything is graded, and nothing remembered."""
    existing = folder if folder.exists() else folder.parent
    if why := _cannot_write(existing):
        advice = _("Progress will not be kept. Make the folder yours, or clone to another place.")
        return Check("progress", "WARN", f"{existing}: {why}", advice)
    return Check("progress", "OK", _("is kept in {folder}").format(folder=folder))


def limits() -> Iterator[Check]:
    """The shell's limits, where they are lower than what ranks need."""
    yield _limit("open files", resource.RLIMIT_NOFILE, 256, 64, "-n")
    yield _limit("processes", resource.RLIMIT_NPROC, 512, 64, "-u")
    yield _limit("memory", resource.RLIMIT_AS, 16 << 30, 4 << 30, "-v", 1 << 10)
    yield _limit("file size", resource.RLIMIT_FSIZE, 1 << 30, 64 << 20, "-f", 1 << 10)
    yield _limit("CPU time", resource.RLIMIT_CPU, 3600, 60, "-t")


def _limit(name: str, kind: int, enough: int, least: int, flag: str, unit: int = 1) -> Check:
    soft, _hard = resource.getrlimit(kind)
    if soft == _NO_LIMIT:
        return Check(name, "OK", _("no limit"))
    found = f"ulimit {flag}: {soft // unit}"
    if soft >= enough:
        return Check(name, "OK", found)
    advice = _("Raise it in this shell: ulimit {flag} {enough}")
    status: Status = "WARN" if soft >= least else "FAIL"
    return Check(name, status, found, advice.format(flag=flag, enough=enough // unit))


def loopback() -> str:
    """Why two processes cannot meet over 127.0.0.1, or nothing."""
    try:
        with socket.create_server(("127.0.0.1", 0)) as server:
            socket.create_connection(server.getsockname(), timeout=5).close()
    except OSError as error:
        return error.strerror or str(error)
    return ""


def _temporary() -> str:
    """The temporary directory, or why there is none."""
    try:
        return tempfile.gettempdir()
    except OSError as error:
        return error.strerror or str(error)


def _cannot_write(folder: Path) -> str:
    """Why not, or nothing. Something is written, for a full disk takes an empty file."""
    try:
        with tempfile.NamedTemporaryFile(dir=folder, prefix=".judge-") as file:
            file.write(bytes(64 << 10))
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        return error.strerror or str(error)
    return ""


def _version(name: str) -> str:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return ""


def _numbers(version: str) -> tuple[int, ...]:
    """(2, 13) of 2.13.0+cpu."""
    return tuple(int(part) for part in version.split("+")[0].split(".")[:2] if part.isdigit())


def lacking(packages: Sequence[str]) -> str:
    """Which of these cannot be imported here, "fastapi and uvicorn are", or nothing."""
    missing = [name for name in packages if importlib.util.find_spec(name) is None]
    verb = _("is") if len(missing) == 1 else _("are")
    return f"{_(' and ').join(missing)} {verb}" if missing else ""
