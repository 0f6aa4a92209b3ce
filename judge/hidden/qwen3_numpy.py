"""Qwen3 in float64 numpy, unsharded: the oracle for random models. Nothing here knows of ranks.

Weights are named as in a Hugging Face checkpoint, `[out, in]`. Sequences are computed one by one,
without a cache.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

Weights = Mapping[str, np.ndarray]


@dataclass(frozen=True)
class Sizes:
    """The numbers of a config.json that decide shapes and arithmetic."""

    vocab_size: int
    hidden_size: int
    intermediate_size: int
    num_hidden_layers: int
    num_attention_heads: int
    num_key_value_heads: int
    head_dim: int
    rms_norm_eps: float = 1e-6
    rope_theta: float = 1e6
    tie_word_embeddings: bool = False
    max_position_embeddings: int = 512

    @classmethod
    def read(cls, directory: Path) -> Sizes:
        """From a model's config.json."""
        values = json.loads((directory / "config.json").read_text(encoding="utf-8"))
        rope = values.get("rope_parameters") or {}
        values.setdefault("rope_theta", rope.get("rope_theta", 1e6))
        values.setdefault("head_dim", 128)
        return cls(**{name: values[name] for name in cls.__dataclass_fields__ if name in values})

    def shapes(self) -> dict[str, tuple[int, ...]]:
        """The name and shape of every tensor of a checkpoint."""
        hidden, wide, dim = self.hidden_size, self.intermediate_size, self.head_dim
        queries, keys = self.num_attention_heads * dim, self.num_key_value_heads * dim
        layer: dict[str, tuple[int, ...]] = {
            "self_attn.q_proj.weight": (queries, hidden),
            "self_attn.k_proj.weight": (keys, hidden),
            "self_attn.v_proj.weight": (keys, hidden),
            "self_attn.o_proj.weight": (hidden, queries),
            "self_attn.q_norm.weight": (dim,),
            "self_attn.k_norm.weight": (dim,),
            "mlp.gate_proj.weight": (wide, hidden),
            "mlp.up_proj.weight": (wide, hidden),
            "mlp.down_proj.weight": (hidden, wide),
            "input_layernorm.weight": (hidden,),
            "post_attention_layernorm.weight": (hidden,),
        }
        found: dict[str, tuple[int, ...]] = {"model.embed_tokens.weight": (self.vocab_size, hidden)}
        for number in range(self.num_hidden_layers):
            found |= {f"model.layers.{number}.{name}": dims for name, dims in layer.items()}
        found["model.norm.weight"] = (hidden,)
        if not self.tie_word_embeddings:
            found["lm_head.weight"] = (self.vocab_size, hidden)
        return found


def random_weights(sizes: Sizes, rng: np.random.Generator) -> dict[str, np.ndarray]:
    """float32, of a size that keeps activations near 1; norm weights near 1, all different."""
    weights = {}
    for name, dims in sizes.shapes().items():
        scale = 0.2 if len(dims) == 1 else 1.5 / np.sqrt(dims[-1])
        values = rng.standard_normal(dims) * scale + (len(dims) == 1)
        weights[name] = values.astype(np.float32)
    return weights


def rms_norm(x: np.ndarray, weight: np.ndarray, eps: float) -> np.ndarray:
    return weight * x / np.sqrt(np.mean(x * x, axis=-1, keepdims=True) + eps)


def rotate(x: np.ndarray, positions: np.ndarray, theta: float) -> np.ndarray:
    """RoPE: x (T, heads, dim), pairs (i, i + dim/2)."""
    half = x.shape[-1] // 2
    angles = positions[:, None, None] / theta ** (np.arange(half) / half)
    a, b = x[..., :half], x[..., half:]
    cos, sin = np.cos(angles), np.sin(angles)
    return np.concatenate([a * cos - b * sin, b * cos + a * sin], axis=-1)


def attention(sizes: Sizes, part: Weights, x: np.ndarray) -> np.ndarray:
    """x (T, hidden) -> (T, hidden); `part` holds the layer's weights by their last names."""
    dim, positions = sizes.head_dim, np.arange(len(x))
    q, k, v = (
        (x @ part[f"self_attn.{name}_proj.weight"].T).reshape(len(x), -1, dim) for name in "qkv"
    )
    q = rms_norm(q, part["self_attn.q_norm.weight"], sizes.rms_norm_eps)
    k = rms_norm(k, part["self_attn.k_norm.weight"], sizes.rms_norm_eps)
    q, k = rotate(q, positions, sizes.rope_theta), rotate(k, positions, sizes.rope_theta)
    repeat = sizes.num_attention_heads // sizes.num_key_value_heads
    k, v = np.repeat(k, repeat, axis=1), np.repeat(v, repeat, axis=1)
    scores = np.einsum("qhd,khd->hqk", q, k) / np.sqrt(dim)
    scores[:, np.triu(np.ones((len(x), len(x)), bool), 1)] = -np.inf
    scores = np.exp(scores - scores.max(axis=-1, keepdims=True))
    scores /= scores.sum(axis=-1, keepdims=True)
    mixed = np.einsum("hqk,khd->qhd", scores, v).reshape(len(x), -1)
    return mixed @ part["self_attn.o_proj.weight"].T


def mlp(part: Weights, x: np.ndarray) -> np.ndarray:
    """down(silu(gate(x)) * up(x))."""
    gate, up = x @ part["mlp.gate_proj.weight"].T, x @ part["mlp.up_proj.weight"].T
    return (gate / (1 + np.exp(-gate)) * up) @ part["mlp.down_proj.weight"].T


def decoder_layer(sizes: Sizes, part: Weights, x: np.ndarray) -> np.ndarray:
    eps = sizes.rms_norm_eps
    x = x + attention(sizes, part, rms_norm(x, part["input_layernorm.weight"], eps))
    return x + mlp(part, rms_norm(x, part["post_attention_layernorm.weight"], eps))


def layer_weights(weights: Weights, number: int) -> dict[str, np.ndarray]:
    """The weights of one layer, by what follows `model.layers.N.`, in float64."""
    prefix = f"model.layers.{number}."
    return {
        name.removeprefix(prefix): values.astype(np.float64, copy=False)
        for name, values in weights.items()
        if name.startswith(prefix)
    }


def hidden_states(sizes: Sizes, weights: Weights, ids: Sequence[int]) -> np.ndarray:
    """One sequence: ids (T,) -> (T, hidden), after the final norm."""
    x = weights["model.embed_tokens.weight"][list(ids)].astype(np.float64)
    for number in range(sizes.num_hidden_layers):
        x = decoder_layer(sizes, layer_weights(weights, number), x)
    return rms_norm(x, weights["model.norm.weight"].astype(np.float64), sizes.rms_norm_eps)


def last_logits(sizes: Sizes, weights: Weights, sequences: Sequence[Sequence[int]]) -> np.ndarray:
    """(B, vocab): the logits after each sequence's last token."""
    head = "model.embed_tokens.weight" if sizes.tie_word_embeddings else "lm_head.weight"
    table = weights[head].astype(np.float64, copy=False)
    return np.stack([hidden_states(sizes, weights, ids)[-1] @ table.T for ids in sequences])
