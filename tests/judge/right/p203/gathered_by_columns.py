"""The vocabulary goes first on the way, so that nothing needs rearranging."""

import torch
import torch.distributed as dist


def merge_gathered(gathered, tp_size):
    batch = gathered.shape[0] // tp_size
    by_rank = gathered.reshape(tp_size, batch, *gathered.shape[1:])
    order = [*range(1, by_rank.ndim - 1), 0, by_rank.ndim - 1]
    return by_rank.permute(*order).reshape(batch, *gathered.shape[1:-1], -1)


def gather_logits(local_logits, vocab_size):
    columns_first = local_logits.movedim(-1, 0).contiguous()  # (v, B, ...)
    shape = columns_first.shape
    out = torch.empty(shape[0] * dist.get_world_size(), *shape[1:], dtype=local_logits.dtype)
    dist.all_gather_into_tensor(out, columns_first)
    return out[:vocab_size].movedim(0, -1)
