"""How problem 203 is exercised: blocks merged in one process, then logits gathered by all ranks."""

from __future__ import annotations

from typing import Any

import torch

from .common import cast


def merge(learner: Any, inputs: Any, group: Any) -> dict[str, Any]:
    """The gathered tensor, then another of the same shape."""
    size = inputs.params["size"]
    results = {"merged": learner.merge_gathered(cast(inputs, "gathered"), size)}
    if "gathered again" in inputs:
        again = learner.merge_gathered(cast(inputs, "gathered again"), size)
        results["merged, of another tensor"] = again
    return results


def gather(learner: Any, inputs: Any, group: Any) -> dict[str, Any]:
    """This rank's logits, then others."""
    vocab_size = inputs.params["vocab_size"]
    results = {"logits": learner.gather_logits(_local(inputs, "local_logits", group), vocab_size)}
    if f"again {group.rank}" in inputs:
        again = learner.gather_logits(_local(inputs, "again", group), vocab_size)
        results["logits, called again"] = again
    return results


def _local(inputs: Any, prefix: str, group: Any) -> torch.Tensor:
    """A rank's logits; on request in memory that runs along the batch, as a transpose has it."""
    local = cast(inputs, f"{prefix} {group.rank}")
    return local.mT.contiguous().mT if inputs.params.get("strided") else local
