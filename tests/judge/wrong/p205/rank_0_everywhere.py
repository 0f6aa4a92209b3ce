"""wrong_answer: every rank takes the first rows."""

import torch.distributed as dist


def scatter_sum(partial):
    total = partial.clone()
    dist.all_reduce(total)
    rows = -(-len(partial) // dist.get_world_size())
    return total[:rows]
