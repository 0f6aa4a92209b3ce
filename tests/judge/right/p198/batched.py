"""batch_isend_irecv, and a tensor padded to equal parts."""

import torch
import torch.distributed as dist


def both(outgoing, incoming):
    size, rank = dist.get_world_size(), dist.get_rank()
    ops = [
        dist.P2POp(dist.isend, outgoing, (rank + 1) % size),
        dist.P2POp(dist.irecv, incoming, (rank - 1) % size),
    ]
    for work in dist.batch_isend_irecv(ops):
        work.wait()
    return incoming


def reduce_scatter_ring(parts):
    size, rank = dist.get_world_size(), dist.get_rank()
    work = [part.clone() for part in parts]
    for step in range(size - 1):
        send, receive = (rank - 1 - step) % size, (rank - 2 - step) % size
        work[receive].add_(both(work[send], torch.zeros_like(work[receive])))
    return work[rank]


def all_gather_ring(part, sizes):
    size, rank = dist.get_world_size(), dist.get_rank()
    parts = [part.new_zeros(n) for n in sizes]
    parts[rank] = part.clone()
    for step in range(size - 1):
        both(parts[(rank - step) % size], parts[(rank - step - 1) % size])
    return parts


def ring_all_reduce(x):
    size = dist.get_world_size()
    each = -(-x.numel() // size)
    padded = torch.zeros(each * size, dtype=x.dtype)
    padded[: x.numel()] = x.flatten()
    own = reduce_scatter_ring(padded.split(each) if each else [padded] * size)
    return torch.cat(all_gather_ring(own, [each] * size))[: x.numel()].reshape(x.shape)
