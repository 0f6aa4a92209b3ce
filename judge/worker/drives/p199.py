"""How problem 199 is exercised: one process asks for every rank's shard."""

from __future__ import annotations

from typing import Any

import torch

from .common import cast, extra_bytes, outcome, outcomes


def div_even(learner: Any, inputs: Any, group: Any) -> dict[str, Any]:
    """Each call `[a, b]` or `[a, b, allow_replicate]`, in order."""
    return outcomes(learner.div_even, inputs.params["calls"])


def shards(learner: Any, inputs: Any, group: Any) -> dict[str, Any]:
    """Every rank's shard of one tensor, then of another of the same shape, last rank first."""
    results: dict[str, Any] = {}
    for rank in range(inputs.params["size"]):
        shard = _shard(learner, inputs, cast(inputs, "W"), rank)
        results |= {f"shard@{rank}": shard, f"extra shard@{rank}": extra_bytes(shard)}
    for rank in reversed(range(inputs.params["size"])):
        if "W again" in inputs:
            shard = _shard(learner, inputs, cast(inputs, "W again"), rank)
            results[f"shard of another W@{rank}"] = shard
    return results


def tensors(learner: Any, inputs: Any, group: Any) -> dict[str, Any]:
    """Every rank's shard of several tensors."""
    results: dict[str, Any] = {}
    size, num_kv_heads = inputs.params["size"], inputs.params["kv_heads"]
    for key in inputs.params["keys"]:
        for rank in range(size):
            shard = learner.shard_tensor(key, cast(inputs, key), rank, size, num_kv_heads)
            results |= {f"{key}@{rank}": shard, f"extra {key}@{rank}": extra_bytes(shard)}
    return results


def refusals(learner: Any, inputs: Any, group: Any) -> dict[str, Any]:
    """What asking two ranks' shards of tensors that cannot be laid out comes to."""
    return {
        f"outcome {call['name']} {rank}": _refused(learner, inputs, call, rank)
        for call in inputs.params["calls"]
        for rank in (0, 1)
    }


def _refused(learner: Any, inputs: Any, of: dict[str, Any], rank: int) -> dict[str, Any]:
    def call() -> dict[str, str]:
        value = inputs[of["name"]]
        shard = learner.shard_tensor(of["key"], value, rank, of["size"], of["kv_heads"])
        return {"type": f"shard of shape {list(getattr(shard, 'shape', ()))}"}

    return outcome(call)


def _shard(learner: Any, inputs: Any, value: torch.Tensor, rank: int) -> Any:
    size, num_kv_heads = inputs.params["size"], inputs.params["kv_heads"]
    return learner.shard_tensor(inputs.params["key"], value, rank, size, num_kv_heads)
