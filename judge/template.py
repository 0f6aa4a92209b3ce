"""The process that forks: it has torch imported, never computes, and runs no learner code.

For each rank group it forks a *cell*, which forks the ranks, adopts whatever they leave behind,
tells the judge how each rank ended, and kills the whole tree when the judge hangs up.
The judge starts it with `-I -S` on a private copy of this package, so that the hidden tests cannot
be imported by what runs in the ranks.
"""

from __future__ import annotations

import gc
import os
import select
import signal
import socket
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NoReturn

from . import processes, sandbox, wire

_SWEEPING_S = 2.0
_PAUSE_S = 0.001


def main(control: int, judge: int) -> None:
    """Fork a cell for each request on the socket `control`; leave when it or `judge` is gone."""
    sock = socket.socket(fileno=control)
    sandbox.die_with_parent(judge)
    sandbox.adopt_orphans()  # of a cell that the learner's code has killed
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # cells are reaped by the kernel
    gc.disable()  # importing torch makes garbage collection run for nothing
    import torch

    from .worker import rank as _rank  # noqa: F401  imported here, so that ranks need not

    torch.set_num_threads(1)
    gc.freeze()  # forked children do not touch, and so do not copy, these pages
    sock.sendall(wire.encode({"kind": "ready", "torch": torch.__version__}))
    requests, template = _Requests(sock), os.getpid()
    cells: set[int] = set()
    while (request := requests.next()) is not None:
        setup, fds = request
        if setup.get("kind") == "sweep":
            _sweep(cells, int(setup["cell"]))
            sock.sendall(wire.encode({"kind": "swept"}))
            continue
        if (pid := os.fork()) == 0:
            sock.close()
            _run_cell(setup, fds, template)
        cells.add(pid)
        for fd in fds:
            os.close(fd)
    os._exit(0)


def _sweep(cells: set[int], dead: int) -> None:
    """Kill what the cell `dead`, killed before its ranks' children, has left to the template.

    Its sockets close before its children change hands, so wait until it is quite gone. Then again
    until there is nothing: a stray may fork while it is being killed, and its children come to the
    template only when it is gone.
    """
    end = time.monotonic() + _SWEEPING_S
    while time.monotonic() < end:
        children = set(processes.children(os.getpid()))
        cells &= children  # a dead one's number may be used again
        strays = children - cells
        if not strays and dead not in cells:
            return
        for stray in strays:
            processes.kill_tree(stray)
        processes.kill(strays)
        time.sleep(_PAUSE_S)


def _run_cell(setup: Mapping[str, Any], fds: list[int], template: int) -> NoReturn:
    cell = _Cell(setup, fds)  # kept to the end: its socket closes when all its ranks are dead
    try:
        sandbox.die_with_parent(template)
        cell.serve()
    finally:  # never back into the template's loop
        processes.kill_tree(os.getpid())
        os._exit(1)


class _Requests:
    """Frames that carry file descriptors."""

    def __init__(self, sock: socket.socket) -> None:
        self._sock, self._decoder = sock, wire.Decoder()

    def next(self) -> tuple[Mapping[str, Any], list[int]] | None:
        fds: list[int] = []
        while True:
            data, new, _, _ = socket.recv_fds(self._sock, 1 << 16, 64)
            if not data:
                return None
            fds += new
            for message, _arrays in self._decoder.feed(data):
                return message, fds


class _Cell:
    """The parent of one rank group. `fds`: its own socket, then (socket, output) for each rank."""

    def __init__(self, setup: Mapping[str, Any], fds: list[int]) -> None:
        self._setup, self._size = setup, int(setup["size"])
        self._control = socket.socket(fileno=fds[0])
        self._fds = fds
        self._ranks: dict[int, int] = {}  # pid -> rank

    def serve(self) -> None:
        """Fork the ranks, report their ends, and leave nothing behind."""
        signal.signal(signal.SIGCHLD, lambda *_: None)
        sandbox.adopt_orphans()
        os.setsid()
        wake, wake_end = os.pipe2(os.O_NONBLOCK | os.O_CLOEXEC)
        signal.set_wakeup_fd(wake_end, warn_on_full_buffer=False)
        for rank in range(self._size):
            self._fork(rank, [wake, wake_end])
        for fd in self._fds[1:]:
            os.close(fd)
        self._say({"kind": "started", "cell": os.getpid(), "ranks": list(self._ranks)})
        while True:
            watched: list[Any] = [self._control, wake]
            ready, _, _ = select.select(watched, [], [])
            if wake in ready:
                os.read(wake, 4096)
                self._reap()
            if self._control in ready:
                return  # the judge never says anything here: it has hung up

    def _fork(self, rank: int, also_close: list[int]) -> None:
        parent = os.getpid()
        if (pid := os.fork()) != 0:
            self._ranks[pid] = rank
            return
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        sandbox.die_with_parent(parent)
        sock_fd, output = self._fds[1 + 2 * rank : 3 + 2 * rank]
        for fd in [*self._fds, *also_close]:
            if fd not in (sock_fd, output):
                os.close(fd)
        _redirect(output)
        sandbox.move_into(Path(self._setup["scratch"]) / f"rank{rank}")
        sandbox.limit(float(self._setup["cpu_s"]), memory_mb=int(self._setup["memory_mb"]))
        from .worker.rank import run_and_exit

        run_and_exit(socket.socket(fileno=sock_fd), rank, self._size, self._setup)

    def _reap(self) -> None:
        while True:
            try:
                pid, status = os.waitpid(-1, os.WNOHANG)
            except ChildProcessError:
                return
            if pid == 0:
                return
            if pid in self._ranks:
                self._say({"kind": "exit", "rank": self._ranks[pid], "status": status})

    def _say(self, message: Mapping[str, Any]) -> None:
        self._control.sendall(wire.encode(message))


def _redirect(output: int) -> None:
    """Standard output and error to the judge's pipe, standard input to nothing."""
    nothing = os.open(os.devnull, os.O_RDONLY)
    for source, target in ((nothing, 0), (output, 1), (output, 2)):
        os.dup2(source, target)
    os.close(nothing)
    os.close(output)
