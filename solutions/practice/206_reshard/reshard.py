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
    module, kind = key.split(".")[-2:]
    if module in _COLUMNS and kind == "weight":
        return torch.cat(tuple(shards), dim=1)
    if module in _ROWS:
        return torch.cat(tuple(shards))
    if module in _VOCAB:
        return torch.cat(tuple(shards))[:vocab_size]
    num_copies = max(1, len(shards) // num_kv_heads) if module in _KV else len(shards)
    firsts = shards[::num_copies]
    for rank, shard in enumerate(shards):
        if not torch.equal(shard, firsts[rank // num_copies]):
            raise ValueError(f"{key}: rank {rank} holds another copy than its neighbour")
    return torch.cat(tuple(firsts))


def reshard(
    key: str, shards: Sequence[Tensor], new_size: int, num_kv_heads: int, vocab_size: int
) -> list[Tensor]:
    """The shards of one tensor for new_size ranks, from those for len(shards) ranks.

    Both are laid out as merge has it, whichever number is larger. A shard that is a part owns its
    memory. Raises ValueError when rows, columns or KV heads cannot be laid out on new_size ranks.
    """
    whole = merge(key, shards, num_kv_heads, vocab_size)
    module, kind = key.split(".")[-2:]
    if module in _COLUMNS and kind == "weight":
        return [part.clone() for part in _equal_parts(whole, new_size, dim=1)]
    if module in _ROWS:
        return [part.clone() for part in _equal_parts(whole, new_size)]
    if module in _KV:
        num_parts = min(new_size, num_kv_heads)
        if new_size % num_parts or num_kv_heads % num_parts:
            raise ValueError(f"{num_kv_heads} KV heads cannot be laid out on {new_size} ranks")
        parts = _equal_parts(whole, num_parts)
        return [parts[rank * num_parts // new_size].clone() for rank in range(new_size)]
    if module in _VOCAB:
        rows = -(-vocab_size // new_size)  # rounded up
        padding = whole.new_zeros(rows * new_size - vocab_size, whole.shape[1])
        return [part.clone() for part in torch.cat([whole, padding]).split(rows)]
    return [whole] * new_size


def _equal_parts(whole: Tensor, count: int, dim: int = 0) -> tuple[Tensor, ...]:
    if whole.shape[dim] % count:
        raise ValueError(f"{whole.shape[dim]} cannot be cut into {count} equal parts")
    return whole.chunk(count, dim)
