"""How chapter 8 is exercised: each rank starts without a process group and makes the groups here.

On the referee, and at the end on real gloo; only the tasks about joining let the learner's code
make the world.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from datetime import timedelta
from functools import partial
from typing import Any
from unittest import mock

import torch
import torch.distributed as dist
from torch.distributed import distributed_c10d

from ...wire import described
from .. import world as worlds
from ..process_group import JudgeGroup
from ..work import ContractViolation
from .common import cast, kind_of, outcome


def members(learner: Any, inputs: Any, world: Any) -> dict[str, Any]:
    """Who a group says it is, without and with a control group of its own."""
    process_group = _mine(inputs, world)
    group = learner.TorchGroup(process_group)
    held = _identity(group) | {"control is the group itself": group.control is group}
    if inputs.params["control"]:
        both = learner.TorchGroup(process_group, _another(inputs, world))
        held |= {f"{name} with a control group": item for name, item in _identity(both).items()}
        control = both.control
        held["control"] = described(f"a {type(control).__name__}")
        held |= {f"control.{name}": item for name, item in _identity(control).items()}
    return held


def outsider(learner: Any, inputs: Any, world: Any) -> dict[str, Any]:
    """What a group that this rank is not in comes to."""
    groups = _new_groups(inputs)
    other = next(g for g, r in zip(groups, inputs.params["groups"], strict=True)
                 if world.rank not in r)  # fmt: skip

    def make() -> dict[str, str]:
        group = learner.TorchGroup(other)
        return described(f"a group of rank {group.rank}, size {group.size}")

    return {"outcome": outcome(make)}


def collect(learner: Any, inputs: Any, world: Any) -> dict[str, Any]:
    """One collective on this rank's x, then on another; for a change in place, on a copy."""
    group = _group(learner, _mine(inputs, world))
    results = {"y": _call(group, inputs, cast(inputs, f"x {world.rank}").clone())}
    if f"x {world.rank} again" in inputs:
        results["y of another x"] = _call(
            group, inputs, cast(inputs, f"x {world.rank} again").clone()
        )
    return results


def strided(learner: Any, inputs: Any, world: Any) -> dict[str, Any]:
    """What an x comes to that is transposed, on odd ranks one that lacks its last column."""
    group, x = _group(learner, _mine(inputs, world)), inputs[f"x {world.rank}"]
    x = x.mT if world.rank % 2 == 0 else x[..., :-1]

    def call() -> dict[str, str]:
        result = _call(group, inputs, x)
        kind = f"a {type(result).__name__}" if result is not None else "None"
        return described(f"{kind}, no error")

    return {"outcome": outcome(call)}


def outside_root(learner: Any, inputs: Any, world: Any) -> dict[str, Any]:
    """What each root comes to that the group does not have."""
    group, params = _group(learner, _mine(inputs, world)), inputs.params

    def call(root: int) -> dict[str, str]:
        x = inputs[f"x {world.rank}"].clone()
        return kind_of(getattr(group, params["method"])(x, **{params["root"]: root}))

    return {"outcomes": [outcome(partial(call, root)) for root in params["outside"]]}


def plugins(learner: Any, inputs: Any, world: Any) -> dict[str, Any]:
    """The default, each registered plugin by name, and a name that is not there."""
    group, names = worlds.HandedGroup(0, 1), inputs.params["plugins"]
    made = {name: partial(_Wrapped, name) for name in names}
    with mock.patch.dict(learner.PLUGINS, made):
        chosen = {name: learner.choose_group(group, name) for name in names}
        refused = outcome(lambda: kind_of(learner.choose_group(group, inputs.params["unknown"])))
        return {
            "default": _who_made(learner.choose_group(group), group),
            "torch": _who_made(learner.choose_group(group, "torch"), group),
            **{name: _who_made(item, group) for name, item in chosen.items()},
            "refused": refused,
        }


class _Wrapped:
    """What a plugin makes of a group."""

    def __init__(self, name: str, group: Any) -> None:
        self.name, self.group = name, group


def _who_made(made: Any, group: Any) -> dict[str, str]:
    if made is group:
        return described("the group")
    if isinstance(made, _Wrapped) and made.group is group:
        return described(f"made by {made.name} of the group")
    return kind_of(made)


def join(learner: Any, inputs: Any, world: Any) -> dict[str, Any]:
    """The world that init_distributed makes, and what it asked torch.distributed for."""
    params = inputs.params
    options = {name: params[name] for name in ("backend", "timeout") if name in params}
    if params["file"]:
        options["init_method"] = world.init_method
    count, local_rank = world.size if params["gpus"] else 0, world.size - 1 - world.rank
    with _gpus(count, local_rank) as chosen, _new_group_timeouts() as timeouts:
        group = learner.init_distributed(world.rank, world.size, **options)
    asked = world.asked()
    backends = sorted(name for name, _ in distributed_c10d._world.pg_map.values())
    held: dict[str, Any] = {
        "rank and size": [group.rank, group.size],
        "backend": asked.get("backend"),
        "backends of all groups": backends,
        "meeting place": _meeting(asked.get("init_method"), world),
        "control is the group itself": group.control is group,
        "GPU": chosen[-1:],
        "sum": torch.tensor([1.0 + world.rank]),
    }
    dist.all_reduce(held["sum"])
    if "timeout" in params:
        held["time-out of the world"] = _seconds(asked.get("timeout"))
        held["time-outs of other groups"] = [_seconds(limit) for limit in timeouts]
    return held


