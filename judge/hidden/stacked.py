"""What chapters 3 and 4 share: several projections, stacked by rows in one parameter.

How inputs are labelled, what each rank should hold, and how what it does hold is read back.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

import numpy as np

from ..provenance import Source, labelled
from ..records import Check, Finding, GroupRun, Inputs, Json, Verdict
from .common import Expected, came_to, integers, outputs, refusal_finding
from .stacked_words import Reader, first_table, labels, picture, texts

Rng = np.random.Generator
Make: TypeAlias = Callable[[Rng, int], Inputs]

MERGED = "MergedColumnParallelLinear"
_LOADS = {"": "", " again": " after another load"}


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
    _, head_size, heads, kv_heads = args
    counts = {"q": heads, "k": kv_heads, "v": kv_heads}
    return [Part(name, name, f"{name} head", n, head_size) for name, n in counts.items()]


def merged_params(input_size: int, sizes: Sequence[int], **more: Any) -> dict[str, Any]:
    """Parameters of a case about MergedColumnParallelLinear(input_size, sizes, group)."""
    names = ["gate", "up"] if len(sizes) == 2 else [f"part {i}" for i in range(len(sizes))]
    ids = list(range(len(sizes)))
    return {"kind": MERGED, "args": [input_size, list(sizes)], "ids": ids, "names": names, **more}


def call_text(inputs: Inputs) -> str:
    """`QKVParallelLinear(3, 2, 4, 2, group): head_size 2, 4 query heads, 2 KV heads`."""
    args = inputs.params["args"]
    bias = ", bias=True" if inputs.params.get("bias") else ""
    text = f"{inputs.params['kind']}({', '.join(map(str, args))}, group{bias})"
    if inputs.params["kind"] == MERGED:
        return text
    return f"{text}: head_size {args[1]}, {args[2]} query heads, {args[3]} KV heads"


def saying_how(check: Check) -> Check:
    """The same findings, with the call that made the layer."""

    def checked(inputs: Inputs, run: GroupRun) -> Finding | None:
        found = check(inputs, run)
        if found is None:
            return None
        head, *rest = found.message.split("\n")
        return replace(found, message="\n".join([head, call_text(inputs), *rest]))

    return checked


# parameters, segments


def parameters_expected(inputs: Inputs, tp: int) -> list[Expected]:
    """What a new layer holds: its parameters, its attributes."""
    rows = sum(len(part.held(0, tp)) * part.unit_rows for part in parts_of(inputs))
    held: dict[str, Any] = {"the parameters": ["weight"], "shape of weight": [rows, _in(inputs)]}
    if inputs.params["bias"]:
        held |= {"the parameters": ["bias", "weight"], "shape of bias": [rows]}
    for name in held["the parameters"]:
        held[f"dtype of {name}"] = "torch.float32"
        held[f"{name}.weight_loader"] = "a method"
    return [held | _attributes(inputs, tp)] * tp


def _attributes(inputs: Inputs, tp: int) -> dict[str, Any]:
    args = inputs.params["args"]
    if inputs.params["kind"] == MERGED:
        return {"output_sizes": args[1]}
    q, k, _ = parts_of(inputs)
    local = {"num_heads": len(q.held(0, tp)), "num_kv_heads": len(k.held(0, tp))}
    total = {"total_num_heads": args[2], "total_num_kv_heads": args[3]}
    grouped = inputs.params["kind"] == "GroupedQKVParallelLinear"
    return {**local, "head_size": args[1], **(total if grouped else {})}


def _in(inputs: Inputs) -> int:
    return int(inputs.params["args"][0])


def refuses(bad: Callable[[Inputs], Sequence[int]], why: str) -> Check:
    """A constructor must refuse; its message must print one of the `bad` numbers, and tp."""

    def check(inputs: Inputs, run: GroupRun) -> Finding | None:
        numbers = bad(inputs)
        sentence = f"{call_text(inputs)} must be refused: {why} on {run.tp} ranks."
        sentence = sentence.format(*numbers)
        for said in run.ranks[0].values["outcomes"]:
            found = [
                refusal_finding(sentence, "this call", (str(number), str(run.tp)), said)
                for number in numbers
            ]
            if all(found):
                return found[0]
        return None

    return check


PARAMETERS = saying_how(outputs(parameters_expected))


def segments(oracle: Callable[[Inputs, int], Sequence[Mapping[str, str]]]) -> Check:
    """What `segment` returns for every id on every rank, as text."""
    return saying_how(texts(oracle))


# loaders


def load_inputs(
    rng: Rng, params: Mapping[str, Any], loads: int = 2, shuffled: bool = True
) -> Inputs:
    """A checkpoint of numbers that occur once, or two of them, of the same shapes."""
    inputs = Inputs({"bias": False, **params})
    arrays: dict[str, np.ndarray] = {}
    start = int(rng.integers(1, 2000 if "loaded_dtype" not in params else 30))
    for again in list(_LOADS)[:loads]:
        for part in parts_of(inputs):
            shapes = {"": (part.rows, _in(inputs)), " bias": (part.rows,)}
            for kind in ("", " bias")[: 1 + inputs.params["bias"]]:
                arrays[f"{part.name}{kind}{again}"] = labelled(start, *shapes[kind])
                start += int(np.prod(shapes[kind]))
    ids = [part.id for part in parts_of(inputs)]
    order = [ids[i] for i in rng.permutation(len(ids))] if shuffled else ids
    return Inputs({**inputs.params, "order": order}, arrays)


def load_expected(inputs: Inputs, tp: int) -> list[Expected]:
    """The rows of each rank, part after part."""
    ranks: list[dict[str, Any]] = [{} for _ in range(tp)]
    for again, title in _LOADS.items():
        for kind in ("", " bias"):
            wholes = [(part, f"{part.name}{kind}{again}") for part in parts_of(inputs)]
            if wholes[0][1] not in inputs.arrays:
                continue
            for rank, held in enumerate(ranks):
                rows = [part.shard(inputs.arrays[name], rank, tp) for part, name in wholes]
                held[f"{kind.strip() or 'weight'}{title}"] = np.concatenate(rows)
    return list(ranks)


def sources_of(inputs: Inputs, name: str) -> list[Source]:
    """What a parameter can be read back into; of another load what was there before is old."""
    found = []
    for part in parts_of(inputs):
        for again in _LOADS:
            whole = inputs.arrays.get(f"{part.name}{' bias' * ('bias' in name)}{again}")
            if whole is not None:
                old = "" if again or "another" not in name else "old "
                found.append(Source(old + part.name, whole, old + part.unit, part.unit_rows))
    if "old" in inputs.arrays:
        found.append(Source("old", inputs.arrays["old"], "old row", 1))
    return found


def loads(
    expected: Callable[[Inputs, int], Sequence[Expected]] = load_expected,
    reader: Reader | None = None,
) -> Check:
    """What every rank holds after loading, read back part by part, and that it keeps no more."""
    values = outputs(expected, counts=lambda *_: {})
    read = reader or labels(sources_of)

    def check(inputs: Inputs, run: GroupRun) -> Finding | None:
        found = values(inputs, run)
        if found is None:
            return _kept(run) or _changed(run)
        if found.verdict is not Verdict.WRONG_ANSWER:
            return found
        wanted = expected(inputs, run.tp)
        rows = [
            (part.name, len(part.held(0, run.tp)) * part.unit_rows) for part in parts_of(inputs)
        ]
        told = first_table(wanted, run, inputs, rows, read)
        if not told:
            return found
        lines = [found.message.split("\n")[0], inputs.secret.get("filled", ""), *told]
        lines += picture(wanted, inputs, rows, read)
        return replace(found, message="\n".join(filter(None, lines)), expected="", actual="")

    return saying_how(check)


def _kept(run: GroupRun) -> Finding | None:
    """A loader that keeps the checkpoint's tensor alive, be it only as the base of a view."""
    for rank in run.ranks:
        if kept := rank.values.get("kept", []):
            return Finding(
                Verdict.CONTRACT_VIOLATION,
                f"Rank {rank.rank} keeps whole tensors of the checkpoint in memory.",
                expected="only this rank's rows stay",
                actual=f"whole tensors that stay: {', '.join(kept)}",
                rank=rank.rank,
                still_right="The values",
            )
    return None


