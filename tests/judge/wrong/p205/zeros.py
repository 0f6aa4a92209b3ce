"""wrong_answer: every number is 0."""

import torch
import torch.distributed as dist


def gather_tokens(local, num_tokens):
    return torch.zeros(num_tokens, local.shape[1], dtype=local.dtype)


def scatter_sum(partial):
    rows = -(-len(partial) // dist.get_world_size())
    return torch.zeros(rows, partial.shape[1], dtype=partial.dtype)


def mlp_block(x, num_tokens, norm_weight, up, down, eps):
    return torch.zeros_like(x)
