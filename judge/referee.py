"""The network between the ranks: matches their collectives, computes them, and knows who waits.

A pure state machine. The launcher feeds it what ranks say and sends the replies it returns; no
clock is read, so a deadlock or a mismatch is decided from state alone, and at once:

* two ranks whose next collectives in a group differ can never meet: a mismatch;
* a rank whose wait depends on ranks that returned, died, or wait themselves: a deadlock.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from .errors import WireError
from .records import Collective, Place, Verdict
from .reduce import REDUCE_OPS, results
from .wire import Array

MAX_OUTSTANDING = 1 << 30  # bytes sent by a rank and not yet delivered
COLLECTIVES = (
    "all_reduce", "reduce", "broadcast", "all_gather", "gather", "scatter", "reduce_scatter",
    "all_to_all", "barrier", "new_group", "destroy",
)  # fmt: skip
_ROOTED = ("reduce", "broadcast", "gather", "scatter")

Reply = tuple[int, int, tuple[Array, ...]]  # rank, handle, arrays


@dataclass(frozen=True)
class Call:
    """A collective one rank issued, with its payload."""

    rank: int
    handle: int
    what: Collective
    arrays: tuple[Array, ...]
    tag: int = 0
    group_name: str = ""  # two groups may have the same ranks
    expects: tuple[int, ...] = ()  # all_to_all: number of elements wanted from each member


@dataclass
class Rank:
    """What the referee knows of one rank."""

    calls: list[Collective] = field(default_factory=list)  # all it issued, in order
    open: dict[int, Call] = field(default_factory=dict)  # issued, not complete
    unwaited: dict[int, Call] = field(default_factory=dict)  # issued, never waited for
    waiting: int | None = None  # the handle it is blocked in
    state: str = "running"  # running | returned | raised | gone
    where: Place | None = None  # where it returned


@dataclass(frozen=True)
class Event:
    """Why the ranks cannot go on."""

    verdict: Verdict
    ranks: tuple[int, ...]
    message: str


class Referee:
    """The state of one rank group during one case."""

    def __init__(self, size: int) -> None:
        self.world = tuple(range(size))
        self.ranks = [Rank() for _ in self.world]
        self.event: Event | None = None
        self._queues: dict[tuple[tuple[int, ...], str], dict[int, list[Call]]] = {}

    def issue(self, call: Call) -> list[Reply]:
        """A rank starts a collective. Returns the replies that it makes possible."""
        _check(call, self.world)
        rank = self.ranks[call.rank]
        rank.calls.append(call.what)
        rank.open[call.handle] = rank.unwaited[call.handle] = call
        if self._outstanding(rank) > MAX_OUTSTANDING:
            self._stop(Verdict.MEMORY_LIMIT, [call.rank], "more than 1 GiB is sent and not received")
            return []
        done = self._pair(call) if call.what.op in ("send", "recv") else self._match(call)
        self._look_for_deadlock()
        return done

    def wait(self, rank: int, handle: int) -> None:
        """A rank blocks until the collective `handle` is complete."""
        state = self.ranks[rank]
        state.unwaited.pop(handle, None)
        if handle in state.open:
            state.waiting = handle
            self._look_for_deadlock()

    def leave(self, rank: int, state: str, where: Place | None = None) -> None:
        """A rank is through with the case: it returned, raised or is gone."""
        self.ranks[rank].state = state
        self.ranks[rank].where = where
        if all(r.state != "raised" and r.state != "gone" for r in self.ranks):
            self._look_for_deadlock()

    def waits_in(self, rank: int) -> Collective | None:
        """The collective that a rank is blocked in."""
        state = self.ranks[rank]
        return state.open[state.waiting].what if state.waiting is not None else None

    def leftovers(self, rank: int) -> list[Call]:
        """Async work that was never waited for, and sends that nobody received."""
        state = self.ranks[rank]
        return list({**state.unwaited, **state.open}.values())

    # matching

    def _match(self, call: Call) -> list[Reply]:
        """Collectives of a group meet in the order in which each rank issues them."""
        queues = self._queues_of(call)
        position = len(queues[call.rank])
        queues[call.rank].append(call)
        peers = [calls[position] for calls in queues.values() if len(calls) > position]
        for peer in peers:
            if difference := _difference(peer, call):
                self._stop_mismatch(peer, call, difference)
                return []
        if len(peers) < len(queues):
            return []
        calls = [queues[r][position] for r in call.what.group]
        for queue in queues.values():  # what was delivered need not be kept
            queue[position] = replace(queue[position], arrays=())
        return self._complete(calls)

    def _queues_of(self, call: Call) -> dict[int, list[Call]]:
        key = (call.what.group, call.group_name)
        return self._queues.setdefault(key, {r: [] for r in call.what.group})

    def _complete(self, calls: list[Call]) -> list[Reply]:
        what = calls[0].what
        if what.op == "all_to_all" and (bad := _unequal_split(calls)):
            self._stop_mismatch(*bad, "A rank sends another size than its peer waits for.")
            return []
        root = what.group.index(what.root) if what.op in _ROOTED and what.root is not None else None
        received = results(what.op, what.reduce_op, root, [call.arrays for call in calls])
        return [self._finish(call, got) for call, got in zip(calls, received, strict=True)]

    def _pair(self, call: Call) -> list[Reply]:
        """A send meets the oldest receive of its peer, and the other way round."""
        for peer in [self.ranks[r] for r in self.world if r != call.rank]:
            for other in list(peer.open.values()):
                if _is_pair(call, other):
                    return self._transfer(*((call, other) if call.what.op == "send" else (other, call)))
        return []

    def _transfer(self, send: Call, recv: Call) -> list[Reply]:
        if (send.what.shape, send.what.dtype) != (recv.what.shape, recv.what.dtype):
            self._stop_mismatch(send, recv, "what is sent is not what is received")
            return []
        return [self._finish(send, ()), self._finish(recv, send.arrays, send.rank)]

    def _finish(self, call: Call, got: tuple[Array, ...], source: int | None = None) -> Reply:
        rank = self.ranks[call.rank]
        del rank.open[call.handle]
        if rank.waiting == call.handle:
            rank.waiting = None
        if source is not None:  # a receive from any rank learns whom it met
            got = (*got, Array("int64", (), source.to_bytes(8, "little")))
        return call.rank, call.handle, got

    def _outstanding(self, rank: Rank) -> int:
        return sum(len(a.data) for call in rank.open.values() for a in call.arrays)

    # verdicts

    def _look_for_deadlock(self) -> None:
        """The ranks that can still move are those not waiting, and those that wait for them only."""
        if self.event is not None:
            return
        alive = {r for r in self.world if self._runs(r)}
        while more := {r for r in self.world if r not in alive and self._may_move(r, alive)}:
            alive |= more
        stuck = [r for r in self.world if self.ranks[r].waiting is not None and r not in alive]
        if stuck:
            self._stop(Verdict.DEADLOCK, stuck, self._describe(stuck))

    def _runs(self, rank: int) -> bool:
        return self.ranks[rank].state == "running" and self.ranks[rank].waiting is None

    def _may_move(self, rank: int, alive: set[int]) -> bool:
        what = self.waits_in(rank)
        if what is None or self.ranks[rank].state != "running":
            return False
        if what.op in ("send", "recv"):
            return bool(alive) if what.root is None else what.root in alive
        return self._missing(rank) <= alive

    def _missing(self, rank: int) -> set[int]:
        """Members of the group that have not issued the collective that `rank` waits in."""
        state = self.ranks[rank]
        assert state.waiting is not None
        call = state.open[state.waiting]
        queues = self._queues_of(call)
        position = next(i for i, c in enumerate(queues[rank]) if c.handle == call.handle)
        return {r for r, calls in queues.items() if len(calls) <= position}

    def _describe(self, stuck: list[int]) -> str:
        lines = []
        for rank in self.world:
            state, what = self.ranks[rank], self.waits_in(rank)
            if what is not None:
                lines.append(f"rank {rank}   waits in {what}{_at(what.where)}")
            elif state.state == "returned":
                lines.append(f"rank {rank}   has returned{_at(state.where)}")
            else:
                lines.append(f"rank {rank}   {state.state}")
        return "\n".join(lines)

    def _stop_mismatch(self, first: Call, second: Call, difference: str) -> None:
        a, b = sorted((first, second), key=lambda call: call.rank)
        lines = [f"rank {c.rank}   calls {c.what}{_at(c.what.where)}" for c in (a, b)]
        self._stop(Verdict.COLLECTIVE_MISMATCH, [a.rank, b.rank], "\n".join([*lines, difference]))

    def _stop(self, verdict: Verdict, ranks: Iterable[int], message: str) -> None:
        self.event = self.event or Event(verdict, tuple(ranks), message)


def _at(where: Place | None) -> str:
    if where is None:
        return ""
    return f"     {where}   {where.source.strip()}".rstrip()


def _is_pair(call: Call, other: Call) -> bool:
    if {call.what.op, other.what.op} != {"send", "recv"} or call.tag != other.tag:
        return False
    return call.what.group == other.what.group and (
        call.what.root in (None, other.rank) and other.what.root in (None, call.rank)
    )


def _difference(a: Call, b: Call) -> str:
    """Why two ranks' collectives cannot be the same one, or nothing."""
    first, second = a.what, b.what
    if first.op != second.op:
        return "The ranks are at different collectives."
    if first.root != second.root:
        return "The ranks name different roots."
    if first.reduce_op != second.reduce_op:
        return "The ranks reduce with different operations."
    if first.detail != second.detail:
        return "The ranks disagree in what each gets."
    if first.dtype != second.dtype:
        return "The dtypes differ."
    if first.op != "all_to_all" and first.shape != second.shape:
        return "The shapes differ."
    return ""


