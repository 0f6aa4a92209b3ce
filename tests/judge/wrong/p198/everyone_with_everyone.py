"""contract_violation: right sums, but every rank talks to every other."""

import torch
import torch.distributed as dist


def reduce_scatter_ring(parts):
    size, rank = dist.get_world_size(), dist.get_rank()
    total = parts[rank].clone()
    for step in range(1, size):
        incoming = torch.empty_like(total)
        sending = dist.isend(parts[(rank + step) % size], (rank + step) % size)
        dist.recv(incoming, (rank - step) % size)
        sending.wait()
        total += incoming
    return total
