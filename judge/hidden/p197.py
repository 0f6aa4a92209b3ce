"""Problem 197: options, an oracle that walks through the model, and cases."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import product

import numpy as np

from ..records import Case, Inputs
from .named_calls import Call, answered, named_calls

Rng = np.random.Generator
Calls = Callable[[Rng], Sequence[Call]]


def _block(cut: bool, looks_back: bool, sequence_parallel: bool) -> Iterator[str]:
    """What one block needs: its tokens, and the sum of what the ranks computed."""
    if sequence_parallel and (cut or looks_back):
        yield "all_gather"
    if cut:
        yield "reduce_scatter" if sequence_parallel else "all_reduce"


def _layer(cut_attention: bool, cut_mlp: bool, sequence_parallel: bool) -> Iterator[str]:
    yield from _block(cut_attention, True, sequence_parallel)
    yield from _block(cut_mlp, False, sequence_parallel)


def layer_collectives(**options: bool) -> dict[str, int]:
    """The oracle for one layer."""
    return dict(Counter(_layer(**options)))


def model_collectives(
    num_layers: int, tp_size: int, cut_attention: bool = True, cut_mlp: bool = True,
    sequence_parallel: bool = False, tied_head: bool = True, every_rank_samples: bool = False,
) -> dict[str, int]:  # fmt: skip
    """The oracle: every call of a forward, in order, counted."""
    if tp_size == 1:
        return {}
    calls = ["reduce_scatter" if sequence_parallel else "all_reduce"]
    for _ in range(num_layers):
        calls += _layer(cut_attention, cut_mlp, sequence_parallel)
    calls += ["all_gather"] * sequence_parallel
    calls.append("all_gather" if every_rank_samples else "gather")
    return dict(Counter(calls))


_ORACLES: dict[str, Callable[..., dict[str, int]]] = {
    "layer_collectives": layer_collectives,
    "model_collectives": model_collectives,
}


def _case(name: str, function: str, title: str, calls: Calls, visible: bool = False) -> Case:
    def make(rng: Rng, tp: int) -> Inputs:
        inputs = answered(_ORACLES[function], calls(rng))(rng, tp)
        return replace(inputs, params={**inputs.params, "function": function})

    task = "p197.1" if function == "layer_collectives" else "p197.2"
    return Case(name, task, title, "calls", make, named_calls(function), (1,), visible, alone=True)


def _every_layer(rng: Rng) -> list[Call]:
    """Every combination of the options, those of the example first."""
    every = product((False, True), (True, False), (True, False))
    return [
        {"cut_attention": a, "cut_mlp": m, "sequence_parallel": parallel}
        for parallel, a, m in every
    ]


def _every_model(rng: Rng) -> list[Call]:
    """The usual options, each of the others alone, then every combination; with new sizes."""
    usual = {
        "cut_attention": True, "cut_mlp": True, "sequence_parallel": False, "tied_head": True,
        "every_rank_samples": False,
    }  # fmt: skip
    every = [dict(zip(usual, bits, strict=True)) for bits in product((True, False), repeat=5)]
    every.sort(key=lambda options: sum(options[name] != usual[name] for name in usual))
    return [
        {"num_layers": int(rng.integers(1, 90)), "tp_size": int(rng.integers(2, 9)), **options}
        for options in every
    ]


def _one_rank(rng: Rng) -> list[Call]:
    layers = int(rng.integers(2, 90))
    return [
        {"num_layers": layers, "tp_size": 1, "sequence_parallel": parallel}
        for parallel in (False, True)
    ]


_LAYER, _MODEL = "layer_collectives", "model_collectives"

CASES = (
    _case("layer-example", _LAYER, "a layer, all cut", lambda rng: _every_layer(rng)[:1], True),
    _case("layer", _LAYER, "a layer, all combinations of the options", _every_layer),
    _case("model-example", _MODEL, "Qwen3-0.6B on 2 ranks",
          lambda rng: [{"num_layers": 28, "tp_size": 2}], True),
    _case("model", _MODEL, "all combinations of the options", _every_model),
    _case("no-layers", _MODEL, "no layers",
          lambda rng: [{"num_layers": 0, "tp_size": 2}]),
    _case("one-rank", _MODEL, "a single rank", _one_rank),
)  # fmt: skip
