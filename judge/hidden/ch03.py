"""Chapter 3: inputs and cases. What a rank should hold is in `stacked`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

import numpy as np

from ..i18n import _
from ..records import Case, Inputs
from . import stacked
from .stacked import Make, Rng, merged_params, parts_of, refuses, segments
from .stacked_load import (
    FILLED_HEADS,
    filled_inputs,
    load_inputs,
    loads,
    wrong_shape_inputs,
    wrong_shapes,
)
from .stacked_words import filled

QKV = "QKVParallelLinear"
_SIZES = (1, 2, 3, 4)


def qkv_params(
    hidden: int, head_size: int, heads: int, kv_heads: int, **more: Any
) -> dict[str, Any]:
    return {"kind": QKV, "args": [hidden, head_size, heads, kv_heads], **more}


def _alone(params: Mapping[str, Any], tp: int) -> Inputs:
    """One process makes the layer of every rank."""
    return Inputs({"bias": False, "size": tp, **params})


# sizes: each part divides by tp, no two are equal, few numbers


def _merged_sizes(rng: Rng, tp: int, count: int = 3) -> tuple[int, list[int]]:
    """Input size and the widths of the parts."""
    widths = rng.permutation(np.arange(1, 5))[:count]
    return int(rng.integers(2, 4)), [int(w) * tp for w in widths]


def _heads(rng: Rng, tp: int) -> tuple[int, int, int, int]:
    """Hidden size, head size, query heads, KV heads; heads * head_size is not hidden."""
    kv_heads = tp * int(rng.integers(1, 3))
    heads = kv_heads * int(rng.integers(2, 4))
    head_size = int(rng.integers(2, 4))
    hidden = int(rng.integers(2, 5))
    return hidden + (hidden == heads * head_size), head_size, heads, kv_heads


def _merged(rng: Rng, tp: int, count: int = 3, **more: Any) -> dict[str, Any]:
    return merged_params(*_merged_sizes(rng, tp, count), **more)


def _qkv(rng: Rng, tp: int, **more: Any) -> dict[str, Any]:
    return qkv_params(*_heads(rng, tp), **more)


# parameters


def _sum_divides(rng: Rng, tp: int) -> Inputs:
    """The first width divides, and so does the sum of all."""
    some = int(rng.integers(1, tp))
    sizes = [2 * tp, tp + some, 2 * tp - some]
    return _alone(merged_params(int(rng.integers(2, 5)), sizes), tp)


def _bad_sizes(inputs: Inputs) -> list[int]:
    return [n for n in inputs.params["args"][1] if n % inputs.params["size"]]


def _bad_heads(inputs: Inputs) -> list[int]:
    return [n for n in inputs.params["args"][2:] if n % inputs.params["size"]]


_REFUSES = refuses(_bad_sizes, "{0} outputs")
_REFUSES_HEADS = refuses(_bad_heads, "{0} heads")


# segments


def _segments_expected(inputs: Inputs, tp: int) -> list[dict[str, str]]:
    first, found = 0, {}
    for part in parts_of(inputs):
        rows = len(part.held(0, tp)) * part.unit_rows
        found[f"segment({part.id!r})"] = f"({first}, {rows})"
        first += rows
    return [found] * tp


_SEGMENTS = segments(_segments_expected)


def _qkv_segments(rng: Rng, tp: int) -> Inputs:
    ids = {"ids": ["q", "k", "v"], "other_ids": ["o", "gate", "qk", ""]}
    return _alone(_qkv(rng, tp, **ids), tp)


# loaders


def _by_name(rng: Rng, tp: int) -> Inputs:
    """A subclass that calls its parts by name: only `segment` knows what a name means."""
    names = ["gate", "up"]
    return load_inputs(rng, _merged(rng, tp, 2, by_name=True) | {"ids": names})


def _one_part(rng: Rng, tp: int) -> Inputs:
    """Only the middle part is loaded: what the others held stays."""
    made = load_inputs(rng, _merged(rng, tp), loads=1)
    rows = sum(part.rows for part in parts_of(made)) // tp
    old = 100_000 + np.arange(rows * made.params["args"][0], dtype=np.float32)
    arrays = {"part 1": made.arrays["part 1"], "old": old.reshape(rows, -1)}
    return Inputs({**made.params, "order": [1]}, arrays)


def _one_part_expected(inputs: Inputs, tp: int) -> list[dict[str, Any]]:
    first, middle, _last = parts_of(inputs)
    start, rows = first.rows // tp, middle.rows // tp
    ranks = []
    for rank in range(tp):
        held = inputs.arrays["old"].copy()
        held[start : start + rows] = middle.shard(inputs.arrays["part 1"], rank, tp)
        ranks.append({"weight": held})
    return ranks


def _wrong_shapes(rng: Rng, tp: int) -> Inputs:
    columns, sizes = _merged_sizes(rng, tp)
    other: list[Any] = ["weight", 0, [sizes[1], columns]]  # of another part
    return wrong_shape_inputs(merged_params(columns, sizes), tp, other)


def _load_merged(rng: Rng, tp: int, **more: Any) -> Inputs:
    return load_inputs(rng, _merged(rng, tp, **more))


def _load_qkv(rng: Rng, tp: int, **more: Any) -> Inputs:
    return load_inputs(rng, _qkv(rng, tp, **more))


def _forward_merged(rng: Rng, tp: int) -> Inputs:
    return stacked.forward_inputs(rng, _merged(rng, tp), tp)


def _forward_qkv(rng: Rng, tp: int) -> Inputs:
    return stacked.forward_inputs(rng, _qkv(rng, tp), tp)


# worked examples


def _gate_up_example(rng: Rng, tp: int) -> Inputs:
    arrays = {"gate": np.full((4, 3), 1, np.float32), "up": np.full((4, 3), 2, np.float32)}
    params = merged_params(3, [4, 4], bias=False, order=[0, 1])
    return Inputs(params, arrays, {"filled": _("gate is full of 1, up of 2.")})


def _qkv_example(rng: Rng, tp: int) -> Inputs:
    return filled_inputs(qkv_params(3, 2, 4, 2))


_GATE_UP = filled({1: ("gate", -1), 2: ("up", -1)})


def _fixed(params: Mapping[str, Any]) -> Make:
    return lambda rng, tp: _alone(params, tp)


def _case(
    name: str, task: str, title: str, drive: str, make: Make, check: Any,
    tp: Sequence[int] = _SIZES, visible: bool = False,
) -> Case:  # fmt: skip
    """A case on real ranks, or, where no rank is needed, in one process that plays them all."""
    alone = drive in ("parameters", "refused", "segment")
    return Case(name, task, title, drive, make, check, tuple(tp), visible, alone=alone)


def _example(name: str, task: str, title: str, drive: str, make: Make, check: Any) -> Case:
    return _case(name, task, title, drive, make, check, (2,), True)


CASES = (
    _example("merged-parameters-example", "ch03.1", "merged parameters", "parameters",
             _fixed(merged_params(3, [4, 8], bias=True)), stacked.PARAMETERS),
    _example("merged-refuses-example", "ch03.1", "merged parameters, [3, 5]", "refused",
             _fixed(merged_params(4, [3, 5])), _REFUSES),
    _case("merged-parameters", "ch03.1", "merged parameters", "parameters",
          lambda rng, tp: _alone(_merged(rng, tp, bias=tp % 2 == 0), tp),
          stacked.PARAMETERS),
    _case("merged-refuses", "ch03.1", "merged parameters, widths that do not divide", "refused",
          _sum_divides, _REFUSES, (2, 3, 4)),
    _case("merged-forward", "ch03.1", "merged forward", "forward", _forward_merged,
          stacked.FORWARD),
    _example("merged-segment-example", "ch03.2", "merged segment", "segment",
             _fixed(merged_params(3, [4, 8])), _SEGMENTS),
    _case("merged-segment", "ch03.2", "merged segment", "segment",
          lambda rng, tp: _alone(_merged(rng, tp), tp), _SEGMENTS),
    _example("merged-load-example", "ch03.3", "gate_up loader", "load", _gate_up_example,
             loads(reader=_GATE_UP)),
    _case("merged-load", "ch03.3", "merged loader with a bias", "load",
          partial(_load_merged, bias=True), loads()),
    _case("merged-load-one", "ch03.3", "merged loader, one part only", "load", _one_part,
          loads(_one_part_expected), (1, 2)),
    _case("merged-load-by-name", "ch03.3", "merged loader, a subclass with names for its parts",
          "load", _by_name, loads(), (2,)),
    _case("merged-load-bfloat16", "ch03.3", "merged loader, a bfloat16 checkpoint", "load",
          partial(_load_merged, count=2, loaded_dtype="bfloat16"), loads(), (2,)),
    _case("merged-load-shapes", "ch03.3", "merged loader given wrong shapes", "load_wrong_shapes",
          _wrong_shapes, wrong_shapes, (1, 2, 3)),
    _example("qkv-parameters-example", "ch03.4", "QKV parameters", "parameters",
             _fixed(qkv_params(3, 2, 4, 2, bias=True)), stacked.PARAMETERS),
    _example("qkv-parameters-qwen3", "ch03.4", "QKV parameters of Qwen3-0.6B", "parameters",
             _fixed(qkv_params(1024, 128, 16, 8)), stacked.PARAMETERS),
    _case("qkv-parameters", "ch03.4", "QKV parameters", "parameters",
          lambda rng, tp: _alone(_qkv(rng, tp, bias=tp % 2 == 0), tp), stacked.PARAMETERS),
    _case("qkv-refuses-heads", "ch03.4", "QKV parameters, 14 query heads", "refused",
          _fixed(qkv_params(8, 4, 14, 4)), _REFUSES_HEADS, (4,)),
    _case("qkv-refuses-kv-heads", "ch03.4", "QKV parameters, 2 KV heads", "refused",
          _fixed(qkv_params(8, 4, 8, 2)), _REFUSES_HEADS, (4,)),
    _case("qkv-forward", "ch03.4", "QKV forward", "forward", _forward_qkv, stacked.FORWARD),
    _example("qkv-segment-example", "ch03.5", "QKV segment", "segment",
             _fixed(qkv_params(3, 2, 4, 2, ids=["q", "k", "v"])), _SEGMENTS),
    _example("qkv-load-example", "ch03.5", "QKV loader", "load", _qkv_example,
             loads(reader=FILLED_HEADS)),
    _case("qkv-segment", "ch03.5", "QKV segment, and other ids", "segment", _qkv_segments,
          _SEGMENTS),
    _case("qkv-load", "ch03.5", "QKV loader with a bias", "load",
          partial(_load_qkv, bias=True), loads()),
)  # fmt: skip
