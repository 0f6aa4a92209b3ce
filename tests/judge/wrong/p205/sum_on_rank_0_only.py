"""wrong_answer: a reduce to rank 0, and nothing for the others."""

import torch.distributed as dist


def scatter_sum(partial):
    total = partial.clone()
    dist.reduce(total, 0)
    rows = -(-len(partial) // dist.get_world_size())
    start = dist.get_rank() * rows
    return total[start : start + rows]
