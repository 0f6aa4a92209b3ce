"""contract_violation: the ring turns the other way."""

import torch.distributed as dist


def all_gather_ring(part, sizes):
    size, rank = dist.get_world_size(), dist.get_rank()
    parts = [part.new_empty(n) for n in sizes]
    parts[rank].copy_(part)
    for step in range(size - 1):
        sending = dist.isend(parts[(rank + step) % size], (rank - 1) % size)
        dist.recv(parts[(rank + step + 1) % size], (rank + 1) % size)
        sending.wait()
    return parts