def _changed(run: GroupRun) -> Finding | None:
    for rank in run.ranks:
        if names := rank.values.get("changed", []):
            what = f"The loader changed the tensor that it was given: {', '.join(names)}."
            return Finding(Verdict.CONTRACT_VIOLATION, what, rank=rank.rank)
    return None


def wrong_shapes(inputs: Inputs, run: GroupRun) -> Finding | None:
    """Each wrong tensor must be refused, naming its shape and the right one."""
    parts = {part.id: part for part in parts_of(inputs)}
    for rank in run.ranks:
        said_of = zip(inputs.params["shapes"], rank.values["outcomes"], strict=True)
        for (name, id_, shape), said in said_of:
            right = [parts[id_].rows, _in(inputs)][: len(shape)]
            what = f"a {parts[id_].name} {name} of shape {shape} where the model's is {right}"
            shapes = [", ".join(map(str, dims)) for dims in (shape, right)]
            finding = refusal_finding(f"Loading {what} must be refused.", what, shapes, said)
            if finding is not None:
                return finding
    return None


def wrong_shape_inputs(params: Mapping[str, Any], tp: int, *more: list[Json]) -> Inputs:
    """For each part the transpose, too much, one rank's rows, and one row for each rank."""
    inputs = Inputs({**params, "bias": True})
    columns, made = _in(inputs), list(more)
    for part in parts_of(inputs):
        local = len(part.held(0, tp)) * part.unit_rows
        rows = [part.rows + tp, local, tp]
        tried = [[columns, part.rows], [part.rows, columns + tp], *([n, columns] for n in rows)]
        made += [["weight", part.id, s] for s in tried if s != [part.rows, columns]]
        made += [["bias", part.id, [n]] for n in rows if n != part.rows]
    return Inputs({**inputs.params, "shapes": made})


