"""How problem 199 is exercised."""

from __future__ import annotations

from typing import Any

from .common import outcome, storage_bytes


def div_even(learner: Any, inputs: Any, group: Any) -> dict[str, Any]:
    """Each call `[a, b]` or `[a, b, allow_replicate]`, in order."""
    calls = inputs.params["calls"]
    return {"outcomes": [outcome(lambda c=call: learner.div_even(*c)) for call in calls]}


def shard(learner: Any, inputs: Any, group: Any) -> dict[str, Any]:
    """This rank's shard of one tensor."""
    return _shard(learner, inputs, group.rank, group.size, "")


def shards(learner: Any, inputs: Any, group: Any) -> dict[str, Any]:
    """The shards of all ranks of a larger group, made in one process."""
    size = inputs.params["size"]
    results = {}
    for rank in range(size):
        results |= _shard(learner, inputs, rank, size, f" of rank {rank}")
    return results


def refusal(learner: Any, inputs: Any, group: Any) -> dict[str, Any]:
    """What a call that cannot be laid out comes to."""
    args = (inputs.params["key"], inputs["value"], 0, inputs.params["size"], inputs.params["kv_heads"])

    def call() -> list[int]:
        return list(learner.shard_tensor(*args).shape)

    return {"outcome": outcome(call)}


def _shard(learner: Any, inputs: Any, rank: int, size: int, suffix: str) -> dict[str, Any]:
    value = inputs["value"]
    result = learner.shard_tensor(inputs.params["key"], value, rank, size, inputs.params["kv_heads"])
    return {
        f"shard{suffix}": result,
        f"storage{suffix}": -1 if result is value else storage_bytes(result),
    }
