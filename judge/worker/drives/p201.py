"""How problem 201 is exercised: one process plays every rank, and attention runs on the shards."""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor

from .common import cast, extra_bytes, outcomes


def layouts(learner: Any, inputs: Any, group: Any) -> dict[str, Any]:
    return outcomes(learner.padded_layout, inputs.params["calls"])


def pad(learner: Any, inputs: Any, group: Any) -> dict[str, Any]:
    """W by rows or by columns, and a bias by rows."""
    layout, head_dim = inputs.params["layout"], inputs.params["head_dim"]
    function = getattr(learner, inputs.params["function"])
    results = {"padded": function(cast(inputs, "W"), list(layout), head_dim)}
    if "b" in inputs:
        results["padded bias"] = function(cast(inputs, "b"), list(layout), head_dim)
    return results


def shards(learner: Any, inputs: Any, group: Any) -> dict[str, Any]:
    """Every rank's shards, last rank first."""
    results: dict[str, Any] = {}
    for rank in reversed(range(inputs.params["size"])):
        for name, shard in _shards(learner, inputs, rank).items():
            results |= {f"{name}@{rank}": shard, f"extra {name}@{rank}": extra_bytes(shard)}
    return results


def attention(learner: Any, inputs: Any, group: Any) -> dict[str, Any]:
    """What all ranks' attention on x adds up to."""
    size, head_dim = inputs.params["size"], inputs.params["head_dim"]
    parts = [_attend(inputs["x"], _shards(learner, inputs, r), head_dim) for r in range(size)]
    return {"sum of the outputs": torch.stack(parts).sum(0)}


def _shards(learner: Any, inputs: Any, rank: int) -> dict[str, Any]:
    weights = {name: inputs[name] for name in inputs.names() if "_proj" in name}
    params = inputs.params
    sizes = (params["size"], params["num_heads"], params["num_kv_heads"], params["head_dim"])
    made: dict[str, Any] = learner.rank_shards(weights, rank, *sizes)
    return made


def _attend(x: Tensor, shards: dict[str, Tensor], head_dim: int) -> Tensor:
    """Causal attention of the heads that a rank has: x (T, C) -> (T, C), a part of the sum."""
    q, k, v = (_heads(x, shards, name, head_dim) for name in ("q", "k", "v"))  # (heads, T, D)
    sharing = len(q) // len(k)
    k, v = k.repeat_interleave(sharing, 0), v.repeat_interleave(sharing, 0)
    scores = q @ k.mT / head_dim**0.5
    future = torch.ones(len(x), len(x), dtype=torch.bool).triu(1)
    mixed = scores.masked_fill(future, float("-inf")).softmax(-1) @ v
    return mixed.transpose(0, 1).flatten(1) @ shards["o_proj.weight"].T


def _heads(x: Tensor, shards: dict[str, Tensor], name: str, head_dim: int) -> Tensor:
    projected = x @ shards[f"{name}_proj.weight"].T + shards[f"{name}_proj.bias"]
    return projected.reshape(len(x), -1, head_dim).transpose(0, 1)