# forward


def forward_inputs(rng: Rng, params: Mapping[str, Any], tp: int) -> Inputs:
    """x (2, 3, in), and the rows of all ranks, rank after rank, as W and b."""
    inputs = Inputs(params)
    rows = sum(len(part.held(0, tp)) * part.unit_rows for part in parts_of(inputs)) * tp
    arrays = {"x": integers(rng, 2, 3, _in(inputs)), "W": integers(rng, rows, _in(inputs))}
    arrays["b"] = rng.permutation(np.arange(10, 10 + rows)).astype(np.float32)
    return Inputs({**params, "bias": True}, arrays)


def forward_expected(inputs: Inputs, tp: int) -> list[Expected]:
    arrays = {name: array.astype(np.float64) for name, array in inputs.arrays.items()}
    y = (arrays["x"] @ arrays["W"].T + arrays["b"]).astype(np.float32)
    return [{"y": part} for part in np.split(y, tp, axis=-1)]


FORWARD = saying_how(outputs(forward_expected, counts=lambda *_: {}))


# ids that name no part


def refuses_ids(inputs: Inputs, run: GroupRun) -> Finding | None:
    """`segment` of each id must be a ValueError."""
    for id_, said in zip(inputs.params["ids"], run.ranks[0].values["outcomes"], strict=True):
        if said.get("raises") != "ValueError":
            sentence = f"segment({id_!r}) must be refused: there is no such projection."
            return Finding(Verdict.WRONG_ANSWER, sentence, "ValueError", came_to(said))
    return None
