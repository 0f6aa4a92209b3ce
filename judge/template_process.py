"""The template's process: its folder, its copy of the judge, and its start and end.

Nothing slow is imported here: the process imports torch, and whoever starts it has the rest to
import meanwhile.
"""

from __future__ import annotations

import importlib.util
import os
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

from . import bytecode, processes, sandbox
from .errors import MachineUnfit
from .scratch import Scratch, readable, sweep

# what ranks may import of the judge: no hidden case, no misconception, no oracle
_MODULES = (
    "__init__", "allowed", "cell", "errors", "isolation", "landlock", "namespaces", "processes",
    "sandbox", "seccomp", "strangers", "template", "wire",
)  # fmt: skip
_HERE = Path(__file__).resolve().parent
_CLONE = _HERE.parent
_SWEEPS = 50
_START = """\
import sys
sys.path[:0] = {first!r}
sys.path += {last!r}
import judge.template
judge.template.main({fd}, {judge}, {clone!r})
"""


class TemplateProcess:
    """Construction starts it and does not wait for it.

    It dies with the thread that made this object: make it in one that lives as long as the judge.
    """

    def __init__(self) -> None:
        self._scratch = Scratch()
        self.directory = self._scratch.directory
        self._process: subprocess.Popen[bytes] | None = None
        try:
            with readable():
                self._copy(_at_the_start())
            self.start()
            with readable():
                self._copy(_drives())
            sweep()
        except BaseException:  # Ctrl-C comes at any moment
            self.close()
            raise

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    @property
    def runs(self) -> bool:
        return self._process is not None and self._process.poll() is None

    def start(self) -> None:
        """Start it, again if it was killed; `sock` is the way to talk to it."""
        self.sock, theirs = socket.socketpair()
        code = _START.format(
            first=[str(self.directory / "runtime")], last=_library_paths(), fd=theirs.fileno(),
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

    def last_words(self) -> str:
        """The last line that it printed."""
        lines = self._log.read_text("utf-8", "replace").split("\n")
        return next((line for line in reversed(lines) if line.strip()), "it said nothing")

    def kill(self) -> None:
        """End it and all that descends from it."""
        if self._process is not None:
            processes.kill_tree(self.pid)
            self.sock.close()
            self._process.kill()  # its cells die with it, and their ranks with them
            self._process.wait()
        for _ in range(_SWEEPS):  # one may fork while it is being killed
            if not (left := processes.marked(str(self.directory))):
                return
            processes.kill(left)

    def close(self) -> None:
        """Kill it, and take the directory away."""
        self.kill()
        self._scratch.remove()

    @property
    def _log(self) -> Path:
        return self.directory / "template.log"

    def _copy(self, files: Iterable[Path]) -> None:
        """With bytecode: nobody who imports the copies compiles them."""
        for file in files:
            copy = self.directory / "runtime" / "judge" / file.relative_to(_HERE)
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(file, copy)
            bytecode.copy(file, copy)


def _at_the_start() -> list[Path]:
    return [*(_HERE / f"{name}.py" for name in _MODULES), *_HERE.glob("worker/*.py")]


def _drives() -> list[Path]:
    """What only ranks import: there is time for it while the template imports torch."""
    return [*_HERE.glob("worker/drives/*.py")]


def _library_paths() -> list[str]:
    """Where torch and numpy lie. As paths: an editable install's `.pth` file stays out."""
    paths = []
    for name in ("torch", "numpy"):
        spec = importlib.util.find_spec(name)
        if spec is None or spec.origin is None:
            raise MachineUnfit(f"{name} is not installed. Run: make check")
        paths.append(str(Path(spec.origin).parent.parent))
    return list(dict.fromkeys(paths))
