"""Asks the template process for rank groups."""

from __future__ import annotations

import contextlib
import os
import socket
from collections.abc import Mapping
from typing import Any

from . import processes, wire
from .errors import JudgeError, MachineUnfit
from .facts import Locate
from .ranks import RankGroup
from .template_process import TemplateProcess

_SWEEP_S = 5.0


class Template:
    """The warm process, one that was started before or a new one. Nothing waits for it here."""

    def __init__(self, process: TemplateProcess | None = None) -> None:
        self._process = process or TemplateProcess()
        self.directory = self._process.directory
        self.torch, self._decoder = "", wire.Decoder()
        self.missing: dict[str, str] = {}  # for each layer of isolation why it is not there, or ""
        self.proven: set[tuple[str, str, int]] = set()  # problem, case, tp: the solution passed
        self._groups = 0

    @property
    def pid(self) -> int:
        return self._process.pid

    def wait_until_ready(self) -> None:
        """Block until torch is imported. Raises MachineUnfit, with its last words, if it is not."""
        while not self.torch:
            data = self._process.sock.recv(1 << 16)
            if not data:
                last = self._process.last_words()
                raise MachineUnfit(f"The rank template did not start: {last}")
            for message, _ in self._decoder.feed(data):
                self.torch, self.missing = str(message["torch"]), dict(message["missing"])

    @property
    def layers(self) -> tuple[str, ...]:
        """The layers of isolation that work here, known when it is ready."""
        return ("L0", *(name for name, why in self.missing.items() if not why))

    def spawn(
        self, size: int, setup: Mapping[str, Any], locate: Locate = lambda place: place
    ) -> RankGroup:
        """Fork a group of `size` ranks; `setup` goes to each of them as it is.

        A template that a learner's code has killed is replaced. `locate` adds the text of its line
        to a place in the learner's files.
        """
        if not self._process.runs:
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
            socket.send_fds(self._process.sock, [request], theirs)
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
            self._process.sock.settimeout(_SWEEP_S)
            self._process.sock.sendall(wire.encode({"kind": "sweep", "cell": cell}))
            while (data := self._process.sock.recv(1 << 16)) and not list(self._decoder.feed(data)):
                pass
            self._process.sock.settimeout(None)

    def restart(self) -> None:
        """A new process in place of one that was killed or does not answer."""
        self._process.kill()
        self.torch, self._decoder = "", wire.Decoder()
        self._process.start()

    def close(self) -> None:
        """Kill the template and all that descends from it, and take the directory away."""
        self._process.close()
