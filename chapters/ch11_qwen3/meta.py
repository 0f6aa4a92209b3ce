"""A model without memory: its layers' shapes and refusals, for any number of ranks."""

import torch

from ..ch07_attention.config import Qwen3Config
from ..tp_group import HandGroup
from .qwen3 import Qwen3ForCausalLM


def meta_model(config: Qwen3Config, tp_size: int) -> Qwen3ForCausalLM:
    """Rank 0's modules on the meta device. All ranks' have the same shapes.

    Raises ValueError, printing the numbers, for a tp_size that the layers refuse.
    """
    if type(tp_size) is not int or tp_size < 1:
        raise ValueError(f"the number of ranks must be at least 1, got {tp_size!r}")
    try:
        with torch.device("meta"):
            return Qwen3ForCausalLM(config, HandGroup(0, tp_size))
    except ValueError as error:
        raise ValueError(f"the model cannot be cut for {tp_size} ranks: {error}") from None
