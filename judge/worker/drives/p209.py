"""How problem 209 is exercised: ranks in turns on one bytearray, and real ones at the end."""

from __future__ import annotations

import mmap
import os
from collections.abc import Callable
from functools import partial
from typing import Any

import torch
import torch.distributed as dist

from .ch13_turns import Turns
from .common import cast, outcome, outcomes


def starts(learner: Any, inputs: Any, group: Any) -> dict[str, Any]:
    return outcomes(learner.slot_start, inputs.params["calls"])


class _Enough(Exception):
    """Ends a wait that never ends."""


def wait(learner: Any, inputs: Any, group: Any) -> dict[str, Any]:
    """wait_for_all while the others publish: `moments` says who, between two looks."""
    size, call = len(inputs.params["counters"]), inputs.params["call"]
    counters = learner.Counters(bytearray(size * 64), size)
    for rank, value in enumerate(inputs.params["counters"]):
        counters.write(rank, value)
    moments = iter(inputs.params["moments"])
    pauses = 0

    def pause() -> None:
        nonlocal pauses
        pauses += 1
        if pauses > 2 * len(inputs.params["moments"]) + 5:
            raise _Enough
        for rank, value in next(moments, []):
            counters.write(rank, value)

    try:
        learner.wait_for_all(counters, call, pause)
        returned = True
    except _Enough:
        returned = False
    return {"the wait is over": returned, "calls of pause": pauses}


def reduce(learner: Any, inputs: Any, group: Any) -> dict[str, Any]:
    """Calls of all ranks, one after the other; every result is looked at after the last."""
    size, slot_bytes = inputs.params["size"], inputs.params["slot_bytes"]
    turns = Turns(size, inputs.params["hare"])
    memory = bytearray(learner.memory_bytes(size, slot_bytes))
    results: list[list[Any]] = [[] for _ in range(size)]
    ranks = [
        learner.OneShotAllReduce(memory, rank, size, slot_bytes, turns.pause)
        for rank in range(size)
    ]

    def work(rank: int) -> Callable[[], None]:
        ranks[rank].counters = _interrupted(learner, turns, memory)

        def calls() -> None:
            for number in range(inputs.params["rounds"]):
                x = cast(inputs, f"x {number + 1} of rank {rank}")
                results[rank].append(ranks[rank].all_reduce(x.t() if inputs.params["t"] else x))

        return calls

    turns.play([work(rank) for rank in range(size)])
    held: dict[str, Any] = {"the list of ranks that wait for ever": turns.stuck}
    for rank, sums in enumerate(results):
        held |= {f"sum {number}@{rank}": y for number, y in enumerate(sums, 1)}
    return held


def _interrupted(learner: Any, turns: Turns, memory: bytearray) -> Any:
    """The learner's counters; a rank that touches one may be interrupted there."""

    class Counters(learner.Counters):  # type: ignore[misc]
        def read(self, rank: int) -> int:
            value: int = super().read(rank)
            turns.pause()
            return value

        def write(self, rank: int, value: int) -> None:
            super().write(rank, value)
            turns.news()

    return Counters(memory, turns.size)


def too_long(learner: Any, inputs: Any, group: Any) -> dict[str, Any]:
    """What each x that does not fit comes to, and what is in the memory after it."""
    slot_bytes = inputs.params["slot_bytes"]
    memory = bytearray(learner.memory_bytes(1, slot_bytes))
    made = learner.OneShotAllReduce(memory, 0, 1, slot_bytes)
    said = {}
    for dtype, n in inputs.params["lengths"].items():
        x = torch.ones(n, dtype=getattr(torch, dtype))
        said[f"outcome of {dtype}"] = outcome(partial(_shape_of_sum, made, x))
    return {**said, "bytes that are not 0": sum(map(bool, memory))}


def _shape_of_sum(made: Any, x: torch.Tensor) -> list[int]:
    return list(made.all_reduce(x).shape)


def real(learner: Any, inputs: Any, world: Any) -> dict[str, Any]:
    """Many calls between processes that have mapped a file."""
    dist.init_process_group(
        "gloo", init_method=world.init_method, rank=world.rank, world_size=world.size
    )
    slot_bytes = inputs.params["slot_bytes"]
    path = world.init_method.removeprefix("file://") + ".memory"
    length = learner.memory_bytes(world.size, slot_bytes)
    if world.rank == 0:
        with open(path, "wb") as file:
            file.truncate(length)
    dist.barrier()
    with open(path, "r+b") as file:
        memory = mmap.mmap(file.fileno(), length)
    dist.barrier()
    if world.rank == 0:
        os.unlink(path)
    made = learner.OneShotAllReduce(memory, world.rank, world.size, slot_bytes)
    x = inputs[f"x {world.rank}"]
    total = torch.zeros_like(x)
    for number in range(inputs.params["rounds"]):
        total += made.all_reduce(x[: len(x) - number % 7] + number).sum()
    dist.barrier()
    return {"sum of all sums": total}