def _unequal_split(calls: list[Call]) -> tuple[Call, Call] | None:
    for m, sender in enumerate(calls):
        for n, receiver in enumerate(calls):
            if math.prod(sender.arrays[n].shape) != receiver.expects[m]:
                return sender, receiver
    return None


def _check(call: Call, world: tuple[int, ...]) -> None:
    """Refuse what no honest process group sends: the referee computes on what passes here."""
    what, group = call.what, call.what.group
    if call.rank not in group or not set(group) <= set(world) or len(set(group)) != len(group):
        raise WireError("a collective names ranks that are not there")
    if what.op in ("send", "recv"):
        if what.root is not None and what.root not in group:
            raise WireError("a message names a rank outside its group")
        if len(call.arrays) != (what.op == "send"):
            raise WireError("a message has the wrong number of arrays")
        return
    if what.op not in COLLECTIVES:
        raise WireError(f"there is no collective {what.op!r}")
    if what.op in _ROOTED and what.root not in group:
        raise WireError("the root of a collective is not in its group")
    if what.op in ("all_reduce", "reduce", "reduce_scatter") and what.reduce_op not in REDUCE_OPS:
        raise WireError(f"there is no reduce operation {what.reduce_op!r}")
    _check_payload(call)


def _check_payload(call: Call) -> None:
    what, size = call.what, len(call.what.group)
    expected: Mapping[str, int] = {
        "all_reduce": 1, "reduce": 1, "all_gather": 1, "gather": 1,
        "reduce_scatter": size, "all_to_all": size,
        "broadcast": int(what.root == call.rank), "scatter": size * (what.root == call.rank),
    }  # fmt: skip
    if len(call.arrays) != expected.get(what.op, 0):
        raise WireError(f"{what.op} has {len(call.arrays)} arrays")
    if what.op == "all_to_all":  # its parts may differ in size
        if len(call.expects) != size or any(a.dtype != what.dtype for a in call.arrays):
            raise WireError("an all_to_all does not say what it expects")
        return
    if any((a.shape, a.dtype) != (what.shape, what.dtype) for a in call.arrays):
        raise WireError(f"{what.op} sends another shape than it says")
