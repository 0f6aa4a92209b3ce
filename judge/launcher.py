"""Starts the template process and asks it for rank groups."""

from __future__ import annotations

import contextlib
import importlib.util
import os
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from . import sandbox, wire
from .errors import JudgeError, MachineUnfit
from .ranks import RankGroup

# what ranks may import of the judge: no hidden case, no misconception, no oracle
_SHARED = ("__init__.py", "errors.py", "processes.py", "sandbox.py", "template.py", "wire.py", "worker")
_START = "import sys; sys.path[:0] = {first!r}; sys.path += {last!r}; import judge.template as t; t.main({fd})"


class Template:
    """The warm process. Construction starts it and does not wait for it."""

    def __init__(self) -> None:
        self.directory = Path(tempfile.mkdtemp(prefix="judge-"))
        self.torch = ""
        self._groups = 0
        self._decoder = wire.Decoder()
        ours, theirs = socket.socketpair()
        self._sock = ours
        self._log = open(self.directory / "template.log", "wb")  # noqa: SIM115
        try:
            self._process = self._start(theirs.fileno())
        except OSError as error:
            raise MachineUnfit(f"This machine cannot start another process: {error}.") from error
        finally:
            theirs.close()

    def _start(self, fd: int) -> subprocess.Popen[bytes]:
        runtime = self.directory / "runtime"
        _copy_shared(runtime / "judge")
        code = _START.format(first=[str(runtime)], last=_library_paths(), fd=fd)
        return subprocess.Popen(
            [sys.executable, "-I", "-S", "-c", code],
            pass_fds=[fd],
            stdin=subprocess.DEVNULL,
            stdout=self._log,
            stderr=self._log,
            env=sandbox.clean_environment(),
            cwd=self.directory,
            start_new_session=True,  # Ctrl-C in the terminal is the judge's to handle
        )

    def wait_until_ready(self) -> None:
        """Block until torch is imported. Raises MachineUnfit with its last words if it cannot be."""
        while not self.torch:
            data = self._sock.recv(1 << 16)
            if not data:
                self._process.wait()
                raise MachineUnfit(f"The rank template did not start: {self._last_words()}")
            for message, _ in self._decoder.feed(data):
                self.torch = str(message["torch"])

    def _last_words(self) -> str:
        lines = (self.directory / "template.log").read_text("utf-8", "replace").split("\n")
        return next((line for line in reversed(lines) if line.strip()), "it said nothing")

    def spawn(self, size: int, setup: Mapping[str, Any]) -> RankGroup:
        """Fork a group of `size` ranks. `setup` goes to each of them as it is."""
        self.wait_until_ready()
        self._groups += 1
        scratch = self.directory / f"group{self._groups}"
        pairs = [socket.socketpair() for _ in range(size + 1)]
        pipes = [os.pipe() for _ in range(size)]
        theirs = [pairs[0][1].fileno()]
        for (_, sock), (_, write_end) in zip(pairs[1:], pipes, strict=True):
            theirs += [sock.fileno(), write_end]
        request = wire.encode({**setup, "size": size, "scratch": str(scratch)})
        try:
            socket.send_fds(self._sock, [request], theirs)
        except OSError as error:
            raise JudgeError("The rank template is gone.") from error
        finally:
            for _, sock in pairs:
                sock.close()
            for _, write_end in pipes:
                os.close(write_end)
        return RankGroup(pairs[0][0], [ours for ours, _ in pairs[1:]], [r for r, _ in pipes], scratch)

    def alive(self) -> bool:
        return self._process.poll() is None

    def close(self) -> None:
        """Hang up, and take the scratch directory away."""
        self._sock.close()
        with contextlib.suppress(ProcessLookupError):
            self._process.kill()  # its cells die with it, and their ranks with them
        self._process.wait()
        self._log.close()
        shutil.rmtree(self.directory, ignore_errors=True)


def _copy_shared(target: Path) -> None:
    here = Path(__file__).parent
    target.mkdir(parents=True)
    for name in _SHARED:
        source = here / name
        if source.is_dir():
            shutil.copytree(source, target / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(source, target / name)


def _library_paths() -> list[str]:
    """Where torch and numpy lie. Given as paths: `.pth` files, such as an editable install's, stay out."""
    paths = []
    for name in ("torch", "numpy"):
        spec = importlib.util.find_spec(name)
        if spec is None or spec.origin is None:
            raise MachineUnfit(f"{name} is not installed. Run: make check")
        paths.append(str(Path(spec.origin).parent.parent))
    return list(dict.fromkeys(paths))
