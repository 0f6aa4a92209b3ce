"""A referee played by hand, and collectives whose numbers say whose and which they are."""

import numpy as np

from judge.collectives import Call
from judge.records import Collective, Place
from judge.referee import Referee
from judge.wire import from_numpy


def arrays(value=1.0, n=2, count=1, dtype="float32"):
    return tuple(from_numpy(np.full(n, value, dtype)) for _ in range(count))


class Net:
    """A referee and, for each rank, the replies it has got."""

    def __init__(self, size):
        self.referee = Referee(size)
        self.got = {}
        self.handles = [0] * size

    def issue(self, rank, op, sent=(), group=None, n=2, dtype="float32", **more):
        """Start a collective; returns its handle. `sent` are arrays."""
        self.handles[rank] += 1
        handle = self.handles[rank]
        extra = {k: more.pop(k) for k in ("tag", "group_name", "expects") if k in more}
        group = tuple(group if group is not None else self.referee.world)
        place = Place("program.py", 10 * handle + rank, f"call {handle}")
        what = Collective(op, group, (n,), dtype, 0, where=place, number=handle, **more)
        for who, which, arrived in self.referee.issue(
            Call(rank, handle, what, tuple(sent), **extra)
        ):
            self.got[who, which] = arrived
        return handle

    def wait(self, rank, handle):
        self.referee.wait(rank, handle)

    def call(self, rank, op, sent=(), **more):
        handle = self.issue(rank, op, sent, **more)
        self.wait(rank, handle)
        return handle

    def all_reduce(self, rank, value=1.0, n=2, dtype="float32", reduce_op="sum", **more):
        sent = arrays(value, n, dtype=dtype)
        return self.call(rank, "all_reduce", sent, n=n, dtype=dtype, reduce_op=reduce_op, **more)

    def send(self, rank, to, value=1.0, n=2, **more):
        return self.call(rank, "send", arrays(value, n), root=to, n=n, **more)

    def recv(self, rank, source=None, n=2, **more):
        return self.call(rank, "recv", root=source, n=n, **more)

    def value(self, rank, handle):
        return [array.numpy().tolist() for array in self.got[rank, handle]]

    @property
    def verdict(self):
        return self.referee.event and self.referee.event.verdict

    @property
    def message(self):
        return self.referee.event.message


def sent_by(op, rank, size, root):
    """The arrays that a rank gives to a collective: numbers that say whose and which they are."""
    number = 10.0 * (rank + 1)
    if op in ("all_reduce", "reduce", "all_gather", "gather"):
        return arrays(number)
    if op in ("reduce_scatter", "all_to_all"):
        return tuple(arrays(number + peer)[0] for peer in range(size))
    if op == "broadcast" and rank == root:
        return arrays(number)
    if op == "scatter" and rank == root:
        return tuple(arrays(number + peer)[0] for peer in range(size))
    return ()


def expected(op, rank, size, root):
    """The first element of each array that a rank receives."""
    numbers = [10.0 * (r + 1) for r in range(size)]
    total = sum(numbers)
    return {
        "all_reduce": [total],
        "reduce": [total] if rank == root else [],
        "broadcast": [numbers[root]],
        "all_gather": numbers,
        "gather": numbers if rank == root else [],
        "scatter": [numbers[root] + rank],
        "reduce_scatter": [total + size * rank],
        "all_to_all": [number + rank for number in numbers],
    }.get(op, [])


ROOTED = ("reduce", "broadcast", "gather", "scatter")
ALL_OPS = (
    "all_reduce",
    "all_gather",
    "reduce_scatter",
    "all_to_all",
    "barrier",
    "new_group",
    *ROOTED,
)


def more_for(op, size, root, group=None):
    members = list(group or range(size))
    more = {"root": members[root]} if op in ROOTED else {}
    if op in ("all_reduce", "reduce", "reduce_scatter"):
        more["reduce_op"] = "sum"
    if op == "all_to_all":
        more["expects"] = (2,) * size
    return more
