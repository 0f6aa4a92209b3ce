"""The numbers of a Qwen3 model, read from the `config.json` beside its weights.

Variants that the engine does not compute are refused here: other architectures, scaled RoPE,
sliding windows. Field names are Hugging Face's.
"""

import dataclasses
import json
from dataclasses import dataclass
from pathlib import Path

import torch

DTYPES = {"float32": torch.float32, "bfloat16": torch.bfloat16, "float16": torch.float16}


def find_dtype(name: str) -> torch.dtype:
    """The dtype of this name; ValueError, listing the names there are, for another."""
    if name not in DTYPES:
        raise ValueError(f"dtype {name!r} is not one of {', '.join(DTYPES)}")
    return DTYPES[name]


@dataclass(frozen=True)
class Qwen3Config:
    """The fields of config.json that decide shapes and arithmetic.

    head_dim is a number of its own: num_attention_heads * head_dim need not be hidden_size.
    """

    vocab_size: int
    hidden_size: int
    intermediate_size: int
    num_hidden_layers: int
    num_attention_heads: int
    num_key_value_heads: int
    max_position_embeddings: int
    head_dim: int = 128
    rms_norm_eps: float = 1e-6
    rope_theta: float = 1e6
    tie_word_embeddings: bool = False
    attention_bias: bool = False
    dtype: str = "float32"

    @classmethod
    def read(cls, path: str | Path) -> "Qwen3Config":
        """Read a config.json, given by its own path or by its directory.

        Raises FileNotFoundError when there is none, ValueError when it is not JSON, lacks a field
        or describes a model that this engine does not compute.
        """
        path = Path(path)
        path = path / "config.json" if path.is_dir() else path
        if not path.is_file():
            raise FileNotFoundError(f"no model configuration at {path}")
        try:
            values = json.loads(path.read_text(encoding="utf-8"))
        except ValueError as error:
            raise ValueError(f"{path} is not JSON: {error}") from None
        try:
            return cls.from_dict(values)
        except ValueError as error:
            raise ValueError(f"{path}: {error}") from None

    @classmethod
    def from_dict(cls, values: dict) -> "Qwen3Config":
        """Make a configuration from the contents of a config.json; errors as in `read`."""
        if not isinstance(values, dict):
            raise ValueError("the configuration is not a JSON object")
        rope = values.get("rope_parameters") or values.get("rope_scaling") or {}
        _refuse_unsupported(values, rope)
        known = {field.name for field in dataclasses.fields(cls)}
        found = {name: value for name, value in values.items() if name in known}
        # transformers 5 writes "dtype" and puts rope_theta into "rope_parameters"; 4 does neither.
        found["dtype"] = values.get("dtype") or values.get("torch_dtype") or "float32"
        found["rope_theta"] = rope.get("rope_theta") or values.get("rope_theta") or 1e6
        if found.get("num_key_value_heads") is None and "num_attention_heads" in found:
            found["num_key_value_heads"] = found["num_attention_heads"]  # no grouping
        found = {name: value for name, value in found.items() if value is not None}
        _check_fields(cls, found)
        return cls(**found)


def _refuse_unsupported(values: dict, rope: dict) -> None:
    rope_type = rope.get("rope_type") or rope.get("type") or "default"
    for name, value, supported in [
        ("model_type", values.get("model_type", "qwen3"), "qwen3"),
        ("hidden_act", values.get("hidden_act", "silu"), "silu"),
        ("rope_type", rope_type, "default"),
        ("use_sliding_window", bool(values.get("use_sliding_window", False)), False),
    ]:
        if value != supported:
            raise ValueError(f"{name} is {value!r}, only {supported!r} is supported")


def _check_fields(cls: type, found: dict) -> None:
    required = {f.name for f in dataclasses.fields(cls) if f.default is dataclasses.MISSING}
    if missing := sorted(required - set(found)):
        raise ValueError(f"missing {', '.join(missing)}")
    for field in dataclasses.fields(cls):
        value = found.get(field.name, field.default)
        if field.type is int and (type(value) is not int or value < 1):
            raise ValueError(f"{field.name} must be a positive integer, got {value!r}")
        if field.type is float and (type(value) not in (int, float) or value <= 0):
            raise ValueError(f"{field.name} must be a positive number, got {value!r}")
    find_dtype(found["dtype"])
