"""contract_violation: partial is overwritten."""

import torch.distributed as dist


def scatter_sum(partial):
    dist.all_reduce(partial)
    rows = -(-len(partial) // dist.get_world_size())
    start = dist.get_rank() * rows
    return partial[start : start + rows].clone()
