"""How chapter 5 is exercised: ranges as plain calls, and one embedding on each rank."""

from __future__ import annotations

from functools import partial
from typing import Any

import torch

from ...wire import described
from .common import extra_bytes, outcomes
from .vocab import loader, ready, set_table

_NUMBERS = ("num_embeddings", "vocab_start", "vocab_end", "tp_rank", "tp_size")


def ranges(learner: Any, inputs: Any, group: Any) -> dict[str, Any]:
    """Each call `[vocab_size, tp_rank, tp_size]`, in order."""
    return outcomes(learner.vocab_range, inputs.params["calls"])


def table(learner: Any, inputs: Any, group: Any) -> dict[str, Any]:
    """What a new embedding holds."""
    sizes = inputs.params["vocab"], inputs.params["dim"]
    layer = learner.VocabParallelEmbedding(*sizes, group)
    named = dict(layer.named_parameters())
    held: dict[str, Any] = {"the list of parameters": sorted(named)}
    for name in _NUMBERS:
        held[name] = getattr(layer, name, described("no attribute of the layer"))
    kept = getattr(layer, "group", None)
    other = "another object" if kept is not None else "no attribute of the layer"
    held["group"] = described("the group" if kept is group else other)
    if "weight" in named:
        weight = named["weight"]
        own = callable(getattr(weight, "weight_loader", None))
        held |= {"weight.weight_loader": described("a method" if own else "missing")}
        held |= {"weight": weight.data, "extra weight": extra_bytes(weight.data)}
    return held


def load(learner: Any, inputs: Any, group: Any) -> dict[str, Any]:
    """The weight after its loader was given a table, then another one."""
    layer = ready(learner.VocabParallelEmbedding, inputs, group)
    param, load_into = layer.weight, loader(layer)
    results: dict[str, Any] = {}
    for name, suffix in (("table", ""), ("table again", " after another load")):
        if name in inputs:
            load_into(param, _checkpoint(inputs, name))
            results |= {f"weight{suffix}": param.detach().clone()}
            results |= {f"extra weight{suffix}": extra_bytes(param.data)}
    return results


def load_wrong_shapes(learner: Any, inputs: Any, group: Any) -> dict[str, Any]:
    """What loading a table of each shape comes to."""
    layer = ready(learner.VocabParallelEmbedding, inputs, group)
    return outcomes(partial(_load_ones, layer), [[shape] for shape in inputs.params["shapes"]])


def local_ids(learner: Any, inputs: Any, group: Any) -> dict[str, Any]:
    """Rows and elsewhere for ids, then for other ids."""
    layer = ready(learner.VocabParallelEmbedding, inputs, group)
    results: dict[str, Any] = {}
    for name, suffix in (("ids", ""), ("ids again", " of other ids")):
        if name in inputs:
            rows, elsewhere = layer.local_ids(ids_of(inputs, name))
            results |= {f"elsewhere{suffix}": elsewhere, f"rows{suffix}": rows}
    return results


def bad_ids(learner: Any, inputs: Any, group: Any) -> dict[str, Any]:
    """What local_ids makes of each list of ids."""
    layer = ready(learner.VocabParallelEmbedding, inputs, group)

    def rows_of(*ids: int) -> dict[str, str]:
        rows, elsewhere = layer.local_ids(torch.tensor(ids))
        return described(f"rows {rows.tolist()}, elsewhere {elsewhere.tolist()}")

    return outcomes(rows_of, inputs.params["calls"])


def forward(learner: Any, inputs: Any, group: Any) -> dict[str, Any]:
    """The vectors, then those of other ids, then with another table in the same memory."""
    layer = ready(learner.VocabParallelEmbedding, inputs, group)
    set_table(layer, inputs, "table")
    results = {"y": layer(ids_of(inputs, "ids"))}
    if "ids again" in inputs:
        results["y of other ids"] = layer(ids_of(inputs, "ids again"))
        set_table(layer, inputs, "table again")
        results["y of another table"] = layer(ids_of(inputs, "ids"))
    return results


def partials(learner: Any, inputs: Any, group: Any) -> dict[str, Any]:
    """What each rank would bring to the sum: a HandGroup returns it as it is."""
    hand_group = learner.chapter("tp_group").HandGroup
    results: dict[str, Any] = {}
    for rank in range(inputs.params["size"]):
        by_hand = hand_group(rank, inputs.params["size"])
        layer = ready(learner.VocabParallelEmbedding, inputs, by_hand)
        layer.weight.data.copy_(inputs["table"].chunk(by_hand.size)[rank])
        results[f"y before the sum@{rank}"] = layer(ids_of(inputs, "ids"))
    return results


def ids_of(inputs: Any, name: str) -> torch.Tensor:
    """Ids as the case wants them: of another dtype, or as a transpose."""
    ids: torch.Tensor = inputs[name]
    dtype = inputs.params.get("ids_dtype")
    ids = ids.to(getattr(torch, dtype)) if dtype else ids
    return ids.mT.contiguous().mT if inputs.params.get("strided") else ids


def _checkpoint(inputs: Any, name: str) -> torch.Tensor:
    dtype = getattr(torch, inputs.params.get("loaded_dtype", "float32"))
    whole: torch.Tensor = inputs[name]
    return whole.to(dtype)


def _load_ones(layer: Any, shape: list[int]) -> dict[str, str]:
    loader(layer)(layer.weight, torch.ones(shape))
    return described(f"loaded without an error, weight of shape {list(layer.weight.shape)}")
