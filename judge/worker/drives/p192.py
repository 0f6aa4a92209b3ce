"""How problem 192 is exercised: one process unpacks, and asks for every rank's part."""

from __future__ import annotations

from functools import partial
from typing import Any

import torch

from ...wire import described
from .common import cast, extra_bytes, kind_of, outcome

_NAMES = ("q", "k", "v")


def unpack(learner: Any, inputs: Any, group: Any) -> dict[str, Any]:
    """The whole q, k and v, then those of another packed tensor."""
    results = _named(_unpacked(learner, inputs, "packed"), "")
    if "packed again" in inputs:
        results |= _named(_unpacked(learner, inputs, "packed again"), " again")
    return results


def local(learner: Any, inputs: Any, group: Any) -> dict[str, Any]:
    """Every rank's q, k and v, then those of another packed tensor, last rank first."""
    results: dict[str, Any] = {}
    for rank in range(inputs.params["size"]):
        parts = _named(_local(learner, inputs, "packed", rank), f"@{rank}")
        results |= parts
        for name, part in parts.items():
            results[f"extra {name}"] = extra_bytes(part)
    for rank in reversed(range(inputs.params["size"])):
        if "packed again" in inputs:
            parts = _local(learner, inputs, "packed again", rank)
            results |= _named(parts, f" again@{rank}")
    return results


def refused_unpack(learner: Any, inputs: Any, group: Any) -> dict[str, Any]:
    """What unpacking comes to."""
    return {"outcome": outcome(partial(_shapes, _unpacked, learner, inputs, "packed"))}


def refused_local(learner: Any, inputs: Any, group: Any) -> dict[str, Any]:
    """What asking for the last rank's part comes to."""
    rank = inputs.params["size"] - 1
    return {"outcome": outcome(partial(_shapes, _local, learner, inputs, "packed", rank))}


def _heads(inputs: Any) -> tuple[Any, ...]:
    names = ("layout", "num_heads", "num_kv_heads", "head_size")
    return tuple(inputs.params[name] for name in names)


def _blocks(inputs: Any) -> dict[str, int]:
    """`num_blocks`, only where the layout has it."""
    blocks = inputs.params["num_blocks"]
    return {"num_blocks": blocks} if blocks else {}


def _unpacked(learner: Any, inputs: Any, name: str) -> Any:
    return learner.unpack_qkv(cast(inputs, name), *_heads(inputs), **_blocks(inputs))


def _local(learner: Any, inputs: Any, name: str, rank: int) -> Any:
    arguments = (*_heads(inputs), rank, inputs.params["size"])
    return learner.local_qkv(cast(inputs, name), *arguments, **_blocks(inputs))


def _named(parts: Any, suffix: str) -> dict[str, Any]:
    if type(parts) not in (tuple, list) or len(parts) != 3:
        return {f"what came back{suffix}": _named_kind(parts)}
    named = {f"{name}{suffix}": part for name, part in zip(_NAMES, parts, strict=True)}
    return {f"what came back{suffix}": described("three tensors"), **named}


def _named_kind(parts: Any) -> dict[str, str]:
    """Of a tuple or list also how many it holds."""
    if type(parts) not in (tuple, list):
        return kind_of(parts)
    return described(f"a {type(parts).__name__} of {len(parts)}")


def _shapes(call: Any, *arguments: Any) -> dict[str, str]:
    parts = call(*arguments)
    if type(parts) not in (tuple, list):
        return kind_of(parts)
    shapes = [str(list(part.shape)) for part in parts if isinstance(part, torch.Tensor)]
    return described(f"tensors of shape {', '.join(shapes)}")
