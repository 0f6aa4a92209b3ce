"""Starts the template process and asks it for rank groups."""

from __future__ import annotations

import contextlib
import importlib.util
import os
import shutil
import socket
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from . import bytecode, processes, sandbox, wire
from .errors import JudgeError, MachineUnfit
from .facts import Locate
from .ranks import RankGroup
from .scratch import Scratch, readable, sweep

# what ranks may import of the judge: no hidden case, no misconception, no oracle
_MODULES = (
    "__init__", "allowed", "cell", "errors", "isolation", "landlock", "namespaces", "processes",
    "sandbox", "seccomp", "strangers", "template", "wire",
)  # fmt: skip
_HERE = Path(__file__).resolve().parent
_CLONE = _HERE.parent
_SWEEPS = 50
_SWEEP_S = 5.0
_START = """\
import sys
sys.path[:0] = {first!r}
sys.path += {last!r}
import judge.template
judge.template.main({fd}, {judge}, {clone!r})
"""


class Template:
    """The warm process. Construction starts it and does not wait for it.

    It dies with the thread that made this object: make it in one that lives as long as the judge.
    """

    def __init__(self) -> None:
        self._scratch = Scratch()
        self.directory = self._scratch.directory
        self.torch = ""
        self.missing: dict[str, str] = {}  # for each layer of isolation why it is not there, or ""
        self.proven: set[tuple[str, str, int]] = set()  # problem, case, tp: the solution passed
        self._groups = 0
        self._process: subprocess.Popen[bytes] | None = None
        try:
            with readable():
                _copy_shared(self._runtime / "judge")
            self._start()
            with readable():
                _compile_drives(self._runtime / "judge")
            sweep()
        except BaseException:  # Ctrl-C comes at any moment
            self.close()
            raise

    @property
    def _runtime(self) -> Path:
        return self.directory / "runtime"

    @property
    def _log(self) -> Path:
        return self.directory / "template.log"

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    def _start(self) -> None:
        self.torch, self._decoder = "", wire.Decoder()
        self._sock, theirs = socket.socketpair()
        code = _START.format(
            first=[str(self._runtime)], last=_library_paths(), fd=theirs.fileno(),
            judge=os.getpid(), clone=str(_CLONE),
        )  # fmt: skip
        try:
            with theirs, open(self._log, "wb") as log:
                self._process = subprocess.Popen(
                    [sys.executable, "-I", "-S", "-c", code],
                    pass_fds=[theirs.fileno()],
                    stdin=subprocess.DEVNULL,
                    stdout=log,
                    stderr=log,
                    env=sandbox.clean_environment(),
                    cwd=self.directory,
                    start_new_session=True,  # Ctrl-C in the terminal is the judge's to handle
                )
        except OSError as error:
            raise MachineUnfit(f"it cannot start another process: {error}.") from error

    def wait_until_ready(self) -> None:
        """Block until torch is imported. Raises MachineUnfit, with its last words, if it is not."""
        while not self.torch:
            data = self._sock.recv(1 << 16)
            if not data:
                raise MachineUnfit(f"The rank template did not start: {self._last_words()}")
            for message, _ in self._decoder.feed(data):
                self.torch, self.missing = str(message["torch"]), dict(message["missing"])

    @property
    def layers(self) -> tuple[str, ...]:
        """The layers of isolation that work here, known when it is ready."""
        return ("L0", *(name for name, why in self.missing.items() if not why))

    def _last_words(self) -> str:
        lines = self._log.read_text("utf-8", "replace").split("\n")
        return next((line for line in reversed(lines) if line.strip()), "it said nothing")

    def spawn(
        self, size: int, setup: Mapping[str, Any], locate: Locate = lambda place: place
    ) -> RankGroup:
        """Fork a group of `size` ranks; `setup` goes to each of them as it is.

        A template that a learner's code has killed is replaced. `locate` adds the text of its line
        to a place in the learner's files.
        """
        if self._process is None or self._process.poll() is not None:
            self.restart()
        self.wait_until_ready()
        self._groups += 1
        scratch = self.directory / f"group{self._groups}"
        pairs = [socket.socketpair() for _ in range(size + 1)]
        pipes = [os.pipe() for _ in range(size)]
        theirs = [pairs[0][1].fileno()]
        for (_, sock), (_, write_end) in zip(pairs[1:], pipes, strict=True):
            theirs += [sock.fileno(), write_end]
        own = {"size": size, "scratch": str(scratch), "layers": self.layers[1:]}
        request = wire.encode({**setup, **own})
        try:
            socket.send_fds(self._sock, [request], theirs)
        except OSError as error:
            raise JudgeError("The rank template is gone.") from error
        finally:
            for _, sock in pairs:
                sock.close()
            for _, write_end in pipes:
                os.close(write_end)
        ends = [(ours, read_end) for (ours, _), (read_end, _) in zip(pairs[1:], pipes, strict=True)]
        idle_mb = processes.private_mb(self.pid)
        return RankGroup(pairs[0][0], ends, scratch, locate, self._sweep, idle_mb)

    def _sweep(self, cell: int) -> None:
        """Have the template kill what a dead cell left to it; if it cannot, `restart` will."""
        with contextlib.suppress(OSError):
            self._sock.settimeout(_SWEEP_S)
            self._sock.sendall(wire.encode({"kind": "sweep", "cell": cell}))
            while (data := self._sock.recv(1 << 16)) and not list(self._decoder.feed(data)):
                pass
            self._sock.settimeout(None)

    def restart(self) -> None:
        """A new process in place of one that was killed or does not answer."""
        self._kill()
        self._start()

    def close(self) -> None:
        """Kill the template and all that descends from it, and take the directory away."""
        self._kill()
        self._scratch.remove()

    def _kill(self) -> None:
        if self._process is not None:
            processes.kill_tree(self.pid)
            self._sock.close()
            self._process.kill()  # its cells die with it, and their ranks with them
            self._process.wait()
        for _ in range(_SWEEPS):  # one may fork while it is being killed
            if not (left := processes.marked(str(self.directory))):
                return
            processes.kill(left)


def _copy_shared(target: Path) -> None:
    for file in _shared():
        copy = target / file.relative_to(_HERE)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(file, copy)
        if not _is_drive(file):
            bytecode.copy(file, copy)


def _compile_drives(target: Path) -> None:
    """What ranks import. There is time for it while the template imports torch."""
    for file in filter(_is_drive, _shared()):
        bytecode.copy(file, target / file.relative_to(_HERE))


def _shared() -> list[Path]:
    return [*_HERE.glob("worker/**/*.py"), *(_HERE / f"{name}.py" for name in _MODULES)]


def _is_drive(file: Path) -> bool:
    return file.parent.name == "drives"


def _library_paths() -> list[str]:
    """Where torch and numpy lie. As paths: an editable install's `.pth` file stays out."""
    paths = []
    for name in ("torch", "numpy"):
        spec = importlib.util.find_spec(name)
        if spec is None or spec.origin is None:
            raise MachineUnfit(f"{name} is not installed. Run: make check")
        paths.append(str(Path(spec.origin).parent.parent))
    return list(dict.fromkeys(paths))
