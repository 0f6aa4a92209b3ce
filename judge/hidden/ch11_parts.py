"""Chapter 11: whether what ranks add up is what their own heads and neurons give.

Code that has a right model could compute all of it on every rank, and let the ranks add up anything
that makes the same sum. So the judge computes each rank's part by itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

import numpy as np

from ..i18n import _
from ..records import MAX_SENT, Collective, Finding, GroupRun, Inputs, Verdict
from .qwen3_numpy import Sizes, Weights, attention, layer_weights, mlp, rms_norm
from .qwen3_shards import kv_heads, layer_part

_ROUNDING = 1e-3  # of a row's length; float32 through all layers is off by 1e-5


@dataclass(frozen=True)
class Sum:
    """One all-reduce of a forward: H hidden_size, T tokens."""

    name: str  # "layer 0's attention"
    share: str  # of a rank: "{first}–{last}" is filled in
    num: int  # heads or neurons of a rank
    before: np.ndarray  # (T, H): what the sum is added to
    parts: tuple[np.ndarray, ...]  # (T, H) of each rank

    def of_rank(self, rank: int) -> str:
        """ "query heads 4–7": whose part it is."""
        return self.share.format(first=rank * self.num, last=(rank + 1) * self.num - 1)


def sums(sizes: Sizes, weights: Weights, ids: Sequence[int], tp: int) -> list[Sum]:
    """Those of one sequence, in order, without the embedding's."""
    x = weights["model.embed_tokens.weight"][list(ids)].astype(np.float64)
    found = []
    for number in range(sizes.num_hidden_layers):
        layer = layer_weights(weights, number)
        held = [layer_part(sizes, layer, rank, tp) for rank in range(tp)]
        heads, neurons = sizes.num_attention_heads // tp, sizes.intermediate_size // tp
        own = replace(
            sizes, num_attention_heads=heads, num_key_value_heads=len(kv_heads(sizes, 0, tp))
        )
        seen = rms_norm(x, layer["input_layernorm.weight"], sizes.rms_norm_eps)
        parts = tuple(attention(own, part, seen) for part in held)
        name = _("layer {number}'s attention").format(number=number)
        found.append(Sum(name, _("query heads {first}–{last}"), heads, x, parts))
        x = x + sum(parts)
        seen = rms_norm(x, layer["post_attention_layernorm.weight"], sizes.rms_norm_eps)
        parts = tuple(mlp(part, seen) for part in held)
        name = _("layer {number}'s MLP").format(number=number)
        found.append(Sum(name, _("neurons {first}–{last}"), neurons, x, parts))
        x = x + sum(parts)
    return found


def made_up(inputs: Inputs, run: GroupRun, calls: Sequence[Sequence[Collective]]) -> Finding | None:
    """The first sum to which a rank does not bring the part that is its own.

    `calls`: each rank's all-reduces of hidden states, as many in each forward. The secret says
    which ids pass through the model.
    """
    sizes: Sizes = inputs.secret["sizes"]
    directory, of_one = Path(inputs.params["model"]), 2 * sizes.num_hidden_layers + 1
    for rank, mine in enumerate(calls):
        if not all(call.sent for call in mine):
            return _too_much(rank)
    for ids in inputs.secret["fed"]:
        for number, wanted in enumerate(_sums_of(directory, tuple(ids), run.tp), start=1):
            for rank, part in enumerate(wanted.parts):
                mine = calls[rank][number::of_one]
                if not _brought(mine, part, wanted.before):
                    return _finding(wanted, rank, mine[0])
    return None


@lru_cache(maxsize=64)
def _sums_of(directory: Path, ids: tuple[int, ...], tp: int) -> list[Sum]:
    """Of a checkpoint in one file."""
    from safetensors.numpy import load_file

    weights = load_file(directory / "model.safetensors")
    return sums(Sizes.read(directory), weights, ids, tp)


def _brought(calls: Sequence[Collective], part: np.ndarray, before: np.ndarray) -> bool:
    """Whether each row of `part` is among the rows that a rank sent, in whatever order.

    A rank may add some of what the sum is added to later: all of it on rank 0, 1/tp on each.
    """
    rows = np.concatenate([_rows(call, part.shape[1]) for call in calls])
    along = before / np.linalg.norm(before, axis=-1, keepdims=True)
    rows_along, part_along = rows @ along.T, np.sum(part * along, axis=-1)  # (rows, T), (T,)
    # squared distance of each row from each of the parts, at a right angle to `before`
    apart = np.sum(rows**2, axis=-1)[:, None] - 2 * rows @ part.T + np.sum(part**2, axis=-1)
    apart -= (rows_along - part_along) ** 2
    size = np.linalg.norm(part, axis=-1)
    return bool((apart.min(axis=0) <= (_ROUNDING * (size + size.max())) ** 2).all())


def _rows(call: Collective, hidden: int) -> np.ndarray:
    """(rows, H): what it adds; an average divides it by the number of ranks."""
    sent = call.sent[0].numpy().astype(np.float64)
    if hidden in sent.shape[:-1] and sent.shape[-1] != hidden:  # transposed
        sent = np.moveaxis(sent, sent.shape.index(hidden), -1)
    rows = sent.reshape(-1, hidden)
    return rows / len(call.group) if call.reduce_op == "avg" else rows


def _too_much(rank: int) -> Finding:
    message = _("Rank {rank} sends too much in all_reduces for its parts to be seen.")
    most = _("at most {most} MiB in all").format(most=MAX_SENT >> 20)
    verdict = Verdict.CONTRACT_VIOLATION
    return Finding(verdict, message.format(rank=rank), most, _("more"), rank)


def _finding(wanted: Sum, rank: int, call: Collective) -> Finding:
    message = _("Rank {rank} does not add its own part of {name} in {call}.").format(
        rank=rank, name=wanted.name, call=call
    )
    return Finding(
        Verdict.CONTRACT_VIOLATION,
        message,
        _("what {share} give").format(share=wanted.of_rank(rank)),
        _("other numbers"),
        rank,
        still_right=_("The tokens"),
    )
