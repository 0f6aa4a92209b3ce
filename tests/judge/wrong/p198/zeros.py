"""wrong_answer: every number is 0."""

import torch


def reduce_scatter_ring(parts):
    return torch.zeros_like(parts[0])


def all_gather_ring(part, sizes):
    return [torch.zeros(n, dtype=part.dtype) for n in sizes]


def ring_all_reduce(x):
    return torch.zeros_like(x)
