"""Chapter 4: inputs and cases. What a rank should hold is in `stacked`."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

import numpy as np

from ..i18n import _
from ..records import Case, Finding, GroupRun, Inputs
from . import stacked
from .common import REFUSED, calls, refusal_finding
from .stacked import Make, Rng, parts_of, refuses, segments
from .stacked_load import (
    FILLED_HEADS,
    filled_inputs,
    load_inputs,
    loads,
    wrong_shape_inputs,
    wrong_shapes,
)
from .stacked_words import texts

GROUPED = "GroupedQKVParallelLinear"
_SIZES = (1, 2, 3, 4, 6, 8)
_REAL_SIZES = (1, 2, 3, 4)


def grouped_params(
    hidden: int, head_size: int, heads: int, kv_heads: int, **more: Any
) -> dict[str, Any]:
    return {"kind": GROUPED, "args": [hidden, head_size, heads, kv_heads], **more}


def _alone(params: Mapping[str, Any], tp: int) -> Inputs:
    """One process makes the layer of every rank."""
    return Inputs({"bias": False, "size": tp, **params})


def _fixed(params: Mapping[str, Any]) -> Make:
    return lambda rng, tp: _alone(params, tp)


# div_even


def _div_even(*pairs: tuple[list[int | bool], object]) -> Make:
    made, answers = [call for call, _ in pairs], [answer for _, answer in pairs]
    return lambda rng, tp: Inputs({"calls": made}, {}, {"answers": answers})


def _divides(rng: Rng, tp: int) -> Inputs:
    a, b = int(rng.integers(2, 9)), int(rng.integers(3, 9))
    return _div_even(
        ([a * b, b], a), ([a * b, b, True], a), ([7, 1, True], 7),
        ([a, a * b, True], 1), ([1, b, True], 1), ([a, a, True], 1),
    )(rng, tp)  # fmt: skip


def _does_not(rng: Rng, tp: int) -> Inputs:
    a, b = int(rng.integers(2, 9)), int(rng.integers(2, 9))
    return _div_even(
        ([a * b + 1, b], REFUSED), ([a * b + 1, b, True], REFUSED), ([a, a * b], REFUSED),
        ([a, a * b, False], REFUSED), ([a, a * b + 1, True], REFUSED),
        ([a + 1, a * 2 + 1, True], REFUSED),
    )(rng, tp)  # fmt: skip


# kv_heads_of_rank


def _heads_held(kv_heads: int) -> Make:
    return lambda rng, tp: Inputs({"size": tp, "kv_heads": [kv_heads]})


def _any_heads(rng: Rng, tp: int) -> Inputs:
    """At least as many KV heads as ranks; where there are such numbers, fewer; and one head."""
    counts = [tp * int(rng.integers(1, 4)), *map(int, rng.permutation(_divisors(tp))[:1]), 1]
    return Inputs({"size": tp, "kv_heads": list(dict.fromkeys(counts))})


def _divisors(tp: int) -> tuple[int, ...]:
    """Numbers of KV heads that tp ranks replicate, one head excepted."""
    return tuple(n for n in range(2, tp) if tp % n == 0)


def _ranges(inputs: Inputs, tp: int) -> list[dict[str, str]]:
    """The oracle: which KV heads each rank holds."""
    parts = {
        f"kv_heads_of_rank(tp_rank, {tp}, {n})": stacked.Part("k", "k", "k head", n, 1)
        for n in inputs.params["kv_heads"]
    }
    return [
        {call: _range(part.held(rank, tp)) for call, part in parts.items()} for rank in range(tp)
    ]


def _range(heads: Sequence[int]) -> str:
    return f"range({heads[0]}, {heads[-1] + 1})"


def _no_layout(inputs: Inputs, run: GroupRun) -> Finding | None:
    for size, kv_heads, said in run.ranks[0].values["outcomes"]:
        call = f"kv_heads_of_rank(tp_rank, {size}, {kv_heads})"
        sentence = _("{call} must be refused: {kv_heads} KV heads on {size} ranks.").format(
            call=call, kv_heads=kv_heads, size=size
        )
        found = refusal_finding(sentence, call, (str(kv_heads), str(size)), said)
        if found is not None:
            return found
    return None


# layers


def _heads(rng: Rng, tp: int, fewer: bool) -> tuple[int, int, int, int]:
    """Hidden size, head size, query heads, KV heads; heads * head_size is not hidden.

    `fewer`: less KV heads than ranks, of an even number of rows, so that a head could be halved.
    """
    divisors = _divisors(tp) or (1,)
    kv_heads = int(rng.choice(divisors)) if fewer else tp * int(rng.integers(1, 3))
    heads = math.lcm(tp, kv_heads) * int(rng.integers(1, 3) if fewer else 4)
    head_size = 2 if fewer else int(rng.integers(2, 4))
    hidden = int(rng.integers(2, 5))
    return hidden + (hidden == heads * head_size), head_size, heads, kv_heads


def _grouped(rng: Rng, tp: int, fewer: bool = False, **more: Any) -> dict[str, Any]:
    return grouped_params(*_heads(rng, tp, fewer), **more)


def _any_layer(rng: Rng, tp: int, **more: Any) -> Inputs:
    """On 4 ranks and more there are fewer KV heads than ranks."""
    return _alone(_grouped(rng, tp, fewer=tp >= 4, **more), tp)


def _parameters(rng: Rng, tp: int) -> Inputs:
    return _any_layer(rng, tp, bias=tp % 2 == 0)


def _segments_expected(inputs: Inputs, tp: int) -> list[dict[str, str]]:
    ranks: list[dict[str, str]] = [{} for _ in range(tp)]
    first = 0
    for part in parts_of(inputs):
        for rank, found in enumerate(ranks):
            found[f"segment({part.id!r})"] = f"({first}, {_range(part.held(rank, tp))})"
        first += len(part.held(0, tp))
    return ranks


_SEGMENTS = segments(_segments_expected)
_IDS = ["q", "k", "v"]


def _load(rng: Rng, tp: int, **more: Any) -> Inputs:
    return load_inputs(rng, _grouped(rng, tp, fewer=tp == 4, **more))


def _one_head(rng: Rng, tp: int) -> Inputs:
    """One KV head on every rank, as many query heads as ranks."""
    return load_inputs(rng, grouped_params(3, 2, 2 * tp, 1))


def _one_part(rng: Rng, tp: int) -> Inputs:
    """Only v is loaded: what the rows of q and k held stays."""
    made = load_inputs(rng, _grouped(rng, tp, fewer=tp == 4), loads=1)
    rows = sum(_local_rows(made, tp))
    old = 100_000 + np.arange(rows * made.params["args"][0], dtype=np.float32)
    arrays = {"v": made.arrays["v"], "old": old.reshape(rows, -1)}
    return Inputs({**made.params, "order": ["v"]}, arrays)


def _local_rows(inputs: Inputs, tp: int) -> list[int]:
    return [len(part.held(0, tp)) * part.unit_rows for part in parts_of(inputs)]


def _one_part_expected(inputs: Inputs, tp: int) -> list[dict[str, Any]]:
    v, rows = parts_of(inputs)[-1], _local_rows(inputs, tp)
    above = inputs.arrays["old"][: sum(rows[:2])]
    shards = [v.shard(inputs.arrays["v"], rank, tp) for rank in range(tp)]
    return [{"weight": np.concatenate([above, shard])} for shard in shards]


def _wrong_shapes(rng: Rng, tp: int) -> Inputs:
    params = _grouped(rng, tp, fewer=tp == 4)
    hidden, head_size, heads, _ = params["args"]
    other: list[Any] = ["weight", "k", [heads * head_size, hidden]]  # q_proj given as k_proj
    return wrong_shape_inputs(params, tp, other)


def _forward(rng: Rng, tp: int) -> Inputs:
    return stacked.forward_inputs(rng, _grouped(rng, tp, fewer=tp == 4), tp)


# the worked example: 8 query heads, 2 KV heads


def _example_params(**more: Any) -> dict[str, Any]:
    return grouped_params(3, 2, 8, 2, **more)


def _load_example(rng: Rng, tp: int) -> Inputs:
    return filled_inputs(_example_params())


def _case(
    name: str, task: str, title: str, drive: str, make: Make, check: Any,
    tp: Sequence[int] = _SIZES, visible: bool = False,
) -> Case:  # fmt: skip
    """A case on real ranks where a tensor is loaded, else in one process that plays them all."""
    alone = not drive.startswith(("load", "forward"))
    return Case(name, task, title, drive, make, check, tuple(tp), visible, alone=alone)


def _divided(name: str, title: str, make: Make, visible: bool = False) -> Case:
    return _case(name, "ch04.1", title, "divided", make, calls("div_even"), (1,), visible)


def _held(
    name: str, title: str, make: Make, tp: Sequence[int] = _SIZES, visible: bool = False
) -> Case:
    return _case(name, "ch04.2", title, "heads", make, texts(_ranges), tp, visible)


def _refused(name: str, title: str, args: Sequence[int], tp: int, check: Any) -> Case:
    make = _fixed(grouped_params(*args))
    return _case(name, "ch04.3", title, "refused", make, check, (tp,))


_Q_REFUSED = refuses(lambda inputs: inputs.params["args"][2:3], "{0} query heads")
_KV_REFUSED = refuses(lambda inputs: inputs.params["args"][3:], "{0} KV heads")

CASES = (
    _divided("div-even-example", "div_even", _div_even(([16, 4], 4), ([8, 16, True], 1)), True),
    _divided("div-even-refuses-example", "div_even",
             _div_even(([10, 4], REFUSED), ([8, 12, True], REFUSED)), True),
    _divided("div-even", "div_even", _divides),
    _divided("div-even-refuses", "div_even of what does not come out even", _does_not),
    _divided("div-even-by-0", "div_even by 0", _div_even(([3, 0], REFUSED))),
    _held("kv-heads-example", "2 KV heads on 4 ranks", _heads_held(2), (4,), True),
    _held("kv-heads-8-example", "8 KV heads on 2 ranks", _heads_held(8), (2,), True),
    _held("kv-heads", "KV heads: as many as ranks or more, fewer, one", _any_heads),
    _case("kv-heads-refuses", "ch04.2", "KV heads that cannot be laid out", "no_layout",
          lambda rng, tp: Inputs({"layouts": [[4, 3], [2, 3], [12, 8], [4, 6]]}), _no_layout,
          (1,)),
    _case("grouped-parameters-example", "ch04.3", "QKV parameters, 2 KV heads", "parameters",
          _fixed(_example_params(bias=True)), stacked.PARAMETERS, (4,), True),
    _case("grouped-parameters-qwen3", "ch04.3", "QKV parameters of Qwen3-0.6B", "parameters",
          _fixed(grouped_params(1024, 128, 16, 8)), stacked.PARAMETERS, (2,), True),
    _case("grouped-parameters", "ch04.3", "QKV parameters, with and without a bias", "parameters",
          _parameters, stacked.PARAMETERS),
    _refused("refuses-query-heads", "QKV parameters, 14 query heads", (8, 2, 14, 2), 4, _Q_REFUSED),
    _refused("refuses-few-query-heads", "QKV parameters, 4 query heads", (8, 2, 4, 2), 8,
             _Q_REFUSED),
    _refused("refuses-kv-heads", "QKV parameters, 6 KV heads", (8, 2, 12, 6), 4, _KV_REFUSED),
    _refused("refuses-few-kv-heads", "QKV parameters, 4 KV heads", (8, 3, 12, 4), 6, _KV_REFUSED),
    _case("grouped-forward", "ch04.3", "QKV forward", "forward", _forward, stacked.FORWARD,
          _REAL_SIZES),
    _case("grouped-segment-example", "ch04.4", "QKV segment, 2 KV heads", "segment",
          _fixed(_example_params(ids=_IDS)), _SEGMENTS, (4,), True),
    _case("grouped-segment", "ch04.4", "QKV segment, and other ids", "segment",
          partial(_any_layer, ids=_IDS, other_ids=["o", "gate", "qk", ""]), _SEGMENTS),
    _case("grouped-load-example", "ch04.5", "QKV loader, 2 KV heads", "load", _load_example,
          loads(reader=FILLED_HEADS), (4,), True),
    _case("grouped-load", "ch04.5", "QKV loader with a bias", "load",
          partial(_load, bias=True), loads(), _REAL_SIZES),
    _case("grouped-load-one-head", "ch04.5", "QKV loader, 1 KV head", "load", _one_head, loads(),
          (2, 3)),
    _case("grouped-load-one-part", "ch04.5", "QKV loader, v only", "load", _one_part,
          loads(_one_part_expected), (1, 2, 4)),
    _case("grouped-load-bfloat16", "ch04.5", "QKV loader, a bfloat16 checkpoint", "load",
          partial(_load, loaded_dtype="bfloat16"), loads(), (2,)),
    _case("grouped-load-shapes", "ch04.5", "QKV loader given wrong shapes", "load_wrong_shapes",
          _wrong_shapes, wrong_shapes, (1, 2, 4)),
)  # fmt: skip
