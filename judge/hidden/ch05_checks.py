"""Chapter 5: how the answers of vocab_range and local_ids are judged.

A row of an id that is elsewhere is free, as long as it can be looked up: any such row passes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from .. import wire
from ..i18n import _
from ..records import Finding, GroupRun, Inputs, RankRun, Verdict
from ..telling import Telling
from .common import Expected, came_to, outputs
from .vocab import height, owned
from .wording import shown


def ranges_wrong(inputs: Inputs, run: GroupRun) -> Finding | None:
    """The first call that is wrong; floats are, since a range is used to slice."""
    for call, said in zip(inputs.params["calls"], run.ranks[0].values["outcomes"], strict=True):
        vocab, rank, tp = call
        want, value = owned(vocab, rank, tp), said.get("value")
        if isinstance(value, list) and all(type(part) is int for part in value):
            said = {"value": tuple(value)}
        if "raises" not in said and said["value"] == want:
            continue
        text = _("vocab_range({vocab}, {rank}, {tp}) is wrong.")
        if tp > 1:
            text = _(
                "vocab_range({vocab}, {rank}, {tp}) is wrong.\n{vocab} ids on {tp} ranks: {widths}."
            )
        owners = (owned(vocab, r, tp) for r in range(tp))
        widths = ", ".join(str(end - start) for start, end in owners)
        text = text.format(vocab=vocab, rank=rank, tp=tp, widths=widths)
        return Finding(Verdict.WRONG_ANSWER, text, str(want), came_to(said))
    return None


def _local_expected(inputs: Inputs, tp: int) -> list[Expected]:
    ranks = []
    for rank in range(tp):
        start, end = owned(inputs.params["vocab"], rank, tp)
        held: dict[str, Any] = {}
        for name, suffix in (("ids", ""), ("ids again", " of other ids")):
            if name in inputs.arrays:
                ids = inputs.arrays[name]
                elsewhere = (ids < start) | (ids >= end)
                held[f"elsewhere{suffix}"] = elsewhere
                held[f"rows{suffix}"] = np.where(elsewhere, 0, ids - start)
        ranks.append(held)
    return list(ranks)


_LOCAL_VALUES = outputs(_local_expected, show=("ids",), counts=lambda *_: {})


def _local_wrong(inputs: Inputs, run: GroupRun) -> Finding | None:
    """Rows of ids from elsewhere are free as long as they can be looked up: seen as 0."""
    vocab, tp = inputs.params["vocab"], run.tp
    expected = _local_expected(inputs, tp)
    ranks = [
        replace(rank, arrays=_without_free(rank, wanted, height(vocab, tp)))
        for rank, wanted in zip(run.ranks, expected, strict=True)
    ]
    finding = _LOCAL_VALUES(inputs, replace(run, ranks=tuple(ranks)))
    if finding is None:
        return None
    lines = [finding.message, _has(vocab, finding.rank or 0, tp)]
    if finding.message.startswith("rows"):
        free = _("Where elsewhere is True, any row from 0 to {most} is right, shown as 0.")
        lines.append(free.format(most=height(vocab, tp) - 1))
    return replace(finding, message="\n".join(lines))


def _has(vocab: int, rank: int, tp: int) -> str:
    start, end = owned(vocab, rank, tp)
    has = _("Rank {rank} has no id of {vocab}.")
    if end > start:
        has = _("Rank {rank} has the ids {start} to {last} of {vocab}.")
    return has.format(rank=rank, vocab=vocab, start=start, last=end - 1)


def _given(inputs: Inputs, run: GroupRun, rank: int) -> str:
    ids = shown(inputs, ("ids", "ids again"), small=True)
    return f"{ids}\n{_has(inputs.params['vocab'], rank, run.tp)}" if ids else ""


local_wrong = Telling(_local_wrong, _given)


def _without_free(rank: RankRun, wanted: Expected, rows: int) -> Mapping[str, wire.Array]:
    """The same arrays, int64, where a free choice that is safe to look up is 0."""
    arrays = dict(rank.arrays)
    for name in [name for name in arrays if name.startswith("rows")]:
        got = arrays[name].numpy()
        elsewhere = wanted[f"elsewhere{name.removeprefix('rows')}"]
        if got.dtype.kind in "iu" and got.shape == elsewhere.shape:
            free = elsewhere & (got >= 0) & (got < rows)
            arrays[name] = wire.from_numpy(np.where(free, 0, got).astype(np.int64))
    return arrays


def refuses_ids(inputs: Inputs, run: GroupRun) -> Finding | None:
    vocab = inputs.params["vocab"]
    for call, *said_of in zip(
        inputs.params["calls"], *(rank.values["outcomes"] for rank in run.ranks), strict=True
    ):
        wrong = [n for n, said in enumerate(said_of) if said.get("raises") != "IndexError"]
        if not wrong:
            continue
        text = _("The id {id} is accepted, the vocabulary is {vocab}.\nids {call}")
        if 1 < run.tp > len(wrong):
            text = _(
                "The id {id} is accepted on rank {rank}, the vocabulary is {vocab}.\nids {call}\n"
                "Another rank refuses it: this one would wait for it in the all-reduce."
            )
        text = text.format(id=call[1], rank=wrong[0], vocab=vocab, call=call)
        actual = came_to(said_of[wrong[0]]) + (f"   (rank {wrong[0]})" if run.tp > 1 else "")
        return Finding(Verdict.WRONG_ANSWER, text, _("IndexError on every rank"), actual, wrong[0])
    return None
