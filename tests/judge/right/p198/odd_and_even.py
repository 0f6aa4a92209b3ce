"""Even ranks send first, odd ranks receive first; the last of an odd ring is served by turns."""

import torch
import torch.distributed as dist


def swap(outgoing, shape_of):
    size, rank = dist.get_world_size(), dist.get_rank()
    incoming = torch.empty_like(shape_of)
    if rank == 0:
        dist.send(outgoing, (rank + 1) % size)
        dist.recv(incoming, (rank - 1) % size)
    else:
        held = outgoing.clone()
        dist.recv(incoming, (rank - 1) % size)
        dist.send(held, (rank + 1) % size)
    return incoming


def reduce_scatter_ring(parts):
    size, rank = dist.get_world_size(), dist.get_rank()
    sums = [part.clone() for part in parts]
    for step in range(1, size):
        target = (rank - step - 1) % size
        sums[target] += swap(sums[(rank - step) % size], sums[target])
    return sums[rank]


def all_gather_ring(part, sizes):
    size, rank = dist.get_world_size(), dist.get_rank()
    parts = {rank: part.clone()}
    for step in range(size - 1):
        source = (rank - step - 1) % size
        parts[source] = swap(parts[(rank - step) % size], part.new_empty(sizes[source]))
    return [parts[r] for r in range(size)]


def ring_all_reduce(x):
    if dist.get_world_size() == 1:
        return x.clone()
    parts = list(torch.tensor_split(x.reshape(-1), dist.get_world_size()))
    own = reduce_scatter_ring(parts)
    return torch.cat(all_gather_ring(own, list(map(len, parts)))).reshape(x.shape)
