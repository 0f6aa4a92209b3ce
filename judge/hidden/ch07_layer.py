"""Chapter 7: the parameters of the attention layer on each rank."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from ..i18n import _
from ..records import Case, Check, Finding, GroupRun, Inputs
from ..telling import saying
from . import qwen3_numpy
from .common import Expected, integers, outputs, refusal_finding

Rng = np.random.Generator
Make = Callable[[Rng, int], Inputs]

_EPS = 0.25  # large enough that a norm without it shows

QWEN3_06B: dict[str, Any] = {
    "vocab_size": 151936, "hidden_size": 1024, "intermediate_size": 3072, "num_hidden_layers": 28,
    "num_attention_heads": 16, "num_key_value_heads": 8, "max_position_embeddings": 40960,
    "head_dim": 128, "tie_word_embeddings": True,
}  # fmt: skip


def config_of(**changes: Any) -> dict[str, Any]:
    """A small configuration: no two sizes equal, and head_dim * heads is not hidden_size."""
    return {
        "vocab_size": 31, "hidden_size": 10, "intermediate_size": 12, "num_hidden_layers": 2,
        "num_attention_heads": 8, "num_key_value_heads": 4, "max_position_embeddings": 64,
        "head_dim": 6, "rms_norm_eps": _EPS, "rope_theta": 100.0, **changes,
    }  # fmt: skip


def local_kv_heads(config: Mapping[str, Any], rank: int, tp: int) -> range:
    """The KV heads a rank holds: an equal part, or one head that neighbours share."""
    heads = config["num_key_value_heads"]
    first = rank * heads // tp
    return range(first, first + max(heads // tp, 1))


def refuses(sentence: str, call: str, numbers: Sequence[str]) -> Check:
    """A check that what `sentence` names ends in a ValueError that prints the numbers."""

    def check(inputs: Inputs, run: GroupRun) -> Finding | None:
        return refusal_finding(sentence, call, numbers, run.ranks[0].values["outcome"])

    return check


# 7.5: the parameters


def _layers(configs: Mapping[int, Mapping[str, Any]], device: str = "cpu") -> Make:
    """`configs` for each number of ranks."""

    def make(rng: Rng, tp: int) -> Inputs:
        config = configs[tp]
        params = {"config": dict(config), "layer": int(rng.integers(1, 20)), "tp": tp}
        head = {"head": integers(rng, config["head_dim"])} if device == "cpu" else {}
        return Inputs({**params, "device": device}, head)

    return make


def _layers_expected(inputs: Inputs, tp: int) -> list[Expected]:
    config = inputs.params["config"]
    hidden, dim = config["hidden_size"], config["head_dim"]
    queries = config["num_attention_heads"] // tp
    rows = (queries + 2 * len(local_kv_heads(config, 0, tp))) * dim
    shapes = {"qkv_proj.weight": [rows, hidden], "o_proj.weight": [hidden, queries * dim]}
    if config.get("attention_bias"):
        shapes |= {"qkv_proj.bias": [rows], "o_proj.bias": [hidden]}
    shapes |= {"q_norm.weight": [dim], "k_norm.weight": [dim]}
    held: dict[str, Any] = {"the list of parameters": sorted(shapes)}
    held |= {f"shape of {name}": shape for name, shape in shapes.items()}
    held["layer"] = inputs.params["layer"]
    if "head" in inputs.arrays:
        head = inputs.arrays["head"].astype(np.float64)
        normed = qwen3_numpy.rms_norm(head, np.ones(dim), config["rms_norm_eps"])
        held |= {f"{name} of a head": normed.astype(np.float32) for name in ("q_norm", "k_norm")}
    return [held] * tp


def sizes_of(inputs: Inputs) -> str:
    """The sizes of the model."""
    config = inputs.params["config"]
    sizes = (
        f"hidden_size {config['hidden_size']}, {config['num_attention_heads']} query heads, "
        f"{config['num_key_value_heads']} KV heads, head_dim {config['head_dim']}"
    )
    return sizes + (", attention_bias" if config.get("attention_bias") else "")


def _refuses_layer(inputs: Inputs, run: GroupRun) -> Finding | None:
    """It names what cannot be cut, the query heads or the KV heads, and the ranks."""
    config, tp = inputs.params["config"], inputs.params["tp"]
    heads, kv_heads = config["num_attention_heads"], config["num_key_value_heads"]
    sentence = _(
        "A layer of {heads} query heads and {kv_heads} KV heads on {tp} ranks must be refused."
    ).format(heads=heads, kv_heads=kv_heads, tp=tp)
    cut = heads if heads % tp else kv_heads
    return refuses(sentence, _("the layer"), (str(cut), str(tp)))(inputs, run)


_PARAMETERS = saying(outputs(_layers_expected, tolerance=2e-6), sizes_of)
_BY_TP = {
    1: config_of(),
    2: config_of(attention_bias=True),
    3: config_of(num_attention_heads=6, num_key_value_heads=3),
    4: config_of(num_key_value_heads=2),
}
_BAD = {
    3: config_of(num_attention_heads=12, num_key_value_heads=4),
    4: config_of(num_attention_heads=6, num_key_value_heads=2),
    12: config_of(num_attention_heads=12, num_key_value_heads=8),
}


def _layer_case(name: str, title: str, configs: Mapping[int, Mapping[str, Any]], device: str
                ) -> Case:  # fmt: skip
    return Case(name, "ch07.5", title, "layers", _layers(configs, device), _PARAMETERS,
                tuple(configs), visible=device == "meta", alone=True)  # fmt: skip


LAYER_CASES = (
    _layer_case("layers-example", "Qwen3-0.6B", dict.fromkeys((1, 2, 16), QWEN3_06B), "meta"),
    _layer_case("layers", "parameters", _BY_TP, "cpu"),
    Case("layers-refused", "ch07.5", "heads that cannot be laid out", "refused", _layers(_BAD),
         _refuses_layer, tuple(_BAD), alone=True),
)  # fmt: skip
