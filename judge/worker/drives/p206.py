"""How problem 206 is exercised: the shards of one tensor, or of a whole checkpoint."""

from __future__ import annotations

from functools import partial
from typing import Any

import torch

from ...wire import described
from .common import cast, extra_bytes, kind_of, outcome


def merge(learner: Any, inputs: Any, group: Any) -> dict[str, Any]:
    return {"merged": learner.merge(*_arguments(inputs), *_counts(inputs))}


def reshard(learner: Any, inputs: Any, group: Any) -> dict[str, Any]:
    """The new shards, and what stays alive with those that are parts."""
    key, shards = _arguments(inputs)
    return _listed(learner.reshard(key, shards, inputs.params["new_size"], *_counts(inputs)))


def merge_all(learner: Any, inputs: Any, group: Any) -> dict[str, Any]:
    """Several tensors, merged; named by the tensor."""
    return {key: learner.merge(*_one(inputs, key)) for key in inputs.params["keys"]}


def reshard_all(learner: Any, inputs: Any, group: Any) -> dict[str, Any]:
    """Several tensors, resharded; named by the tensor."""
    results: dict[str, Any] = {}
    for key in inputs.params["keys"]:
        results |= _listed(_resharded(learner, inputs, key), key, f" of {key}")
    return results


def refused(learner: Any, inputs: Any, group: Any) -> dict[str, Any]:
    """What `merge`, or with a new size `reshard`, comes to for each tensor."""

    def shapes(key: str) -> dict[str, str]:
        if "new_size" not in inputs.params:
            shape = list(learner.merge(*_one(inputs, key)).shape)
            return described(f"a tensor of shape {shape}")
        made = _resharded(learner, inputs, key)
        return described(f"shards of shapes {[list(shard.shape) for shard in made]}")

    return {key: outcome(partial(shapes, key)) for key in inputs.params["keys"]}


def _resharded(learner: Any, inputs: Any, key: str) -> Any:
    key, shards, *counts = _one(inputs, key)
    return learner.reshard(key, shards, inputs.params["new_size"], *counts)


def _one(inputs: Any, key: str) -> tuple[Any, ...]:
    """The arguments of merge."""
    shards = [cast(inputs, f"{key} {rank}") for rank in range(inputs.params["size"])]
    return key, shards, *_counts(inputs)


def _arguments(inputs: Any) -> tuple[str, list[torch.Tensor]]:
    size = inputs.params["size"]
    return inputs.params["key"], [cast(inputs, f"shard {rank}") for rank in range(size)]


def _counts(inputs: Any) -> tuple[int, int]:
    return inputs.params["kv_heads"], inputs.params["vocab_size"]


def _listed(shards: Any, name: str = "shard", of: str = "") -> dict[str, Any]:
    if not isinstance(shards, list | tuple):
        return {f"number of shards{of}": kind_of(shards)}
    results: dict[str, Any] = {f"number of shards{of}": len(shards)}
    for rank, shard in enumerate(shards):
        results |= {f"{name}@{rank}": shard, f"extra {name}@{rank}": extra_bytes(shard)}
    return results
