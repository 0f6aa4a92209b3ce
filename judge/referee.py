"""The network between the ranks: matches their collectives, computes them, and knows who waits.

A pure state machine. A rank group feeds it what ranks say and sends the replies it returns; no
clock is read, so a deadlock or a mismatch is decided from state alone, and at once:

* two ranks whose next collectives in a group differ can never meet: a mismatch;
* a rank whose wait depends on ranks that returned, died, or wait themselves: a deadlock.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from .collectives import (
    MESSAGES_DIFFER,
    ROOTED,
    Call,
    check,
    difference,
    is_pair,
    payload_difference,
    unequal_split,
)
from .errors import WireError
from .records import MAX_SENT, Collective, Place, Verdict
from .reduce import results
from .wire import Array

MAX_OUTSTANDING = 512 << 20  # bytes sent by a rank and not yet delivered
MAX_OPEN = 1000  # collectives that a rank issued and has not waited for, or that are not complete
MAX_CALLS = 20_000  # by a rank in one case
_TOO_MUCH = "rank {rank} has sent more than the others can be expected to take before it waits"
_ENDLESS = "Rank {rank} has made {count} collective calls. Is there a loop without end?"
_TOO_MANY = "Rank {rank} has {count} collectives under way that it has not waited for."

Reply = tuple[int, int, tuple[Array, ...]]  # rank, handle, arrays


@dataclass
class Rank:
    """What the referee knows of one rank."""

    calls: list[Collective] = field(default_factory=list)  # all it issued, in order
    last: int = 0  # the handle of the latest
    open: dict[int, Call] = field(default_factory=dict)  # issued, not complete
    unwaited: dict[int, Call] = field(default_factory=dict)  # issued, never waited for
    num_bytes: int = 0  # sent in what is open
    waiting: int | None = None  # the handle it is blocked in
    state: str = "running"  # running | returned | raised | gone
    where: Place | None = None  # where it returned
    may_keep: int = MAX_SENT  # bytes of its sums, for checks to look at

    def kept(self, what: Collective) -> Collective:
        """With what was sent, of a sum, as long as that is little."""
        if what.op == "all_reduce":
            self.may_keep -= what.num_bytes
        is_kept = what.op == "all_reduce" and self.may_keep >= 0
        return what if is_kept else replace(what, sent=())


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
        check(call, self.world)
        if self.event is not None:  # the ranks are stopped; what they still say changes nothing
            return []
        rank = self.ranks[call.rank]
        if call.handle <= rank.last:
            raise WireError("a rank gives two collectives the same number")
        rank.last = call.handle
        rank.calls.append(rank.kept(call.what))
        rank.open[call.handle] = rank.unwaited[call.handle] = call
        rank.num_bytes += _num_bytes(call)
        if rank.num_bytes > MAX_OUTSTANDING:
            self._stop(Verdict.MEMORY_LIMIT, [call.rank], _TOO_MUCH.format(rank=call.rank))
            return []
        if (count := len(rank.calls)) > MAX_CALLS:
            message = _ENDLESS.format(rank=call.rank, count=count)
            self._stop(Verdict.CONTRACT_VIOLATION, [call.rank], message)
            return []
        if (count := max(len(rank.open), len(rank.unwaited))) > MAX_OPEN:
            message = _TOO_MANY.format(rank=call.rank, count=count)
            self._stop(Verdict.CONTRACT_VIOLATION, [call.rank], message)
            return []
        done = self._pair(call) if call.what.op in ("send", "recv") else self._match(call)
        self._look_for_deadlock()
        return done

    def wait(self, rank: int, handle: int) -> None:
        """A rank blocks until the collective `handle` is complete."""
        state = self.ranks[rank]
        if self.event is not None:
            return
        if state.unwaited.pop(handle, None) is None:
            raise WireError("a rank waits for what it has not issued")
        if handle in state.open:
            state.waiting = handle
            self._look_for_deadlock()

    def leave(self, rank: int, state: str, where: Place | None = None) -> None:
        """A rank is through with the case: it returned, raised or is gone."""
        self.ranks[rank].state = state
        self.ranks[rank].where = where
        self._look_for_deadlock()

    def waits_in(self, rank: int) -> Collective | None:
        """The collective that a rank is blocked in."""
        state = self.ranks[rank]
        return state.open[state.waiting].what if state.waiting is not None else None

    def leftovers(self, rank: int) -> list[str]:
        """What a rank that is through with the case should have finished, as sentences."""
        state = self.ranks[rank]
        lost = [call for handle, call in state.open.items() if handle not in state.unwaited]
        return [
            *(f"The code never waited for {_named(call)}." for call in state.unwaited.values()),
            *(f"No rank took part in {_named(call)}." for call in lost),
        ]

    # matching

    def _match(self, call: Call) -> list[Reply]:
        """Collectives of a group meet in the order in which each rank issues them."""
        queues = self._queues_of(call)
        position = len(queues[call.rank])
        queues[call.rank].append(call)
        for peer in [calls[position] for calls in queues.values() if len(calls) > position]:
            if why := difference(peer, call):
                self._stop_mismatch(peer, call, why)
                return []
        if not all(queues.values()):
            return []
        assert position == 0, "what was complete has left the queues"
        return self._complete([queues[r].pop(0) for r in call.what.group])

    def _queues_of(self, call: Call) -> dict[int, list[Call]]:
        """For each member of the group, what it issued and not all have."""
        key = (call.what.group, call.group_name)
        return self._queues.setdefault(key, {r: [] for r in call.what.group})

    def _complete(self, calls: list[Call]) -> list[Reply]:
        what = calls[0].what
        if what.op == "all_to_all" and (bad := unequal_split(calls)):
            self._stop_mismatch(*bad, "A rank sends another size than its peer waits for.")
            return []
        root = what.group.index(what.root) if what.op in ROOTED and what.root is not None else None
        received = results(what.op, what.reduce_op, root, [call.arrays for call in calls])
        return [self._finish(call, got) for call, got in zip(calls, received, strict=True)]

    def _pair(self, call: Call) -> list[Reply]:
        """A send meets the oldest receive of its peer, and the other way round."""
        for peer in [self.ranks[r] for r in self.world if r != call.rank]:
            for other in list(peer.open.values()):
                if is_pair(call, other):
                    return self._transfer(call, other)
        return []

    def _transfer(self, call: Call, other: Call) -> list[Reply]:
        send, recv = (call, other) if call.what.op == "send" else (other, call)
        if why := payload_difference(send.what, recv.what):
            self._stop_mismatch(send, recv, f"{why} {MESSAGES_DIFFER}")
            return []
        return [self._finish(send, ()), self._finish(recv, send.arrays, send.rank)]

    def _finish(self, call: Call, got: tuple[Array, ...], source: int | None = None) -> Reply:
        rank = self.ranks[call.rank]
        del rank.open[call.handle]
        rank.num_bytes -= _num_bytes(call)
        if rank.waiting == call.handle:
            rank.waiting = None
        if source is not None:  # a receive from any rank learns whom it met
            got = (*got, Array("int64", (), source.to_bytes(8, "little")))
        return call.rank, call.handle, got

    # verdicts

    def _look_for_deadlock(self) -> None:
        """The ranks that can still move are those not waiting, and those that wait for them only.

        Where a rank failed, its failure is the cause and those stuck are only the consequence.
        """
        if self.event is not None:
            return
        alive = {r for r in self.world if self._runs(r)}
        while more := {r for r in self.world if r not in alive and self._may_move(r, alive)}:
            alive |= more
        stuck = [r for r in self.world if self.ranks[r].waiting is not None and r not in alive]
        if stuck and any(rank.state in ("raised", "gone") for rank in self.ranks):
            self._stop(Verdict.RUNTIME_ERROR, stuck, "")
        elif stuck:
            self._stop(Verdict.DEADLOCK, stuck, self._describe())

    def _runs(self, rank: int) -> bool:
        return self.ranks[rank].state == "running" and self.ranks[rank].waiting is None

    def _may_move(self, rank: int, alive: set[int]) -> bool:
        what = self.waits_in(rank)
        if what is None or self.ranks[rank].state != "running":
            return False
        if what.op in ("send", "recv"):
            peers = what.group if what.root is None else (what.root,)
            return any(peer in alive for peer in peers)
        return self._missing(rank) <= alive

    def _missing(self, rank: int) -> set[int]:
        """Members of the group that have not issued the collective that `rank` waits in."""
        state = self.ranks[rank]
        assert state.waiting is not None
        call = state.open[state.waiting]
        queues = self._queues_of(call)
        position = queues[rank].index(call)
        return {r for r, calls in queues.items() if len(calls) <= position}

    def _describe(self) -> str:
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


def _named(call: Call) -> str:
    return f"{call.what} at {call.what.where}" if call.what.where else str(call.what)


def _num_bytes(call: Call) -> int:
    return sum(len(array.data) for array in call.arrays)
