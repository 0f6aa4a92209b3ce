"""What chapters 3 and 4 share: several projections, stacked by rows in one parameter.

What each rank should hold, and the cases that are about layers and not about loading.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np

from ..i18n import _
from ..records import Check, Finding, GroupRun, Inputs, Verdict
from ..telling import first_of, saying
from ..wire import described
from .common import Expected, came_to, integers, outputs, refusal_finding
from .stacked_words import texts

Rng = np.random.Generator
Make: TypeAlias = Callable[[Rng, int], Inputs]

MERGED = "MergedColumnParallelLinear"


@dataclass(frozen=True)
class Part:
    """One of the stacked projections: `units` blocks of `unit_rows` rows that no rank splits."""

    id: int | str
    name: str  # "q"
    unit: str  # "q head"
    units: int
    unit_rows: int

    @property
    def rows(self) -> int:
        return self.units * self.unit_rows

    def held(self, rank: int, tp: int) -> list[int]:
        """The oracle: the units of a rank. Fewer units than ranks are replicated."""
        if self.units < tp:
            return [rank // (tp // self.units)]
        parts: list[list[int]] = np.arange(self.units).reshape(tp, -1).tolist()
        return parts[rank]

    def shard(self, whole: np.ndarray, rank: int, tp: int) -> np.ndarray:
        """The oracle: a rank's rows of the whole projection."""
        return np.concatenate([np.split(whole, self.units)[u] for u in self.held(rank, tp)])


def parts_of(inputs: Inputs) -> list[Part]:
    """The projections of the layer that a case makes, in the order in which they are stacked."""
    kind, args = inputs.params["kind"], inputs.params["args"]
    if kind == MERGED:
        ids, names = inputs.params["ids"], inputs.params["names"]
        named = zip(ids, names, args[1], strict=True)
        return [Part(id_, name, f"{name} row", size, 1) for id_, name, size in named]
    _hidden, head_size, heads, kv_heads = args
    counts = {"q": heads, "k": kv_heads, "v": kv_heads}
    return [Part(name, name, f"{name} head", n, head_size) for name, n in counts.items()]


def merged_params(input_size: int, sizes: Sequence[int], **more: Any) -> dict[str, Any]:
    """Parameters of a case about MergedColumnParallelLinear(input_size, sizes, group)."""
    names = ["gate", "up"] if len(sizes) == 2 else [f"part {i}" for i in range(len(sizes))]
    ids = list(range(len(sizes)))
    return {"kind": MERGED, "args": [input_size, list(sizes)], "ids": ids, "names": names, **more}


def call_text(inputs: Inputs) -> str:
    """`QKVParallelLinear(3, 2, 4, 2, group)`."""
    bias = ", bias=True" if inputs.params.get("bias") else ""
    args = ", ".join(map(str, inputs.params["args"]))
    return f"{inputs.params['kind']}({args}, group{bias})"


def _layer_text(inputs: Inputs) -> str:
    """`head_size 2, 4 query heads, 2 KV heads`, or the call where it says as much."""
    if inputs.params["kind"] == MERGED:
        return call_text(inputs)
    hidden, head_size, heads, kv_heads = inputs.params["args"]
    sizes = f"hidden_size {hidden}, head_size {head_size}, "
    bias = ", with a bias" if inputs.params.get("bias") else ""
    return f"{sizes}{heads} query heads, {kv_heads} KV head{'s' * (kv_heads > 1)}{bias}"


def saying_how(check: Check) -> Check:
    """The same findings, with the sizes of the layer."""
    return saying(check, _layer_text, at_once=True)


# parameters, segments


