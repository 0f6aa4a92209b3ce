"""What each rank called in one case, laid side by side: which calls are one, where they part.

There is no clock in it: a step is one call, and a call comes after all that its ranks called
before. Calls of a group are matched in each rank's order, as the referee does.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from .collectives import unlike
from .records import Collective, GroupRun, RankRun, Verdict

MOST_CALLS = 1000  # kept of each rank: the first ones
_POINT_TO_POINT = ("send", "recv")
_Key: TypeAlias = tuple[object, ...]


@dataclass(frozen=True)
class Trace:
    """One case of a grading, or one cell. The ranks keep nothing but their calls and their end."""

    title: str  # "row forward with a bias"
    verdict: Verdict
    ranks: tuple[RankRun, ...]
    left_out: int = 0  # calls of all ranks that came after the first MOST_CALLS of each


@dataclass(frozen=True)
class Event:
    """One collective, or one message: what each rank that came to it called."""

    step: int
    calls: Mapping[int, Collective]
    group: tuple[int, ...]  # the ranks that it takes

    @property
    def complete(self) -> bool:
        """Whether every rank came, all with calls that can meet."""
        first = next(iter(self.calls.values()))
        if set(self.calls) != set(self.group):
            return False
        return self.is_message or not any(unlike(first, call) for call in self.calls.values())

    @property
    def is_message(self) -> bool:
        """Whether it is a send and its recv, or one of them that the other never met."""
        return next(iter(self.calls.values())).op in _POINT_TO_POINT


def of_run(run: GroupRun, title: str = "", verdict: Verdict | None = None) -> Trace:
    """The trace of a run; `verdict` is the case's, where it is known."""
    plain = [_plain(rank) for rank in run.ranks]
    all_calls = sum(len(rank.collectives) for rank in run.ranks)
    kept = sum(len(rank.collectives) for rank in plain)
    return Trace(title, verdict or run.event, tuple(plain), all_calls - kept)


def _plain(rank: RankRun) -> RankRun:
    calls = rank.collectives[:MOST_CALLS]
    return replace(rank, values={}, arrays={}, violations=(), output="", collectives=calls)


class Chosen:
    """Which of a grading's runs is kept: the first that failed on several ranks, else the last one
    in which ranks called anything, else the last.
    """

    def __init__(self) -> None:
        self._best = -1
        self._run: tuple[str, GroupRun, Verdict] | None = None

    def add(self, title: str, run: GroupRun, verdict: Verdict, failed: bool) -> None:
        several = failed and len(run.ranks) > 1
        worth = 2 if several else int(any(rank.collectives for rank in run.ranks))
        if worth > self._best or worth == self._best < 2:
            self._best, self._run = worth, (title, run, verdict)

    def trace(self) -> Trace | None:
        """The trace of that run; None before the first."""
        return of_run(self._run[1], self._run[0], self._run[2]) if self._run else None


def events(trace: Trace) -> list[Event]:
    """All calls in an order that every rank agrees with."""
    return _Order(trace.ranks).run()


def divergence(trace: Trace) -> Event | None:
    """The first call that not all of its ranks came to, or not with the same; None if all went on.

    A call that is merely left over when every rank has returned does not count.
    """
    if all(rank.status == "returned" for rank in trace.ranks):
        return None
    return next((event for event in events(trace) if not event.complete), None)


def reason(event: Event) -> str:
    """Why the calls of a divergence cannot be one, as a sentence; "" when a rank is missing."""
    first, *others = event.calls.values()
    return next(filter(None, (unlike(first, other) for other in others)), "")


def sums(rank: RankRun) -> dict[str, tuple[int, int]]:
    """For each op, how many calls and how many bytes the rank gave to them."""
    counts = Counter(call.op for call in rank.collectives)
    sizes: Counter[str] = Counter()
    for call in rank.collectives:
        sizes[call.op] += call.num_bytes
    return {op: (n, sizes[op]) for op, n in counts.items()}


@dataclass
class _Order:
    """Goes through all ranks at once; a call is next when it is so on each rank that takes part."""

    ranks: Sequence[RankRun]
    found: dict[_Key, Event] = field(default_factory=dict)

    def run(self) -> list[Event]:
        self._queues = {r.rank: list(_keys(r)) for r in self.ranks}
        self._members: dict[_Key, set[int]] = defaultdict(set)
        for rank, queue in self._queues.items():
            for key, _ in queue:
                self._members[key].add(rank)
        self._at = dict.fromkeys(self._queues, 0)
        self._clock = dict.fromkeys(self._queues, 0)
        while left := [r for r, queue in self._queues.items() if self._at[r] < len(queue)]:
            ready = [r for r in left if self._is_next(r)]
            self._take(ready[0] if ready else left[0], alone=not ready)
        return sorted(self.found.values(), key=lambda event: event.step)

    def _head(self, rank: int) -> tuple[_Key, Collective]:
        return self._queues[rank][self._at[rank]]

    def _is_next(self, rank: int) -> bool:
        key, call = self._head(rank)
        if call.op == "send":
            return True
        if call.op == "recv":
            return key in self.found
        return all(
            self._at[r] < len(self._queues[r]) and self._head(r)[0] == key
            for r in self._members[key]
        )

    def _take(self, rank: int, alone: bool) -> None:
        """One call, on every rank that is at it; `alone` where ranks are in each other's way."""
        key, call = self._head(rank)
        apart = alone or call.op in _POINT_TO_POINT
        takers = [rank] if apart else sorted(self._members[key])
        event = self.found.get(key)
        step = event.step if event else max(self._clock[r] for r in takers) + 1
        calls = dict(event.calls) if event else {}
        for taker in takers:
            calls[taker] = self._head(taker)[1]
            self._at[taker] += 1
            self._clock[taker] = max(self._clock[taker], step)
        self.found[key] = Event(step, dict(sorted(calls.items())), _takes(key, call))


def _keys(rank: RankRun) -> Iterable[tuple[_Key, Collective]]:
    """Each call with what the calls of other ranks that meet it are called too."""
    seen: Counter[_Key] = Counter()
    for call in rank.collectives:
        key: _Key = (call.group,)
        if call.op in _POINT_TO_POINT:
            ends = (rank.rank, call.root) if call.op == "send" else (call.root, rank.rank)
            key = ("message", *ends)
        seen[key] += 1
        yield (*key, seen[key]), call


def _takes(key: _Key, call: Collective) -> tuple[int, ...]:
    if call.op not in _POINT_TO_POINT:
        return call.group
    return tuple(end if isinstance(end, int) else -1 for end in key[1:3])
