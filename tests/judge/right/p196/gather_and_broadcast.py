"""Rank 0 chooses and tells the others. Its own local code, without local_best."""

import torch


def local_best(local_logits, vocab_start):
    lead = local_logits.shape[:-1]
    if local_logits.shape[-1] == 0:
        low = local_logits.new_full(lead, -torch.inf)
        return low, torch.full(lead, vocab_start, dtype=torch.int64)
    order = local_logits.sort(dim=-1, descending=True, stable=True)
    return order.values[..., 0].clone(), order.indices[..., 0] + vocab_start


def sharded_argmax(local_logits, vocab_start, group):
    lead, width = local_logits.shape[:-1], local_logits.shape[-1]
    mine = torch.full((*lead, 2), -torch.inf, dtype=torch.float64)
    if width:
        mine[..., 1] = local_logits.argmax(-1) + vocab_start
        mine[..., 0] = local_logits.amax(-1)
    every = group.gather(mine.unsqueeze(-2), dim=-2)
    ids = torch.empty(lead, dtype=torch.int64)
    if group.rank == 0:
        winner = every[..., 0].argmax(-1, keepdim=True)
        ids = every[..., 1].gather(-1, winner).squeeze(-1).long()
    return group.broadcast(ids, src=0)
