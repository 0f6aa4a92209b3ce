"""The process that forks: it has torch imported, never computes, and runs no learner code.

For each rank group it forks a *cell* (cell.py), which forks the ranks and watches over them.
The judge starts it with `-I -S` on a private copy of this package, so that the hidden tests cannot
be imported by what runs in the ranks.
"""

from __future__ import annotations

import contextlib
import ctypes
import gc
import importlib
import os
import signal
import socket
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from . import allowed, cell, isolation, processes, sandbox, wire

_SWEEPING_S = 2.0
_PAUSE_S = 0.001
_MANY = 12  # groups: a single command needs fewer
_HUGE = 2 << 20  # bytes of a huge page
_MADV_COLLAPSE = 25  # since Linux 6.1; elsewhere an error, and nothing happens


def main(control: int, judge: int, clone: str) -> None:
    """Fork a cell for each request on the socket `control`; leave when it or `judge` is gone.

    Of what lies in `clone`, the judge with its hidden cases, ranks see nothing.
    """
    sock = socket.socket(fileno=control)
    sandbox.die_with_parent(judge)
    missing = _try_layers(Path(clone))  # now, while this process is small and quickly forked
    sandbox.adopt_orphans()  # of a cell that the learner's code has killed
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # cells are reaped by the kernel
    gc.disable()  # importing torch makes garbage collection run for nothing
    import torch

    from .worker import rank as _rank  # noqa: F401  imported here, so that ranks need not

    _load("numpy.random")  # 15 ms in each rank, which seeds it
    torch.set_num_threads(1)
    torch.manual_seed(0)  # it imports what it needs
    gc.freeze()  # forked children do not touch, and so do not copy, these pages
    reads = allowed.reads(Path(clone))  # again: the libraries that torch has loaded
    ready = {"kind": "ready", "torch": torch.__version__, "missing": missing}
    sock.sendall(wire.encode(ready))
    requests, template = _Requests(sock), os.getpid()
    cells: set[int] = set()
    forked = 0
    while (request := requests.next()) is not None:
        setup, fds = request
        if setup.get("kind") == "sweep":
            _sweep(cells, int(setup["cell"]))
            sock.sendall(wire.encode({"kind": "swept"}))
            continue
        _load(*setup.get("needs", ()))
        if (forked := forked + 1) == _MANY:
            _use_huge_pages()
        cells |= _fork_cell(sock, setup, fds, template, reads)
        for fd in fds:
            os.close(fd)
    os._exit(0)


def _load(*names: str) -> None:
    """Import packages once, here, that each rank would import."""
    new = [name for name in names if name not in sys.modules]
    for name in new:
        with contextlib.suppress(Exception):  # whoever needs it will hear why
            importlib.import_module(name)
    if new:
        gc.freeze()


def _use_huge_pages() -> None:
    """Make forks cheap, for 50 ms, once it is clear that many will follow.

    A fork copies the list of pages, and the end of a process walks it. In huge pages it is half as
    long: 10 % less time for a rank group.
    """
    libc = ctypes.CDLL(None)
    for start, end in _heaps():
        first, last = -(-start // _HUGE) * _HUGE, end // _HUGE * _HUGE
        if first < last:
            length = ctypes.c_size_t(last - first)
            libc.madvise(ctypes.c_void_p(first), length, _MADV_COLLAPSE)


def _heaps() -> list[tuple[int, int]]:
    """Where memory lies that belongs to no file: first and last address of each stretch."""
    with contextlib.suppress(OSError), open("/proc/self/maps") as maps:
        stretches = [line.split() for line in maps if " rw-p " in line]
        bounds = [words[0].split("-") for words in stretches if words[4] == "0"]
        return [(int(start, 16), int(end, 16)) for start, end in bounds]
    return []


def _fork_cell(
    sock: socket.socket, setup: Mapping[str, Any], fds: list[int], template: int, reads: list[str]
) -> set[int]:
    """The number of the new process; none where the machine allows no more, and the judge knows."""
    try:
        pid = os.fork()
    except OSError as error:
        with socket.socket(fileno=os.dup(fds[0])) as control:
            cell.unfit(control, error)
        return set()
    if pid == 0:
        sock.close()
        cell.run(setup, fds, template, reads)
    return {pid}


def _try_layers(clone: Path) -> dict[str, str]:
    root = Path.cwd() / "root"
    root.mkdir(exist_ok=True)
    return isolation.probe(root, allowed.reads(clone))


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
