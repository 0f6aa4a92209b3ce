"""Problem 206: shards of a checkpoint for one number of ranks, made from those for another.

Names are Hugging Face's, such as model.layers.0.self_attn.q_proj.weight; weights are (out, in).
Needs torch and the standard library only.
"""

from collections.abc import Sequence

import torch
from torch import Tensor

_ROWS = ("q_proj", "gate_proj", "up_proj")
_KV = ("k_proj", "v_proj")
_COLUMNS = ("o_proj", "down_proj")
_VOCAB = ("embed_tokens", "lm_head")


def merge(key: str, shards: Sequence[Tensor], num_kv_heads: int, vocab_size: int) -> Tensor:
    """The whole tensor from the shards of all ranks, in rank order.

    By the module that key names, for its weight (out, in) and its bias (out,):
    - q_proj, gate_proj, up_proj: cut by rows;
    - k_proj, v_proj: cut by KV heads. With fewer heads than ranks each rank has one whole head, and
      neighbours have the same one;
    - o_proj, down_proj: the weight cut by columns, the bias whole on every rank;
    - embed_tokens, lm_head: cut by rows, padded with zero rows so that all ranks have as many;
    - anything else is whole on every rank.
    Raises ValueError that names the key when ranks that should hold the same do not.
    """
    raise NotImplementedError("p206.1 whole tensors from shards")


def reshard(
    key: str, shards: Sequence[Tensor], new_size: int, num_kv_heads: int, vocab_size: int
) -> list[Tensor]:
    """The shards of one tensor for new_size ranks, from those for len(shards) ranks.

    Both are laid out as merge has it, whichever number is larger. A shard that is a part owns its
    memory. Raises ValueError when rows, columns or KV heads cannot be laid out on new_size ranks.
    """
    raise NotImplementedError("p206.2 shards for another number of ranks")
