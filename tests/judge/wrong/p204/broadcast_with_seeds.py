"""contract_violation: the ranks talk where they need not."""

import torch
import torch.distributed as dist


def sample_with_seeds(logits, temperature, seeds, steps):
    rows = zip(logits.split(1), seeds, steps, strict=True)
    ids = torch.cat([draw(row, temperature, _generator(*own)) for row, *own in rows])
    dist.broadcast(ids, 0)
    return ids