def refused_ranks(learner: Any, inputs: Any, world: Any) -> dict[str, Any]:
    """What joining under a rank that the world does not have comes to."""

    def call(rank: int, size: int) -> dict[str, str]:
        try:
            return kind_of(learner.init_distributed(rank, size, "gloo"))
        except ContractViolation:
            return described("init_process_group was called with them")

    return {"outcomes": [outcome(partial(call, *pair)) for pair in inputs.params["calls"]]}


def real_world(learner: Any, inputs: Any, world: Any) -> dict[str, Any]:
    """All four collectives on real gloo: on the world, or on this rank's part of it."""
    group = learner.init_distributed(world.rank, world.size, "gloo", world.init_method, 60.0)
    if inputs.params["groups"]:
        group = learner.TorchGroup(_of_this_rank(inputs, world, _new_groups(inputs)))
    x, last = inputs[f"x {world.rank}"], group.size - 1
    results = {
        "sum": group.all_reduce(x.clone()),
        "all gathered": group.all_gather(x),
        "all gathered along dim 0": group.all_gather(x, 0),
        "gathered on the last rank": group.gather(x, dst=last),
        "broadcast of the last rank": group.broadcast(x.clone(), src=last),
    }
    dist.barrier()  # a rank that leaves first would close its peers' connections
    return results


def _call(group: Any, inputs: Any, x: torch.Tensor) -> Any:
    return getattr(group, inputs.params["method"])(x, **inputs.params.get("options", {}))


def _group(learner: Any, process_group: Any) -> Any:
    """A TorchGroup whose rank and size are right, also where its `__init__` is not written yet."""
    try:
        return learner.TorchGroup(process_group)
    except NotImplementedError:
        group = learner.TorchGroup.__new__(learner.TorchGroup)
        group.process_group, group.control = process_group, group
        group.rank, group.size = dist.get_rank(process_group), dist.get_world_size(process_group)
        return group


def _identity(group: Any) -> dict[str, Any]:
    return {"rank": group.rank, "size": group.size}


def _mine(inputs: Any, world: Any) -> Any:
    """The world, made here, or this rank's group in it."""
    groups = _new_groups(inputs)
    return _of_this_rank(inputs, world, groups) if groups else dist.group.WORLD


def _new_groups(inputs: Any) -> list[Any]:
    if not dist.is_initialized():
        dist.init_process_group("gloo")
    return [dist.new_group(ranks) for ranks in inputs.params["groups"]]


def _of_this_rank(inputs: Any, world: Any, groups: list[Any]) -> Any:
    found = zip(groups, inputs.params["groups"], strict=True)
    return next(group for group, ranks in found if world.rank in ranks)


def _another(inputs: Any, world: Any) -> Any:
    """A second group of the same ranks."""
    groups = _new_groups(inputs)
    return _of_this_rank(inputs, world, groups) if groups else dist.new_group()


@contextlib.contextmanager
def _gpus(count: int, local_rank: int) -> Iterator[list[Any]]:
    """A machine that says it has so many GPUs; yields the devices that the code chooses."""
    chosen: list[Any] = []

    def choose(device: Any) -> None:
        index = device if isinstance(device, int) else torch.device(device).index
        chosen.append(index)

    with (
        mock.patch.object(torch.cuda, "device_count", lambda: count),
        mock.patch.object(torch.cuda, "is_available", lambda: count > 0),
        mock.patch.object(torch.cuda, "set_device", choose),
        mock.patch.dict(os.environ, {"LOCAL_RANK": str(local_rank)}),
    ):
        yield chosen


@contextlib.contextmanager
def _new_group_timeouts() -> Iterator[list[Any]]:
    """The time-outs of the groups that are made meanwhile."""
    found: list[Any] = []
    real = JudgeGroup.new_group

    def new_group(self: JudgeGroup, ranks: list[int], **options: Any) -> JudgeGroup | None:
        found.append(options.get("timeout"))
        return real(self, ranks, **options)

    with mock.patch.object(JudgeGroup, "new_group", new_group):
        yield found


def _seconds(limit: Any) -> Any:
    if isinstance(limit, timedelta):
        return limit.total_seconds()
    return described(
        "none given" if limit is None else f"a {type(limit).__name__}, not a timedelta"
    )


def _meeting(init_method: Any, world: Any) -> Any:
    if init_method == world.init_method:
        return described("the one that was given")
    return (
        described("torchrun's variables") if init_method in (None, "env://") else str(init_method)
    )
