"""How chapter 9 is exercised: lockstep calls between judged ranks, then real rank processes.

For the processes the judge has one rank, which is the driver: a user of RankProcesses.
"""

from __future__ import annotations

import contextlib
from typing import Any

import torch

from ...wire import described
from ..work import ContractViolation
from ..world import HandedGroup
from .ch09_drivers import (
    at_once,
    busy,
    closed,
    driver_killed,
    failing,
    spawned,
    started,
)
from .common import outcome, raised

__all__ = [
    "at_once", "busy", "closed", "driver_killed", "failing", "spawned", "started",
]  # fmt: skip


class _Group(HandedGroup):
    """Model tensors go over this group, messages over `control`, which a lone rank lacks."""

    def __init__(self, rank: int, size: int) -> None:
        super().__init__(rank, size)
        if size > 1:
            self.control = HandedGroup(rank, size)

    def broadcast(self, x: torch.Tensor, src: int = 0) -> torch.Tensor:
        if self.size > 1:
            raise ContractViolation(
                "A call goes over group.broadcast, where the model's tensors travel: on NCCL that "
                "needs a GPU. Messages go over group.control."
            )
        return x


class _Runner:
    """The object of every rank: notes what it is asked to do."""

    def __init__(self, group: HandedGroup) -> None:
        self.group = group
        self.log: list[Any] = []
        self.front: Any = None  # on rank 0
        self.in_step: list[Any] = []  # what front.is_in_step was when a method failed

    def note(self, *values: Any) -> list[Any]:
        self.log.append(list(values))
        return [f"rank {self.group.rank}", *values]

    def add(self, x: int) -> float:
        """The sum of x · (rank + 1) over the ranks: it needs all of them at once."""
        total = self.group.all_reduce(torch.tensor([float(x * (self.group.rank + 1))]))
        self.log.append(["add", x])
        return float(total)

    def take(self, values: list[int]) -> int:
        """Empties the list it is given, as a scheduler does with its queue."""
        self.log.append(list(values))
        values.clear()
        return len(self.log)

    def count(self, number: int) -> Any:
        for i in range(number):
            self.group.all_reduce(torch.ones(1))
            self.log.append(i)
            yield i + 100 * self.group.rank

    def fail(self, message: str) -> None:
        self.in_step.append(getattr(self.front, "is_in_step", None))
        raise LookupError(message)

    def fail_later(self, message: str) -> Any:
        yield "one item"
        self.fail(message)


def calls(learner: Any, inputs: Any, group: Any) -> dict[str, Any]:
    """Rank 0 sends each call, the others receive as many, and say what came."""
    mine = _Group(group.rank, group.size)
    count = inputs.params["num_calls"]
    if group.rank == 0:
        for name, kinds in inputs.params["calls"]:
            learner.send_call(mine, getattr(learner, name, name), _arguments(inputs, kinds))
        return {"sent": count}
    received = [learner.receive_call(mine) for _ in range(count)]
    return {
        f"call {number}": _in_words(learner, method, arguments)
        for number, (method, arguments) in enumerate(received)
    }


def serve(learner: Any, inputs: Any, group: Any) -> dict[str, Any]:
    """Rank 0 sends calls and makes them itself; the others serve, and show their logs."""
    mine = _Group(group.rank, group.size)
    runner = _Runner(mine)
    if group.rank == 0:
        for name, *arguments in inputs.params["calls"]:
            learner.send_call(mine, getattr(learner, name, name), tuple(arguments))
            if hasattr(runner, name):
                _run(runner, name, arguments)
        return {}
    try:
        ends = learner.serve(runner, mine)
    except LookupError as error:
        ends = described(type(error).__name__)
    return {"log": runner.log, "serve": ends}


def call(learner: Any, inputs: Any, group: Any) -> dict[str, Any]:
    """Calls through RankZero: what each returned, and every rank's log."""

    def use(front: Any) -> dict[str, Any]:
        calls = inputs.params["calls"]
        return {"results": [front.call(name, *arguments) for name, *arguments in calls]}

    return _lockstep(learner, group, use)


def stream(learner: Any, inputs: Any, group: Any) -> dict[str, Any]:
    """A stream, read to its end or to `stop`; then one call more."""

    def use(front: Any) -> dict[str, Any]:
        length, stop = inputs.params["length"], inputs.params["stop"]
        items, made, running = front.stream("count", length), [], True
        for item in items:
            made.append([item, len(front.runner.log)])
            running = front.is_in_step
            if item + 1 == stop:
                break
        if hasattr(items, "close"):
            items.close()
        found: dict[str, Any] = {"items, and how many were made by then": made}
        found |= {"is_in_step in the middle": running, "is_in_step after it": front.is_in_step}
        return found | {"a call after": front.call("add", 2)}

    return _lockstep(learner, group, use)


def failed_call(learner: Any, inputs: Any, group: Any) -> dict[str, Any]:
    """A call that raises on every rank, then a stream; after it close must not wait for anybody."""

    def called(front: Any) -> dict[str, Any]:
        said = outcome(lambda: front.call("fail", "a mistake"))
        return {
            "call": raised(said),
            "is_in_step": front.is_in_step,
            "is_in_step in the method": front.runner.in_step,
        }

    def streamed(front: Any) -> dict[str, Any]:
        said = outcome(lambda: list(front.stream("fail_later", "a mistake")))
        return {"stream": raised(said), "is_in_step after the stream": front.is_in_step}

    return _lockstep(learner, group, called) | _lockstep(learner, group, streamed)


def _lockstep(learner: Any, group: Any, use: Any) -> dict[str, Any]:
    """Rank 0 uses a RankZero and closes it; the others serve until then."""
    mine = _Group(group.rank, group.size)
    runner = _Runner(mine)
    if group.rank == 0:
        front = runner.front = learner.RankZero(runner, mine)
        results: dict[str, Any] = use(front)
        front.close()
        return results | {"log": runner.log}
    with contextlib.suppress(LookupError):
        learner.serve(runner, mine)
    return {"log": runner.log}


def _run(runner: _Runner, name: str, arguments: list[Any]) -> None:
    """As rank 0 does: a generator to its end."""
    with contextlib.suppress(LookupError):
        result = getattr(runner, name)(*arguments)
        if name == "count":
            list(result)


def _arguments(inputs: Any, kinds: list[Any]) -> tuple[Any, ...]:
    """What is described: `["ids", n]` is a list of n token ids, `["tensor"]` the input x."""
    return tuple(_argument(inputs, *kind) if isinstance(kind, list) else kind for kind in kinds)


def _argument(inputs: Any, kind: str, *rest: Any) -> Any:
    if kind == "ids":
        return [(7 * i + 3) % 50_000 for i in range(rest[0])]
    if kind == "tensor":
        return inputs["x"].clone()
    return tuple(rest) if kind == "tuple" else bytes(rest)


def _in_words(learner: Any, method: Any, arguments: Any) -> Any:
    name = "STOP" if method is learner.STOP else method
    return [
        name,
        described(f"a {type(arguments).__name__}"),
        [_described(item) for item in arguments],
    ]


def _described(item: Any) -> Any:
    """A long list by its length and sum; other types by their name and content."""
    if isinstance(item, list) and len(item) > 20:
        return described(f"{len(item)} ids, sum {sum(item)}")
    if isinstance(item, torch.Tensor):
        return ["Tensor", item.tolist()]
    return [type(item).__name__, list(item)] if isinstance(item, tuple | bytes) else item
