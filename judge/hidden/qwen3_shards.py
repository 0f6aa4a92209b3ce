"""What each rank of a Qwen3 model holds: the oracle for parameters, their shapes and the KV cache.

Module names are Hugging Face's, with q, k, v merged into `qkv_proj` and gate, up into
`gate_up_proj`.
"""

from __future__ import annotations

import numpy as np

from .qwen3_numpy import Sizes, Weights


def kv_heads(sizes: Sizes, rank: int, tp: int) -> range:
    """The KV heads a rank holds: an equal part, or one head that neighbours share."""
    heads = sizes.num_key_value_heads
    first = rank * heads // tp
    return range(first, first + max(heads // tp, 1))


def vocab_rows(sizes: Sizes, tp: int) -> int:
    return -(-sizes.vocab_size // tp)


def parameters(sizes: Sizes, weights: Weights, rank: int, tp: int) -> dict[str, np.ndarray]:
    """Every parameter of a rank by its name in the model; a tied head is not listed."""
    held = {
        "model.embed_tokens.weight": _table(sizes, weights["model.embed_tokens.weight"], rank, tp)
    }
    for number in range(sizes.num_hidden_layers):
        prefix = f"model.layers.{number}."
        part = {n.removeprefix(prefix): w for n, w in weights.items() if n.startswith(prefix)}
        held |= {prefix + name: w for name, w in layer_parameters(sizes, part, rank, tp).items()}
    held["model.norm.weight"] = weights["model.norm.weight"]
    if not sizes.tie_word_embeddings:
        held["lm_head.weight"] = _table(sizes, weights["lm_head.weight"], rank, tp)
    return held


def layer_part(sizes: Sizes, whole: Weights, rank: int, tp: int) -> dict[str, np.ndarray]:
    """A rank's part of one decoder layer, under the names of a checkpoint."""
    heads, part = kv_heads(sizes, rank, tp), dict(whole)
    kv_rows = slice(heads.start * sizes.head_dim, heads.stop * sizes.head_dim)
    for name in ("self_attn.q_proj.weight", "mlp.gate_proj.weight", "mlp.up_proj.weight"):
        part[name] = np.split(whole[name], tp)[rank]
    for name in ("self_attn.o_proj.weight", "mlp.down_proj.weight"):
        part[name] = np.split(whole[name], tp, axis=1)[rank]
    for name in ("self_attn.k_proj.weight", "self_attn.v_proj.weight"):
        part[name] = whole[name][kv_rows]
    return part


def layer_parameters(sizes: Sizes, whole: Weights, rank: int, tp: int) -> dict[str, np.ndarray]:
    """The parameters of one decoder layer on one rank: q, k, v and gate, up are merged."""
    part = layer_part(sizes, whole, rank, tp)
    q, k, v = (part.pop(f"self_attn.{name}_proj.weight") for name in "qkv")
    gate, up = (part.pop(f"mlp.{name}_proj.weight") for name in ("gate", "up"))
    part["self_attn.qkv_proj.weight"] = np.concatenate([q, k, v])
    part["mlp.gate_up_proj.weight"] = np.concatenate([gate, up])
    return part


def _table(sizes: Sizes, table: np.ndarray, rank: int, tp: int) -> np.ndarray:
    """A rank's rows of the vocabulary, padded with zeros to the same number on every rank."""
    rows = vocab_rows(sizes, tp)
    mine = table[rank * rows : (rank + 1) * rows]
    padding = np.zeros((rows - len(mine), table.shape[1]), table.dtype)
    return np.concatenate([mine, padding])


def parameter_shapes(sizes: Sizes, tp: int) -> dict[str, tuple[int, ...]]:
    """The shape of every parameter; the same on every rank. No weight is made."""
    rows, hidden, dim = vocab_rows(sizes, tp), sizes.hidden_size, sizes.head_dim
    queries = sizes.num_attention_heads // tp * dim
    wide = sizes.intermediate_size // tp
    layer: dict[str, tuple[int, ...]] = {
        "self_attn.qkv_proj.weight": (queries + 2 * len(kv_heads(sizes, 0, tp)) * dim, hidden),
        "self_attn.o_proj.weight": (hidden, queries),
        "self_attn.q_norm.weight": (dim,),
        "self_attn.k_norm.weight": (dim,),
        "mlp.gate_up_proj.weight": (2 * wide, hidden),
        "mlp.down_proj.weight": (hidden, wide),
        "input_layernorm.weight": (hidden,),
        "post_attention_layernorm.weight": (hidden,),
    }
    shapes: dict[str, tuple[int, ...]] = {"model.embed_tokens.weight": (rows, hidden)}
    for number in range(sizes.num_hidden_layers):
        shapes |= {f"model.layers.{number}.{name}": dims for name, dims in layer.items()}
    shapes["model.norm.weight"] = (hidden,)
    if not sizes.tie_word_embeddings:
        shapes["lm_head.weight"] = (rows, hidden)
    return shapes


def num_parameters(sizes: Sizes, tp: int) -> int:
    return sum(int(np.prod(dims)) for dims in parameter_shapes(sizes, tp).values())


def cache_shape(sizes: Sizes, tp: int, num_blocks: int, block_size: int) -> tuple[int, ...]:
    heads = len(kv_heads(sizes, 0, tp))
    return (2, sizes.num_hidden_layers, num_blocks, block_size, heads, sizes.head_dim)
