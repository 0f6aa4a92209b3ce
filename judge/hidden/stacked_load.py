"""Loader cases of chapters 3 and 4: a labelled checkpoint, and what each rank keeps of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from ..i18n import _
from ..provenance import Source, labelled
from ..records import Check, Finding, GroupRun, Inputs, Json, Verdict
from ..telling import first_of, saying
from .common import Expected, integers, outputs, refusal_finding, with_shards
from .stacked import Rng, columns_of, parts_of, saying_how
from .stacked_words import Reader, filled, first_table, labels, picture

_LOADS = {"": "", " again": " after another load"}


def load_inputs(
    rng: Rng, params: Mapping[str, Any], loads: int = 2, shuffled: bool = True
) -> Inputs:
    """A checkpoint of numbers that occur once, or two of them, of the same shapes."""
    inputs = Inputs({"bias": False, **params})
    arrays: dict[str, np.ndarray] = {}
    start = int(rng.integers(1, 2000))
    for again in list(_LOADS)[:loads]:
        for part in parts_of(inputs):
            shapes = {"": (part.rows, columns_of(inputs)), " bias": (part.rows,)}
            for kind in ("", " bias")[: 1 + inputs.params["bias"]]:
                name, shape = f"{part.name}{kind}{again}", shapes[kind]
                arrays[name] = labelled(start, *shape)
                if "loaded_dtype" in params:  # small enough for it, so not all are different
                    arrays[name] = integers(rng, *shape, low=-99, high=99)
                start += int(np.prod(shape))
    ids = [part.id for part in parts_of(inputs)]
    order = [ids[i] for i in rng.permutation(len(ids))] if shuffled else ids
    return Inputs({**inputs.params, "order": order}, arrays)


def filled_inputs(params: Mapping[str, Any]) -> Inputs:
    """The worked example: every row of a head is full of its label."""
    inputs = Inputs({"bias": False, "order": ["q", "k", "v"], **params})
    arrays = {}
    for part, label in zip(parts_of(inputs), (0, 10, 20), strict=True):
        rows = np.repeat(np.arange(label, label + part.units), part.unit_rows)
        arrays[part.name] = np.tile(rows[:, None], columns_of(inputs)).astype(np.float32)
    said = _("q head h is full of h, k head h of 10 + h, v head h of 20 + h.")
    return Inputs(inputs.params, arrays, {"filled": said})


FILLED_HEADS = filled(
    {label + h: (f"{name} head", h) for name, label in zip("qkv", (0, 10, 20), strict=True)
     for h in range(10)}
)  # fmt: skip


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

    def held(inputs: Inputs, run: GroupRun) -> Finding | None:
        found = values(inputs, run)
        wrong = found is not None and found.verdict is Verdict.WRONG_ANSWER
        if found is None or not wrong or "loaded_dtype" in inputs.params:
            return found
        wanted = expected(inputs, run.tp)
        rows = [
            (part.name, len(part.held(0, run.tp)) * part.unit_rows) for part in parts_of(inputs)
        ]
        found = with_shards(found, wanted, run, partial(sources_of, inputs))
        told = first_table(wanted, run, inputs, rows, read)
        if not told:
            return found
        lines = [found.message.split("\n")[0], inputs.secret.get("filled", ""), *told]
        lines += picture(wanted, inputs, rows, read)
        return replace(found, message="\n".join(filter(None, lines)), expected="", actual="")

    return saying_how(first_of(saying(held, _order, at_once=True), _kept, _changed))


def _order(inputs: Inputs) -> str:
    """In which order the parts were loaded: a later call may wipe out an earlier one."""
    names = {part.id: part.name for part in parts_of(inputs)}
    loaded = ", ".join(names[id_] for id_ in inputs.params["order"])
    if len(inputs.params["order"]) == 1:
        return _("Loaded: {part} alone.").format(part=loaded)
    return _("Loaded in this order: {parts}.").format(parts=loaded)


def _kept(_inputs: Inputs, run: GroupRun) -> Finding | None:
    """A loader that keeps the checkpoint's tensor alive, be it only as the base of a view."""
    for rank in run.ranks:
        if kept := rank.values.get("kept", []):
            return Finding(
                Verdict.CONTRACT_VIOLATION,
                _("Rank {rank} keeps whole tensors of the checkpoint in memory.").format(
                    rank=rank.rank
                ),
                expected=_("only this rank's rows stay"),
                actual=_("these stay whole: {listed}{value}").format(
                    listed=", ".join(kept[:4]), value=", …" * (len(kept) > 4)
                ),
                rank=rank.rank,
                still_right=_("The values"),
            )
    return None


def _changed(_inputs: Inputs, run: GroupRun) -> Finding | None:
    for rank in run.ranks:
        if names := rank.values.get("changed", []):
            what = _("The loader changed the tensor that it was given: {listed}.").format(
                listed=", ".join(names)
            )
            return Finding(Verdict.CONTRACT_VIOLATION, what, rank=rank.rank)
    return None


def wrong_shapes(inputs: Inputs, run: GroupRun) -> Finding | None:
    """Each wrong tensor must be refused, naming its shape and the right one."""
    parts = {part.id: part for part in parts_of(inputs)}
    for rank in run.ranks:
        said_of = zip(inputs.params["shapes"], rank.values["outcomes"], strict=True)
        for (name, id_, shape), said in said_of:
            right = [parts[id_].rows, columns_of(inputs)][: len(shape)]
            what = _("a {name} {name_2} of shape {shape} where the model's is {right}").format(
                name=parts[id_].name, name_2=name, shape=shape, right=right
            )
            shapes = [", ".join(map(str, dims)) for dims in (shape, right)]
            finding = refusal_finding(
                _("Loading {what} must be refused.").format(what=what), what, shapes, said
            )
            if finding is not None:
                return finding
    return None


def wrong_shape_inputs(params: Mapping[str, Any], tp: int, *more: list[Json]) -> Inputs:
    """For each part the transpose, too much, one rank's rows, and one row for each rank."""
    inputs = Inputs({**params, "bias": True})
    columns, made = columns_of(inputs), list(more)
    for part in parts_of(inputs):
        local = len(part.held(0, tp)) * part.unit_rows
        rows = [part.rows + tp, local, tp]
        tried = [[columns, part.rows], [part.rows, columns + tp], *([n, columns] for n in rows)]
        made += [["weight", part.id, s] for s in tried if s != [part.rows, columns]]
        made += [["bias", part.id, [n]] for n in rows if n != part.rows]
    return Inputs({**inputs.params, "shapes": made})
