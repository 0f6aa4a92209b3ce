"""How chapter 6 is exercised: one head on each rank, its table set here and not by a loader."""

from __future__ import annotations

from typing import Any

import torch

from ...wire import described
from .common import cast, outcome
from .vocab import ready, set_table

_RESULTS = {"local_best": "best", "greedy": "ids"}  # of the other methods: "logits"


def tie(learner: Any, inputs: Any, group: Any) -> dict[str, Any]:
    """Both weights after the tie, after another table in the embedding, then in the head."""
    head, embedding = _head(learner, inputs, group), _embedding(learner, inputs, group)
    set_table(embedding, inputs, "table")
    head.tie(embedding)
    results: dict[str, Any] = {"head.weight": head.weight.detach().clone()}
    held = dict(head.named_parameters())
    results["weight of the head"] = described("a parameter" if "weight" in held else "no parameter")
    set_table(embedding, inputs, "table again")
    results["head.weight after a load of the embedding"] = head.weight.detach().clone()
    set_table(head, inputs, "table")
    results["embedding.weight after a load of the head"] = embedding.weight.detach().clone()
    return results


def tie_refused(learner: Any, inputs: Any, group: Any) -> dict[str, Any]:
    """What a tie to an embedding of other sizes comes to."""
    head = _head(learner, inputs, group)
    embedding = _embedding(learner, inputs, group, inputs.params["other"])

    def call() -> dict[str, str]:
        head.tie(embedding)
        return described(f"tied, head.weight of shape {list(head.weight.shape)}")

    return {"outcome": outcome(call)}


def call(learner: Any, inputs: Any, group: Any) -> dict[str, Any]:
    """What a method gives for x, then for another x with another table in the same memory."""
    head, method = _head(learner, inputs, group), inputs.params["method"]
    name = _RESULTS.get(method, "logits")
    results: dict[str, Any] = {}
    for suffix, of in (("", ""), (" again", " of another x")):
        if f"x{suffix}" in inputs:
            set_table(head, inputs, f"table{suffix}")
            x, last = cast(inputs, f"x{suffix}"), _last(inputs)
            function = head if method == "forward" else getattr(head, method)
            results[f"{name}{of}"] = function(x) if last is None else function(x, last)
    return results


def far(learner: Any, inputs: Any, group: Any) -> dict[str, Any]:
    """What a method gives where only a few ids of a large vocabulary have another vector than 0."""
    head, method = _head(learner, inputs, group), inputs.params["method"]
    weight = head.weight.data.zero_()
    for token, value in inputs.params["hot"]:
        row = token - group.rank * len(weight)
        if 0 <= row < len(weight):
            weight[row] = value
    return {_RESULTS[method]: getattr(head, method)(torch.ones(1, 1))}


def _head(learner: Any, inputs: Any, group: Any) -> Any:
    return ready(learner.ParallelLMHead, inputs, group)


def _embedding(learner: Any, inputs: Any, group: Any, sizes: Any = None) -> Any:
    kind = learner.chapter("ch05_embedding.embedding").VocabParallelEmbedding
    return ready(kind, inputs, group, sizes)


def _last(inputs: Any) -> Any:
    """The positions wanted, as a list or as a tensor; None for all."""
    if "last" not in inputs:
        return None
    last: torch.Tensor = inputs["last"]
    return last.tolist() if inputs.params.get("last_as") == "list" else last
