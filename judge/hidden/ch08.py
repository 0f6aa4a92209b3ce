"""Chapter 8: inputs, oracles and cases."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from ..i18n import _
from ..records import Case, Check, Finding, GroupRun, Inputs
from ..telling import saying
from ..wire import described
from .ch08_groups import Groups, Make, Rng, group_of, pairs, result, whole
from .ch08_join import JOIN_CASES
from .common import Expected, integers, outputs, refusal_finding, sent_apart

_ALL = (1, 2, 3, 4)
_DIMS = {2: 0, 3: 1, 4: -2}
_ODD = 2**24 + 1  # the first whole number that float32 does not hold


def _in_pairs(_: Rng, tp: int) -> list[list[int]]:
    return [[0, 1], [2, 3]]


def _singles(_: Rng, tp: int) -> list[list[int]]:
    return [[0], [1]]


# members


def _members(groups: Groups, control: bool) -> Make:
    return lambda rng, tp: Inputs({"groups": groups(rng, tp), "control": control})


def _members_expected(inputs: Inputs, tp: int) -> list[Expected]:
    expected: list[Expected] = []
    for rank in range(tp):
        ranks = group_of(inputs, rank, tp)
        who = {"rank": ranks.index(rank), "size": len(ranks)}
        held: dict[str, Any] = {**who, "control is the group itself": True}
        if inputs.params["control"]:
            held |= {f"{name} with a control group": item for name, item in who.items()}
            held |= {"control": described("a TorchGroup")}
            held |= {f"control.{name}": item for name, item in who.items()}
        expected.append(held)
    return expected


def _refuses_outsiders(inputs: Inputs, run: GroupRun) -> Finding | None:
    call = "TorchGroup(a group that this rank is not in)"
    found = (
        refusal_finding(
            _("{call} must be refused, on rank {rank}.").format(call=call, rank=r.rank),
            call,
            (),
            r.values["outcome"],
        )
        for r in run.ranks
    )
    return next(filter(None, found), None)


# collectives


def _collect(
    method: str,
    groups: Groups = pairs,
    again: bool = False,
    dims: bool = False,
    root: str = "",
    **more: Any,
) -> Make:
    """Another x on each rank: whole numbers without 0, the last size new for each seed.

    `root` is "dst" or "src": some rank of the group, not always 0. `dims`: another dim for each tp.
    """

    def make(rng: Rng, tp: int) -> Inputs:
        params = {"method": method, "groups": groups(rng, tp), "options": {}, **more}
        size = len(params["groups"][0]) if params["groups"] else tp
        options = {"dim": _DIMS[tp]} if dims else {}
        if root:
            options[root] = int(rng.integers(size))
        shape = (3, 2, int(rng.integers(4, 7)))
        names = [f"x {r}{s}" for r in range(tp) for s in ("", " again")[: 1 + again]]
        arrays = {name: _values(rng, shape, str(more.get("dtype", ""))) for name in names}
        return Inputs({**params, "options": options}, arrays)

    return make


def _values(rng: Rng, shape: tuple[int, ...], dtype: str) -> np.ndarray:
    values = integers(rng, *shape, low=-9, high=10)
    return values.astype(np.int64) * _ODD if dtype == "int64" else values


def _collected(inputs: Inputs, tp: int) -> list[Expected]:
    method, options = inputs.params["method"], inputs.params["options"]
    names = {"y": "", "y of another x": " again"}
    return [
        {
            name: result(inputs, method, rank, tp, suffix, **options)
            for name, suffix in names.items()
            if f"x {rank}{suffix}" in inputs.arrays
        }
        for rank in range(tp)
    ]


def _counts(inputs: Inputs, tp: int) -> Mapping[str, int]:
    """One collective for each call, none in a group of one; making the groups is counted too."""
    groups, method = inputs.params["groups"], inputs.params["method"]
    size = len(groups[0]) if groups else tp
    wanted = 1 + any(name.endswith("again") for name in inputs.arrays)
    return {"new_group": len(groups), method: wanted if size > 1 else 0}


def _worked(method: str, groups: list[list[int]], rows: list[Any], **options: int) -> Make:
    """An example that can be done by hand: x of rank r is rows[r]."""
    arrays = {f"x {rank}": np.array(row, np.float32) for rank, row in enumerate(rows)}
    params = {"method": method, "groups": groups, "options": options}
    return lambda rng, tp: Inputs(params, arrays)


def _call(inputs: Inputs) -> str:
    options = "".join(f", {k}={v}" for k, v in inputs.params.get("options", {}).items())
    return f"group.{inputs.params['method']}(x{options})"


def _call_in_groups(inputs: Inputs) -> str:
    """`group.gather(x, dst=1) in the groups [0, 1] and [2, 3]`."""
    groups = inputs.params["groups"]
    return _call(inputs) + (f" in the groups {' and '.join(map(str, groups))}" if groups else "")


def _refuses_strides(inputs: Inputs, run: GroupRun) -> Finding | None:
    """A ValueError that prints the shape, and no collective. See the drive for the two kinds."""
    for rank in run.ranks:
        *rest, rows, columns = inputs.arrays[f"x {rank.rank}"].shape
        kind = "a transpose" if rank.rank % 2 == 0 else "the first columns"
        shape = (*rest, columns, rows) if rank.rank % 2 == 0 else (*rest, rows, columns - 1)
        call = f"group.{inputs.params['method']}(x), x {kind} of shape {list(shape)}"
        text = ", ".join(map(str, shape))
        finding = refusal_finding(
            _("{call}, must be refused.").format(call=call), call, (text,), rank.values["outcome"]
        )
        if finding is not None:
            return finding
    return outputs(lambda _, tp: [{}] * tp, counts=lambda *_: {})(inputs, run)


def _refuses_root(inputs: Inputs, run: GroupRun) -> Finding | None:
    params, size = inputs.params, len(group_of(inputs, 0, run.tp))
    for number, root in enumerate(params["outside"]):
        call = f"group.{params['method']}(x, {params['root']}={root})"
        sentence = _("{call} must be refused in a group of {size}.").format(call=call, size=size)
        said = [rank.values["outcomes"][number] for rank in run.ranks]
        found = (refusal_finding(sentence, call, (str(root), str(size)), one) for one in said)
        if finding := next(filter(None, found), None):
            return finding
    return None


def _outside_root(method: str, name: str) -> Make:
    """A root that is a rank of the world, not of the group, and one that is none."""

    def make(rng: Rng, tp: int) -> Inputs:
        params = {"method": method, "groups": [[0, 1], [2, 3]], "root": name, "outside": [2, -1]}
        arrays = {f"x {rank}": integers(rng, 3) for rank in range(tp)}
        return Inputs(params, arrays)

    return make


_SHOWN = tuple(f"x {rank}" for rank in range(4))
_COLLECTED = saying(outputs(_collected, show=_SHOWN, counts=_counts), _call_in_groups)
_MEMBERS = outputs(_members_expected)


def _case(
    name: str, task: int, title: str, drive: str, make: Make, check: Check,
    tp: tuple[int, ...] = _ALL, visible: bool = False,
) -> Case:  # fmt: skip
    sent = sent_apart(make)
    return Case(name, f"ch08.{task}", title, drive, sent, check, tp, visible, bare=True)


def _collectives(task: int, method: str, title: str, root: str = "") -> list[Case]:
    """What every collective must do: whatever the shape, the dtype, the group and the root."""
    name = method.replace("_", "-")

    def case(
        kind: str, words: str, make: Make, tp: tuple[int, ...] = _ALL, drive: str = "collect",
        check: Check = _COLLECTED,
    ) -> Case:  # fmt: skip
        return _case(f"{name}{kind}", task, f"{title}{words}", drive, make, check, tp)

    twice = _collect(method, again=True, dtype="int64", root=root)
    found = [
        case("", " of int64, called twice", twice),
        case("-single", " in a group of one", _collect(method, _singles, root=root), (2,)),
        case("-strided", " of a transpose, of a part", _collect(method, whole), (1, 2), "strided",
             _refuses_strides),
    ]  # fmt: skip
    if root:
        outside = _outside_root(method, root)
        found += [
            case("-outside", " with a root outside", outside, (4,), "outside_root", _refuses_root),
            case("-default", f", {root} left out", _collect(method, whole), (2, 3)),
        ]
    return found


def _dims(task: int, method: str, title: str, root: str = "") -> Case:
    make = _collect(method, whole, dims=True, root=root)
    name, words = f"{method.replace('_', '-')}-dim", f"{title} along other dimensions"
    return _case(name, task, words, "collect", make, _COLLECTED, (2, 3, 4))


_ROWS = [[[1, 2]], [[3, 4]], [[5, 6]], [[7, 8]]]
_TWO_ROWS = [[[1, 2], [3, 4]], [[5, 6], [7, 8]]]
_IN_PAIRS = [[0, 1], [2, 3]]

CASES = (
    _case("members-example", 1, "the groups of ranks 0, 1 and 2, 3", "members",
          _members(_in_pairs, False), _MEMBERS, (4,), True),
    _case("members", 1, "a group, of 4 ranks two, and their control groups", "members",
          _members(pairs, True), _MEMBERS, (2, 3, 4)),
    _case("members-outsider", 1, "a group of others", "outsider", _members(pairs, False),
          _refuses_outsiders, (4,)),
    _case("all-reduce-example", 2, "all-reduce", "collect", _worked("all_reduce", [], _ROWS[:2]),
          _COLLECTED, (2,), True),
    *_collectives(2, "all_reduce", "all-reduce"),
    _case("all-gather-example", 3, "all-gather", "collect", _worked("all_gather", [], _TWO_ROWS),
          _COLLECTED, (2,), True),
    *_collectives(3, "all_gather", "all-gather"),
    _dims(3, "all_gather", "all-gather"),
    _case("gather-example", 4, "gather to rank 1 of each pair", "collect",
          _worked("gather", _IN_PAIRS, _ROWS, dst=1), _COLLECTED, (4,), True),
    *_collectives(4, "gather", "gather", "dst"),
    _dims(4, "gather", "gather", "dst"),
    _case("broadcast-example", 4, "broadcast from rank 1 of each pair", "collect",
          _worked("broadcast", _IN_PAIRS, _ROWS, src=1), _COLLECTED, (4,), True),
    *_collectives(4, "broadcast", "broadcast", "src"),
    *JOIN_CASES,
)  # fmt: skip