def parameters_expected(inputs: Inputs, tp: int) -> list[Expected]:
    """What a new layer holds: its parameters, its attributes."""
    rows = sum(len(part.held(0, tp)) * part.unit_rows for part in parts_of(inputs))
    held: dict[str, Any] = {
        "the list of parameters": ["weight"],
        "shape of weight": [rows, columns_of(inputs)],
    }
    if inputs.params["bias"]:
        held |= {"the list of parameters": ["bias", "weight"], "shape of bias": [rows]}
    for name in held["the list of parameters"]:
        held[f"dtype of {name}"] = described("torch.float32")
        held[f"{name}.weight_loader"] = described("a method")
    return [held | _attributes(inputs, tp)] * tp


def _attributes(inputs: Inputs, tp: int) -> dict[str, Any]:
    args = inputs.params["args"]
    if inputs.params["kind"] == MERGED:
        return {"output_sizes": args[1]}
    q, k, _v = parts_of(inputs)
    local = {"num_heads": len(q.held(0, tp)), "num_kv_heads": len(k.held(0, tp))}
    total = {"total_num_heads": args[2], "total_num_kv_heads": args[3]}
    grouped = inputs.params["kind"] == "GroupedQKVParallelLinear"
    return {**local, "head_size": args[1], **(total if grouped else {})}


def columns_of(inputs: Inputs) -> int:
    return int(inputs.params["args"][0])


def refuses(bad: Callable[[Inputs], Sequence[int]], why: str) -> Check:
    """A constructor must refuse; its message must print one of the `bad` numbers, and tp."""

    def check(inputs: Inputs, run: GroupRun) -> Finding | None:
        numbers = bad(inputs)
        sentence = _("{call_text} must be refused: {why} on {tp} ranks.").format(
            call_text=call_text(inputs), why=why, tp=run.tp
        )
        sentence = sentence.format(*numbers)
        for said in run.ranks[0].values["outcomes"]:
            found = [
                refusal_finding(sentence, _("this call"), (str(number), str(run.tp)), said)
                for number in numbers
            ]
            if all(found):
                return found[0]
        return None

    return check


PARAMETERS = saying_how(outputs(parameters_expected))


def segments(oracle: Callable[[Inputs, int], Sequence[Mapping[str, str]]]) -> Check:
    """What `segment` returns for every id on every rank, as text; other ids are refused."""
    return first_of(saying_how(texts(oracle)), _other_ids)


# forward


def forward_inputs(rng: Rng, params: Mapping[str, Any], tp: int) -> Inputs:
    """x (2, 3, in), and the rows of all ranks, rank after rank, as W and b; a rank has its own."""
    inputs = Inputs(params)
    rows = sum(len(part.held(0, tp)) * part.unit_rows for part in parts_of(inputs)) * tp
    arrays = {
        "x": integers(rng, 2, 3, columns_of(inputs)),
        "W": integers(rng, rows, columns_of(inputs)),
    }
    arrays["b"] = rng.permutation(np.arange(10, 10 + rows)).astype(np.float32)
    rows_of = {name: np.split(arrays[name], tp) for name in "Wb"}
    own = [{**arrays, **{name: rows_of[name][rank] for name in "Wb"}} for rank in range(tp)]
    return Inputs({**params, "bias": True}, arrays, own_arrays=own)


def forward_expected(inputs: Inputs, tp: int) -> list[Expected]:
    arrays = {name: array.astype(np.float64) for name, array in inputs.arrays.items()}
    y = (arrays["x"] @ arrays["W"].T + arrays["b"]).astype(np.float32)
    return [{"y": part} for part in np.split(y, tp, axis=-1)]


FORWARD = saying_how(outputs(forward_expected, counts=lambda *_: {}))


# ids that name no part


def _other_ids(inputs: Inputs, run: GroupRun) -> Finding | None:
    """`segment` of each id must be a ValueError."""
    outcomes = run.ranks[0].values["outcomes"]
    for id_, said in zip(inputs.params.get("other_ids", []), outcomes, strict=True):
        if said.get("raises") != "ValueError":
            sentence = _("segment({id!r}) must be refused: there is no such projection.").format(
                id=id_
            )
            return Finding(Verdict.WRONG_ANSWER, sentence, "ValueError", came_to(said))
    return None
