"""Stand-ins for what chapter 12's parts work with: answers, ranks, a scheduler. All of them fake.

With them each part is graded by itself, before the others are written.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ..work import ContractViolation

LAST = 0  # the token with which a FakeAnswer ends
_GAP = re.compile(r"ch\d\d\.\d+ ")


class FakeAnswer:
    """Notes the tokens and the error it is given. It ends with LAST, or after `most` tokens."""

    def __init__(self, name: str, number: int, most: int = 1 << 30) -> None:
        self.name, self.most = name, most
        self.prompt_ids, self.params = [number], f"params of {name}"
        self.tokens: list[int] = []
        self.failed = ""

    def push(self, token: int) -> bool:
        self.tokens.append(token)
        return token == LAST or len(self.tokens) >= self.most

    def fail(self, error: Exception) -> None:
        self.failed = " ".join(f"{type(error).__name__} {getattr(error, 'status', '')}".split())
        self.failed += f": {error}"


class FakeRanks:
    """Notes each call, gives a token to every slot; `during[n]` is run in the n-th advance."""

    def __init__(self, names: Callable[[Any], str]) -> None:
        self.names = names
        self.calls: list[Any] = []
        self.running: set[int] = set()
        self.during: dict[int, Callable[[], None]] = {}
        self.num_steps = 0

    def call(self, method: str, *args: Any) -> Any:
        if method != "advance":
            self.calls.append(method)
            return None
        left, joined = args
        self.num_steps += 1
        told = [[job.slot, self.names(job)] for job in joined]
        self.calls.append({"left": sorted(left), "joined": sorted(told)})
        self.running = (self.running - set(left)) | {job.slot for job in joined}
        if act := self.during.get(self.num_steps):
            act()
        return {slot: 100 * self.num_steps + slot for slot in sorted(self.running)}


def plain_scheduler(learner: Any, max_batch: int, max_queue: int) -> Any:
    """The scheduler, with plain methods in the place of those that another task writes."""

    class Plain(learner.Scheduler):  # type: ignore[misc]
        def next_step(self) -> tuple[list[int], list[Any]]:
            joined = []
            while self.waiting and self.free:
                answer, slot = self.waiting.popleft(), min(self.free)
                self.free.remove(slot)
                self.running[slot] = answer
                joined.append(learner.Job(slot, answer.prompt_ids, answer.params))
            left = list(self.left)
            self.left.clear()
            return left, joined

        def deliver(self, tokens: Mapping[int, int]) -> None:
            for slot, token in tokens.items():
                if slot in self.running and self.running[slot].push(token):
                    self._give_up(slot)

        def drop(self, answers: Sequence[Any]) -> None:
            for answer in [answer for answer in self.waiting if answer in answers]:
                self.waiting.remove(answer)
            for slot in [slot for slot, answer in self.running.items() if answer in answers]:
                self._give_up(slot)

        def _give_up(self, slot: int) -> None:
            del self.running[slot]
            self.left.append(slot)
            self.free.append(slot)

    return Plain(max_batch, max_queue)


def need(learner: Any, *names: str) -> None:
    """Raise what an unwritten function would: behind ranks and servers its error is another's."""
    for name in names:
        function: Any = learner
        for part in name.split("."):
            function = getattr(function, part)
        code = function.__code__
        gaps = [c for c in code.co_consts if isinstance(c, str) and _GAP.match(c)]
        if gaps and "NotImplementedError" in code.co_names:
            raise NotImplementedError(gaps[-1])


def pair(said: Any, what: str) -> tuple[Any, Any]:
    """What a function returned, when it is a pair."""
    if not isinstance(said, tuple) or len(said) != 2:
        raise ContractViolation(f"{what}, not {said!r:.60}.")
    return said
