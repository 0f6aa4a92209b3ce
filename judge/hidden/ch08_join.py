"""Chapter 8: choosing a plugin, joining the world, and the whole on real gloo."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..i18n import _
from ..records import Case, Finding, GroupRun, Inputs, Verdict
from ..telling import saying
from ..wire import described
from .ch08_groups import Make, Rng, group_of, pairs, result
from .common import REFUSED, Expected, apart, calls, integers, outputs, refusal_finding

# the plugin


def _plugins(rng: Rng, tp: int) -> Inputs:
    names = [f"plugin{n}" for n in rng.choice(90, 2, replace=False) + 10]
    return Inputs({"plugins": names, "unknown": f"pigeon{int(rng.integers(10, 100))}"})


def _check_plugins(inputs: Inputs, run: GroupRun) -> Finding | None:
    names, unknown = inputs.params["plugins"], inputs.params["unknown"]
    wanted = {"default": described("the group"), "torch": described("the group")}
    wanted |= {name: described(f"made by {name} of the group") for name in names}
    if finding := outputs(lambda _, tp: [wanted])(inputs, run):
        return finding
    said = run.ranks[0].values["refused"]
    call = f"choose_group(group, {unknown!r})"
    refused = refusal_finding(
        _("{call} must be refused: no plugin has that name.").format(call=call), call, (), said
    )
    lacking = [name for name in ["torch", *names] if name not in str(said.get("message"))]
    if refused is not None or not lacking:
        return refused
    return Finding(
        Verdict.WRONG_ANSWER,
        _("The ValueError of {call} must list the names there are.").format(call=call),
        ", ".join(["torch", *names]),
        str(said["message"]),
    )


# joining

_MEETINGS = {True: "the one that was given", False: "torchrun's variables"}


def _join(backend: str | None, gpus: bool, file: bool, timeout: bool) -> Make:
    def make(rng: Rng, tp: int) -> Inputs:
        params: dict[str, Any] = {"gpus": gpus, "file": file}
        if backend:
            params["backend"] = backend
        if timeout:
            params["timeout"] = float(rng.integers(20, 600))
        return Inputs(params, secret={"backend": backend or ("nccl" if gpus else "gloo")})

    return make


def _joined(inputs: Inputs, tp: int) -> list[Expected]:
    params, backend = inputs.params, inputs.secret["backend"]
    nccl = backend == "nccl"
    held: dict[str, Any] = {
        "backend": backend,
        "backends of all groups": ["gloo", "nccl"] if nccl else ["gloo"],
        "meeting place": described(_MEETINGS[params["file"]]),
        "control is the group itself": not nccl,
        "sum": np.array([sum(range(1, tp + 1))], np.float32),
    }
    if "timeout" in params:
        held["time-out of the world"] = params["timeout"]
        held["time-outs of other groups"] = [params["timeout"]] * nccl
    gpu = [{"GPU": [tp - 1 - rank]} if nccl else {} for rank in range(tp)]  # LOCAL_RANK
    return [{"rank and size": [rank, tp], **held, **gpu[rank]} for rank in range(tp)]


def _local_ranks(_inputs: Inputs) -> str:
    return _("LOCAL_RANK counts down: it is 0 on the last rank")


def _bad_ranks(rng: Rng, tp: int) -> Inputs:
    size = int(rng.integers(2, 6))
    pairs = [[size, size], [size + 3, size], [-1, size]]
    return Inputs({"calls": pairs}, secret={"answers": [REFUSED] * len(pairs)})


# real gloo


def _real(rng: Rng, tp: int) -> Inputs:
    shape = (2, int(rng.integers(3, 6)))
    arrays = {f"x {rank}": integers(rng, *shape) for rank in range(tp)}
    return Inputs({"groups": pairs(rng, tp)}, arrays, own_arrays=apart(arrays, tp))


def _real_expected(inputs: Inputs, tp: int) -> list[Expected]:
    def held(rank: int) -> Expected:
        last = len(group_of(inputs, rank, tp)) - 1
        return {
            "sum": result(inputs, "all_reduce", rank, tp, ""),
            "all gathered": result(inputs, "all_gather", rank, tp, ""),
            "all gathered along dim 0": result(inputs, "all_gather", rank, tp, "", dim=0),
            "gathered on the last rank": result(inputs, "gather", rank, tp, "", dst=last),
            "broadcast of the last rank": result(inputs, "broadcast", rank, tp, "", src=last),
        }

    return [held(rank) for rank in range(tp)]


def _join_case(
    name: str, title: str, make: Make, tp: tuple[int, ...] = (2,), visible: bool = False
) -> Case:
    return Case(name, "ch08.6", title, "join", make, outputs(_joined), tp, visible, bare=True)


JOIN_CASES = (
    Case("plugins", "ch08.5", "choose_group", "plugins", _plugins, _check_plugins, (1,),
         visible=True, alone=True, bare=True),
    _join_case("join-torchrun", "joining as torchrun starts it",
               _join(None, False, False, False), visible=True),
    Case("join-gpus", "ch08.6", "joining where every rank has a GPU", "join",
         _join(None, True, True, True), saying(outputs(_joined), _local_ranks), (1, 2, 4),
         bare=True),
    _join_case("join-gloo-gpus", "joining over gloo where there are GPUs",
               _join("gloo", True, True, True), (1, 2, 3)),
    Case("join-refused", "ch08.6", "joining under a rank that is not there", "refused_ranks",
         _bad_ranks, calls("init_distributed"), (1,), alone=True, bare=True),
    Case("real-gloo", "ch08.6", "all collectives on real gloo processes", "real_world",
         _real, outputs(_real_expected), (3, 4), visible=True, real=True),
)  # fmt: skip
