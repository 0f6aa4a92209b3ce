"""A rank group of the judge whose ranks are a script: whatever bytes they send, in any order.

Nothing here waits: when the script is over and all is read, the limit for idle ranks is met.
"""

import contextlib
import os
import selectors
import socket
import tempfile
from pathlib import Path
from unittest import mock

from judge import ranks, wire
from judge.records import Limits, Verdict

TOKEN = "the token"
NOBODY = 2**22 + 9  # above any number that a process has
_MOST_LOOKS = 2000


class Script(selectors.DefaultSelector):
    """Takes one step of the script before each look at the sockets."""

    steps = ()  # of all selectors: the group makes its own
    quiet = False
    looks = 0

    def select(self, timeout=None):
        Script.looks += 1
        assert Script.looks < _MOST_LOOKS, "the judge goes round in circles"
        if Script.steps:
            Script.steps.pop(0)()
        found = super().select(0)
        Script.quiet = not found and not Script.steps
        return found


class Watch:
    """A limit that is met when nothing is left to happen."""

    age_s = 0.0

    def __init__(self, *_):
        pass

    def heard(self):
        pass

    def exceeded(self, _cell):
        return (Verdict.IDLE_LIMIT, "") if Script.quiet else None


class Played:
    """A group of `size` ranks, loaded; `run(script)` plays one case.

    The script is a list of (rank, bytes): None for bytes hangs up, a number is the exit status that
    the cell tells.
    """

    def __init__(self, size):
        self.size = size
        self._control, theirs = socket.socketpair()
        pairs = [socket.socketpair() for _ in range(size)]
        self.ends = [ours for ours, _ in pairs]
        pipes = [os.pipe() for _ in range(size)]
        self._printing = [write_end for _, write_end in pipes]
        for sock in (self._control, *self.ends):
            sock.setblocking(False)
        scratch = Path(tempfile.gettempdir()) / "no-such-folder"
        given = [(pair[1], pipe[0]) for pair, pipe in zip(pairs, pipes, strict=True)]
        self.group = ranks.RankGroup(theirs, given, scratch, lambda p: p, lambda cell: None, 0.0)

    def run(self, script):
        started = {"kind": "started", "cell": NOBODY, "ranks": [NOBODY] * self.size, "layers": []}
        self._tell(started)
        Script.looks = 0
        Script.steps = [lambda r=r, data=data: self._step(r, data) for r, data in script]
        return self.group.run([({"drive": "d", "params": {}}, {})] * self.size, Limits())

    def _step(self, rank, data):
        with contextlib.suppress(OSError):  # hung up, or more than a socket takes
            if data is None:
                self.ends[rank].close()
            elif isinstance(data, int):
                self._tell({"kind": "exit", "rank": rank, "status": data})
            else:
                self.ends[rank].send(data)
                self.ends[rank].recv(1 << 20)

    def _tell(self, message):
        self._control.send(wire.encode(message))

    def close(self):
        self._control.close()  # so the cell has left
        self.group.close()
        for sock in self.ends:
            sock.close()
        for write_end in self._printing:
            os.close(write_end)


@contextlib.contextmanager
def played(size):
    """A scripted group; all that reads a clock or a secret is replaced."""
    with contextlib.ExitStack() as stack:
        for name, value in (
            ("selectors.DefaultSelector", Script), ("Watch", Watch), ("_STACK_S", 0.0),
            ("secrets.token_hex", lambda _n: TOKEN),
        ):  # fmt: skip
            stack.enter_context(mock.patch.object(*_holder(name), value))
        group = Played(size)
        stack.callback(group.close)
        yield group


def _holder(name):
    """("selectors.DefaultSelector") -> the module as ranks.py knows it, and the name in it."""
    module, _, last = name.rpartition(".")
    return (getattr(ranks, module) if module else ranks), last
