"""Models for the loader of chapter 10: which part of which tensor each parameter of a rank holds.

A layout is what a rank is told of its model; the checks do not use it, they cut by themselves.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from ..provenance import Source
from . import qwen3_shards
from .qwen3_numpy import Sizes

PACKED: dict[str, list[Any]] = {
    "q_proj": ["qkv_proj", "q"],
    "k_proj": ["qkv_proj", "k"],
    "v_proj": ["qkv_proj", "v"],
    "gate_proj": ["gate_up_proj", 0],
    "up_proj": ["gate_up_proj", 1],
}
TIED = {"lm_head.weight": "model.embed_tokens.weight"}
_WHOLE = ("q_norm", "k_norm", "input_layernorm", "post_attention_layernorm", "norm")
Layout = dict[str, dict[str, Any]]


def sizes_for(tp: int, tied: bool) -> Sizes:
    """Two layers, an odd vocabulary, 2 KV heads (3 at tp 3): replicated at tp 4."""
    return Sizes(
        vocab_size=4 * tp + 1,
        hidden_size=3,
        intermediate_size=2 * tp,
        num_hidden_layers=2,
        num_attention_heads=6 if tp == 3 else 4,
        num_key_value_heads=3 if tp == 3 else 2,
        head_dim=2,
        tie_word_embeddings=tied,
    )


def shapes(sizes: Sizes) -> dict[str, tuple[int, ...]]:
    """The tensors of the checkpoint; q, k, v and o have biases here."""
    found: dict[str, tuple[int, ...]] = {}
    for name, dims in sizes.shapes().items():
        found[name] = dims
        if _module(name) in ("q_proj", "k_proj", "v_proj", "o_proj"):
            found[name.replace(".weight", ".bias")] = dims[:1]
    return found


def layout(sizes: Sizes, rank: int, tp: int) -> Layout:
    """Every parameter of a rank."""
    found: Layout = {}
    for name, dims in shapes(sizes).items():
        module = _module(name)
        merged, shard_id = PACKED.get(module, (module, None))
        entry = found.setdefault(name.replace(module, merged), {"shape": [0, 0], "parts": []})
        first = sum(part["length"] for _, part in entry["parts"])
        part = _part(sizes, module, dims, rank, tp) | {"first": first}
        local = list(dims)
        local[part["dim"]] = first + part["length"]
        if module in ("embed_tokens", "lm_head"):
            local[0] = qwen3_shards.vocab_rows(sizes, tp)
        entry |= {"shape": local, "loader": module not in _WHOLE}
        entry["parts"].append([shard_id, part])
    return found | (_tied(found) if sizes.tie_word_embeddings else {})


def _tied(found: Layout) -> Layout:
    return {name: found[other] for name, other in TIED.items()}


def _part(sizes: Sizes, module: str, dims: tuple[int, ...], rank: int, tp: int) -> dict[str, Any]:
    """Which rows or columns of a tensor a rank keeps."""
    dim, (start, length) = 0, (0, dims[0])
    if module in ("q_proj", "gate_proj", "up_proj"):
        start, length = rank * dims[0] // tp, dims[0] // tp
    elif module in ("k_proj", "v_proj"):
        heads = qwen3_shards.kv_heads(sizes, rank, tp)
        start, length = heads.start * sizes.head_dim, len(heads) * sizes.head_dim
    elif module in ("o_proj", "down_proj") and len(dims) == 2:
        dim, start, length = 1, rank * dims[1] // tp, dims[1] // tp
    elif module in ("embed_tokens", "lm_head"):
        rows = qwen3_shards.vocab_rows(sizes, tp)
        start = min(rank * rows, dims[0])
        length = min(start + rows, dims[0]) - start
    padded = module in ("embed_tokens", "lm_head")
    return {"whole": list(dims), "dim": dim, "start": start, "length": length, "padded": padded}


def parameters(
    sizes: Sizes, tensors: Mapping[str, np.ndarray], rank: int, tp: int
) -> dict[str, np.ndarray]:
    """The oracle: what a rank must hold, biases and a tied head too."""
    weights = {name: values for name, values in tensors.items() if name.endswith("weight")}
    held = qwen3_shards.parameters(sizes, weights, rank, tp)
    heads = qwen3_shards.kv_heads(sizes, rank, tp)
    rows = slice(heads.start * sizes.head_dim, heads.stop * sizes.head_dim)
    for layer in range(sizes.num_hidden_layers):
        bias = {n: tensors[f"model.layers.{layer}.self_attn.{n}_proj.bias"] for n in "qkvo"}
        mine = [np.split(bias["q"], tp)[rank], bias["k"][rows], bias["v"][rows]]
        attention = f"model.layers.{layer}.self_attn"
        held[f"{attention}.qkv_proj.bias"] = np.concatenate(mine)
        held[f"{attention}.o_proj.bias"] = bias["o"]
    if sizes.tie_word_embeddings:
        held["lm_head.weight"] = held["model.embed_tokens.weight"]
    return held


def sources(sizes: Sizes, tensors: Mapping[str, np.ndarray]) -> list[Source]:
    """The checkpoint, read back as "layer 1 k head 0" or "layer 0 gate_proj rows 2–3"."""
    return [_source(sizes, name, values) for name, values in tensors.items()]


def _source(sizes: Sizes, name: str, values: np.ndarray) -> Source:
    *_, module, kind = name.split(".")
    layer = f"layer {name.split('.')[2]} " if ".layers." in name else ""
    kind = " bias" if kind == "bias" else ""
    if module in ("q_proj", "k_proj", "v_proj"):
        unit = f"{layer}{module[0]}{kind} head"
        return Source(layer + module + kind, values, unit, sizes.head_dim)
    return Source(layer + module + kind, values)


def _module(name: str) -> str:
    return name.split(".")[-2]


# a smaller one, for what is wrong with a checkpoint

SMALL_PACKED: dict[str, list[Any]] = {"gate": ["gate_up", 0], "up": ["gate_up", 1]}
SMALL: dict[str, tuple[int, ...]] = {
    "embed.weight": (8, 3),
    "gate.weight": (12, 3),
    "gate.bias": (12,),
    "up.weight": (12, 3),
    "up.bias": (12,),
    "down.weight": (3, 12),
    "norm.weight": (3,),
    "head.weight": (8, 3),
}


def small_layout(rank: int, tp: int, tied: bool = False) -> Layout:
    """embed, gate_up with a bias, down, norm, head."""
    found: Layout = {}
    for name, dims in SMALL.items():
        module, _, kind = name.partition(".")
        dim = 1 if module == "down" else 0
        length = dims[dim] if module == "norm" else dims[dim] // tp
        merged, shard_id = SMALL_PACKED.get(module, (module, None))
        first = length if shard_id == 1 else 0
        part = {"whole": list(dims), "dim": dim, "start": rank * length, "length": length,
                "first": first, "padded": False}  # fmt: skip
        local = list(dims)
        local[dim] = first + length
        entry = found.setdefault(f"{merged}.{kind}", {"parts": []})
        entry |= {"shape": local, "loader": module != "norm"}
        entry["parts"].append([shard_id, part])
    return found
