"""The layers around a rank group beyond L0: which of them work here, and how a rank puts them on.

A layer is found by trying it in a child process. What is missing is named with the reason and done
without, unless a grading is asked to refuse.
"""

from __future__ import annotations

import contextlib
import errno
import os
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from . import allowed, landlock, namespaces, sandbox, seccomp, strangers

NAMES = ("namespaces", "landlock", "seccomp")
_SHM_MB = 64
_OLD_LANDLOCK = "it is ABI {abi}, and before ABI 3 files can be cut off (Linux 6.2 brings it)"


def probe(root: Path, reads: Sequence[str]) -> dict[str, str]:
    """For each layer why it does not work here, or nothing. `root` is an empty directory."""
    tries: dict[str, Callable[[], None]] = {
        "namespaces": lambda: _try_namespaces(root, reads),
        "landlock": lambda: landlock.restrict(reads, (), (), net=False),
        "seccomp": lambda: seccomp.install(net=False),
    }
    return {name: _tried(act) for name, act in tries.items()}


def weakness(missing: Mapping[str, str]) -> str:
    """What keeps strangers' code from being run here: the layer and the reason, or nothing."""
    for name in NAMES:
        if why := missing.get(name, "it was not tried"):
            return f"{name}: {why}"
    abi = landlock.abi()
    return "" if abi >= landlock.TRUNCATES else "landlock: " + _OLD_LANDLOCK.format(abi=abi)


def enter_file_tree(setup: Mapping[str, Any], reads: Sequence[str]) -> None:
    """In the first process of a group's namespaces: its files, and its loopback if it needs one.

    A stranger's scratch directories are in memory: on disk the user could not remove what they own.
    """
    scratch, user = Path(setup["scratch"]), setup.get("user")
    seen, root = [*reads, *_of_setup(setup)], scratch.parent / "root"
    if user:
        namespaces.furnish(root, seen, (), int(setup["memory_mb"]), new=str(scratch))
        ranks = (f"rank{rank}" for rank in range(int(setup["size"])))
        strangers.hand_over(user, [f"{scratch}/{name}" for name in ("meeting", *ranks)])
    else:
        namespaces.furnish(root, seen, [str(scratch)], int(setup["memory_mb"]))
    if setup["real"]:
        namespaces.raise_loopback()


def shut_in(
    own: Path, setup: Mapping[str, Any], layers: Sequence[str], reads: Sequence[str]
) -> None:
    """Put the layers on this rank, whose scratch directory is `own`, for good.

    Ranks on real gloo may also use the loopback, meet in a directory and share memory by name.
    """
    net = bool(setup["real"])
    if user := setup.get("user"):
        strangers.become(user, [*sys.path, sys.executable, *_of_setup(setup)])
    sandbox.show_memory()  # to the judge, which counts it
    with contextlib.suppress(OSError):  # there may be none to drop, and no way to
        namespaces.drop_capabilities()
    if "landlock" in layers:
        extra = _of_setup(setup)
        shared = [f"{setup['scratch']}/meeting", "/dev/shm"] if net else []
        landlock.restrict(
            [*reads, *extra, "/proc"], [str(own), *allowed.DEVICES, *shared], _folders(extra), net
        )
    if "seccomp" in layers:
        seccomp.install(net)


def _of_setup(setup: Mapping[str, Any]) -> list[str]:
    return allowed.outermost([str(setup["root"]), *setup.get("reads", ())])


def _folders(paths: Iterable[str]) -> list[str]:
    """A folder of which only some files may be read can still be listed."""
    return sorted({os.path.dirname(path) for path in paths if os.path.isfile(path)})


def _try_namespaces(root: Path, reads: Sequence[str]) -> None:
    before = [path for path in sys.path if os.path.exists(path)]
    namespaces.enter()
    if said := _tried(lambda: _look_around(root, reads, before)):
        raise OSError(errno.EPERM, said)


def _look_around(root: Path, reads: Sequence[str], before: Sequence[str]) -> None:
    namespaces.furnish(root, reads, (), _SHM_MB)
    namespaces.raise_loopback()
    namespaces.drop_capabilities()
    for path in (*before, sys.executable):
        if not os.access(path, os.R_OK):
            raise OSError(errno.EACCES, f"{path} cannot be read from within them")


def _tried(act: Callable[[], None]) -> str:
    """Do it in a child process: why it failed, or nothing."""
    read_end, write_end = os.pipe()
    if (pid := os.fork()) == 0:
        said = "it ended without a word"
        try:
            act()
            said = "-"
        except OSError as error:
            said = error.strerror or str(error)
        finally:
            os.write(write_end, said.encode()[:1000])
            os._exit(0)
    os.close(write_end)
    with os.fdopen(read_end, "rb") as answer:
        text = answer.read().decode()
    with contextlib.suppress(ChildProcessError):
        os.waitpid(pid, 0)
    return "" if text == "-" else text or "the process that tried it was killed"
