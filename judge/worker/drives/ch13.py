"""How chapter 13 is exercised: ranks in turns on a fake segment, and real ones at the end."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import torch
import torch.distributed as dist

from ...wire import described
from .ch13_turns import FakeSegment, Member, Turns, with_rounds
from .common import cast, kind_of, outcome

_NUM_BUFFERS = 2
_SLOT_BYTES = 192


def sums(learner: Any, inputs: Any, group: Any) -> dict[str, Any]:
    """sum_in_rank_order into the middle of a larger tensor."""
    parts = [cast(inputs, f"x {rank}") for rank in range(inputs.params["size"])]
    before = [part.clone() for part in parts]
    whole = torch.full((len(parts[0]) + 2,), 99, dtype=parts[0].dtype)
    learner.sum_in_rank_order(parts, whole[1:-1])
    kept = [bool(torch.equal(*pair)) for pair in zip(parts, before, strict=True)]
    return {"out": whole[1:-1].clone(), "parts that were kept": kept, "around out": whole[[0, -1]]}


def _play(
    learner: Any, inputs: Any, group_class: Any, work: Callable[[Any, dict[str, Any]], None]
) -> dict[str, Any]:
    """Every rank does the work, in turns; what rank 1 finds under "y" is called "y@1"."""
    size = inputs.params["size"]
    turns = Turns(size, inputs.params["hare"])
    segment = FakeSegment(turns, _NUM_BUFFERS, _SLOT_BYTES)
    groups = [group_class(Member(rank, size), segment) for rank in range(size)]
    found: list[dict[str, Any]] = [{} for _ in groups]

    def alive(group: Any, own: dict[str, Any]) -> Callable[[], None]:
        return lambda: work(group, own)

    turns.play([alive(*pair) for pair in zip(groups, found, strict=True)])
    held: dict[str, Any] = {"the list of ranks that wait for ever": turns.stuck}
    for rank, (group, own) in enumerate(zip(groups, found, strict=True)):
        own["the number of meetings"] = group.tick
        held |= {f"{name}@{rank}": item for name, item in own.items()}
    return held


def rounds(learner: Any, inputs: Any, group: Any) -> dict[str, Any]:
    """What each rank reads in rounds of the learner's own, which meet once or twice."""

    def work(group: Any, own: dict[str, Any]) -> None:
        for number in range(inputs.params["rounds"]):
            chunk = inputs[f"x {group.rank} {number}"]
            slots = group._next_slots(chunk)
            slots[group.rank].copy_(chunk)
            group._meet()
            if inputs.params["twice"]:
                slots[group.rank].add_(1)  # nobody reads before the second meeting
                group._meet()
            own[f"read in round {number + 1}"] = torch.stack(list(slots)).clone()
        own["rounds"] = group.round

    return _play(learner, inputs, learner.ShmGroup, work)


def collect(learner: Any, inputs: Any, group: Any) -> dict[str, Any]:
    """Calls of one method after the other, on the judge's own rounds."""
    method, options = inputs.params["method"], inputs.params["options"]

    def work(group: Any, own: dict[str, Any]) -> None:
        for number in range(inputs.params["rounds"]):
            x = cast(inputs, f"x {group.rank} {number}").clone()
            result = getattr(group, method)(x, **options)
            own[f"y {number + 1}"] = x if method.startswith("_") else result
            if method == "_reduce_in_two_steps":
                own[f"this rank's part of sum {number + 1} is in its slot"] = _is_shown(group, x)
            if method == "broadcast":
                own[f"y {number + 1} is x"] = result is x
            if not method.startswith("_"):
                ticks = group.segment.ticks.view(np.ndarray)  # without an interruption
                left = np.flatnonzero(ticks < group.tick).tolist()
                own[f"the list of ranks that call {number + 1} did not wait for"] = left

    return _play(learner, inputs, with_rounds(learner.ShmGroup, _NUM_BUFFERS), work)


def _is_shown(group: Any, total: torch.Tensor) -> bool:
    """Whether the others find as many numbers of the sum in this rank's slots as its part has."""
    slots = torch.stack([buffer[group.rank] for buffer in group.segment.slots(total.dtype)])
    return int(torch.isin(total, slots).sum()) >= len(total) // group.size


def refused(learner: Any, inputs: Any, group: Any) -> dict[str, Any]:
    """A source that is not there, and a strided x: before anything is written."""
    size = inputs.params["size"]
    turns = Turns(size, 0)
    segment = FakeSegment(turns, _NUM_BUFFERS, _SLOT_BYTES)
    made = with_rounds(learner.ShmGroup, _NUM_BUFFERS)(Member(0, size), segment)
    waits = {"value": described("the rank waits for the others")}
    found: dict[str, Any] = {"root": waits, "strided": waits}

    def work() -> None:
        x = torch.ones(3, 2)
        found["root"] = outcome(lambda: kind_of(made.broadcast(x, src=inputs.params["src"])))
        found["strided"] = outcome(lambda: kind_of(made.broadcast(x.t())))

    turns.size, turns._running = 1, {0}
    turns.play([work])
    single = learner.ShmGroup(Member(0, 1), None)
    x = torch.ones(3)
    return {**found, "the number of meetings": made.tick, "alone": bool(single.broadcast(x) is x)}


class _Watched:
    """A fake segment in which some have ended; it notes who is asked for."""

    def __init__(self, ticks: list[int], ended: list[int], last: dict[int, int]) -> None:
        self.ticks = np.array(ticks, np.int64)
        self.asked: list[int] = []
        self._ended, self._last = ended, last

    def is_alive(self, rank: int) -> bool:
        self.asked.append(rank)
        if rank in self._last:  # it publishes at the last moment
            self.ticks[rank] = self._last[rank]
        return rank not in self._ended


def look(learner: Any, inputs: Any, group: Any) -> dict[str, Any]:
    """What _raise_if_dead says where some ranks have ended."""
    params = inputs.params
    last = {int(rank): tick for rank, tick in params["last"].items()}
    segment = _Watched(params["ticks"], params["ended"], last)
    made = learner.ShmGroup(Member(params["rank"], len(params["ticks"])), segment)
    made.tick = params["ticks"][params["rank"]]
    said = outcome(lambda: made._raise_if_dead())
    return {"outcome": said, "asked about itself": params["rank"] in segment.asked}


def real(learner: Any, inputs: Any, world: Any) -> dict[str, Any]:
    """Everything in shared memory between processes: many rounds, uneven sizes, two dtypes."""
    communicator = learner.chapter("ch08_communicator.communicator")
    control = communicator.init_distributed(
        world.rank, world.size, "gloo", world.init_method, timeout=60.0
    )
    group, rank = learner.make_shm_group(control), world.rank
    found: dict[str, Any] = {}
    for name in sorted(n for n in inputs.names() if n.split()[1] == str(rank)):
        x = inputs[name]
        size = name.split()[2]
        for number in range(inputs.params["rounds"][size]):
            found[f"sum of {size} numbers"] = group.all_reduce(x + number)
        found[f"{size} numbers of each rank"] = group.all_gather(x, 0)
        found[f"{size} numbers of the last rank"] = group.broadcast(x.clone(), world.size - 1)
    found["gathered"] = group.gather(torch.tensor([rank + 1]), dst=1)
    dist.barrier()  # a rank that leaves first would close its peers' connections
    return found
