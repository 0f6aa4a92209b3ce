"""contract_violation: split gives fewer parts than there are ranks."""

import torch
import torch.distributed as dist


def scatter_sum(partial):
    rows = -(-len(partial) // dist.get_world_size())
    parts = [part.clone() for part in partial.split(rows)]
    parts[-1] = torch.cat([parts[-1], partial.new_zeros(rows - len(parts[-1]), partial.shape[1])])
    local = torch.empty_like(parts[0])
    dist.reduce_scatter(local, parts)
    return local
