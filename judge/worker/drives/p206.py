"""How problem 206 is exercised: the shards of one tensor, or of a whole checkpoint."""

from __future__ import annotations

from typing import Any

import torch

from .common import cast, extra_bytes, outcome


def merge(learner: Any, inputs: Any, group: Any) -> dict[str, Any]:
    return {"merged": learner.merge(*_arguments(inputs), *_counts(inputs))}


def reshard(learner: Any, inputs: Any, group: Any) -> dict[str, Any]:
    """The new shards, and what stays alive with those that are parts."""
    key, shards = _arguments(inputs)
    return _listed(learner.reshard(key, shards, inputs.params["new_size"], *_counts(inputs)))


def refused(learner: Any, inputs: Any, group: Any) -> dict[str, Any]:
    """What `merge`, or with a new size `reshard`, comes to."""
    key, shards = _arguments(inputs)
    new_size = inputs.params.get("new_size")

    def call() -> str:
        if new_size is None:
            merged = learner.merge(key, shards, *_counts(inputs))
            return f"a tensor of shape {list(merged.shape)}"
        made = learner.reshard(key, shards, new_size, *_counts(inputs))
        return f"shards of shapes {[list(shard.shape) for shard in made]}"

    return {"outcome": outcome(call)}


def checkpoint(learner: Any, inputs: Any, group: Any) -> dict[str, Any]:
    """Every tensor of a checkpoint, resharded; named by the tensor."""
    size, new_size = inputs.params["size"], inputs.params["new_size"]
    results: dict[str, Any] = {}
    for key in inputs.params["keys"]:
        shards = [inputs[f"{key} {rank}"] for rank in range(size)]
        made = learner.reshard(key, shards, new_size, *_counts(inputs))
        results |= {f"{key}@{rank}": shard for rank, shard in enumerate(made)}
    return results


def _arguments(inputs: Any) -> tuple[str, list[torch.Tensor]]:
    size = inputs.params["size"]
    return inputs.params["key"], [cast(inputs, f"shard {rank}") for rank in range(size)]


def _counts(inputs: Any) -> tuple[int, int]:
    return inputs.params["kv_heads"], inputs.params["vocab_size"]


def _listed(shards: Any) -> dict[str, Any]:
    if not isinstance(shards, list | tuple):
        return {"number of shards": type(shards).__name__}
    results: dict[str, Any] = {"number of shards": len(shards)}
    for rank, shard in enumerate(shards):
        results |= {f"shard@{rank}": shard, f"extra shard@{rank}": extra_bytes(shard)}
    return results
