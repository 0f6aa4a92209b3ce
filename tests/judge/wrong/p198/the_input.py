"""wrong_answer: nobody talks."""

import torch.distributed as dist


def reduce_scatter_ring(parts):
    return parts[dist.get_rank()]


def all_gather_ring(part, sizes):
    return [part for _ in sizes]


def ring_all_reduce(x):
    return x
