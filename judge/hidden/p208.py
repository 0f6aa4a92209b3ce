"""Problem 208: bindings, the exchange of the id, and errors; on a fake library, without a GPU."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ..i18n import _
from ..records import Case, Check, Finding, GroupRun, Inputs, Verdict
from ..wire import described
from .common import Expected, came_to, outputs

Rng = np.random.Generator
Make = Callable[[Rng, int], Inputs]
Groups = Callable[[Rng, int], list[list[int]]]

_POINTER, _INT, _SIZE = map(described, ("a pointer", "an int of 32 bits", "an int of 64 bits"))
_DECLARED = {
    "argtypes of ncclGetErrorString": [_INT],
    "restype of ncclGetErrorString": described("a C string"),
    "argtypes of ncclGetUniqueId": [_POINTER],
    "restype of ncclGetUniqueId": _INT,
    "argtypes of ncclCommInitRank": [_POINTER, _INT, described("a struct of 128 bytes"), _INT],
    "restype of ncclCommInitRank": _INT,
    "argtypes of ncclAllReduce": [_POINTER, _POINTER, _SIZE, _INT, _INT, _POINTER, _POINTER],
    "restype of ncclAllReduce": _INT,
    "argtypes of ncclCommDestroy": [_POINTER],
    "restype of ncclCommDestroy": _INT,
}
_CODES = {"float32": 7, "bfloat16": 9, "float16": 6, "int64": 4}
_WORDS = ("invalid argument", "invalid usage", "internal error")


def tables(runs: Sequence[Any]) -> list[str]:
    """What no run of the judge says anything about."""
    return [
        _(
            "Checked on a fake library, without a GPU. Not checked: that the real libnccl loads, "
            "that it joins the ranks\nand adds up on GPUs, and how fast. With two GPUs, this does: "
            "python practice/208_pynccl/on_gpus.py"
        )
    ]


# declare, check


def _nothing(rng: Rng, tp: int) -> Inputs:
    return Inputs({})


def _result(success: bool, example: bool = False) -> Make:
    def make(rng: Rng, tp: int) -> Inputs:
        result = 0 if success else 4 if example else int(rng.integers(1, 8))
        words = _WORDS[0] if example else str(rng.choice(_WORDS))
        names = ("ncclAllReduce", "ncclCommInitRank")
        function = names[0] if example else str(rng.choice(names))
        return Inputs({"function": function, "result": result, "words": words})

    return make


def _checked(inputs: Inputs, run: GroupRun) -> Finding | None:
    params = inputs.params
    call = f'check(library, "{params["function"]}", {params["result"]})'
    said = run.ranks[0].values["outcome"]
    if params["result"] == 0:
        if said.get("raises") is None:
            return None
        return Finding(
            Verdict.WRONG_ANSWER,
            _("{call}: 0 is SUCCESS.").format(call=call),
            _("no error"),
            came_to(said),
        )
    words = f"{params['words']} {params['result']}"
    wanted = f"{params['function']}: {words} ({params['result']})"
    if said.get("raises") == "NcclError" and said["message"] == wanted:
        return None
    message = _("{call} is wrong. In NCCL's words {result} is: {words}.").format(
        call=call, result=params["result"], words=words
    )
    return Finding(Verdict.WRONG_ANSWER, message, f"NcclError: {wanted}", came_to(said))


def _raises(inputs: Inputs, run: GroupRun) -> Finding | None:
    """An NcclError on every rank, and no collective after it."""
    for rank in run.ranks:
        said = rank.values["outcome"]
        if said.get("raises") != "NcclError":
            what = _("A call of NCCL did not succeed on rank {rank}.").format(rank=rank.rank)
            return Finding(Verdict.WRONG_ANSWER, what, "NcclError", came_to(said), rank=rank.rank)
    return None


# the id


def _world(rng: Rng, tp: int) -> list[list[int]]:
    return []


def _pairs(rng: Rng, tp: int) -> list[list[int]]:
    choices = [[[0, 1], [2, 3]], [[0, 2], [1, 3]], [[0, 3], [1, 2]]]
    return choices[int(rng.integers(len(choices)))]


def _singles(rng: Rng, tp: int) -> list[list[int]]:
    return [[rank] for rank in range(tp)]


def _ranks(inputs: Inputs, rank: int, tp: int) -> list[int]:
    groups: list[list[int]] = inputs.params["groups"] or [list(range(tp))]
    return next(ranks for ranks in groups if rank in ranks)


def _ids(groups: Groups, **more: Any) -> Make:
    """Bytes of any value, zeros among them; only the first rank of a group is sent its own."""

    def make(rng: Rng, tp: int) -> Inputs:
        params = {"groups": groups(rng, tp), **more}
        arrays = {f"id {rank}": rng.integers(0, 256, 128).astype(np.uint8) for rank in range(tp)}
        for array in arrays.values():
            array[[2, 7, 127]] = 0
        inputs = Inputs(params, arrays)
        own = [
            {"id": arrays[f"id {rank}"]} if _ranks(inputs, rank, tp)[0] == rank else {}
            for rank in range(tp)
        ]
        return Inputs(params, arrays, own_arrays=own)

    return make


def _shared(inputs: Inputs, tp: int) -> list[Expected]:
    held: list[Expected] = []
    for rank in range(tp):
        first = _ranks(inputs, rank, tp)[0]
        calls = [["ncclGetUniqueId"]] if first == rank else []
        unique_id = inputs.arrays[f"id {first}"]
        held.append(
            {
                "the id that comes back": described("a UniqueId"),
                "id": unique_id,
                "the list of calls of NCCL": calls,
            }
        )
    return held


def _one_broadcast(inputs: Inputs, run: GroupRun) -> Finding | None:
    if found := outputs(_shared)(inputs, run):
        return found
    for rank in run.ranks:
        calls = [c for c in rank.collectives if c.op != "new_group"]
        told = [(c.op, c.shape, c.dtype) for c in calls]
        if told != [("broadcast", (128,), "uint8")]:
            actual = ", ".join(map(str, calls)) or "no collective"
            what = _("Rank {rank} makes other collective calls than one broadcast.").format(
                rank=rank.rank
            )
            wanted = _("1 broadcast of [128] uint8")
            return Finding(Verdict.CONTRACT_VIOLATION, what, wanted, actual, rank.rank, _("The id"))
    return None


# the communicator


def _joins(inputs: Inputs, tp: int) -> list[Expected]:
    held: list[Expected] = []
    for rank in range(tp):
        ranks = _ranks(inputs, rank, tp)
        told = [len(ranks), described("the id"), ranks.index(rank), rank + 2]
        held.append({
            "the id": inputs.arrays[f"id {ranks[0]}"],
            "rank": ranks.index(rank), "size": len(ranks), "device": described(f"cuda:{rank + 2}"),
            "the list of calls of NCCL": [["ncclCommInitRank", *told]],
            "current device after it": 0, "comm is set": True,
        })  # fmt: skip
    return held


def _alone(inputs: Inputs, tp: int) -> list[Expected]:
    held = {"libraries loaded": 0, "comm": None, "all_reduce returns x": {"value": True}}
    return [{**held, "what a strided x raises": described("ValueError")}] * tp


def _message(dtype: str, result: int = 0) -> Make:
    def make(rng: Rng, tp: int) -> Inputs:
        shape = [int(n) for n in rng.integers(3, 7, 2)]
        return Inputs({"shape": shape, "dtype": dtype, "result": result})

    return make


def _told(inputs: Inputs, tp: int) -> list[Expected]:
    (rows, columns), dtype = inputs.params["shape"], inputs.params["dtype"]
    count = (rows - 1) * columns
    x, comm, stream = map(described, ("x", "comm", "the current stream"))
    call = ["ncclAllReduce", x, x, count, _CODES[dtype], 0, comm, stream]
    return [{"the list of calls of NCCL": [call], "x is returned": True}]


def _refusal(what: str) -> Make:
    return lambda rng, tp: Inputs({"what": what})


def _refused(inputs: Inputs, run: GroupRun) -> Finding | None:
    found = outputs(
        lambda *_: [{"what it raises": described("ValueError"), "the list of calls of NCCL": []}]
    )(inputs, run)
    if found is None:
        return None
    message = _("An x {what} must be refused, before NCCL is called.").format(
        what=inputs.params["what"]
    )
    return Finding(**{**vars(found), "message": f"{message}\n{found.message}"})


def _closing(result: int) -> Make:
    return lambda rng, tp: Inputs({"result": result})


def _closed(inputs: Inputs, tp: int) -> list[Expected]:
    first = described("NcclError") if inputs.params["result"] else None
    calls = [["synchronize"], ["ncclCommDestroy", described("comm")]]
    held = {
        "the list of calls": calls,
        "comm": None,
        "what the first close raises": first,
        "what the second close raises": None,
    }
    return [held]


_TOLD = outputs(_told)
_CLOSED = outputs(_closed)


def _case(
    name: str, task: int, title: str, drive: str, make: Make, check: Check, visible: bool = False
) -> Case:
    return Case(name, f"p208.{task}", title, drive, make, check, (1,), visible, alone=True)


def _ranks_case(
    name: str, task: int, title: str, drive: str, make: Make, check: Check,
    tp: tuple[int, ...], visible: bool = False,
) -> Case:  # fmt: skip
    return Case(name, f"p208.{task}", title, drive, make, check, tp, visible, bare=True)


CASES = (
    _case("declare", 1, "the five functions", "declare", _nothing,
          outputs(lambda *_: [_DECLARED]), True),
    _case("check-example", 2, "result 4", "check", _result(False, True), _checked, True),
    _case("check-success", 2, "success", "check", _result(True), _checked),
    _case("check-error", 2, "another result", "check", _result(False), _checked),
    _ranks_case("share", 3, "an id for the world", "share", _ids(_world), _one_broadcast,
                (2, 3, 4), True),
    _ranks_case("share-groups", 3, "ids for two groups in a world of 4", "share", _ids(_pairs),
                _one_broadcast, (4,)),
    _ranks_case("share-fails", 3, "no id to be had", "share_fails", _ids(_world, result=3),
                _raises, (1,)),
    _ranks_case("join", 4, "joining the ranks of the world", "join", _ids(_world),
                outputs(_joins), (2, 4), True),
    _ranks_case("join-groups", 4, "joining in two groups", "join", _ids(_pairs),
                outputs(_joins), (4,)),
    _ranks_case("join-fails", 4, "joining that fails", "join_fails", _ids(_world), _raises, (2,)),
    _ranks_case("join-alone", 4, "groups of one", "join_alone", _ids(_singles), outputs(_alone),
                (2,)),
    _case("reduce-example", 5, "float32", "reduce", _message("float32"), _TOLD, True),
    *(_case(f"reduce-{dtype}", 5, dtype, "reduce", _message(dtype), _TOLD)
      for dtype in ("bfloat16", "float16", "int64")),
    _case("reduce-fails", 5, "a call that fails", "reduce", _message("float32", 4), _raises),
    _case("refuse-device", 5, "an x on another device", "refuse", _refusal("on another device"),
          _refused),
    _case("refuse-strides", 5, "a transpose", "refuse", _refusal("not contiguous"), _refused),
    _case("refuse-dtype", 5, "int16", "refuse", _refusal("of int16"), _refused),
    _case("close", 6, "closing twice", "close", _closing(0), _CLOSED, True),
    _case("close-fails", 6, "closing that fails", "close", _closing(1), _CLOSED),
)  # fmt: skip
