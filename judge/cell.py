"""The parent of one rank group: it forks the ranks, tells the judge how each ended, and kills all.

Where there are namespaces the cell stays outside and watches over their first process, which does
the rest inside; the kernel kills whatever that process leaves behind.
"""

from __future__ import annotations

import contextlib
import errno
import os
import select
import signal
import socket
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import FrameType
from typing import Any, NoReturn

from . import isolation, namespaces, processes, sandbox, strangers, wire

Say = Callable[[Mapping[str, Any]], None]


def run(setup: Mapping[str, Any], fds: list[int], template: int, reads: Sequence[str]) -> NoReturn:
    """A rank group until the judge hangs up. `fds`: the cell's socket, then two for each rank.

    Those are a rank's socket and its output. `reads` are the files that every rank may read.
    """
    control = socket.socket(fileno=fds[0])  # closes when all ranks are dead, not before
    try:
        sandbox.die_with_parent(template)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        os.setsid()
        layers = [name for name in setup["layers"] if name in isolation.NAMES]
        _make_folders(setup)
        if setup.get("untrusted"):
            setup = {**setup, "user": strangers.offered()}
            layers = [*isolation.NAMES, strangers.LAYER]  # whatever was asked for
        if "namespaces" in layers and not _enter(setup):
            layers.remove("namespaces")
        sandbox.die_with_parent(template)  # a change of users forgets it
        parent = _Warden if "namespaces" in layers else _Cell
        parent(setup, control, fds[1:], layers, reads).serve()
    except OSError as error:  # no process, no room, no namespace: not the learner's
        unfit(control, error)
    finally:  # never back into the template's loop
        processes.kill_tree(os.getpid())
        os._exit(1)


def _make_folders(setup: Mapping[str, Any]) -> None:
    scratch = Path(setup["scratch"])
    (scratch.parent / "root").mkdir(exist_ok=True)
    for name in ("meeting", *(f"rank{rank}" for rank in range(int(setup["size"])))):
        (scratch / name).mkdir(parents=True, exist_ok=True)


def _enter(setup: Mapping[str, Any]) -> bool:
    """Whether the namespaces are there. OSError where they must be, for strangers, and are not."""
    try:
        namespaces.enter(setup.get("user"))
    except OSError:
        if setup.get("user"):
            raise
        return False
    return True


def unfit(control: socket.socket, error: OSError) -> None:
    """Tell the judge that the machine cannot have these ranks now."""
    with contextlib.suppress(OSError):
        why = error.strerror or str(error)
        if error.errno == errno.EAGAIN:
            why = "No more processes may be started, see ulimit -u"
        _say(control, {"kind": "unfit", "why": why})


class _Cell:
    """The parent of the ranks."""

    def __init__(
        self, setup: Mapping[str, Any], control: socket.socket, fds: list[int],
        layers: list[str], reads: Sequence[str],
    ) -> None:  # fmt: skip
        self._setup, self._size = setup, int(setup["size"])
        self._control, self._fds = control, fds
        self._layers, self._reads = layers, reads
        self._ranks: dict[int, int] = {}  # pid -> rank

    def serve(self) -> None:
        """Fork the ranks and report their ends, until the judge hangs up."""
        signal.signal(signal.SIGCHLD, lambda *_: None)
        sandbox.adopt_orphans()
        sandbox.hide_memory()
        wake, wake_end = os.pipe2(os.O_NONBLOCK | os.O_CLOEXEC)
        signal.set_wakeup_fd(wake_end, warn_on_full_buffer=False)
        for rank in range(self._size):
            self._fork(rank, [wake, wake_end])
        for fd in self._fds:
            os.close(fd)
        started = {"kind": "started", "cell": os.getpid(), "ranks": list(self._ranks)}
        _say(self._control, {**started, "layers": self._layers})
        watched: list[Any] = [self._control, wake]
        while True:
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
        os.setpgid(0, 0)  # a signal to its group hits this rank alone
        sock_fd, output = self._fds[2 * rank : 2 * rank + 2]
        for fd in [*self._fds, *also_close]:
            if fd not in (sock_fd, output):
                os.close(fd)
        _redirect(output)
        try:
            self._shut_in(rank)
        except OSError as error:
            unfit(self._control, error)
            os._exit(1)
        self._control.close()
        from .worker.rank import run_and_exit

        run_and_exit(socket.socket(fileno=sock_fd), rank, self._size, self._setup)

    def _shut_in(self, rank: int) -> None:
        own = Path(self._setup["scratch"]) / f"rank{rank}"
        sandbox.move_into(own)
        sandbox.limit(float(self._setup["cpu_s"]), memory_mb=int(self._setup["memory_mb"]))
        isolation.shut_in(own, self._setup, self._layers, self._reads)

    def _reap(self) -> None:
        while True:
            try:
                pid, status = os.waitpid(-1, os.WNOHANG)
            except ChildProcessError:
                return
            if pid == 0:
                return
            if pid in self._ranks:
                _say(self._control, {"kind": "exit", "rank": self._ranks[pid], "status": status})


class _Warden(_Cell):
    """The process outside the namespaces: it passes on what their first process says."""

    def serve(self) -> None:
        ours, theirs = socket.socketpair()
        if (first := os.fork()) == 0:
            ours.close()
            self._inside(theirs)
        theirs.close()
        for fd in self._fds:
            os.close(fd)
        sandbox.hide_memory()
        try:
            self._pass_on(ours, first)
        finally:
            processes.kill([first])
            os.waitpid(first, 0)  # ends when everything inside is dead

    def _inside(self, control: socket.socket) -> NoReturn:
        try:
            sandbox.die_with_parent(0)  # so a parent outside looks; its end is seen on `control`
            self._control.close()
            self._control = control
            os.setsid()  # a signal to the group stays inside
            isolation.enter_file_tree(self._setup, self._reads)
            super().serve()
        except OSError as error:
            unfit(control, error)
        finally:
            os._exit(1)

    def _pass_on(self, first_end: socket.socket, first: int) -> None:
        decoder = wire.Decoder()
        while True:
            ready, _, _ = select.select([self._control, first_end], [], [])
            if self._control in ready or not (data := first_end.recv(1 << 16)):
                return  # the judge has hung up, or the first process has ended
            for message, _arrays in decoder.feed(data):
                if message["kind"] == "started":
                    message = _seen_from_outside(message, first)
                    _ask_on_request(message["ranks"])
                _say(self._control, message)


def _seen_from_outside(started: Mapping[str, Any], first: int) -> dict[str, Any]:
    """With the numbers that processes have here; those of ranks that are dead are left out."""
    numbers = {processes.number_inside(pid): pid for pid in processes.children(first)}
    ranks = [numbers[pid] for pid in started["ranks"] if pid in numbers]
    return {**started, "cell": os.getpid(), "ranks": ranks}


def _ask_on_request(ranks: Sequence[int]) -> None:
    """On SIGUSR1 pass it on: it asks a rank where it is, and the judge may not ask another user."""

    def ask(_number: int, _frame: FrameType | None) -> None:
        for rank in ranks:
            with contextlib.suppress(OSError):
                os.kill(rank, signal.SIGUSR1)

    signal.signal(signal.SIGUSR1, ask)


def _say(sock: socket.socket, message: Mapping[str, Any]) -> None:
    sock.sendall(wire.encode(message))


def _redirect(output: int) -> None:
    """Standard output and error to the judge's pipe, standard input to nothing."""
    nothing = os.open(os.devnull, os.O_RDONLY)
    for source, target in ((nothing, 0), (output, 1), (output, 2)):
        os.dup2(source, target)
    os.close(nothing)
    os.close(output)
